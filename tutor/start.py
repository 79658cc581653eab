"""Sets up and starts everything. Standard library only, no tracebacks.

For people, through make: ``run``, ``test``, ``test-postgres``, ``bench``, ``load``, ``texts``, ``pdf``, ``puzzles``,
``audit``. For machines, in deploy/: ``install``, ``prepare``, ``serve``, ``healthy``, ``tidy``.

Runs on the Python of the machine, before anything is installed; so it is written for old versions as well, if
only to say that they are too old.
"""

import hashlib
import os
import secrets
import shutil
import subprocess
import sys
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)  # this file is run as a script

from tutor.machine import (
    Problem,
    find_browser,
    free_port,
    make_folder,
    need_free_port,
    read,
    say,
    wait_until_served,
    wanted_port,
    write,
    write_once,
)

VENV = os.environ.get("SIXTYSIX_VENV") or os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
STATE = os.environ.get("SIXTYSIX_STATE_DIR") or os.path.join(ROOT, "var")
ON_POSTGRES = ("tests/deploy", "tests/web", "tests/content/test_sync.py")
ASK_NO_DATABASE = (
    "api",
    "card_sprite",
    "course_walk",
    "css_and_templates",
    "errors",
    "glossary",
    "pages",
    "positions",
    "puzzle_sharing",
    "reading",
    "rules_explorer",
    "safety",
    "schedule",
    "settings_page",
)
"""Left out on PostgreSQL, to save time: tests of pages that only read, and walks through all content.

Whatever a visitor sends is tried on both, and so is what PostgreSQL refuses and SQLite takes, in ``test_fuzz``.
"""


def main(arguments):
    """Run one verb; return the exit status."""
    if not arguments or arguments[0] not in VERBS:
        print("usage: python3 tutor/start.py [{}]".format(" | ".join(sorted(VERBS))))
        return 2
    try:
        need_python()
        return VERBS[arguments[0]](arguments[1:])
    except Problem as problem:
        print(f"Cannot go on: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print()
        return 130


def run(_arguments):
    """Prepare the site and serve it."""
    host, port = os.environ.get("HOST") or "127.0.0.1", wanted_port()
    environment("run")
    need_free_port(host, port)
    env = site_environment(host, port)
    anybody = env["SIXTYSIX_HOSTS"] == "*"
    if anybody:
        env.setdefault("SIXTYSIX_PLAIN_HTTP", "yes")
    prepare(env)
    if anybody:
        need_safe_settings(env)
        say(
            "Without TLS, for whoever reaches this machine: good for a room whose network you trust, not for the internet."
        )
    shown = f"[{host}]" if ":" in host else host
    shown = "localhost" if host in ("0.0.0.0", "::") else shown
    say(f"Sixty-Six is at http://{shown}:{port}/  (Ctrl+C stops it)")
    return call_server(host, port, env)


def install(_arguments):
    """Make the environment, and pack what every start needs: catalogs and static files."""
    environment("run")
    # A key for these commands alone: none may lie in what others get a copy of.
    env = site_environment("127.0.0.1", 8000, SIXTYSIX_SECRET_KEY=secrets.token_urlsafe(50))
    for command in (["compile_catalogs"], ["collectstatic", "--noinput", "-v0"], ["draw_away_pages"]):
        status = subprocess.call([python(), "manage.py", *command], cwd=ROOT, env=env)
        if status:
            return status
    return 0


def prepare_once(_arguments):
    """Bring database and content up to date: once for each release, before its workers start."""
    prepare(site_environment("127.0.0.1", 8000))
    return 0


def serve(_arguments):
    """Serve what has been prepared; refuse to do so insecurely."""
    host, port = os.environ.get("HOST") or "127.0.0.1", wanted_port()
    env = site_environment(host, port)
    need_safe_settings(env)
    need_free_port(host, port)
    # In our place, not below us: who ends this process ends the server, also as the first one of a container.
    os.chdir(ROOT)
    command = server(host, port, env)
    os.execve(command[0], command, env)


def tidy(_arguments):
    """Delete what is not kept any longer: once a day."""
    return subprocess.call([python(), "manage.py", "tidy"], cwd=ROOT, env=site_environment("127.0.0.1", 8000))


def healthy(_arguments):
    """Ask the server on this machine whether it is ready; the status is the answer."""
    host = (os.environ.get("SIXTYSIX_HOSTS") or "localhost").split(",")[0].lstrip(".")
    name = "localhost" if host == "*" else host
    request = urllib.request.Request(f"http://127.0.0.1:{wanted_port()}/health/ready", headers={"Host": name})
    try:
        with urllib.request.urlopen(request, timeout=4) as answer:
            say(answer.read().decode())
            return 0
    except OSError as error:
        print(error, file=sys.stderr)
        return 1


def need_safe_settings(env):
    """Refuse to serve insecurely."""
    if subprocess.call([python(), "-m", "tutor.web.safety"], cwd=ROOT, env=env):
        raise Problem("the settings are not safe; the line above says why.")


def call_server(host, port, env):
    """Run the server until it ends. A worker that dies is replaced."""
    try:
        return subprocess.call(server(host, port, env), cwd=ROOT, env=env)
    except KeyboardInterrupt:
        return 0


def server(host, port, env):
    """Return the command that serves the site."""
    workers = env.get("SIXTYSIX_WORKERS") or "1"
    command = [tool("granian"), "--interface", "wsgi", "--host", host, "--port", str(port), "--workers", workers]
    command += ["--blocking-threads", "4", "--respawn-failed-workers", "--no-access-log", "--log-level", "warning"]
    return [*command, "tutor.wsgi:application"]


def test(arguments):
    """Run every check: style, types, layers, catalogs, tests with a browser."""
    environment("test")
    env = test_environment()
    env["SIXTYSIX_TEST_BROWSER"] = find_browser(python())
    steps = [
        ("style", [tool("ruff"), "check", "."]),
        ("layout of the code", [tool("ruff"), "format", "--check", "."]),
        ("types of the engine", [tool("mypy")]),
        ("layers", [tool("lint-imports"), "--no-logo"]),
        ("catalogs", [python(), "manage.py", "compile_catalogs"]),
        ("migrations", [python(), "manage.py", "makemigrations", "--check", "--dry-run"]),
        ("static files", [python(), "manage.py", "collectstatic", "--noinput", "-v0"]),
        ("tests", [python(), "-m", "pytest", "-n", "2", "--dist", "loadfile", *arguments]),
    ]
    if arguments:
        steps = steps[4:5] + steps[6:]
    return take(steps, env)


def test_postgres(arguments):
    """Run the tests of the site on a real PostgreSQL with Redis, with many workers and faults; nginx stands in front."""
    environment("test")
    env = test_environment()
    if not arguments:
        env["SIXTYSIX_TEST_ROWS"] = "1"  # of each table of cases; with ARGS= all of them
    wanted = arguments or [*ON_POSTGRES, *(f"--ignore=tests/web/test_{name}.py" for name in ASK_NO_DATABASE)]
    steps = [
        ("catalogs", [python(), "manage.py", "compile_catalogs"]),
        (
            "tests on PostgreSQL",
            [python(), "-m", "tests.services", python(), "-m", "pytest", "-n", "2", "--dist", "loadfile", *wanted],
        ),
    ]
    return take(steps, env)


def load(arguments):
    """Measure the production server under many visitors."""
    environment("test")
    return take([("load", [python(), "-m", "tests.load", *arguments])], test_environment())


def audit(arguments):
    """Look for known faults in what is installed, list licences, write the bill of materials."""
    environment("run")
    return subprocess.call([sys.executable, os.path.join(ROOT, "deploy", "audit.py"), *arguments], cwd=ROOT)


def pdf(_arguments):
    """Print the rules of every preset in every language: files in the folder pdf of the state folder."""
    environment("test")
    port = free_port()
    env = site_environment("127.0.0.1", port)
    env.setdefault("SIXTYSIX_ADDRESS", "http://localhost:8000")
    prepare(env)
    say(f"printing; the sheets will point to {env['SIXTYSIX_ADDRESS']}")
    site = subprocess.Popen(server("127.0.0.1", port, env), cwd=ROOT, env=env)
    try:
        wait_until_served(port, site)
        command = [
            python(),
            "manage.py",
            "print_rules",
            f"http://127.0.0.1:{port}",
            "--browser",
            find_browser(python()),
        ]
        status = subprocess.call(command, cwd=ROOT, env=env)
    finally:
        site.terminate()
        site.wait(10)
    if not status:
        say("the files are in {}".format(os.path.join(env["SIXTYSIX_STATE_DIR"], "pdf")))
    return status


def bench(_arguments):
    """Print the speed of the engine."""
    return subprocess.call([sys.executable, "-m", "engine", "bench"], cwd=ROOT)


def puzzles(arguments):
    """Mine the stored set of problems; a run that was broken off goes on from its journal."""
    folder = os.path.join(ROOT, "tutor", "puzzles", "content", "items")
    command = [sys.executable, "-m", "engine", "problems", "--out", folder]
    return subprocess.call([*command, "--journal", os.path.join(STATE, "problems"), *arguments], cwd=ROOT)


def texts(_arguments):
    """Extract all messages, merge and compile the catalogs."""
    environment("test")
    env = site_environment("127.0.0.1", 8000)
    for command in ("update_catalogs", "compile_catalogs"):
        status = subprocess.call([python(), "manage.py", command], cwd=ROOT, env=env)
        if status:
            return status
    return 0


def take(steps, env):
    """Run named commands in order; the first that fails stops the rest."""
    for name, command in steps:
        say(f"checking: {name}")
        status = subprocess.call(command, cwd=ROOT, env=env)
        if status:
            print(f"failed: {name}", file=sys.stderr)
            return status
    return 0


def test_environment():
    """Return the environment of tests: a state folder and a key of their own, and no service that happens to be set."""
    env = site_environment("127.0.0.1", 8000)
    env["SIXTYSIX_STATE_DIR"] = os.path.join(STATE, "test")
    env["SIXTYSIX_SECRET_KEY"] = "only-for-tests-and-long-enough-to-serve"
    for name in ("DATABASE_URL", "CACHE_URL"):
        env.pop(name, None)
        env.pop("SIXTYSIX_" + name, None)
    make_folder(env["SIXTYSIX_STATE_DIR"])
    return env


def need_python():
    """Refuse a Python that is too old, or one that cannot make environments."""
    if sys.version_info < (3, 11):
        raise Problem(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    if os.path.isdir(VENV):
        return
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        raise Problem(
            "this Python lacks the module venv; on Debian and Ubuntu install the package python3-venv."
        ) from None


def environment(purpose):
    """Make the environment and install what is needed, once for each state of pyproject.toml."""
    extras = ["", "[test]"][purpose == "test"]
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as source:
        wanted = hashlib.sha256(source.read() + sys.version.encode()).hexdigest()
    # The larger set serves for the smaller one as well.
    for stamp in {stamp_path(""), stamp_path("[test]")} if not extras else {stamp_path(extras)}:
        if read(stamp) == wanted and os.path.exists(python()):
            return
    if not os.path.exists(python()):
        say("making the environment in .venv")
        make_folder(VENV)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        made = subprocess.call([sys.executable, "-m", "venv", "--clear", VENV], **quiet)
        if made:
            shutil.rmtree(VENV, ignore_errors=True)
            raise Problem("the folder .venv could not be made here; is the project folder writable?")
    say("installing what the project needs (once, a minute or two)")
    command = [python(), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    if subprocess.call([*command, "-e", f".{extras}"], cwd=ROOT):
        raise Problem("the packages could not be installed; is there a connection to the package index?")
    write(stamp_path(extras), wanted)


def prepare(env):
    """Check and compile catalogs, bring database, content and static files up to date."""
    make_folder(env["SIXTYSIX_STATE_DIR"])
    say("checking the catalogs, database and content")
    done = subprocess.run([python(), "manage.py", "prepare"], cwd=ROOT, env=env)
    if done.returncode:
        raise Problem("the site could not be prepared; the lines above say why.")


def site_environment(host, port, **more):
    """Return the environment of the site, with settings good for a laptop; what is set already is kept."""
    env = {**os.environ, **more}
    env.setdefault("SIXTYSIX_STATE_DIR", STATE)
    env.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    env["PYTHONUNBUFFERED"] = "1"
    if "SIXTYSIX_SECRET_KEY" not in env:
        make_folder(env["SIXTYSIX_STATE_DIR"])
        env["SIXTYSIX_SECRET_KEY"] = secret_key(env["SIXTYSIX_STATE_DIR"])
    if "SIXTYSIX_HOSTS" not in env:
        known = ["localhost", "127.0.0.1", "[::1]", host]
        env["SIXTYSIX_HOSTS"] = "*" if host in ("0.0.0.0", "::") else ",".join(known)
    return env


def secret_key(folder):
    """Return the key of this machine; it is made once and kept beside the database."""
    path = os.path.join(folder, "secret-key")
    if not read(path):
        write_once(path, secrets.token_urlsafe(50))
    return read(path)


def stamp_path(extras):
    """Return where the state of the environment is noted."""
    return os.path.join(VENV, "installed{}".format(extras.strip("[]")))


def python():
    """Return the Python of the environment."""
    return tool("python")


def tool(name):
    """Return a command of the environment."""
    return os.path.join(BIN, name + (".exe" if os.name == "nt" else ""))


VERBS = {
    "run": run,
    "test": test,
    "test-postgres": test_postgres,
    "bench": bench,
    "load": load,
    "texts": texts,
    "pdf": pdf,
    "puzzles": puzzles,
    "audit": audit,
    "install": install,
    "prepare": prepare_once,
    "serve": serve,
    "healthy": healthy,
    "tidy": tidy,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
