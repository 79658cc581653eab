"""Addresses under ``/<language>/glossary/``."""

from django.urls import path

from tutor.glossary import views

app_name = "glossary"

urlpatterns = [
    path("", views.glossary, name="list"),
    path("<slug:key>/", views.term, name="term"),
]
