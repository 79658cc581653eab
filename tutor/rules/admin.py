"""The rule book in the admin, read-only."""

from django.contrib import admin

from tutor.content.admin import ReadOnlyAdmin
from tutor.rules.models import Clause, Point, Section, Source

admin.site.register([Section, Clause, Source, Point], ReadOnlyAdmin)
