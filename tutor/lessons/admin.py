"""The course in the admin, read-only."""

from django.contrib import admin

from tutor.content.admin import ReadOnlyAdmin
from tutor.lessons.models import Lesson, Passage, Step

admin.site.register([Lesson, Step, Passage], ReadOnlyAdmin)
