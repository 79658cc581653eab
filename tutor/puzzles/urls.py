"""Addresses under ``/<language>/puzzles/``."""

from datetime import date

from django.urls import path, register_converter

from tutor.puzzles import list_views, report_views, share_views, views


class Day:
    """A date in an address, such as 2026-11-30."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Read it; what is no date is no address."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Write it."""
        return value.isoformat()


register_converter(Day, "day")

app_name = "puzzles"

urlpatterns = [
    path("", list_views.home, name="home"),
    path("next/", list_views.go_on, name="next"),
    path("mistakes/", list_views.mistakes, name="mistakes"),
    path("daily/", list_views.today, name="daily"),
    path("daily/all/", list_views.days, name="days"),
    path("daily/<day:day>/", views.day, name="day"),
    path("p/<slug:key>/", views.puzzle, name="puzzle"),
    path("p/<slug:key>/draft/", views.draft, name="draft"),
    path("p/<slug:key>/another/", views.another, name="another"),
    path("p/<slug:key>/play/", views.play, name="play"),
    path("p/<slug:key>/picture.png", share_views.picture, name="picture"),
    path("p/<slug:key>/report/", report_views.report, name="report"),
    path("p/<slug:key>/report/thanks/", report_views.thanks, name="thanks"),
    path("<slug:slug>/print/", share_views.sheet, name="print"),
    path("<slug:slug>/", list_views.theme, name="theme"),
]
