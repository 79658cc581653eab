"""The files of deploy/, where nothing can build or start them: what they name is there, and fits together."""

from __future__ import annotations

import configparser
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml  # Schemathesis brings it

from tutor.start import VERBS

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "sixtysix"}
UNITS = sorted(DEPLOY.glob("*.service")) + sorted(DEPLOY.glob("*.timer"))
FILES = [*UNITS, *(DEPLOY / name for name in ("Dockerfile", "compose.yaml")), ROOT / "docs/run-it-for-others.md"]


def unit(path: Path) -> configparser.ConfigParser:
    """A unit of systemd."""
    read = configparser.ConfigParser(interpolation=None)
    read.optionxform = str
    read.read_string(path.read_text(encoding="utf-8"))
    return read


def let_in(path: str) -> bool:
    """Whether .dockerignore lets a path of the project into the build: the last line that fits decides."""
    inside = True
    for line in (ROOT / ".dockerignore").read_text().split():
        if fnmatch(path, line.lstrip("!").removeprefix("**/")):
            inside = line.startswith("!")
    return inside


def volumes(service: dict[str, object]) -> dict[str, str]:
    """Place in the container -> what lies over it."""
    return {place.split(":")[1]: place.split(":")[0] for place in service.get("volumes", [])}


def test_what_is_copied_into_the_image_is_there():
    """And nothing that keeps it out; all that the site needs is among it."""
    copied = re.findall(r"(?m)^COPY (?!--from)(.+) \S+$", DOCKERFILE)
    names = {name for line in copied for name in line.split()}

    assert names == {"pyproject.toml", "README.md", "manage.py", "engine", "locale", "templates", "tutor"}
    assert [name for name in sorted(names) if not (ROOT / name).exists() or not let_in(name)] == []
    assert not let_in("var")
    assert not let_in("django.mo")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_verbs_that_there_are(file):
    """Every ``tutor/start.py VERB``, also as words of a list."""
    text = re.sub(r'", "', " ", file.read_text(encoding="utf-8"))
    called = re.findall(r"tutor/start\.py ([\w-]+)", text)

    assert called or file.suffix in (".timer", ".yaml")
    assert set(called) <= set(VERBS)


def test_the_user_may_write_what_is_laid_over_folders_of_the_image():
    """A new volume takes its owner from the folder below it: each of them belongs to the user who serves."""
    user = re.findall(r"(?m)^USER (\S+)$", DOCKERFILE)[-1]
    owned = set(re.findall(rf"install -d -o {user} -g {user} (\S+)", DOCKERFILE))
    owned |= set(re.findall(rf"(?m)^COPY --from=build --chown={user}:{user} \S+ (\S+)$", DOCKERFILE))
    written = {place for service in OURS.values() for place in volumes(service)}

    assert user != "root"
    assert written == {"/srv/state", "/srv/static"}
    assert written <= owned


def test_every_service_waits_for_what_it_needs():
    """The names are there; workers come after prepare, the proxy after a worker that is ready, and again after new ones."""
    waits = {name: service.get("depends_on", {}) for name, service in SERVICES.items()}

    assert {needed for names in waits.values() for needed in names} <= set(SERVICES)
    assert waits["proxy"] == {"web": {"condition": "service_healthy", "restart": True}}
    assert waits["web"] == waits["tidy"] == {"prepare": {"condition": "service_completed_successfully"}}
    assert waits["prepare"] == {"database": {"condition": "service_healthy"}}
    assert re.search(r'(?m)^HEALTHCHECK .* CMD \["python", "tutor/start.py", "healthy"\]$', DOCKERFILE)
    assert not SERVICES["web"].get("healthcheck")
    assert f"server {next(iter(waits['proxy']))}:8000 " in (DEPLOY / "nginx.conf").read_text()


def test_volumes_are_the_same_for_all():
    """Named ones are declared; the proxy reads the folder that prepare writes; what is read-only elsewhere is a volume."""
    named = {what for service in SERVICES.values() for what in volumes(service).values() if not what.startswith(".")}

    assert named == set(COMPOSE["volumes"])
    assert volumes(SERVICES["prepare"])["/srv/static"] == volumes(SERVICES["proxy"])["/srv/static"]
    assert all(service["read_only"] and service["tmpfs"] == ["/tmp"] for service in OURS.values())


def test_settings_are_known():
    """Each variable that these files set is read somewhere in the site."""
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tutor").rglob("*.py"))
    named = {name for file in FILES for name in re.findall(r"\bSIXTYSIX_[A-Z_]+", file.read_text(encoding="utf-8"))}

    assert len(named) > 8
    assert sorted(name for name in named if f'"{name}"' not in code) == []


def test_what_is_not_kept_is_deleted_once_a_day():
    """As the page about privacy says, with containers and with systemd."""
    timer = unit(DEPLOY / "sixtysix-tidy.timer")
    daily = unit(DEPLOY / "sixtysix-tidy.service")["Service"]

    assert timer["Timer"]["OnCalendar"] == "daily"
    assert timer["Install"]["WantedBy"] == "timers.target"
    assert daily["ExecStart"].endswith(" tutor/start.py tidy")
    assert daily["Type"] == "oneshot"
    assert re.search(r"while sleep 86400; do python tutor/start\.py tidy; done", " ".join(SERVICES["tidy"]["command"]))
    assert "restart" in SERVICES["tidy"]


def test_the_units_agree():
    """Same user, folder, settings and bounds; the bounds hold for the daily one as well."""
    site, daily = (unit(DEPLOY / f"{name}.service")["Service"] for name in ("sixtysix", "sixtysix-tidy"))
    own = {"ExecStartPre", "ExecStart", "Restart", "RestartSec", "MemoryMax", "Environment"}

    assert {key: value for key, value in site.items() if key not in own}.items() <= dict(daily).items()
    assert set(daily["Environment"].split()) <= set(site["Environment"].split())
    # The service may not write into the project: who owns it installs each release, and is told so.
    assert site["ProtectSystem"] == "strict"
    head = (DEPLOY / "sixtysix.service").read_text(encoding="utf-8").partition("[Unit]")[0]
    upgrade = (ROOT / "docs/run-it-for-others.md").read_text(encoding="utf-8").partition("## Upgrade")[2]
    for text in (head, upgrade.partition("\n## ")[0]):
        assert "tutor/start.py install" in text
        assert re.search(r"every release|each time", text)


def test_the_table_of_settings_is_whole():
    """Each variable that the site reads has a row, each row one that is read; nowhere is there a second table."""
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tutor").rglob("*.py"))
    read = set(re.findall(r'"((?:SIXTYSIX_[A-Z_]*|DATABASE_URL|CACHE_URL|HOST|PORT))"', code))
    read = {name for name in read if not name.startswith("SIXTYSIX_TEST_") and name != "SIXTYSIX_"}
    docs = (ROOT / "docs/run-it-for-others.md").read_text(encoding="utf-8")
    section = docs.partition("\n## Settings\n")[2].partition("\n## ")[0]
    rows = [line.split(" | ")[0] for line in section.splitlines() if line.startswith("| `")]
    told = [name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)]

    assert len(told) == len(set(told)) > 20
    assert set(told) == read
    assert "| `SIXTYSIX_" not in (ROOT / "README.md").read_text(encoding="utf-8")
