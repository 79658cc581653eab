"""The home page."""

from django.urls import path

from tutor.web import home

app_name = "web"

urlpatterns = [
    path("", home.home, name="home"),
    path("first-trick/", home.first_trick, name="first_trick"),
]
