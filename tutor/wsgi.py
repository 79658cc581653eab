"""What the server runs."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from tutor.web.safety import refuse_if_unsafe

refuse_if_unsafe(settings)
application = get_wsgi_application()
