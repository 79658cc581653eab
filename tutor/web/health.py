"""Is the site ready: database there, content in step with its files."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from tutor.content.sync import IncompleteError, sync


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Answer 200 when content and database agree, else 503."""
    try:
        report = sync(write=False)
    except IncompleteError as error:
        body = {"content": "incomplete", "missing": {language: len(keys) for language, keys in error.missing.items()}}
        return JsonResponse(body, status=503, headers={"Cache-Control": "no-store"})
    body = {"content": "in step" if report.clean else "stale", "texts": dict(report.texts)}
    return JsonResponse(body, status=200 if report.clean else 503, headers={"Cache-Control": "no-store"})
