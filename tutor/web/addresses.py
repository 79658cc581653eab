"""The network address of a visitor, for limiting attempts and for nothing else."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the address that our outermost proxy saw; without a proxy, that of the connection.

    What stands further to the front of the header was written by the visitor and is not believed.
    """
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    if settings.PROXIES and len(hops) >= settings.PROXIES:
        with suppress(ValueError):  # a proxy that writes something else there is as good as none
            return str(ip_address(hops[-settings.PROXIES]))
    return str(request.META.get("REMOTE_ADDR", ""))
