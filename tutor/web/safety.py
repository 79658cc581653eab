"""What must be true before the site serves anybody. ``tutor.wsgi`` asks, and does not start otherwise."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import to_locale

from tutor.content.stamps import is_stale

SHORTEST_KEY = 32
FEWEST_SIGNS = 5
INSIDE = (".local", ".localhost", ".lan", ".home.arpa", ".internal", ".test", ".invalid")
"""Endings of names that no public server has."""


def refuse_if_unsafe(settings: Any) -> None:
    """Stop the start when the settings would serve people insecurely.

    Raises:
        ImproperlyConfigured: with every reason.
    """
    reasons = list(reasons_to_refuse(settings))
    if reasons:
        raise ImproperlyConfigured("The site does not start like this. " + " ".join(reasons))


def reasons_to_refuse(settings: Any) -> Iterator[str]:
    """Yield what is wrong, and what to do about it."""
    yield from wrong_catalogs(settings)
    public = [host for host in settings.ALLOWED_HOSTS if is_public(host)]
    if settings.DEBUG:
        if public or settings.HTTPS:
            yield "SIXTYSIX_DEBUG shows the inside of the site to everybody: switch it off."
        return
    key = settings.SECRET_KEY
    if len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_SIGNS or key.startswith("django-insecure"):
        yield f"SIXTYSIX_SECRET_KEY can be guessed: give it at least {SHORTEST_KEY} random characters."
    if not settings.ALLOWED_HOSTS:
        yield "SIXTYSIX_HOSTS is empty: name the hosts that are served."
    if settings.HTTPS and "*" in settings.ALLOWED_HOSTS:
        yield "SIXTYSIX_HOSTS lets every name through: name the hosts that are served."
    if "*" in settings.ALLOWED_HOSTS and not settings.HTTPS:
        if not settings.PLAIN_HTTP:
            yield (
                "SIXTYSIX_HOSTS lets every name through, without TLS: name the hosts that are served. "
                "If nobody outside can reach this machine, set SIXTYSIX_PLAIN_HTTP=yes."
            )
        elif settings.MAIL and not settings.PUBLIC_ADDRESS:
            yield "Links in mails would lead wherever a visitor says: set SIXTYSIX_ADDRESS, or name the hosts that are served."
    if public and not (settings.HTTPS or settings.PLAIN_HTTP):
        yield (
            f"{public[0]} can be reached from everywhere: serve it with TLS and set SIXTYSIX_HTTPS=yes. "
            "If nobody outside can reach it, set SIXTYSIX_PLAIN_HTTP=yes."
        )


def wrong_catalogs(settings: Any) -> Iterator[str]:
    """Yield which compiled catalog is not there, or older than its texts: gettext would say nothing about either."""
    for language, _name in settings.LANGUAGES:
        file = Path(settings.LOCALE_PATHS[0]) / to_locale(language) / "LC_MESSAGES" / "django.mo"
        if language == settings.LANGUAGE_CODE:
            continue
        if not file.exists():
            yield f"The catalog {file} is missing: prepare the site first (python tutor/start.py prepare)."
        elif not settings.DEBUG and is_stale(file):
            yield f"The catalog {file} is older than its texts: prepare the site first (python tutor/start.py prepare)."


def is_public(host: str) -> bool:
    """Return whether a name or address may lead here from anywhere.

    >>> [is_public(host) for host in ("localhost", "192.168.1.5", "[::1]", "school.lan", "66.example.org", "*")]
    [False, False, False, False, True, False]
    """
    name = host.strip("[].").lower()
    if name == "*" or ("." not in name and ":" not in name):
        return False  # a star is judged on its own
    try:
        return ipaddress.ip_address(name).is_global
    except ValueError:
        return not f".{name}".endswith(INSIDE)


def main() -> int:
    """Say what is wrong, for whoever starts the server."""
    from django.conf import settings

    reasons = list(reasons_to_refuse(settings))
    for reason in reasons:
        print(reason, file=sys.stderr)
    return 1 if reasons else 0


if __name__ == "__main__":
    sys.exit(main())
