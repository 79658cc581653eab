"""Reading pages, finished and packed, in the memory of each worker for a minute; who asks again gets them at once.

A page that is remembered costs no query, no template and no packing. What may be remembered is decided where pages are
marked (``tutor.web.reading``); nothing else ever is.
"""

from __future__ import annotations

import gzip
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import brotli
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import get_conditional_response, patch_vary_headers

from tutor.web.htmx import wants_fragment

MOST_BYTES = 12 * 1024 * 1024
"""Of one worker. Five languages of every page with the usual rulesets need a tenth of it."""
LEAST_BYTES = 200
"""Below this, packing saves nothing."""

Key = tuple[str, str, str, str, bool]


@dataclass(frozen=True, slots=True)
class Page:
    """A finished answer."""

    until: float
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Shelf:
    """Pages by key; when there is no room, those go that nobody has asked for longest."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Key, Page] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def find(self, key: Key) -> Page | None:
        """Return a page that is not too old."""
        with self._lock:
            page = self._pages.get(key)
            if page is None or page.until < time.monotonic():
                return None
            self._pages.move_to_end(key)
            return page

    def put(self, key: Key, page: Page) -> None:
        """Keep a page."""
        with self._lock:
            before = self._pages.pop(key, None)
            self._bytes += len(page.body) - (len(before.body) if before else 0)
            self._pages[key] = page
            while self._bytes > MOST_BYTES:
                _key, oldest = self._pages.popitem(last=False)
                self._bytes -= len(oldest.body)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._pages.clear()
            self._bytes = 0


class PackPersonal(GZipMiddleware):
    """Packs what is made for one visitor; reading pages are packed where they are remembered."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Pack."""
        return response if getattr(response, "reading", False) else super().process_response(request, response)


class ReadingMemory:
    """Middleware: answers with a remembered page, or remembers the one that was made."""

    shelf = Shelf()

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer."""
        if request.method != "GET" or request.path.startswith(settings.STATIC_URL):
            return _packed_as(self.get_response(request), packing_for(request))
        key = _key(request)
        page = self.shelf.find(key) if key else None
        if page is None:
            # Whether the asker has the page already is for us to say: the whole page is to be made and remembered.
            wish = request.META.pop("HTTP_IF_NONE_MATCH", None)
            response = _packed_as(self.get_response(request), packing_for(request))
            if wish is not None:
                request.META["HTTP_IF_NONE_MATCH"] = wish
            if not getattr(response, "reading", False):
                return response
            if key and not response.cookies and settings.PAGE_SECONDS:
                until = time.monotonic() + settings.PAGE_SECONDS
                self.shelf.put(key, Page(until, tuple(response.items()), response.content))
        else:
            response = HttpResponse(page.body, headers=dict(page.headers))
        return get_conditional_response(request, etag=response["ETag"], response=response)


def packing_for(request: HttpRequest) -> str:
    """Return the best way to pack that the asker can unpack: ``br``, ``gzip`` or nothing."""
    wishes = {
        name.strip().lower(): quality.replace(" ", "")
        for name, _semicolon, quality in (
            wish.partition(";") for wish in request.META.get("HTTP_ACCEPT_ENCODING", "").split(",")
        )
    }
    for packing in ("br", "gzip"):
        if packing in wishes and wishes[packing] not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            return packing
    return ""


def _key(request: HttpRequest) -> Key | None:
    try:
        host = request.get_host()
    except DisallowedHost:
        return None
    return (request.scheme or "", host, request.get_full_path(), packing_for(request), wants_fragment(request))


def _packed_as(response: HttpResponse, packing: str) -> HttpResponse:
    if not getattr(response, "reading", False) or response.has_header("Content-Encoding"):
        return response
    patch_vary_headers(response, ("Accept-Encoding",))
    if packing and len(response.content) > LEAST_BYTES:
        pack = _brotli if packing == "br" else _gzip
        response.content = pack(response.content)
        response["Content-Encoding"] = packing
        response["Content-Length"] = str(len(response.content))
    return response


def _brotli(body: bytes) -> bytes:
    packed: bytes = brotli.compress(body, mode=brotli.MODE_TEXT, quality=6)
    return packed


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, compresslevel=6, mtime=0)
