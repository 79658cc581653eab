"""The language in which content is read."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import get_language


def content_language() -> str:
    """Return the active language, or the first one of the site where content is not written in it."""
    language = get_language() or settings.LANGUAGE_CODE
    return language if language in settings.CONTENT_LANGUAGES else settings.LANGUAGE_CODE
