"""The glossary in the admin, read-only."""

from django.contrib import admin

from tutor.content.admin import ReadOnlyAdmin
from tutor.glossary.models import Term

admin.site.register([Term], ReadOnlyAdmin)
