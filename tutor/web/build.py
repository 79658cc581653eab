"""Which build this is, as one short text: browsers keep pages of one build apart from those of another."""

from __future__ import annotations

import hashlib
import re
from functools import cache

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django_htmx.jinja import htmx_script

from tutor.content.state import files_digest

ONLINE_ONLY = ("tutor/css/after.css", "tutor/css/play.css")
"""Style sheets of pages that are never kept: nobody reads these without a connection."""
STATIC = re.compile(r"""\{% static ['"]([^'"]+)['"] %\}""")


@cache
def build_id() -> str:
    """Return the digest of all that pages are made of: code, templates, catalogs, content, static files."""
    digest = hashlib.sha256(files_digest().encode())
    for folder, pattern in (("engine", "**/*.py"), ("tutor", "**/*.py"), ("templates", "**/*.*")):
        for path in sorted((settings.ROOT / folder).glob(pattern)):
            digest.update(path.read_bytes())
    digest.update(" ".join(assets()).encode())
    return digest.hexdigest()[:16]


@cache
def assets() -> tuple[str, ...]:
    """Return the addresses of all static files that kept pages may name, the script of htmx among them.

    Pictures in points are icons, which a phone asks for when it makes an app of the site; no page needs them.
    """
    texts = [path.read_text(encoding="utf-8") for path in (settings.ROOT / "templates").rglob("*.html")]
    named = {name for text in texts for name in STATIC.findall(text) if not name.endswith(".png")}
    named -= {*ONLINE_ONLY}
    scripts = re.findall(r'src="([^"]+)"', str(htmx_script(minified=True)))
    return tuple(sorted({staticfiles_storage.url(name) for name in named} | set(scripts)))
