"""What the site writes down about its work, in lines or as JSON: never who asked, what was sent, or which cards lie where.

Of a failure the kind and the places in the code are told, not its message: messages of a database or of the engine may
hold keys of visitors or hidden cards. While developing (``SIXTYSIX_DEBUG``) the message is told as well.
"""

from __future__ import annotations

import json
import logging
import threading
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

log = logging.getLogger("tutor.requests")

REPORT_SECONDS = 600.0
"""How long a failure that was mailed is not mailed again."""
MOST_REPORTS = 50
"""Different ones within that time; whoever has got as many knows."""

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def logging_settings(form: str, level: str, *, reports: bool, details: bool) -> dict[str, Any]:
    """Return the logging settings: ``form`` is ``text`` or ``json``; failures are mailed where ``reports`` says so."""
    filters = [] if details else ["pages"]
    handlers: dict[str, Any] = {"console": {"class": "logging.StreamHandler", "formatter": form, "filters": filters}}
    failures = ["console"]
    if reports:
        handlers["mail"] = {
            "class": "tutor.web.logs.MailReports",
            "level": "ERROR",
            "formatter": "text",
            "filters": filters,
        }
        failures.append("mail")
    formatters = {
        "text": {"()": "tutor.web.logs.Lines", "details": details},
        "json": {"()": "tutor.web.logs.JsonLines", "details": details},
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": formatters,
        "filters": {"pages": {"()": "tutor.web.logs.NamePages"}},
        "handlers": handlers,
        "root": {"handlers": failures, "level": level},
        "loggers": {"django": {"handlers": [], "level": "NOTSET", "propagate": True}},
    }


class NamePages(logging.Filter):
    """Puts the name of the page in the place of its address, which may hold a key."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without the path of its request."""
        request = getattr(record, "request", None)
        if request is not None and isinstance(record.args, tuple):
            record.args = tuple(page_name(request) if arg == request.path else arg for arg in record.args)
        return True


def page_name(request: Any) -> str:
    """Return the name of the route that a request took; empty where it found none."""
    match = getattr(request, "resolver_match", None)
    return str(match.view_name) if match else ""


class Lines(logging.Formatter):
    """Plain lines; a failure as kind and places."""

    def __init__(self, *, details: bool = False) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self.details = details

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; what another formatter has kept of the failure is not used."""
        record.exc_text = None
        return super().format(record)

    def formatException(self, ei: ExcInfo) -> str:  # noqa: N802 - the name that logging calls
        """Return kind and places; with ``details`` the whole traceback."""
        return super().formatException(ei) if self.details else "\n".join(places(ei))


class JsonLines(Lines):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON: time, level, logger, message, and what the request log adds."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            told["failure"] = places(record.exc_info)
            if self.details:
                told["detail"] = str(record.exc_info[1])
        return json.dumps(told, ensure_ascii=False)


def places(failure: ExcInfo) -> list[str]:
    """Return the kind of a failure and the places it came through, without its message or any value."""
    kind, error, _traceback = failure
    if kind is None or error is None:
        return []
    lines = [f"{kind.__module__}.{kind.__qualname__}"]
    for frame in traceback.extract_tb(error.__traceback__):
        lines.append(f"  {frame.filename}:{frame.lineno} in {frame.name}")
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        lines.append("because of")
        lines += places((type(cause), cause, cause.__traceback__))
    return lines


def kind_and_place(record: logging.LogRecord) -> str:
    """Return what two reports of one failure have in common: its kind and its innermost place, whichever page failed."""
    told = places(record.exc_info) if record.exc_info else []
    if not told:
        return f"{record.name} {record.pathname}:{record.lineno}"
    first = told[: told.index("because of")] if "because of" in told else told
    return f"{first[0]} {first[-1]}"


class MailReports(logging.Handler):
    """Mails failures to the addresses in ``SIXTYSIX_REPORTS_TO``, in the same few words as the log.

    A database that is away fails in every request: the same kind at the same place is mailed once in ten minutes by
    each worker. The log has all of them.
    """

    def __init__(self) -> None:
        super().__init__()
        self._sent: dict[str, float] = {}
        self._asking = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        """Send one report; a mail server that is away stops nothing."""
        if self._is_news(kind_and_place(record), time.monotonic()):
            self._send(record)

    def handle(self, record: logging.LogRecord) -> bool:
        """Filter and send; without the lock of a handler, so that nobody waits while another one talks to the server."""
        wanted = bool(self.filter(record))
        if wanted:
            self.emit(record)
        return wanted

    def _is_news(self, what: str, now: float) -> bool:
        with self._asking:
            self._sent = {known: until for known, until in self._sent.items() if until > now}
            if what in self._sent or len(self._sent) >= MOST_REPORTS:
                return False
            self._sent[what] = now + REPORT_SECONDS
            return True

    def _send(self, record: logging.LogRecord) -> None:
        from django.core.mail import mail_admins

        mail_admins(f"{record.levelname}: {record.name}", self.format(record), fail_silently=True)


class RequestLog:
    """Middleware: one line for each request at level INFO: method, page, language, status, milliseconds."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        """Answer and write the line. The page is named by its route: no address, no query, no cookie, no key."""
        started = time.perf_counter()
        response = self.get_response(request)
        if log.isEnabledFor(logging.INFO):
            facts = {
                "method": request.method,
                "page": page_name(request),
                "language": response.headers.get("Content-Language", ""),
                "status": response.status_code,
                "milliseconds": round((time.perf_counter() - started) * 1000, 1),
                "fragment": request.headers.get("HX-Request") == "true",
            }
            words = "%(method)s %(page)s %(status)s %(milliseconds)s ms"
            log.info(words % facts, extra={"facts": facts})
        return response
