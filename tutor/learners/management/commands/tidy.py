"""``manage.py tidy``: deletes what is not kept any longer. Runs at every start; let it run once a day as well."""

from __future__ import annotations

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management.base import BaseCommand
from django.utils import timezone

from tutor.learners.keeping import CLEANERS


class Command(BaseCommand):
    """Delete old sessions, visitors nobody uses, resets that cannot be undone, notes about failed sign-ins, deals left."""

    help = "Deletes what is not kept any longer."

    def handle(self, *args: object, **options: object) -> None:
        """Delete, and tell how many rows went."""
        now = timezone.now()
        gone = {
            **{name: forget(now) for name, forget in CLEANERS.items()},
            "sessions": Session.objects.filter(expire_date__lt=now).delete()[0],
            "attempts": AccessAttempt.objects.filter(attempt_time__lt=now - settings.AXES_COOLOFF_TIME).delete()[0],
        }
        self.stdout.write("deleted: " + ", ".join(f"{name} {count}" for name, count in gone.items()))
