"""Addresses under ``/<language>/embed/``: pages that others may frame."""

from django.urls import path

from tutor.puzzles import share_views

app_name = "embed"

urlpatterns = [path("puzzle/<slug:key>/", share_views.embed, name="puzzle")]
