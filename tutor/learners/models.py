"""What the site remembers of a visitor. No name, no address: a random key in the session."""

import uuid

from django.db import models


class Visitor(models.Model):
    """Somebody who has answered something."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.pk)


class StepProgress(models.Model):
    """One visitor and one step.

    ``actions`` counts what the visitor did here: a form that carries another number is stale and counts nothing.
    ``answer`` is the last one given, ``draft`` one that was not sent yet, both as codes, never as words.
    ``first_try`` is None until the first answer. ``solved`` stays when the step is tried again.
    """

    class Phase(models.TextChoices):
        """Where the step stands."""

        AWAITING = "awaiting"
        WRONG = "wrong"
        SOLVED = "solved"

    visitor = models.ForeignKey(Visitor, models.CASCADE, related_name="steps")
    lesson = models.CharField(max_length=60)
    step = models.CharField(max_length=120)
    phase = models.CharField(max_length=10, choices=Phase.choices, default=Phase.AWAITING)
    actions = models.PositiveIntegerField(default=0)
    answer = models.JSONField(null=True)
    draft = models.JSONField(null=True)
    hint = models.PositiveSmallIntegerField(default=0)
    shown = models.BooleanField(default=False)
    tries = models.PositiveIntegerField(default=0)
    first_try = models.BooleanField(null=True)
    solved = models.BooleanField(default=False)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["visitor", "step"], name="one_progress_a_step")]

    def __str__(self) -> str:
        return f"{self.step}: {self.phase}"
