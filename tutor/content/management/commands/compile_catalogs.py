"""``manage.py compile_catalogs``: check every catalog, then compile it with Babel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tutor.content.catalogs import DOMAINS, PLURALS, compile_catalog, po_path
from tutor.content.checks import check_catalog, load_terms


class Command(BaseCommand):
    """No system gettext is needed: our own checker comes first, since Babel's compiler lets faults pass."""

    help = "Check and compile all catalogs. A fault stops the command; nothing is compiled then."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the command."""
        locale_dir = Path(settings.LOCALE_PATHS[0])
        terms = load_terms(locale_dir)
        catalogs = [(language, po_path(locale_dir, language, domain)) for language in PLURALS for domain in DOMAINS]
        faults = [fault for language, path in catalogs for fault in check_catalog(path, language, terms)]
        for fault in faults[:50]:
            self.stderr.write(str(fault))
        if faults:
            raise CommandError(f"{len(faults)} faults in the catalogs; nothing was compiled")
        try:
            written = sum(compile_catalog(path) for _language, path in catalogs)
        except OSError as error:
            # As where the project belongs to another user than the one who serves it.
            raise CommandError(
                f"{locale_dir} cannot be written to ({error.strerror}): whoever owns the project has to run"
                " python3 tutor/start.py install first"
            ) from error
        self.stdout.write(f"{len(catalogs)} catalogs checked, {written} compiled")
