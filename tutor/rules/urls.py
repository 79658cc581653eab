"""Addresses under ``/<language>/rules/``."""

from django.urls import path

from tutor.rules import views

app_name = "rules"

urlpatterns = [
    path("", views.book, name="book"),
    path("own/", views.own, name="own"),
    path("compare/", views.compare, name="compare"),
    path("sources/", views.sources, name="sources"),
    path("print/", views.paper, name="print"),
    path("print/<slug:preset>-<slug:paper>.pdf", views.pdf, name="pdf"),
    path("<slug:key>/", views.section, name="section"),
]
