"""Themes and stored puzzles in the admin, read-only; what visitors report, with a mark for what is done."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from tutor.content.admin import ReadOnlyAdmin
from tutor.puzzles.models import Puzzle, PuzzleReport, Theme

admin.site.register([Theme, Puzzle], ReadOnlyAdmin)


@admin.register(PuzzleReport)
class PuzzleReportAdmin(admin.ModelAdmin):
    """Nothing that a visitor wrote is changed here; ``done`` is the keeper's own mark."""

    list_display = ("puzzle", "words", "ruleset", "language", "answer", "made", "done")
    list_editable = ("done",)
    list_filter = ("done", "language")
    readonly_fields = ("puzzle", "ruleset", "position", "asked", "answer", "language", "words", "made")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Reports come from the pages of puzzles."""
        return False
