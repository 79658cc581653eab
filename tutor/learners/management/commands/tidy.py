"""``manage.py tidy``: deletes what is not kept any longer. Runs at every start; let it run once a day as well."""

from __future__ import annotations

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management.base import BaseCommand
from django.utils import timezone

from tutor.learners.keeping import OTHERS, forget_idle_visitors, forget_old_shadows


class Command(BaseCommand):
    """Delete old sessions, visitors nobody uses, resets that cannot be undone, and notes about failed sign-ins."""

    help = "Deletes what is not kept any longer."

    def handle(self, *args: object, **options: object) -> None:
        """Delete, and tell how many rows went."""
        now = timezone.now()
        gone = {
            "resets": forget_old_shadows(now),
            "visitors": forget_idle_visitors(now),
            "sessions": Session.objects.filter(expire_date__lt=now).delete()[0],
            "attempts": AccessAttempt.objects.filter(attempt_time__lt=now - settings.AXES_COOLOFF_TIME).delete()[0],
            **{name: forget(now) for name, forget in OTHERS.items()},
        }
        self.stdout.write("deleted: " + ", ".join(f"{name} {count}" for name, count in gone.items()))
