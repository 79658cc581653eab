"""The course as the pages read it. Rows are written by ``sync_content`` only."""

from django.db import models


class Lesson(models.Model):
    """A lesson. ``number`` is its place in the learning path, ``mastery`` the checks right at the first try."""

    slug = models.SlugField(max_length=60, primary_key=True)
    number = models.PositiveSmallIntegerField()
    minutes = models.PositiveSmallIntegerField()
    mastery = models.PositiveSmallIntegerField()
    ruleset = models.CharField(max_length=200)
    show_trump = models.BooleanField()
    title = models.CharField(max_length=200)
    goal = models.TextField()

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return self.slug


class Step(models.Model):
    """A step of a lesson. ``data`` is what its file says: the position, the question, never an answer."""

    key = models.CharField(max_length=120, primary_key=True)
    lesson = models.ForeignKey(Lesson, models.CASCADE, related_name="steps")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    data = models.JSONField()
    teach = models.TextField(blank=True)
    task = models.TextField()

    class Meta:
        ordering = ["lesson__number", "position"]

    def __str__(self) -> str:
        return self.key


class Statement(models.Model):
    """A sentence to choose in a step of kind ``pick``."""

    key = models.CharField(max_length=160, primary_key=True)
    step = models.ForeignKey(Step, models.CASCADE, related_name="statements")
    position = models.PositiveSmallIntegerField()
    text = models.TextField()

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.key
