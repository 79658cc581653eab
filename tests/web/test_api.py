"""The engine for programs: the same answers as the command line, within its description, without cookies."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
import schemathesis
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, settings

from engine.cli import moves
from engine.lines import MAX_LINE, answer_line
from tutor.web.limits import LIMITS, Limit
from tutor.wsgi import application

ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "tests/data/rule_cases.json").read_text(encoding="utf-8"))
POSITION = "KC9CADKS/KDQHAS_-_C_B:QC_29.3.0/51.5.0_-_A0-0_-"
SCHEMA = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)


def lines() -> list[str]:
    """Every visible rule case under each ruleset that it names, as lines of the judge command."""
    found = []
    for case in CASES["cases"]:
        asked = {name: case[name] for name in ("id", "kind", "position", "action")}
        found += [json.dumps({**asked, "ruleset": ruleset}) for ruleset in rulesets_of(case)]
    return found


def rulesets_of(case: dict) -> list[object]:
    """The rulesets that a case names."""
    named = case.get("rulesets") or [case.get("ruleset", "classic66")]
    return [name for name in named if isinstance(name, dict) or name in ("classic66", "santase", "schnapsen")]


@pytest.mark.parametrize("path", ["/api/v1/judge", "/api/judge"])
def test_judge_answers_as_the_command(path):
    """Case by case the same JSON, and 400 where the command gives an error."""
    client, asked = Client(), lines()[::4]
    assert len(asked) > 20
    for line in asked:
        response = client.post(path, line, content_type="application/json")
        expected = answer_line(line)
        assert response.json() == json.loads(json.dumps(expected))
        assert response.status_code == (400 if "error" in expected else 200)
        assert not response.cookies


def test_the_command_itself_says_so_too():
    """Not only the function behind it: one line through the process."""
    line = lines()[0]
    done = subprocess.run(
        [sys.executable, "-m", "engine", "judge"], cwd=ROOT, input=line, capture_output=True, text=True, check=False
    )

    response = Client().post("/api/v1/judge", line, content_type="application/json")

    assert json.loads(done.stdout) == response.json()


@pytest.mark.parametrize("path", ["/api/v1/moves", "/api/moves"])
def test_moves_answers_as_the_command(path):
    response = Client().get(path, {"p": POSITION, "rules": "classic66;strict_head=no"})

    assert response.status_code == 200
    assert response.json() == moves(POSITION, "classic66;strict_head=no")
    assert {"type": "play", "by": "A", "card": "9C"} in response.json()["legal"]
    assert "9C" in Client().get(path, {"p": POSITION}).json()["refused"]["play"]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        pytest.param({}, "bad_line", id="no-position"),
        pytest.param({"p": "x"}, "bad_notation", id="no-notation"),
        pytest.param({"p": "x" * 500}, "bad_line", id="too-long"),
        pytest.param({"p": POSITION, "rules": "whist"}, "unknown_ruleset", id="unknown-rules"),
        pytest.param({"p": POSITION.replace("KDQHAS", "KCQHAS")}, "card_twice", id="card-twice"),
    ],
)
def test_what_cannot_be_read(query, code):
    """400 with the codes of the command, never a page."""
    response = Client().get("/api/v1/moves", query)

    assert response.status_code == 400
    assert response["Content-Type"].startswith("application/json")
    assert response.json()["error"]["code"] == code


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param(b"{", 400, id="no-json"),
        pytest.param(b"\xff\xfe", 400, id="no-text"),
        pytest.param(b"[]", 400, id="a-list"),
        pytest.param(b"", 400, id="nothing"),
        pytest.param(b" " * (MAX_LINE + 1), 413, id="too-long"),
        pytest.param(b"[" * 90_000, 400, id="deep"),
    ],
)
def test_bodies_that_cannot_be_read(body, status):
    response = Client().post("/api/v1/judge", io.BytesIO(body).read(), content_type="application/json")

    assert response.status_code == status
    assert response.json()["error"]["code"] in ("bad_json", "bad_line")


def test_too_many_requests(settings, monkeypatch):
    """429 in JSON, with the time to wait; another address goes on."""
    settings.RATELIMIT_ENABLE = True
    monkeypatch.setitem(LIMITS, "api", Limit("9/d", "9/d", ("GET", "POST")))
    cache.clear()
    client = Client()
    for _ in range(9):
        assert client.get("/api/v1/moves", {"p": POSITION}).status_code == 200

    response = client.get("/api/v1/moves", {"p": POSITION})

    assert response.status_code == 429
    assert response.json()["error"]["code"] == "too_many_requests"
    assert response["Retry-After"] == "60"
    assert Client(REMOTE_ADDR="10.0.0.9").get("/api/v1/moves", {"p": POSITION}).status_code == 200


def test_the_description_names_everything():
    """Both answers with all their codes; nothing else is described."""
    described = Client().get("/api/v1/openapi.json").json()

    assert set(described["paths"]) == {"/api/v1/judge", "/api/v1/moves"}
    assert set(described["paths"]["/api/v1/judge"]["post"]["responses"]) == {"200", "400", "413", "429"}
    assert set(described["paths"]["/api/v1/moves"]["get"]["responses"]) == {"200", "400", "413", "429"}
    assert Client().get("/api/v1/docs").status_code == 404


@pytest.mark.django_db  # not asked for anything, but the end of a request looks after connections that are open
@SCHEMA.parametrize()
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_whatever_comes_the_description_holds(case):
    """Made-up requests, good and bad: never a failure of the server, always as described."""
    checks = schemathesis.checks
    response = case.call(headers={"Accept-Encoding": "identity"})
    if response.status_code == 405:
        assert case.method.upper() != case.operation.method.upper()
        assert response.headers["allow"]
        return
    case.validate_response(
        response,
        checks=[
            checks.not_a_server_error,
            checks.status_code_conformance,
            checks.content_type_conformance,
            checks.response_schema_conformance,
        ],
    )
