"""Texts of pages that have no model of their own, places that can be found, and what the database was written from."""

from django.db import models


class Block(models.Model):
    """One text block, found by its address."""

    key = models.CharField(max_length=80, primary_key=True)
    text = models.TextField()

    def __str__(self) -> str:
        return self.key


class ContentState(models.Model):
    """The files that the content was written from; the highest ``turn`` is the content that is there now.

    A count and no time, since clocks go back. See ``tutor.content.state``.
    """

    digest = models.CharField(max_length=32, unique=True)
    turn = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.digest


class Spelling(models.Model):
    """How the terms are written in the texts of a language, endings and all: words in small letters -> id of the term."""

    language = models.CharField(max_length=10, primary_key=True)
    words = models.JSONField()

    def __str__(self) -> str:
        return self.language


class Place(models.Model):
    """A rule, a lesson, a term or a theme of puzzles in one language. ``terms`` are the marked terms of its text, each between spaces."""

    id = models.CharField(max_length=160, primary_key=True)
    language = models.CharField(max_length=10)
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=120)
    position = models.PositiveSmallIntegerField()
    url = models.CharField(max_length=300)
    title = models.CharField(max_length=200)
    about = models.CharField(max_length=200, blank=True)
    text = models.TextField()
    also = models.TextField(blank=True)
    terms = models.TextField(blank=True)

    class Meta:
        ordering = ["kind", "position"]
        indexes = [models.Index(fields=["language", "kind", "position"], name="content_place_order")]

    def __str__(self) -> str:
        return self.id
