"""The yardstick: Django with nothing but one view, on the same server and the same machine."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path

settings.configure(DEBUG=False, SECRET_KEY="yardstick", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, LOGGING_CONFIG=None)


def hello(_request):
    """Say hello."""
    return HttpResponse("hello")


urlpatterns = [path("", hello)]
application = get_wsgi_application()
