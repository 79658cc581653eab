"""Is the site ready: database there, content in step with its files."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from tutor.content.sync import sync


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Answer 200 when content and database agree, else 503."""
    report = sync(write=False)
    body = {"content": "in step" if report.clean else "stale", "texts": dict(report.texts)}
    return JsonResponse(body, status=200 if report.clean else 503, headers={"Cache-Control": "no-store"})
