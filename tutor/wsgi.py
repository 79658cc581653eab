"""What the server runs."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from tutor.web.build import build_id
from tutor.web.safety import refuse_if_unsafe

refuse_if_unsafe(settings)
application = get_wsgi_application()
# The first visitor of a worker waits for none of this.
get_resolver().url_patterns  # noqa: B018 - reads all views
build_id()
