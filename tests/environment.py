"""Loaded before anything else (``-p tests.environment``): settings need a key, and tests their own state folder."""

import os
import tempfile

os.environ.setdefault("SIXTYSIX_SECRET_KEY", "only-for-tests")
os.environ.setdefault("SIXTYSIX_STATE_DIR", tempfile.mkdtemp(prefix="sixtysix-"))
os.makedirs(os.path.join(os.environ["SIXTYSIX_STATE_DIR"], "static"), exist_ok=True)
