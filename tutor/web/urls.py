"""The home page, and the pages about the site itself."""

from django.urls import path

from tutor.web import home, offline, pages

app_name = "web"

urlpatterns = [
    path("", home.home, name="home"),
    path("first-trick/", home.first_trick, name="first_trick"),
    path("about/", pages.about, name="about"),
    path("privacy/", pages.privacy, name="privacy"),
    path("accessibility/", pages.accessibility, name="accessibility"),
    path("offline/", offline.offline, name="offline"),
    path("app.webmanifest", offline.manifest, name="manifest"),
]
