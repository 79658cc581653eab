"""How often something may be done: one table. Generous, since a whole school may sit behind one address.

Two counters run side by side: one for the browser (its session cookie, as long as it sends one), one for the address.
They live in the cache for a minute or so, under a hash; nothing about them is written to the database or to a log.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django_ratelimit.core import get_usage

from tutor.web.addresses import client_address
from tutor.web.errors import too_many_requests

View = Callable[..., HttpResponse]
ALL = ("GET", "HEAD", "POST")


@dataclass(frozen=True, slots=True)
class Limit:
    """So many within so long (``60/m``, ``5/10m``) for one browser and for one address; which methods count."""

    visitor: str
    address: str
    methods: tuple[str, ...] = ("POST",)


LIMITS = {
    # Nobody answers twice a second for long; a class of a hundred that does is still let through.
    "answers": Limit("120/m", "6000/m"),
    "deals": Limit("240/m", "6000/m"),
    # What takes the machine a while: puzzles made afresh, thinking longer, reviews of deals.
    "thinking": Limit("60/m", "1200/m", ALL),
    # Looking how far it is takes next to nothing; the page does so about every second at first.
    "looking": Limit("120/m", "6000/m", ALL),
    # Pages that search for what they show: what follows a wrong card, advice, any position, a sheet of solutions.
    "computing": Limit("240/m", "6000/m", ("GET", "HEAD")),
    "search": Limit("120/m", "3000/m", ALL),
    "api": Limit("120/m", "120/m", ALL),  # programs, no classes
    # A class signs in within the same minute; whoever guesses passwords does so far more often.
    "sign_in": Limit("10/m", "120/m"),
    "reports": Limit("10/10m", "120/10m"),
    # Progress that comes in from a file, or goes; settings.
    "records": Limit("30/m", "600/m"),
    # Whoever does something for the first time: rows are made that are kept for a year (``tutor.learners.middleware``).
    "newcomers": Limit("60/10m", "600/10m"),
}
"""What is limited, and how. A new row needs nothing else but ``@limited`` on its view."""


def limited(name: str) -> Callable[[View], View]:
    """Refuse a request with 429 when its visitor or its address has asked too often."""
    assert name in LIMITS, name

    def decorate(view: View) -> View:
        @wraps(view)
        def within_limit(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            wait = seconds_to_wait(request, name)
            if wait is None:
                return view(request, *args, **kwargs)
            return refused(request, wait)

        within_limit.limited = name  # tests look for views without a limit
        return within_limit

    return decorate


def refused(request: HttpRequest, wait: int) -> HttpResponse:
    """429, with the seconds after which it is worth another try."""
    response = too_many_requests(request)
    response["Retry-After"] = str(wait)
    return response


def limits_itself(name: str) -> Callable[[View], View]:
    """Mark a view that asks :func:`seconds_to_wait` by itself, so that what was written in its form is not lost."""
    assert name in LIMITS, name

    def decorate(view: View) -> View:
        view.limited = name  # type: ignore[attr-defined]
        return view

    return decorate


def seconds_to_wait(request: HttpRequest, name: str) -> int | None:
    """Count a request; return how long to wait if there were too many."""
    limit = LIMITS[name]
    counters = [(limit.address, "address", address_of(request))]
    visitor = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if visitor:  # the bare cookie: to open the session would make a reading page personal
        counters.append((limit.visitor, "visitor", visitor))
    waits = []
    for rate, kind, value in counters:
        usage = get_usage(
            request,
            group=f"{name}.{kind}",
            key=lambda _group, _request, value=value: value,
            rate=rate,
            method=list(limit.methods),
            increment=True,
        )
        if usage and usage["should_limit"]:
            waits.append(max(1, usage["time_left"]))
    return max(waits, default=None)


def address_of(request: HttpRequest) -> str:
    """Return the address that a request came from; of IPv6 the network, which one household shares."""
    try:
        address = ipaddress.ip_address(client_address(request))
    except ValueError:
        return "unknown"
    bits = 64 if address.version == 6 else 32
    return str(ipaddress.ip_network((address, bits), strict=False).network_address)
