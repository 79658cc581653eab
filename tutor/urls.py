"""All addresses: every page and fragment lives under its language."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from tutor.positions.api import API, SHORT_API
from tutor.web import offline
from tutor.web.health import health, live, ready
from tutor.web.limits import limited

urlpatterns = [
    path("sw.js", offline.worker, name="worker"),
    path("health", health, name="health"),
    path("health/live", live, name="live"),
    path("health/ready", ready, name="ready"),
    path("admin/login/", limited("sign_in")(admin.site.login)),
    path("admin/", admin.site.urls),
    path("api/v1/", API.urls),
    path("api/", SHORT_API.urls),
    *i18n_patterns(
        path("", include("tutor.web.urls")),
        path("learn/", include("tutor.lessons.urls")),
        path("play/", include("tutor.play.urls")),
        path("rules/", include("tutor.rules.urls")),
        path("", include("tutor.progress.urls")),
        path("settings/", include("tutor.learners.urls")),
        path("account/", include("tutor.accounts.urls")),
        path("glossary/", include("tutor.glossary.urls")),
        path("puzzles/", include("tutor.puzzles.urls")),
        path("embed/", include("tutor.puzzles.embed_urls")),
        path("search/", include("tutor.search.urls")),
        path("position/", include("tutor.positions.urls")),
        prefix_default_language=True,
    ),
]

handler400 = "tutor.web.errors.bad_request"
handler403 = "tutor.web.errors.forbidden"
handler404 = "tutor.web.errors.not_found"
handler500 = "tutor.web.errors.server_error"
