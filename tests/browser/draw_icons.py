"""``python -m tests.browser.draw_icons``: paint the PNG files of the app from its SVG, in two sizes, with the browser."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM_FLAGS

IMAGES = Path(__file__).parents[2] / "tutor/static/tutor/img"


def main() -> None:
    """Paint both."""
    drawn = (IMAGES / "app.svg").read_text(encoding="utf-8")
    path = os.environ.get("SIXTYSIX_TEST_BROWSER") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        for size in (192, 512):
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{drawn}")
            page.screenshot(path=IMAGES / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
