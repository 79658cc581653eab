"""Two workers on two ports, one PostgreSQL, one Redis: whichever answers, and whatever dies, a lesson goes on."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import re
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.deploy.site import HTMX, Answer, Visitor, Worker, manage
from tests.web.course import PLACES, Place, as_form, steps_of

LESSON = steps_of(PLACES[0].slug)[:6]
STEP = LESSON[0]
TELL = (
    "from tutor.learners.models import StepProgress as S; import json; "
    "print(json.dumps([[r.step, r.actions, r.tries, r.phase, r.solved] for r in S.objects.filter(visitor='{}')]))"
)


def right(place: Place) -> dict[str, object]:
    """The right answer as fields."""
    return as_form(place, place.right)


def wrong(place: Place) -> dict[str, object]:
    """A wrong answer as fields."""
    return as_form(place, place.wrong)


def remembered(env, visitor: Visitor) -> dict[str, list[object]]:
    """What the database knows of a visitor, by step: actions, tries, phase, solved."""
    find = (
        "from django.contrib.sessions.backends.db import SessionStore as B; "
        f"print(B('{visitor.cookies['sessionid']}').get('visitor'))"
    )
    key = manage(env, "shell", "--no-imports", "-c", find).stdout.strip()
    rows = json.loads(manage(env, "shell", "--no-imports", "-c", TELL.format(key)).stdout)
    return {step: rest for step, *rest in rows}


def test_a_lesson_goes_on_with_any_worker(site_env, workers):
    """Wrong here, right there, the next step here: one visitor, one count."""
    first, second = workers
    visitor = Visitor(first.port)
    for place in LESSON:
        visitor.port = first.port
        assert visitor.post(place.path(), visitor.form(place.path(), **wrong(place)), **HTMX).status == 200
        visitor.port = second.port
        answer = visitor.post(place.path(), visitor.form(place.path(), **right(place)), **HTMX)
        assert 'data-phase="solved"' in answer.text
    known = remembered(site_env, visitor)

    assert len(known) == len(LESSON)
    assert {tuple(row) for row in known.values()} == {(2, 2, "solved", True)}


def test_a_worker_that_is_killed_between_two_actions(site_env, workers):
    """Its visitor goes on with the other one; it is started again and knows what happened meanwhile."""
    first, second = workers
    visitor = Visitor(first.port)
    visitor.post(STEP.path(), visitor.form(STEP.path(), **wrong(STEP)), **HTMX)
    form = visitor.form(STEP.path(), **right(STEP))
    first.kill()

    visitor.port = second.port
    assert 'data-phase="solved"' in visitor.post(STEP.path(), form, **HTMX).text
    first.start()
    visitor.port = first.port
    page = visitor.get(STEP.path())

    assert 'data-phase="solved"' in page.text
    assert page.hidden("seen") == "2"
    assert list(remembered(site_env, visitor).values()) == [[2, 2, "solved", True]]


BEGIN = {"ruleset": "classic66", "opponent": "cautious", "coach": "asked", "counts": "shown", "length": "deal"}
OFFERED = re.compile(r'name="(card|act)" value="([^"]+)"')
ACTIONS = (
    "from tutor.play.models import Game; g = Game.objects.get(key='{}'); "
    "print(__import__('json').dumps([g.actions, g.finished is not None]))"
)


class Deals:
    """Deals that one visitor plays in whatever order its workers answer: when one is over, the next is begun."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.done, self.refused = visitor, {}, set()
        self.begin()

    def begin(self) -> None:
        """Begin a deal."""
        begun = self.visitor.post("/en/play/", self.visitor.form_of("/en/play/", **BEGIN, dealer="you"))
        self.path = begun.headers["Location"].partition("#")[0]
        self.page, self.done[self.path] = self.visitor.get(self.path), 0

    def offered(self) -> list[tuple[str, str]]:
        """What may be tried, the last first: a wrong claim ends a deal, so it is made where nothing else can be done."""
        found = [action for action in OFFERED.findall(self.page.text) if action not in self.refused]
        return sorted(found, key=lambda action: not action[1].endswith("*"))

    def form(self) -> dict[str, str]:
        """The form of the next action."""
        name, value = self.offered()[-1]
        token = self.visitor.cookies["csrftoken"]
        return {"csrfmiddlewaretoken": token, "seen": self.page.hidden("seen"), name: value}

    def send(self, form: dict[str, str]) -> Answer:
        """Send a form."""
        return self.visitor.post(self.path, form, **HTMX)

    def act(self) -> None:
        """Do one action that the rules allow, and send each form once more, as after a lost answer."""
        if not self.offered():
            self.begin()
        while action := self.offered()[-1]:
            form = self.form()
            self.page = self.send(form)
            assert self.page.status == 200
            assert self.send(form).status == 200
            if action not in OFFERED.findall(self.page.text):
                break
            self.refused.add(action)  # a card of another suit: the page says why, and nothing was played
        self.done[self.path] += 1
        self.refused.clear()

    def play_on(self, ports: Sequence[int], least: int = 6) -> None:
        """Play a deal to its end, and at least so many actions, each at another worker."""
        for number in range(90):
            if not self.offered() and sum(self.done.values()) >= least:
                return
            self.visitor.port = ports[number % len(ports)]
            self.act()
        raise AssertionError(self.page.text)

    def check(self, env: dict[str, str]) -> None:
        """All are over, and every action of the visitor was played exactly once."""
        for path, done in self.done.items():
            tell = ACTIONS.format(path.split("/")[3])
            actions, over = json.loads(manage(env, "shell", "--no-imports", "-c", tell).stdout)
            assert over
            assert len([action for action in actions.split() if not action.startswith("B")]) == done, actions


def test_a_deal_goes_on_when_its_worker_is_killed(site_env, workers):
    """Each action goes to another worker, and the one that was asked before is dead: the deal ends as it should."""
    first, second = workers
    deals = Deals(Visitor(first.port))
    first.kill()
    deals.visitor.port = second.port
    for _ in range(3):
        deals.act()
    first.start()
    deals.play_on([second.port, first.port])
    deals.check(site_env)


def test_a_worker_that_is_killed_within_an_action(site_env, workers):
    """Whatever was done when it died: sent again to the other worker, the answer has counted exactly once."""
    doomed, other = Worker(site_env), workers[1]
    chance = random.Random(66)
    visitor = Visitor(other.port)
    visitor.post(STEP.path(), visitor.form(STEP.path(), **wrong(STEP)), **HTMX)
    for number in range(1, 7):
        doomed.start()
        visitor.port = other.port
        retry = {**visitor.form(STEP.path()), "do": "retry"} if number % 2 else visitor.form(STEP.path(), **wrong(STEP))
        visitor.port = doomed.port
        sending = threading.Thread(target=lost, args=(visitor, retry))
        sending.start()
        time.sleep(chance.uniform(0, 0.05))
        doomed.kill()
        sending.join()
        visitor.port = other.port
        assert visitor.post(STEP.path(), retry, **HTMX).status == 200
        assert visitor.get(STEP.path()).hidden("seen") == str(number + 1)
    (row,) = remembered(site_env, visitor).values()

    assert row[:2] == [7, 4]


def lost(visitor: Visitor, form: dict[str, str]) -> None:
    """Send a form whose answer may never come."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        visitor.post(STEP.path(), form, **HTMX)


def test_one_form_sent_to_both_at_once(site_env, workers):
    """Twenty times the same form from four threads to two workers: one of them counts."""
    visitor = Visitor(workers[0].port)
    visitor.post(STEP.path(), visitor.form(STEP.path(), **wrong(STEP)), **HTMX)
    form = visitor.form(STEP.path(), **right(STEP))

    def send(number: int) -> int:
        sender = Visitor(workers[number % 2].port)
        sender.cookies = dict(visitor.cookies)
        return sender.post(STEP.path(), form, **HTMX).status

    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(send, range(20)))

    assert statuses == [200] * 20
    assert list(remembered(site_env, visitor).values()) == [[2, 2, "solved", True]]


def test_the_very_first_form_sent_to_both_at_once(site_env, workers):
    """The row is made once, also where two workers want to make it."""
    visitor = Visitor(workers[0].port)
    visitor.post(LESSON[1].path(), visitor.form(LESSON[1].path(), **wrong(LESSON[1])), **HTMX)
    form = visitor.form(STEP.path(), **wrong(STEP))

    def send(number: int) -> int:
        sender = Visitor(workers[number % 2].port)
        sender.cookies = dict(visitor.cookies)
        return sender.post(STEP.path(), form, **HTMX).status

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(send, range(12))) == {200}
    assert remembered(site_env, visitor)[STEP.key] == [1, 1, "wrong", False]


# -- services that go away -----------------------------------------------------------------------------------------


def test_redis_goes_away_and_comes_back(site_env, services, workers):
    """Slower, never wrong: every page and every answer as before, and it is told to whoever watches."""
    _postgresql, redis = services
    visitor = Visitor(workers[0].port)
    ports = [worker.port for worker in workers]
    deals = Deals(Visitor(ports[0]))
    deals.act()
    redis.stop()
    try:
        for number, place in enumerate(LESSON[:4]):
            visitor.port = workers[number % 2].port
            started = time.monotonic()
            answer = visitor.post(place.path(), visitor.form(place.path(), **right(place)), **HTMX)
            assert 'data-phase="solved"' in answer.text
            assert visitor.get("/ar/rules/").status == 200
            assert time.monotonic() - started < 3
            deals.visitor.port = ports[number % 2]
            deals.act()
        ready = visitor.get("/health/ready")
        assert (ready.status, ready.json["cache"]) == (200, "away")
    finally:
        redis.start()
    assert visitor.get("/health/ready").json["cache"] == "there"
    for place in LESSON[4:]:
        visitor.post(place.path(), visitor.form(place.path(), **right(place)), **HTMX)
    deals.play_on(ports)
    deals.check(site_env)
    known = remembered(site_env, visitor)

    assert {tuple(row) for row in known.values()} == {(1, 1, "solved", True)}
    assert len(known) == len(LESSON)


AWAY = "cannot answer right now"


def test_postgresql_goes_away_and_comes_back(site_env, services, workers):
    """A clear page meanwhile, as page and as fragment, and no lie; then everything goes on by itself."""
    postgresql, _redis = services
    visitor = Visitor(workers[0].port)
    visitor.post(STEP.path(), visitor.form(STEP.path(), **wrong(STEP)), **HTMX)
    form = visitor.form(STEP.path(), **right(STEP))
    ports = [worker.port for worker in workers]
    deals = Deals(Visitor(ports[0]))
    action = deals.form()
    postgresql.stop()
    try:
        for worker in workers:
            visitor.port = worker.port
            page, piece = visitor.get(STEP.path()), visitor.post(STEP.path(), form, **HTMX)
            assert (page.status, piece.status) == (503, 503)
            assert AWAY in page.text
            assert AWAY in piece.text
            assert page.headers["Retry-After"] == "30"
            assert "no-store" in page.headers["Cache-Control"]
            assert "<html" not in piece.text
            assert 'dir="rtl"' in visitor.get(STEP.path("ar")).text
            deals.visitor.port = worker.port
            card, table = deals.send(action), deals.visitor.get(deals.path)
            assert (card.status, table.status) == (503, 503)
            assert AWAY in card.text
            assert "<html" not in card.text
            assert visitor.get("/health/live").status == 200
            assert visitor.get("/health/ready").json["database"] == "away"
    finally:
        postgresql.start()
    for worker in workers:
        visitor.port = worker.port
        assert visitor.get("/health/ready").status == 200
    answer = visitor.post(STEP.path(), form, **HTMX)
    deals.play_on(ports)  # it begins with the very form that was refused

    assert 'data-phase="solved"' in answer.text
    assert list(remembered(site_env, visitor).values()) == [[2, 2, "solved", True]]
    deals.check(site_env)


def test_postgresql_restarts_between_two_requests(services, workers):
    """Connections that were open before are noticed to be gone: no visitor sees anything of it."""
    postgresql, _redis = services
    visitor = Visitor(workers[0].port)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: visitor.get("/en/learn/").status, range(32)))  # every thread has its connection
        postgresql.stop()
        postgresql.start()
        statuses = list(pool.map(lambda _: visitor.get("/en/learn/").status, range(32)))

    assert statuses == [200] * 32


def test_limits_are_counted_for_all_workers_together(workers):
    """What one worker has counted the other knows: ten forms a minute go through, whoever takes them."""
    visitor = Visitor(workers[0].port)
    token = visitor.get("/admin/login/").hidden("csrfmiddlewaretoken")
    runs = []
    for number in range(3):  # a minute may end in the middle of one run, but not of three
        runs.append([])
        for turn in range(14):
            visitor.port = workers[turn % 2].port
            visitor.cookies["sessionid"] = f"one-browser-{number}"  # no session of ours: each answer takes it away
            runs[-1].append(visitor.post("/admin/login/", {"username": "nobody", "csrfmiddlewaretoken": token}).status)

    assert [200] * 10 + [429] * 4 in runs
    assert visitor.get("/en/").status == 200
