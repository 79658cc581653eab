"""Addresses under ``/<language>/settings/``."""

from django.urls import path

from tutor.learners import views

app_name = "learners"

urlpatterns = [path("", views.show_settings, name="settings")]
