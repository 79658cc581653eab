"""Sets up and starts everything. Standard library only, no tracebacks.

Runs on the Python of the machine, before anything is installed; so it is written for old versions as well, if
only to say that they are too old.
"""

import hashlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
STATE = os.environ.get("SIXTYSIX_STATE_DIR") or os.path.join(ROOT, "var")


class Problem(Exception):
    """Something that the person at the keyboard has to put right, in one sentence."""


def main(arguments):
    """Run one verb; return the exit status."""
    verbs = {"run": run, "test": test, "bench": bench, "texts": texts, "pdf": pdf, "puzzles": puzzles}
    if not arguments or arguments[0] not in verbs:
        print("usage: python3 tutor/start.py [{}]".format(" | ".join(sorted(verbs))))
        return 2
    try:
        need_python()
        return verbs[arguments[0]](arguments[1:])
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
    prepare(env)
    shown = f"[{host}]" if ":" in host else host
    shown = "localhost" if host in ("0.0.0.0", "::") else shown
    say(f"Sixty-Six is at http://{shown}:{port}/  (Ctrl+C stops it)")
    try:
        return subprocess.call(server(host, port), cwd=ROOT, env=env)
    except KeyboardInterrupt:
        return 0


def test(arguments):
    """Run every check: style, types, layers, catalogs, tests with a browser."""
    environment("test")
    env = site_environment("127.0.0.1", 8000)
    env["SIXTYSIX_STATE_DIR"] = os.path.join(STATE, "test")
    env["SIXTYSIX_SECRET_KEY"] = "only-for-tests"
    env["SIXTYSIX_TEST_BROWSER"] = find_browser()
    make_folder(env["SIXTYSIX_STATE_DIR"])
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
    for name, command in steps:
        say(f"checking: {name}")
        status = subprocess.call(command, cwd=ROOT, env=env)
        if status:
            print(f"failed: {name}", file=sys.stderr)
            return status
    return 0


def pdf(_arguments):
    """Print the rules of every preset in every language: files in the folder pdf of the state folder."""
    environment("test")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = site_environment("127.0.0.1", port)
    env.setdefault("SIXTYSIX_ADDRESS", "http://localhost:8000")
    prepare(env)
    say(f"printing; the sheets will point to {env['SIXTYSIX_ADDRESS']}")
    site = subprocess.Popen(server("127.0.0.1", port), cwd=ROOT, env=env)
    try:
        wait_until_served(port, site)
        command = [python(), "manage.py", "print_rules", f"http://127.0.0.1:{port}", "--browser", find_browser()]
        status = subprocess.call(command, cwd=ROOT, env=env)
    finally:
        site.terminate()
        site.wait(10)
    if not status:
        say("the files are in {}".format(os.path.join(env["SIXTYSIX_STATE_DIR"], "pdf")))
    return status


def wait_until_served(port, site):
    """Wait until the site answers, half a minute at most."""
    for _ in range(150):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if site.poll() is not None:
            break
        time.sleep(0.2)
    raise Problem("the site did not start.")


def server(host, port):
    """Return the command that serves the site."""
    command = [tool("granian"), "--interface", "wsgi", "--host", host, "--port", str(port), "--workers", "1"]
    return [*command, "--blocking-threads", "4", "--no-access-log", "--log-level", "warning", "tutor.wsgi:application"]


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


def site_environment(host, port):
    """Return the environment of the site, with settings good for a laptop; what is set already is kept."""
    env = dict(os.environ)
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
    key = read(path)
    if not key:
        key = secrets.token_urlsafe(50)
        write(path, key)
        os.chmod(path, 0o600)
    return key


def wanted_port():
    """Return the port from the environment."""
    text = os.environ.get("PORT") or "8000"
    if not (text.isascii() and text.isdigit() and len(text) < 6 and 0 < int(text) < 65536):
        raise Problem(f"PORT must be a number from 1 to 65535, not {text}.")
    return int(text)


def need_free_port(host, port):
    """Refuse a port that somebody else listens on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise Problem(f"port {port} needs special rights; choose another one: make run PORT=8001") from None
        except OSError as error:
            if error.errno in (98, 48, 10048):
                raise Problem(f"port {port} is taken; choose another one: make run PORT={port + 1}") from None
            raise Problem(f"nothing can be served at {host}: {error.strerror or error}.") from None


def find_browser():
    """Return the path of a Chromium or Chrome: named, on the PATH, or fetched."""
    named = os.environ.get("SIXTYSIX_TEST_BROWSER") or os.environ.get("CHROMIUM")
    if named:
        if not os.access(named, os.X_OK):
            raise Problem(f"there is no browser at {named}.")
        return named
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"):
        found = shutil.which(name)
        if found:
            return found
    return fetched_browser()


def fetched_browser():
    """Fetch a browser: the Debian package where that is possible, else Playwright's own download."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        say("installing the package chromium")
        quiet = {"stdout": subprocess.DEVNULL, "env": dict(os.environ, DEBIAN_FRONTEND="noninteractive")}
        subprocess.call(["apt-get", "update", "-qq"], **quiet)
        subprocess.call(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], **quiet)
        found = shutil.which("chromium")
        if found:
            return found
    say("downloading a browser for the tests")
    subprocess.call([python(), "-m", "playwright", "install", "chromium"])
    code = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    asked = subprocess.run([python(), "-c", code], stdout=subprocess.PIPE, text=True)
    path = asked.stdout.strip()
    if path and os.access(path, os.X_OK):
        return path
    raise Problem(
        "the browser tests need Chromium or Chrome and none could be had; install one, or name it in SIXTYSIX_TEST_BROWSER."
    )


def make_folder(path):
    """Make a folder that can be written to."""
    try:
        os.makedirs(path, exist_ok=True)
        probe = os.path.join(path, ".probe")
        write(probe, "")
        os.remove(probe)
    except OSError:
        raise Problem(f"the folder {path} cannot be written to.") from None


def stamp_path(extras):
    """Return where the state of the environment is noted."""
    return os.path.join(VENV, "installed{}".format(extras.strip("[]")))


def python():
    """Return the Python of the environment."""
    return tool("python")


def tool(name):
    """Return a command of the environment."""
    return os.path.join(BIN, name + (".exe" if os.name == "nt" else ""))


def read(path):
    """Return the text of a small file, empty where there is none."""
    try:
        with open(path, encoding="utf-8") as source:
            return source.read().strip()
    except OSError:
        return ""


def write(path, text):
    """Write a small file."""
    with open(path, "w", encoding="utf-8") as target:
        target.write(text)


def say(line):
    """Tell what is being done, in one line."""
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
