"""``manage.py draw_cards``: draw the sprite of card faces anew."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tutor.web.app_icon import app_icon
from tutor.web.card_faces import sprite


class Command(BaseCommand):
    """The sprite and the icon of the app are kept in the tree; a test compares it with what this command draws."""

    help = "Draw cards.svg and app.svg in tutor/static/tutor/img."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        for name, drawn in (("cards.svg", sprite()), ("app.svg", app_icon())):
            target = settings.ROOT / "tutor/static/tutor/img" / name
            target.write_text(drawn, encoding="utf-8")
            self.stdout.write(str(target.relative_to(settings.ROOT)))
