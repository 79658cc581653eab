"""The site as it would be after a release: the same pages under the name of another build."""

import os

from tutor.wsgi import application

__all__ = ["application"]

from tutor.web import bounds, offline

if "SIXTYSIX_TEST_BUILD" in os.environ:  # set by whoever starts this as a server
    bounds.build_id = offline.build_id = lambda: os.environ["SIXTYSIX_TEST_BUILD"]
