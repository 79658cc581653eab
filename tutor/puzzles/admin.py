"""Themes and stored puzzles in the admin, read-only."""

from django.contrib import admin

from tutor.content.admin import ReadOnlyAdmin
from tutor.puzzles.models import Puzzle, Theme

admin.site.register([Theme, Puzzle], ReadOnlyAdmin)
