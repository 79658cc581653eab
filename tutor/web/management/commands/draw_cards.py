"""``manage.py draw_cards``: draw the sprite of card faces anew."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tutor.web.card_faces import sprite


class Command(BaseCommand):
    """The sprite is kept in the tree; a test compares it with what this command draws."""

    help = "Draw tutor/static/tutor/img/cards.svg."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        target = settings.ROOT / "tutor/static/tutor/img/cards.svg"
        target.write_text(sprite(), encoding="utf-8")
        self.stdout.write(str(target.relative_to(settings.ROOT)))
