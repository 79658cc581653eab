"""Addresses under ``/<language>/position/``."""

from django.urls import path

from tutor.positions import views

app_name = "positions"

urlpatterns = [
    path("", views.position, name="position"),
    path("build/", views.build, name="build"),
]
