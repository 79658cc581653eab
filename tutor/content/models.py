"""Texts of pages that have no model of their own, and which content the database was written from."""

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
