"""Addresses under ``/<language>/learn/``."""

from django.urls import path

from tutor.lessons import views

app_name = "lessons"

urlpatterns = [
    path("", views.show_map, name="map"),
    path("<slug:slug>/", views.show_lesson, name="lesson"),
    path("<slug:slug>/<int:number>/", views.step, name="step"),
    path("<slug:slug>/<int:number>/draft/", views.draft, name="draft"),
]
