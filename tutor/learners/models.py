"""What the site remembers of a visitor. No name, no address: a random key in the session.

An account is optional; then the visitor belongs to a user of Django's own auth.
"""

import uuid
from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone


def moment() -> datetime:
    """Return when a row is first written; whoever changes it says so. A row from a file keeps its time."""
    return timezone.now()


class Visitor(models.Model):
    """Somebody who has answered something.

    ``user`` is the account, if there is one. ``preferences`` is the account's copy of the settings; without an account
    they live in the session alone. A visitor with a ``shadow_of`` keeps what its owner has reset at ``shadowed``,
    for the minutes in which that can be undone. ``placed`` are the rows that a file has put in the place of that: table
    -> keys, None after a plain reset.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="visitor", editable=False
    )
    preferences = models.JSONField(default=dict)
    shadow_of = models.OneToOneField("self", models.CASCADE, null=True, related_name="shadow", editable=False)
    shadowed = models.DateTimeField(null=True, editable=False)
    placed = models.JSONField(null=True, editable=False)

    def __str__(self) -> str:
        return str(self.pk)


class Attempted(models.Model):
    """Where a visitor stands in one exercise: the columns of ``tutor.exercises.attempts.Attempt``, and when it changed.

    ``actions`` counts what the visitor did here: a form that carries another number is stale and counts nothing.
    ``answer`` is the last one given, ``draft`` one that was not sent yet, both as codes, never as words.
    ``first_try`` is None until the first answer. ``solved`` stays when the exercise is tried again.
    """

    class Phase(models.TextChoices):
        """Where the exercise stands."""

        AWAITING = "awaiting"
        WRONG = "wrong"
        SOLVED = "solved"

    phase = models.CharField(max_length=10, choices=Phase.choices, default=Phase.AWAITING)
    actions = models.PositiveIntegerField(default=0)
    answer = models.JSONField(null=True)
    draft = models.JSONField(null=True)
    hint = models.PositiveSmallIntegerField(default=0)
    shown = models.BooleanField(default=False)
    tries = models.PositiveIntegerField(default=0)
    first_try = models.BooleanField(null=True)
    solved = models.BooleanField(default=False)
    updated = models.DateTimeField(default=moment)

    class Meta:
        abstract = True


class StepProgress(Attempted):
    """One visitor and one step."""

    visitor = models.ForeignKey(Visitor, models.CASCADE, related_name="steps")
    lesson = models.CharField(max_length=60)
    step = models.CharField(max_length=120)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["visitor", "step"], name="one_progress_a_step")]

    def __str__(self) -> str:
        return f"{self.step}: {self.phase}"


class RuleReview(models.Model):
    """One visitor and one rule that comes back for review.

    ``state``, ``step``, ``stability``, ``difficulty``, ``due``, ``last_review`` are the card of the schedule, as plain
    values. ``first_right`` and ``held`` say how far the rule counts for mastery: right once, and right again at least
    six days later. ``misses`` counts misses since the last right answer; each of them lowers a lesson by one level.
    """

    visitor = models.ForeignKey(Visitor, models.CASCADE, related_name="reviews")
    rule = models.CharField(max_length=60)
    state = models.PositiveSmallIntegerField(default=1)
    step = models.PositiveSmallIntegerField(null=True, default=0)
    stability = models.FloatField(null=True)
    difficulty = models.FloatField(null=True)
    due = models.DateTimeField()
    last_review = models.DateTimeField(null=True)
    first_right = models.DateTimeField(null=True)
    held = models.BooleanField(default=False)
    misses = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    wrong = models.PositiveIntegerField(default=0)
    updated = models.DateTimeField(default=moment)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["visitor", "rule"], name="one_review_a_rule")]

    def __str__(self) -> str:
        return f"{self.rule}: {self.due:%Y-%m-%d}"


class ReviewItem(Attempted):
    """The one question that a visitor has open in the review: its number, the seed that made it, and how it stands.

    ``ask`` is what was made from the seed, so that the question stays the same when the maker changes. ``why`` and
    ``days`` say why its rule was due. ``counted``: the schedule has taken note of the answer.
    """

    visitor = models.OneToOneField(Visitor, models.CASCADE, related_name="review_item")
    number = models.PositiveIntegerField()
    rule = models.CharField(max_length=60)
    why = models.CharField(max_length=10)
    days = models.PositiveIntegerField()
    ruleset = models.TextField()
    seed = models.PositiveBigIntegerField()
    ask = models.JSONField()
    counted = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.number}. {self.rule}: {self.phase}"


class PuzzleAttempt(Attempted):
    """One visitor and one puzzle: its id, what it is about, and how it stands.

    ``theme``, ``rule``, ``level`` and ``ruleset`` are those of the puzzle, for the statistics. ``counted``: the first
    answer has been counted. ``missed``: when it was missed last, until it is solved alone on a later day.
    """

    visitor = models.ForeignKey(Visitor, models.CASCADE, related_name="puzzles")
    puzzle = models.CharField(max_length=16)
    theme = models.CharField(max_length=4)
    rule = models.CharField(max_length=60)
    level = models.PositiveSmallIntegerField()
    ruleset = models.TextField()
    counted = models.BooleanField(default=False)
    missed = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["visitor", "puzzle"], name="one_attempt_a_puzzle")]

    def __str__(self) -> str:
        return f"{self.puzzle}: {self.phase}"


class DealResult(models.Model):
    """How one practice deal ended, for the statistics. It stays when the deal itself is forgotten.

    ``key`` names the deal. ``winner`` is A for the visitor, B for the opponent, empty for a tie; ``points`` are game
    points. ``counted``: nothing was taken back, and the cards were not known before. ``closed``: what became of the
    visitor's closing, empty where there was none. ``causes``: reason of the coach -> how often it spoke against an action.
    """

    class Closed(models.TextChoices):
        """What became of a closing."""

        MADE = "made"
        FAILED = "failed"

    visitor = models.ForeignKey(Visitor, models.CASCADE, related_name="deal_results")
    key = models.CharField(max_length=20)
    ruleset = models.TextField()
    opponent = models.CharField(max_length=20)
    winner = models.CharField(max_length=1, blank=True)
    points = models.PositiveSmallIntegerField()
    counted = models.BooleanField()
    closed = models.CharField(max_length=6, choices=Closed.choices, blank=True)
    claims_right = models.PositiveSmallIntegerField(default=0)
    claims_wrong = models.PositiveSmallIntegerField(default=0)
    causes = models.JSONField(default=dict)
    updated = models.DateTimeField(default=moment)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["visitor", "key"], name="one_result_a_deal")]

    def __str__(self) -> str:
        return f"{self.key}: {self.winner} {self.points}"
