"""The coach thinks longer: it is shown, stopped, limited, and lost with nothing but time; any worker knows of it."""

from __future__ import annotations

import importlib.util
import random
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from engine.coach import think
from tests.web.player import HTMX, Player, assert_same_in_other_world, game_at, seen_in
from tests.web.test_play import plain, text_of
from tutor.play import advising, services, thinking
from tutor.play.advising import thought_key
from tutor.play.deals import deal_of
from tutor.play.models import Game
from tutor.web.limits import LIMITS, Limit
from tutor.wording import play as words

pytestmark = pytest.mark.django_db


@pytest.fixture
def player():
    """Somebody at the first page."""
    return Player(random.Random(66), worlds=0, asks=0)


def test_the_coach_thinks_longer(player):
    """Beside the request; the page looks how far it is, and what was found stands there at the end."""
    url = player.begin(seed="5", dealer="opponent")
    html = player.post(url, player.page(url), do="advice")
    player.htmx = True
    html = player.post(url, html, do="think")
    assert "hx-trigger" in html
    assert html.count('id="status"') == 1
    for _ in range(300):
        response = player.client.get(f"{url}thinking/", headers=HTMX)
        assert response.status_code == 200
        player.look(response, url)
        if "hx-trigger" not in response.content.decode():
            break
        time.sleep(0.1)

    text = plain(response.content.decode())
    assert response.content.decode().count('id="status"') == 1
    assert "thought this through" in text
    assert int(re.search(r"Estimate from (\d+)", text.replace(",", ""))[1]) > 200
    assert player.client.get(f"{url}thinking/").status_code == 302
    assert "thought this through" in plain(player.page(url))
    assert_same_in_other_world(game_at(url), player.rng)


def asked_for_advice(player: Player, seed: str) -> tuple[str, str, str]:
    """A deal with the coach's panel open: its address, its page, and the name of the moment."""
    url = player.begin(seed=seed, dealer="opponent")
    html = player.post(url, player.page(url), do="advice")
    return url, html, thought_key(game_at(url))


def wait_for(true: Callable[[], Any]) -> None:
    """Wait until something holds."""
    for _ in range(1000):
        if true():
            return
        time.sleep(0.02)
    raise AssertionError("it never came about")


@pytest.fixture
def held(monkeypatch):
    """A coach that gives advice each time it is let go on, and never comes to an end by itself."""
    go_on = threading.Semaphore(0)

    def slowly(view: Any, rng: random.Random) -> Iterator[Any]:
        advice = next(think(view, rng))
        while go_on.acquire(timeout=20):
            yield advice

    monkeypatch.setattr(thinking, "think", slowly)
    monkeypatch.setattr(thinking, "LOOK_SECONDS", 0.02)
    yield go_on
    for key in held_keys():
        thinking.stop(key)
    go_on.release(50)
    wait_for(lambda: not thinking._threads)


def held_keys() -> list[str]:
    """Every moment of every deal there is."""
    return [thought_key(game) for game in Game.objects.all()]


def test_thinking_can_be_stopped(player, held):
    """What was found so far stays; asking twice does the work once; asked anew it begins anew."""
    url, html, key = asked_for_advice(player, "9")
    player.post(url, html, do="think")
    thought = thinking.look(key)
    assert thinking.begin(key, deal_of(game_at(url)).view, random.Random(1)).name == thought.name
    assert len(thinking._threads) == 1
    held.release()
    wait_for(lambda: thinking.look(key).advice)
    player.post(url, html, do="stop")

    assert not thinking.look(key).running
    assert thinking.look(key).advice
    assert "hx-trigger" not in player.page(url)
    player.post(url, html, do="think")
    assert thinking.look(key).running
    assert thinking.look(key).name != thought.name


def test_any_worker_shows_and_stops_it(player, held, monkeypatch):
    """What another process has begun is shown here, and a stop that is sent here reaches it."""
    url, html, key = asked_for_advice(player, "9")
    player.post(url, html, do="think")
    held.release()
    wait_for(lambda: thinking.look(key).advice)
    spec = importlib.util.find_spec("tutor.play.thinking")
    elsewhere = importlib.util.module_from_spec(spec)  # the memory of another worker
    monkeypatch.setitem(sys.modules, spec.name, elsewhere)
    spec.loader.exec_module(elsewhere)
    for module in (advising, services):
        monkeypatch.setattr(module, "thinking", elsewhere)
    assert "hx-trigger" in player.page(url)
    player.post(url, html, do="stop")
    held.release(3)
    wait_for(lambda: not thinking._threads)

    assert not thinking.look(key).running
    assert thinking.look(key).advice == elsewhere.look(key).advice is not None
    assert "hx-trigger" not in player.page(url)


def test_a_worker_that_is_gone_thinks_no_longer(player, held, monkeypatch):
    """Half a minute after its last sign of life the page stops asking, and the coach can be asked once more."""
    url, html, key = asked_for_advice(player, "9")
    player.post(url, html, do="think")
    later = timezone.now() + timedelta(seconds=thinking.PATIENCE + 5)
    with monkeypatch.context() as clock:
        clock.setattr(thinking.timezone, "now", lambda: later)
        assert not thinking.look(key).running
        assert "hx-trigger" not in player.page(url)
        before = thinking.look(key).name
        player.post(url, html, do="think")
        assert thinking.look(key).name != before
        assert thinking.look(key).running


def test_a_clock_that_is_set_back_makes_nobody_wait(player, held, monkeypatch):
    """Whoever has thought long enough makes room, whatever the clock on the wall says."""
    monkeypatch.setattr(thinking, "SECONDS", 0)
    url, html, _key = asked_for_advice(player, "9")
    player.post(url, html, do="think")
    wait_for(thinking._turn.locked)
    earlier = timezone.now() - timedelta(hours=1)
    with monkeypatch.context() as clock:
        clock.setattr(thinking.timezone, "now", lambda: earlier)
        held.release()
        began = time.monotonic()
        wait_for(lambda: not thinking._threads)
    assert time.monotonic() - began < 10  # without being let go on a second time, which takes twenty


def test_stopped_thoughts_hold_up_nobody(player, held, monkeypatch):
    """Whoever is stopped leaves the queue at once, and does not even begin to think when its turn comes."""
    monkeypatch.setattr(thinking, "WAITING", 2)
    url, html, _key = asked_for_advice(player, "9")
    player.post(url, html, do="think")
    began = []
    for seed in range(3):
        other, _page, key = asked_for_advice(Player(random.Random(1), worlds=0, asks=0), str(seed))
        began.append(thinking.begin(key, deal_of(game_at(other)).view, random.Random(1)) is not None)
        thinking.stop(key)
        wait_for(lambda: len(thinking._threads) == 1)

    assert began == [True] * 3


def test_only_so_many_threads(player, held, monkeypatch):
    """Each counts until it has really ended."""
    monkeypatch.setattr(thinking, "WAITING", 2)
    urls = [asked_for_advice(Player(random.Random(1), worlds=0, asks=0), str(seed)) for seed in range(3)]
    began = [thinking.begin(key, deal_of(game_at(url)).view, random.Random(1)) is not None for url, _html, key in urls]

    assert began == [True, True, False]
    assert len(thinking._threads) == 2


def test_thinking_has_limits_of_its_own(player, held, settings, monkeypatch):
    """Starting counts as thinking, not as playing; looking how far it is has room for whoever waits for minutes."""
    settings.RATELIMIT_ENABLE = True
    monkeypatch.setitem(LIMITS, "thinking", Limit("2/d", "100/d", ("GET", "HEAD", "POST")))
    cache.clear()
    url, html, _key = asked_for_advice(player, "9")
    form = {"seen": seen_in(html), "do": "think"}
    statuses = [player.client.post(url, form, headers=HTMX).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert player.client.post(url, {**form, "do": "stop"}, headers=HTMX).status_code == 200

    most = int(LIMITS["looking"].visitor.partition("/")[0])
    at, looks = 0.0, 0
    while at < 60:
        looks += 1
        at += next_look(at) / 1000
    assert 2 * looks < most
    assert player.client.get(f"{url}thinking/", headers=HTMX).status_code == 200
    cache.clear()


def next_look(seconds: float) -> int:
    """In how many milliseconds a page looks again that has waited so long."""
    return advising._wait(thinking.Thought("", None, True, False, seconds))


def test_a_thread_that_does_not_start(player, held, monkeypatch):
    """The machine has none left: the page says that others are waiting, and the place is free for the next one."""

    def no_more(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(thinking, "WAITING", 1)
    url, html, key = asked_for_advice(player, "9")
    with monkeypatch.context() as machine:
        machine.setattr(threading.Thread, "start", no_more)
        assert str(words.BUSY) in text_of(player.post(url, html, do="think"))
    assert not thinking._threads
    assert thinking.look(key) is None

    player.post(url, player.page(url), do="think")
    assert thinking.look(key).running


def test_stopping_where_the_disk_is_full(player, held, monkeypatch):
    """The stop is lost, the page is not: the thought ends by itself."""

    def full(*_args: Any, **_kwargs: Any) -> None:
        raise OSError(28, "No space left on device")

    url, html, key = asked_for_advice(player, "9")
    player.post(url, html, do="think")
    with monkeypatch.context() as disk:
        disk.setattr(type(thinking.caches["thoughts"]), "set", full)
        player.post(url, player.page(url), do="stop")  # it answers
    assert thinking.look(key).running


def test_too_much_to_think_about(player, monkeypatch):
    """The page says so instead of waiting."""
    monkeypatch.setattr(thinking, "WAITING", 0)
    url = player.begin(seed="11", dealer="opponent")
    html = player.post(url, player.page(url), do="advice")

    assert str(words.BUSY) in text_of(player.post(url, html, do="think"))
