"""Loaded before anything else (``-p tests.environment``): settings need a key, and tests their own state folder."""

import os
import tempfile

os.environ.setdefault("SIXTYSIX_SECRET_KEY", "only-for-tests-and-long-enough-to-serve")
os.environ.setdefault("SIXTYSIX_STATE_DIR", tempfile.mkdtemp(prefix="sixtysix-"))
os.environ.setdefault("SIXTYSIX_LIMITS", "no")  # tests ask often; those of the limits switch them on
os.makedirs(os.path.join(os.environ["SIXTYSIX_STATE_DIR"], "static"), exist_ok=True)
