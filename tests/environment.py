"""Loaded before anything else (``-p tests.environment``): settings need a key, and tests their own state folder."""

import atexit
import os
import tempfile

os.environ.setdefault("SIXTYSIX_SECRET_KEY", "only-for-tests-and-long-enough-to-serve")
if "SIXTYSIX_STATE_DIR" not in os.environ:
    state = tempfile.TemporaryDirectory(prefix="sixtysix-", ignore_cleanup_errors=True)
    os.environ["SIXTYSIX_STATE_DIR"] = state.name  # the workers of pytest side by side inherit it
    atexit.register(state.cleanup)
os.environ.setdefault("SIXTYSIX_LIMITS", "no")  # tests ask often; those of the limits switch them on
os.environ.setdefault("SIXTYSIX_PAGE_SECONDS", "0")  # no page of one test is seen in another
os.makedirs(os.path.join(os.environ["SIXTYSIX_STATE_DIR"], "static"), exist_ok=True)

if os.environ.get("CACHE_URL"):
    # Workers of pytest side by side: each has a part of Redis of its own, which it may empty.
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    os.environ["CACHE_URL"] = f"{os.environ['CACHE_URL'].rsplit('/', 1)[0]}/{worker}"
