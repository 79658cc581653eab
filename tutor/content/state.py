"""Which content the database holds, as one short text: the digest of the files that it was written from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db.models import Max
from django.utils.translation import get_language

from tutor.content.catalogs import DOMAINS, PLURALS, po_path
from tutor.content.messages import APPS
from tutor.content.models import ContentState


@cache
def files_digest() -> str:
    """Return the digest of all files that ``sync_content`` reads, and of the code that reads them; read once a worker."""
    digest = hashlib.sha256()
    for path in sorted(sources()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:32]


def words_key(what: str) -> str:
    """Return the name under which words in the language of the page are remembered in the cache.

    Workers of two releases share one cache for a while: each has its own words.
    """
    return f"{what}:{files_digest()}:{get_language() or 'en'}"


def sources() -> Iterator[Path]:
    """Yield every file that the content is written from."""
    for app in APPS:
        folder = settings.ROOT.joinpath(*app.split("."))
        yield from (path for path in folder.glob("content/**/*") if path.is_file())
        yield from (folder / name for name in ("texts.py", "sync.py") if (folder / name).exists())
    locale_dir = Path(settings.LOCALE_PATHS[0])
    yield from (po_path(locale_dir, language, domain) for language in PLURALS for domain in DOMAINS)


def note_sync() -> None:
    """Write down that the database holds the content of these files; called in the transaction that wrote it."""
    last = ContentState.objects.aggregate(last=Max("turn"))["last"] or 0
    ContentState.objects.update_or_create(digest=files_digest(), defaults={"turn": last + 1})


def standing() -> str:
    """Return how these files and the database stand to each other.

    ``in step``: the database was written from them. ``newer``: it was once, and a newer release has written since, so
    that this worker is one of an old release that may go on until it is replaced. ``other``: it never was.
    """
    digests = list(ContentState.objects.order_by("-turn").values_list("digest", flat=True)[:50])
    if not digests or files_digest() not in digests:
        return "other"
    return "in step" if digests[0] == files_digest() else "newer"
