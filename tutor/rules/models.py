"""The rule book and its sources as the pages read them. Rows are written by ``sync_content`` only."""

from django.db import models


class Section(models.Model):
    """A section of the rule book."""

    key = models.SlugField(max_length=40, primary_key=True)
    position = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=200)
    title_automatic = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.key


class Clause(models.Model):
    """A clause: a rule, or the variant of it that some switch values bring."""

    key = models.CharField(max_length=60, primary_key=True)
    section = models.ForeignKey(Section, models.CASCADE, related_name="clauses")
    rule = models.CharField(max_length=60)
    position = models.PositiveSmallIntegerField()
    shown_when = models.CharField(max_length=200)
    source = models.CharField(max_length=100, blank=True)
    text = models.TextField()
    note = models.TextField(blank=True)

    class Meta:
        ordering = ["section__position", "position"]

    def __str__(self) -> str:
        return self.key


class Source(models.Model):
    """One of the old texts."""

    key = models.CharField(max_length=10, primary_key=True)
    position = models.PositiveSmallIntegerField()
    language = models.CharField(max_length=10)
    title = models.CharField(max_length=200)
    text = models.TextField()
    slips = models.TextField()

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.key


class Point(models.Model):
    """What the texts say on one rule, and how it is read here."""

    key = models.SlugField(max_length=40, primary_key=True)
    position = models.PositiveSmallIntegerField()
    rule = models.CharField(max_length=60)
    ruleset = models.CharField(max_length=200)
    classic = models.TextField()
    eight = models.TextField()
    reading = models.TextField()
    slips = models.TextField(blank=True)

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.key
