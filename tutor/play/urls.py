"""Addresses under ``/<language>/play/``."""

from django.urls import path

from tutor.play import views

app_name = "play"

urlpatterns = [
    path("", views.start, name="start"),
    path("<slug:key>/", views.game, name="game"),
    path("<slug:key>/thinking/", views.show_thinking, name="thinking"),
]
