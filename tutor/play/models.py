"""Deals as they are stored: what was dealt, how it is played, and the actions as text. Everything else is replayed."""

from __future__ import annotations

from django.db import models
from django.utils.crypto import get_random_string

from tutor.learners.models import Attempted, Visitor, moment

KEY_LENGTH = 10
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_key() -> str:
    """Return the name of a game in addresses: long enough that nobody guesses one, with no signs that look alike."""
    return get_random_string(KEY_LENGTH, LETTERS)


class Game(models.Model):
    """One deal of a visitor, who sits at A. A game to the target is a row of deals, each with its ``previous`` one.

    The deal is dealt from ``seed``, or begins at ``start`` (a position as text) where that is not empty; the seed is the
    source of the opponent's chance as well. Neither reaches a page while the deal, or the game it belongs to, is on.
    ``actions`` are separated by spaces, ``-`` is something that the learner let pass; ``reasons`` stand beside them, what
    the opponent wanted, ``.`` for none. ``last``: how many actions there were before the learner's last one.

    ``tried`` is the action that has just been refused, ``tries`` all that were, as pairs of the number of actions before
    and the action. ``held``: this action has not been taken yet, since the coach has warned of it or the
    learner is asked once more. ``warned`` is what the coach had to say: number of actions before, code of the reason, action. ``asked`` is what stands open on the page.

    ``version`` counts changes: a form that carries another number is stale and changes nothing. ``winner`` and ``points``
    (game points, for the learner positive) are known once the deal is ``finished``. ``given``: the visitor has chosen the
    seed, and may know the cards. ``begun``: how many actions the deal had when it was opened, out of a file or another deal. ``first_seed`` and ``first_dealer`` are those of the first deal of a game to the target.
    """

    class Coach(models.TextChoices):
        """When the coach speaks."""

        SILENT = "silent"
        ASKED = "asked"
        WARNS = "warns"

    key = models.CharField(max_length=KEY_LENGTH, unique=True, default=new_key, editable=False)
    visitor = models.ForeignKey(Visitor, models.CASCADE, related_name="games")
    ruleset = models.TextField()
    seed = models.PositiveBigIntegerField()
    first_seed = models.PositiveBigIntegerField(default=0)
    first_dealer = models.CharField(max_length=1, default="B")
    given = models.BooleanField(default=False)
    start = models.TextField(blank=True)
    dealer = models.CharField(max_length=1)
    opponent = models.CharField(max_length=20)
    coach = models.CharField(max_length=10, choices=Coach.choices, default=Coach.ASKED)
    counts = models.BooleanField(default=True)
    whole = models.BooleanField(default=False)
    previous = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="following")
    number = models.PositiveSmallIntegerField(default=1)
    score_you = models.SmallIntegerField()
    score_opponent = models.SmallIntegerField()
    carry = models.BooleanField(default=False)

    actions = models.TextField(blank=True)
    reasons = models.TextField(blank=True)
    last = models.PositiveSmallIntegerField(default=0)
    tried = models.CharField(max_length=20, blank=True)
    tries = models.JSONField(default=list)
    held = models.CharField(max_length=20, blank=True)
    warned = models.JSONField(default=list)
    asked = models.CharField(max_length=10, blank=True)
    with_undo = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)

    finished = models.DateTimeField(null=True)
    winner = models.CharField(max_length=1, blank=True)
    points = models.SmallIntegerField(null=True)
    begun = models.PositiveSmallIntegerField(default=0)
    created = models.DateTimeField(default=moment)
    updated = models.DateTimeField(default=moment)

    class Meta:
        indexes = [models.Index(fields=["visitor", "-updated"], name="games_of_a_visitor")]

    def __str__(self) -> str:
        return f"{self.key}: {self.ruleset}, {self.opponent}"


class DealReview(models.Model):
    """The review of one deal. ``data`` is empty until it has been worked out; ``started``: since when somebody is at it."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="review")
    started = models.DateTimeField(null=True)
    data = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"review of {self.game_id}"


class Mistake(Attempted):
    """A moment of a deal in which something else was clearly better, asked again as a question.

    It stands by itself, so that the deal may be forgotten: ``position`` is what the seat saw, ``options`` what the coach
    said of everything that could be done, ``made`` what was done.
    """

    visitor = models.ForeignKey(Visitor, models.CASCADE, related_name="mistakes")
    game = models.CharField(max_length=20)
    number = models.PositiveSmallIntegerField()
    ruleset = models.TextField()
    position = models.TextField()
    made = models.CharField(max_length=20)
    options = models.JSONField()
    created = models.DateTimeField(default=moment)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["visitor", "game", "number"], name="one_question_a_mistake")]
        indexes = [models.Index(fields=["visitor", "-created"], name="mistakes_of_a_visitor")]

    def __str__(self) -> str:
        return f"{self.game}, {self.number}: {self.made}"
