"""Addresses under ``/<language>/play/``."""

from django.urls import path

from tutor.play import file_views, mistake_views, review_views, views

app_name = "play"

urlpatterns = [
    path("", views.start, name="start"),
    path("open/", file_views.take_in, name="open"),
    path("mistakes/", mistake_views.show, name="mistakes"),
    path("mistakes/<int:number>/", mistake_views.question, name="mistake"),
    path("<slug:key>/", views.game, name="game"),
    path("<slug:key>/file/", file_views.save, name="file"),
    path("<slug:key>/log/", file_views.show_log, name="log"),
    path("<slug:key>/review/", review_views.review, name="review"),
    path("<slug:key>/review/work/", review_views.work_out, name="work_out"),
    path("<slug:key>/review/<int:number>/", review_views.step, name="review_step"),
    path("<slug:key>/review/<int:number>/again/", review_views.again, name="again"),
    path("<slug:key>/thinking/", views.show_thinking, name="thinking"),
]
