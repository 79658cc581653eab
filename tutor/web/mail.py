"""How mail is sent, from one setting. Without mail nothing asks for an address and nothing offers to send one."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit


def mail_settings(where: str, sender: str) -> dict[str, Any]:
    """Return Django's settings for ``none``, ``console``, or ``smtp://user:password@host:port`` (``smtps`` for TLS).

    Raises:
        ValueError: it is none of these, or a server without a sender.

    >>> mail_settings("none", "")["MAIL"]
    False
    >>> mail_settings("smtps://me:secret@mail.example", "me@example.org")["EMAIL_PORT"]
    465
    """
    backend = "django.core.mail.backends.{}.EmailBackend"
    if where in ("none", "console"):
        name = {"none": "dummy", "console": "console"}[where]
        return {"MAIL": where != "none", "EMAIL_BACKEND": backend.format(name)}
    address = urlsplit(where)
    if address.scheme not in ("smtp", "smtps") or not address.hostname or "@" not in sender:
        raise ValueError("SIXTYSIX_MAIL is none, console or smtp://user:password@host:port with SIXTYSIX_MAIL_FROM")
    secure = address.scheme == "smtps"
    return {
        "MAIL": True,
        "EMAIL_BACKEND": backend.format("smtp"),
        "EMAIL_HOST": address.hostname,
        "EMAIL_PORT": address.port or (465 if secure else 587),
        "EMAIL_HOST_USER": unquote(address.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(address.password or ""),
        "EMAIL_USE_SSL": secure,
        "EMAIL_USE_TLS": not secure,
        "EMAIL_TIMEOUT": 10,
        "DEFAULT_FROM_EMAIL": sender,
    }
