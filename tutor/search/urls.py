"""Addresses under ``/<language>/search/``."""

from django.urls import path

from tutor.search import views

app_name = "search"

urlpatterns = [path("", views.search, name="search")]
