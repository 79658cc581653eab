"""Texts of pages that have no model of their own."""

from django.db import models


class Block(models.Model):
    """One text block, found by its address."""

    key = models.CharField(max_length=80, primary_key=True)
    text = models.TextField()

    def __str__(self) -> str:
        return self.key
