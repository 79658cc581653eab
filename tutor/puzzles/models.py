"""Puzzles. Themes and stored puzzles are written by ``sync_content`` only; fresh ones and ratings come from visitors."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.db import models

from engine.problems.item import Item, from_data
from engine.ruleset import Ruleset, parse


class Theme(models.Model):
    """A theme. ``gives_away``: its name says what to do, so it is not shown before an answer.

    ``low`` and ``high`` are its easiest and hardest level.
    """

    key = models.CharField(max_length=4, primary_key=True)
    position = models.PositiveSmallIntegerField()
    slug = models.SlugField(max_length=40, unique=True)
    gives_away = models.BooleanField()
    low = models.PositiveSmallIntegerField()
    high = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    about = models.TextField()

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.key

    @property
    def family(self) -> str:
        """R rules, M memory, E endings, C closing, O open stock."""
        return self.key[0]


class AnyPuzzle(models.Model):
    """What stored and fresh puzzles have in common.

    ``id`` says nothing about the theme. ``item`` is all that the engine knows of it, the answers among it: no page
    shows it as it is. ``presets`` are the rulesets under which the same answers are right, each between spaces.
    """

    id = models.CharField(max_length=16, primary_key=True)
    theme = models.ForeignKey(Theme, models.CASCADE)
    level = models.PositiveSmallIntegerField()
    ruleset = models.TextField()
    presets = models.TextField()
    rule = models.CharField(max_length=60)
    item = models.JSONField()
    right = 0
    wrong = 0
    """First answers so far, where the query has counted them (``services.with_tally``)."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.theme_id}: {self.id}"

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return parse(self.ruleset)

    @cached_property
    def problem(self) -> Item:
        """The puzzle as the engine reads it."""
        return from_data(self.item)


class Puzzle(AnyPuzzle):
    """A puzzle of the stored set, in its place among those of its theme."""

    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["theme__position", "position"]


class FreshPuzzle(AnyPuzzle):
    """A puzzle that was made for somebody who wanted another one. It is kept, so that its address can be shared.

    ``item`` names the seed that made it.
    """

    made = models.DateTimeField(auto_now_add=True)


class PuzzleTally(models.Model):
    """How many first answers to a puzzle were right, and how many were not: how hard it has turned out to be."""

    puzzle = models.CharField(max_length=16, primary_key=True)
    right = models.PositiveIntegerField(default=0)
    wrong = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.puzzle}: {self.right}:{self.wrong}"


class PuzzleReport(models.Model):
    """What a visitor says is wrong with a puzzle, for the keeper of the site. It names nobody.

    ``asked`` is the question as it was put, ``answer`` the last answer of the visitor, if any, both as codes.
    """

    puzzle = models.CharField(max_length=16)
    ruleset = models.TextField()
    position = models.TextField(blank=True)
    asked = models.JSONField()
    answer = models.JSONField(null=True)
    language = models.CharField(max_length=8)
    words = models.TextField(max_length=1000)
    made = models.DateTimeField(auto_now_add=True)
    done = models.BooleanField(default=False)

    class Meta:
        ordering = ["done", "-made"]

    def __str__(self) -> str:
        return f"{self.puzzle}: {self.words[:40]}"


def columns_of(item: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a puzzle that follow from its item."""
    return {
        "theme_id": item["theme"],
        "level": item["grade"]["level"],
        "ruleset": item["ruleset"],
        "presets": f" {' '.join(item['presets'])} ",
        "rule": item["rule"],
        "item": item,
    }


def puzzle_id(item: dict[str, Any]) -> str:
    """Return the id of a puzzle: that of its item, without the theme."""
    return str(item["id"]).split("-")[-1]
