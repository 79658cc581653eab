"""Addresses of what a learner has reached: ``/<language>/progress/`` and ``/<language>/review/``."""

from django.urls import path

from tutor.progress import review_views, views

app_name = "progress"

urlpatterns = [
    path("progress/", views.show, name="show"),
    path("progress/export/", views.export, name="export"),
    path("progress/import/", views.take_in, name="import"),
    path("progress/reset/", views.reset, name="reset"),
    path("progress/undo/", views.undo, name="undo"),
    path("review/", review_views.show, name="review"),
    path("review/<int:number>/", review_views.question, name="question"),
    path("review/<int:number>/draft/", review_views.draft, name="draft"),
]
