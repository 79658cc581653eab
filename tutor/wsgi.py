"""What the server runs."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from tutor.web.safety import refuse_if_unsafe


def ready() -> None:
    """Read all views and name the build, so that the first visitor of a worker waits for neither."""
    from tutor.web.build import build_id  # its models need the application

    assert get_resolver().url_patterns
    build_id()


refuse_if_unsafe(settings)
application = get_wsgi_application()
ready()
