"""Many workers with real services. Only where ``python -m tests.services`` (``make test-postgres``) has started some."""

from __future__ import annotations

import os

import pytest

from tests.deploy.site import Worker, environment, prepare
from tests.services import MARK, database_and_cache

if not os.environ.get(MARK):
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def services():
    """A PostgreSQL and a Redis of these tests alone, which may be stopped: those of the other tests go on."""
    with database_and_cache() as both:
        yield both


@pytest.fixture(scope="session")
def site_env(services, tmp_path_factory):
    """The environment of a site that has been prepared in this PostgreSQL."""
    postgresql, redis = services
    env = environment(tmp_path_factory.mktemp("state"), DATABASE_URL=postgresql.url, CACHE_URL=redis.url)
    prepare(env)
    return env


@pytest.fixture(scope="module")
def workers(site_env):
    """Two workers on two ports."""
    pair = [Worker(site_env).start(), Worker(site_env).start()]
    yield pair
    for worker in pair:
        worker.stop()
