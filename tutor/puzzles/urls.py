"""Addresses under ``/<language>/puzzles/``."""

from django.urls import path

from tutor.puzzles import list_views, views

app_name = "puzzles"

urlpatterns = [
    path("", list_views.home, name="home"),
    path("p/<slug:key>/", views.puzzle, name="puzzle"),
    path("p/<slug:key>/draft/", views.draft, name="draft"),
    path("<slug:slug>/", list_views.theme, name="theme"),
]
