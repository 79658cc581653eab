"""Addresses under ``/<language>/learn/``."""

from django.urls import path

from tutor.lessons import exit_views, text_views, views

app_name = "lessons"

urlpatterns = [
    path("", views.show_map, name="map"),
    path("texts/", text_views.all_texts, name="texts"),
    path("exit/", exit_views.show_exit, name="exit"),
    path("exit/<int:number>/", exit_views.question, name="question"),
    path("exit/<int:number>/draft/", exit_views.question_draft, name="question_draft"),
    path("<slug:slug>/texts/", text_views.texts, name="lesson_texts"),
    path("<slug:slug>/", views.show_lesson, name="lesson"),
    path("<slug:slug>/<int:number>/", views.step, name="step"),
    path("<slug:slug>/<int:number>/draft/", views.draft, name="draft"),
]
