"""Addresses under ``/<language>/rules/``."""

from django.urls import path

from tutor.rules import views

app_name = "rules"

urlpatterns = [
    path("", views.book, name="book"),
    path("sources/", views.sources, name="sources"),
]
