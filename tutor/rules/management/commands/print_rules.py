"""Makes the PDFs of the rules: every preset in every language, A4 and Letter, from the running site."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from engine.ruleset import PRESETS
from tutor.rules.printing import PAPERS, pdf_folder, pdf_name


class Command(BaseCommand):
    """``manage.py print_rules http://127.0.0.1:8000``; ``make pdf`` starts the site for it."""

    help = "Print the rules of every preset in every language into the folder pdf of the state folder."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the address of the running site, the browser, and which presets."""
        parser.add_argument("site")
        parser.add_argument("--browser", help="path of a Chromium or Chrome")
        parser.add_argument("--presets", nargs="*", default=list(PRESETS))

    def handle(self, *args: Any, **options: Any) -> None:
        """Open each page in a browser without a window and print it."""
        from playwright.sync_api import sync_playwright  # an extra: the site itself needs no browser

        pdf_folder().mkdir(parents=True, exist_ok=True)
        flags = ["--no-sandbox", "--disable-gpu"]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=options["browser"], args=flags)
            for language in settings.CONTENT_LANGUAGES:
                for preset in options["presets"]:
                    page = browser.new_page()
                    answer = page.goto(f"{options['site']}/{language}/rules/print/?preset={preset}")
                    assert answer is not None
                    assert answer.ok, answer.status
                    for paper in PAPERS:
                        path = pdf_folder() / pdf_name(preset, language, paper)
                        page.pdf(path=path, format=paper, print_background=True, tagged=True)
                    page.close()
                self.stdout.write(f"{language}: {len(options['presets']) * len(PAPERS)} files")
            browser.close()
