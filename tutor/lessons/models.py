"""The course as the pages read it. Rows are written by ``sync_content`` only."""

from django.db import models


class Lesson(models.Model):
    """A lesson. ``number`` is its place in the learning path, ``mastery`` the checks right at the first try.

    ``theme`` names the puzzles that go on with it.
    """

    slug = models.SlugField(max_length=60, primary_key=True)
    number = models.PositiveSmallIntegerField()
    minutes = models.PositiveSmallIntegerField()
    mastery = models.PositiveSmallIntegerField()
    theme = models.CharField(max_length=10, blank=True)
    show_trump = models.BooleanField()
    title = models.CharField(max_length=200)
    goal = models.TextField()

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return self.slug


class Step(models.Model):
    """A step of a lesson. ``data`` is what its file says: the position, the question, never an answer.

    ``task`` may be empty: then the task is worded by its kind.
    """

    key = models.CharField(max_length=120, primary_key=True)
    lesson = models.ForeignKey(Lesson, models.CASCADE, related_name="steps")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    data = models.JSONField()
    teach = models.TextField(blank=True)
    task = models.TextField(blank=True)

    class Meta:
        ordering = ["lesson__number", "position"]

    def __str__(self) -> str:
        return self.key


class Passage(models.Model):
    """A text of a step beside the two that it always has: a sentence to choose, or what is said under a condition.

    ``role`` is ``statement``, ``why``, ``also``, ``teach`` or ``task``; ``name`` the key of its statement or variant.
    """

    key = models.CharField(max_length=180, primary_key=True)
    step = models.ForeignKey(Step, models.CASCADE, related_name="passages")
    position = models.PositiveSmallIntegerField()
    role = models.CharField(max_length=10)
    name = models.CharField(max_length=60)
    shown_when = models.CharField(max_length=200)
    text = models.TextField()

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.key
