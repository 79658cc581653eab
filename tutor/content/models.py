"""Texts of pages that have no model of their own, and which content the database was written from."""

from django.db import models


class Block(models.Model):
    """One text block, found by its address."""

    key = models.CharField(max_length=80, primary_key=True)
    text = models.TextField()

    def __str__(self) -> str:
        return self.key


class ContentState(models.Model):
    """The files that the content was written from, and when that was last done; see ``tutor.content.state``."""

    digest = models.CharField(max_length=32, unique=True)
    synced = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.digest
