"""The glossary as the pages read it. Rows are written by ``sync_content`` only."""

from django.db import models


class Term(models.Model):
    """A term. ``word`` comes from the term base; ``heard`` goes by language: other words and their regions."""

    key = models.SlugField(max_length=40, primary_key=True)
    position = models.PositiveSmallIntegerField()
    sign = models.CharField(max_length=4, blank=True)
    confused_with = models.CharField(max_length=200, blank=True)
    heard = models.JSONField()
    word = models.CharField(max_length=100)
    meaning = models.TextField()
    difference = models.TextField(blank=True)

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.key
