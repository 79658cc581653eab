"""A visitor who has done something of everything, and what this opens: addresses with real keys, forms that would count.

Addresses and forms are found by following the links of the site, so that new pages come along by themselves.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.translation import override

from tests.web.course import PLACES
from tests.web.markup import Node, read
from tests.web.people import Person
from tests.web.player import Player
from tests.web.solving import puzzle_of, right_form, send, wrong_form
from tutor.learners.models import RuleReview, StepProgress, Visitor

ENOUGH = 3
"""Addresses of a kind that are opened."""


@dataclass(frozen=True)
class Form:
    """One button of a form on a page: what is sent where, when nothing is changed."""

    method: str
    address: str
    fields: tuple[tuple[str, str], ...]


@dataclass
class Lived:
    """Who she is for the browser, and what she can open and send: route -> addresses, route -> forms."""

    visitor: Visitor
    cookies: dict[str, str]
    addresses: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    forms: dict[str, list[Form]] = field(default_factory=lambda: defaultdict(list))


def route_of(address: str) -> str | None:
    """The entry of the URL table that answers an English address, as ``test_fuzz.ROUTES`` writes it."""
    with override("en"):
        try:
            found = resolve(urlsplit(address).path)
        except Resolver404:
            return None
    return found.route.replace("en/", "LANGUAGE/", 1) if found.route.startswith("en/") else found.route


def live() -> Lived:
    """Lessons, puzzles and reviews right and wrong, a deal under way, one that was reviewed and has its mistakes."""
    ana = Person()
    ana.sign_up()
    ana.solve(*PLACES[:3])
    ana.miss(PLACES[3])
    send(ana, f"p/{puzzle_of('E4').pk}/", **right_form(puzzle_of("E4")))
    send(ana, f"p/{puzzle_of('C2').pk}/", **wrong_form(puzzle_of("C2")))
    ana.open("review/")
    for model in (StepProgress, RuleReview):
        model.objects.update(updated=timezone.now() - timedelta(days=2))
    RuleReview.objects.update(due=timezone.now() - timedelta(days=1))
    ana.open("review/1/")
    player = Player(random.Random(3), worlds=0, asks=0, client=ana.client)
    player.play(done := player.begin(seed="3"))
    ana.client.post(f"{done}review/work/")
    player.begin(seed="5", coach="warns")
    ana.post("learn/exit/", seen="0")
    lived = Lived(Visitor.objects.get(pk=ana.key), {"sessionid": ana.client.cookies["sessionid"].value})
    starts = ["/en/", done, f"{done}review/", "/en/learn/exit/1/", "/en/review/1/"]
    _walk(lived, ana.client, [*starts, f"/en/embed/puzzle/{puzzle_of('E4').pk}/"])
    return lived


def longer(lived: Lived, routes: Iterable[str]) -> None:
    """Add addresses of which no page has a link: those that begin as one that is known."""
    for route in sorted(routes):
        known = [known for known in lived.addresses if route.startswith(known) and lived.addresses[known]]
        if not lived.addresses[route] and "<" in max(known, key=len, default=""):
            best = max(known, key=len)
            if "<" not in (rest := route.removeprefix(best)):
                lived.addresses[route] = [urlsplit(address).path + rest for address in lived.addresses[best]]


def _walk(lived: Lived, client: Client, waiting: list[str]) -> None:
    """Follow links and forms, a few of each kind."""
    known = set(waiting)
    for address in waiting:  # it grows on the way
        route = route_of(address)
        if route is None or len(lived.addresses[route]) >= ENOUGH:
            continue
        response = client.get(address)
        if response.status_code == 302:
            found = [response["Location"]]
        elif response.status_code == 200:
            lived.addresses[route].append(address)
            found = list(_found(lived, address, response))
        else:
            if response.status_code == 405:
                lived.addresses[route].append(address)
            continue
        for link in found:
            link = urljoin(address, link).partition("#")[0]
            if link.startswith("/en/") and link not in known:
                known.add(link)
                waiting.append(link)


def _found(lived: Lived, address: str, response: Any) -> Iterator[str]:
    if not response["Content-Type"].startswith("text/html"):
        return
    page = read(response.content.decode().removeprefix("<!doctype html>"))
    for form in page.all("form"):
        for one in _buttons(form, address):
            route = route_of(one.address)
            if route is not None and one not in lived.forms[route]:
                lived.forms[route].append(one)
            yield one.address
    yield from (link.attrs["href"] for link in page.all("a") if link.attrs.get("href"))


def _buttons(form: Node, address: str) -> Iterator[Form]:
    """A form once for each of its buttons, at most a few."""
    plain = [(name, node.attrs.get("value", "")) for node in form.all("input") if (name := _sent(node))]
    for select in form.all("select"):
        options = select.all("option")
        chosen = next((option for option in options if "selected" in option.attrs), options[0])
        plain.append((select.attrs.get("name", ""), chosen.attrs.get("value", chosen.text)))
    plain += [(node.attrs.get("name", ""), node.text) for node in form.all("textarea")]
    buttons = [(node.attrs["name"], node.attrs.get("value", "")) for node in form.all("button") if "name" in node.attrs]
    action, method = form.attrs.get("action") or address, form.attrs.get("method", "get").lower()
    target = urljoin(address, action)
    for button in buttons[:8] or [None]:
        yield Form(method, target, (*plain, *([button] if button else [])))


def _sent(node: Node) -> str:
    kind = node.attrs.get("type", "text")
    ticked = kind not in ("radio", "checkbox") or "checked" in node.attrs
    return node.attrs.get("name", "") if ticked and kind not in ("file", "submit") else ""


def query_of(address: str) -> dict[str, list[str]]:
    """The query of an address."""
    query: dict[str, list[str]] = defaultdict(list)
    for name, value in parse_qsl(urlsplit(address).query, keep_blank_values=True):
        query[name].append(value)
    return dict(query)
