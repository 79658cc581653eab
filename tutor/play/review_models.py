"""What is kept of a deal that is over: its review, worked out once, and the mistakes that come back as questions."""

from __future__ import annotations

from django.db import models

from tutor.learners.models import StepProgress, Visitor, moment
from tutor.play.models import Game


class DealReview(models.Model):
    """The review of one deal. ``data`` is empty until it has been worked out; ``started``: since when somebody is at it."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="review")
    started = models.DateTimeField(null=True)
    data = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"review of {self.game_id}"


class Mistake(models.Model):
    """A moment of a deal in which something else was clearly better, asked again as a question.

    It stands by itself, so that the deal may be forgotten: ``position`` is what the seat saw, ``options`` what the coach
    said of everything that could be done, ``made`` what was done. The other columns are those of an attempt
    (``tutor.exercises.attempts``).
    """

    visitor = models.ForeignKey(Visitor, models.CASCADE, related_name="mistakes")
    game = models.CharField(max_length=20)
    number = models.PositiveSmallIntegerField()
    ruleset = models.TextField()
    position = models.TextField()
    made = models.CharField(max_length=20)
    options = models.JSONField()
    phase = models.CharField(max_length=10, choices=StepProgress.Phase.choices, default=StepProgress.Phase.AWAITING)
    actions = models.PositiveIntegerField(default=0)
    answer = models.JSONField(null=True)
    draft = models.JSONField(null=True)
    hint = models.PositiveSmallIntegerField(default=0)
    shown = models.BooleanField(default=False)
    tries = models.PositiveIntegerField(default=0)
    first_try = models.BooleanField(null=True)
    solved = models.BooleanField(default=False)
    created = models.DateTimeField(default=moment)
    updated = models.DateTimeField(default=moment)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["visitor", "game", "number"], name="one_question_a_mistake")]
        indexes = [models.Index(fields=["visitor", "-created"], name="mistakes_of_a_visitor")]

    def __str__(self) -> str:
        return f"{self.game}, {self.number}: {self.made}"
