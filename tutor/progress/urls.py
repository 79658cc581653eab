"""Addresses of what a learner has reached: ``/<language>/progress/``."""

from django.urls import path

from tutor.progress import views

app_name = "progress"

urlpatterns = [
    path("progress/", views.show, name="show"),
    path("progress/export/", views.export, name="export"),
    path("progress/import/", views.take_in, name="import"),
    path("progress/reset/", views.reset, name="reset"),
    path("progress/undo/", views.undo, name="undo"),
]
