"""The engine for programs: ``/api/v1/judge`` and ``/api/v1/moves`` answer as ``python -m engine`` does.

English and codes only; no session, no cookie. The description stands at ``/api/v1/openapi.json``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Field, NinjaAPI, Query, Schema, Status
from ninja.errors import Throttled, ValidationError
from ninja.throttling import BaseThrottle

from engine.cli import moves as engine_moves
from engine.errors import ReadCode, ReadError
from engine.lines import MAX_LINE, answer_line
from engine.nearest import MAX_LENGTH as LONGEST_RULESET
from engine.notation import MAX_LENGTH as LONGEST_POSITION
from tutor.web.limits import seconds_to_wait

WINDOW = 60
"""Seconds after which the count begins anew."""


class Problem(Schema):
    """What is wrong: a code that never changes, and a detail for programmers."""

    code: str = Field(examples=["impossible_position"])
    detail: str


class Refusal(Schema):
    """The answer to what cannot be read. ``id`` is that of the case, where there is one."""

    id: str | int | None = None
    error: Problem


class Case(Schema):
    """A case as ``python -m engine judge`` reads it, one line: a position under a ruleset and what is tried in it."""

    id: str | int | None = None
    ruleset: str | dict[str, Any] = Field(examples=["classic66", {"base": "classic66", "strict_head": False}])
    kind: Literal[
        "trick", "follow", "deal", "draw", "exchange", "marriage", "close", "claim", "score", "match", "replay"
    ]
    position: dict[str, Any] = Field(examples=[{"trump": "H", "phase": "any", "led_by": "A", "led": "KD"}])
    action: dict[str, Any] = Field(examples=[{"type": "play", "by": "B", "card": "TD"}])


class Moves(Schema):
    """Every legal action of the player to act, and the reason for each card and act that does not stand."""

    ruleset: str
    to_act: Literal["A", "B"]
    legal: list[dict[str, str]]
    refused: dict[str, Any]


class Asked(Schema):
    """Which position, under which rules."""

    p: Annotated[str, Field(max_length=LONGEST_POSITION, description="The position in eight fields.")]
    rules: Annotated[str, Field(max_length=LONGEST_RULESET, description="A preset, or one with switches.")] = (
        "classic66"
    )


class Limit(BaseThrottle):
    """So many requests of one address in a minute; the number stands in ``tutor.web.limits``."""

    def allow_request(self, request: HttpRequest) -> bool:
        """Count the request."""
        return seconds_to_wait(request, "api") is None

    def wait(self) -> float:
        """Return after how many seconds it is worth trying again."""
        return WINDOW


REFUSALS = {400: Refusal, 413: Refusal, 429: Refusal}
BODY = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": Case.json_schema()}}},
}


def judge(request: HttpRequest) -> Status[Any]:
    """Answer one case. The engine reads the text itself, so the answer is the one of the command line."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_LINE:
        return Status(413, _refusal(ReadCode.BAD_JSON, "the case is too long"))
    try:
        line = request.body.decode()
    except UnicodeDecodeError:
        return Status(400, _refusal(ReadCode.BAD_JSON, "the case is no UTF-8"))
    answer = answer_line(line)
    return Status(400 if "error" in answer else 200, answer)


def moves(request: HttpRequest, asked: Query[Asked]) -> Status[Any]:
    """Return every legal action of the player to act, and why the others do not stand."""
    try:
        return Status(200, engine_moves(asked.p, asked.rules))
    except ReadError as error:
        return Status(400, _refusal(error.code, error.detail))


def make_api(name: str, *, described: bool) -> NinjaAPI:
    """Return the two answers as an API; ``described``: with its OpenAPI description."""
    api = NinjaAPI(
        title="Sixty-Six",
        version="1",
        description=__doc__ or "",
        urls_namespace=name,
        docs_url=None,  # its pages load scripts from elsewhere
        openapi_url="/openapi.json" if described else None,
        throttle=Limit(),
    )
    api.post("/judge", response={200: dict[str, Any], **REFUSALS}, openapi_extra=BODY, summary="Judge one case")(judge)
    api.get("/moves", response={200: Moves, **REFUSALS}, summary="List the moves of a position")(moves)

    def unreadable(request: HttpRequest, error: Any) -> HttpResponse:
        detail = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors)
        return api.create_response(request, _refusal(ReadCode.BAD_LINE, detail[:200]), status=400)

    def too_often(request: HttpRequest, error: Any) -> HttpResponse:
        refusal = {"id": None, "error": {"code": "too_many_requests", "detail": "wait a minute"}}
        response = api.create_response(request, refusal, status=429)
        response["Retry-After"] = str(WINDOW)
        return response

    api.add_exception_handler(ValidationError, unreadable)
    api.add_exception_handler(Throttled, too_often)
    return api


def _refusal(code: ReadCode, detail: str) -> dict[str, Any]:
    return {"id": None, "error": {"code": code.value, "detail": detail}}


API = make_api("api-v1", described=True)
SHORT_API = make_api("api", described=False)
"""The same without the number, as short links write it."""
