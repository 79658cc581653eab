"""What leaves the site with a puzzle: its picture, the page that others frame, a report, a sheet on paper."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache, caches
from django.db.models import Min
from django.test import Client
from PIL import Image, ImageChops

from tests.conftest import LANGUAGES
from tests.web.markup import Node, read
from tutor.exercises.kinds import KINDS
from tutor.puzzles.models import Puzzle, PuzzleReport, Theme
from tutor.puzzles.picture import HEIGHT, WIDTH, drawn
from tutor.puzzles.reporting import MOST_WORDS
from tutor.puzzles.services import kind_of
from tutor.web.card_faces import sprite
from tutor.web.limits import LIMITS, Limit
from tutor.web.shapes import symbol_mask
from tutor.web.table import CardView, SeatView, TableView

pytestmark = pytest.mark.django_db
THEMES = ("R1", "R2", "R2:order", "R3", "R4", "R8:score", "R9", "R10", "R11", "M1", "M2", "E1", "E9", "C1", "C3", "O1")
"""Themes, some with a kind: every kind of exercise is among them."""


@pytest.fixture(autouse=True)
def _fresh_cache(settings):
    """No picture and no count of another test; pictures in memory, where no other process clears them."""
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "pictures"}
    settings.CACHES = {**settings.CACHES, "pictures": memory}
    cache.clear()
    caches["pictures"].clear()


def puzzle_of(theme: str) -> Puzzle:
    """The first puzzle of a theme, or the first one of a kind in it."""
    name, _colon, kind = theme.partition(":")
    found = Puzzle.objects.filter(theme=name)
    return next(row for row in found if not kind or row.problem.ask["kind"] == kind)


def page(path: str, **query: Any) -> Node:
    """A page as somebody sees it who is here for the first time."""
    response = Client().get(f"/en/{path}", query)
    assert response.status_code == 200
    return read(response.content.decode().removeprefix("<!doctype html>"))


def picture(puzzle: Puzzle) -> Image.Image:
    """The picture of a puzzle."""
    response = Client().get(f"/en/puzzles/p/{puzzle.pk}/picture.png")
    assert response["Content-Type"] == "image/png"
    return Image.open(io.BytesIO(response.content)).convert("RGB")


def test_every_kind_is_among_them():
    """What is tried here is tried with each kind of exercise."""
    assert {row.problem.ask["kind"] for row in map(puzzle_of, THEMES)} == set(KINDS)


# -- the picture ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_for_links(theme):
    """As large as those who show links want it, and light; there are cards on the cloth."""
    puzzle = puzzle_of(theme)
    response = Client().get(f"/en/puzzles/p/{puzzle.pk}/picture.png")
    shown = picture(puzzle)

    assert (WIDTH, HEIGHT) == shown.size == (1200, 630)
    assert len(response.content) < 120_000
    counts = {colour: count for count, colour in shown.getcolors(1 << 24) or []}
    paper = sum(count for (red, green, blue), count in counts.items() if min(red, green, blue) > 240)
    assert paper > 9_000
    assert "public" in response["Cache-Control"]
    assert not response.cookies


def test_a_picture_is_drawn_once(monkeypatch):
    """It is kept; and whoever has it is told so."""
    puzzle = puzzle_of("E1")
    first = Client().get(f"/en/puzzles/p/{puzzle.pk}/picture.png")
    monkeypatch.setattr("tutor.puzzles.picture.drawn", None)
    path = f"/es/puzzles/p/{puzzle.pk}/picture.png"

    assert Client().get(path).content == first.content
    assert Client().get(path, headers={"if-none-match": first["ETag"]}).status_code == 304


def test_a_picture_shows_what_the_page_shows():
    """Hidden cards do not change it; a card of the own hand does."""
    puzzle = puzzle_of("C1")
    item = puzzle.item
    table = kind_of(puzzle).table(None)
    assert None in table.opponent.cards
    assert "deal" in item
    before = drawn(table)

    assert drawn(kind_of(Puzzle(ruleset=puzzle.ruleset, item={**item, "deal": None})).table(None)) == before
    fewer = TableView(SeatView("", table.you.cards[1:]), table.opponent, table.trick, table.stock, table.trump)
    assert drawn(fewer) != before


def test_cards_are_those_of_the_sprite():
    """Every symbol of the sprite leaves ink, no two the same; both indices of a card are half a turn apart."""
    masks = {}
    for name in [part.split('"')[0] for part in sprite().split('<symbol id="')[1:]]:
        mask = symbol_mask(name, 100)
        masks[name] = mask.tobytes()
        assert 0.02 < sum(mask.histogram()[128:]) / (mask.width * mask.height) < 0.7, name
        if "-" not in name:
            corner = mask.crop((0, 0, 30, 60))
            turned = mask.rotate(180).crop((0, 0, 30, 60))
            assert sum(ImageChops.difference(corner, turned).histogram()[128:]) < 60, name
    assert len(masks) == 28
    assert len(set(masks.values())) == 28


def test_red_and_black():
    """Colours tell suits apart."""
    one = drawn(TableView(SeatView("", (CardView("AH", "", True),)), SeatView("")))
    other = drawn(TableView(SeatView("", (CardView("AS", "", False),)), SeatView("")))
    red = Image.open(io.BytesIO(one)).convert("RGB").getpixel((600, 315))
    black = Image.open(io.BytesIO(other)).convert("RGB").getpixel((600, 315))

    assert red[0] > 150 > 90 > red[1]
    assert max(black) < 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_head_of_a_puzzle(language):
    """A link to a puzzle is shown with its picture, its level and its task, and no theme."""
    puzzle = puzzle_of("E4")
    response = Client().get(f"/{language}/puzzles/p/{puzzle.pk}/")
    head = read(response.content.decode().removeprefix("<!doctype html>"))
    found = {node.attrs["property"]: node.attrs["content"] for node in head.all("meta") if node.attrs.get("property")}

    assert found["og:image"] == f"http://testserver/{language}/puzzles/p/{puzzle.pk}/picture.png"
    assert found["og:url"] == f"http://testserver/{language}/puzzles/p/{puzzle.pk}/"
    assert found["og:title"].strip(" –")
    assert found["og:description"]
    assert getattr(puzzle.theme, f"name_{language}") not in " ".join(found.values())
    assert any(node.attrs.get("name") == "twitter:card" for node in head.all("meta"))


def test_a_picture_where_the_disk_is_full(monkeypatch):
    """It is drawn all the same, and kept the next time."""

    def full(*_args: Any, **_kwargs: Any) -> None:
        raise OSError(28, "No space left on device")

    path = f"/en/puzzles/p/{puzzle_of('R1').pk}/picture.png"
    with monkeypatch.context() as disk:
        disk.setattr(type(caches["pictures"]), "set", full)
        drawn = Client().get(path)

    assert drawn.status_code == 200
    assert Client().get(path).content == drawn.content


# -- in the page of somebody else ----------------------------------------------------------------------------------


def test_only_the_embed_page_may_be_framed():
    """Its own policy for frames, all else as everywhere; no cookie, no script, nothing is kept."""
    puzzle = puzzle_of("R1")
    client = Client()
    framed = client.get(f"/en/embed/puzzle/{puzzle.pk}/", {"cards": ["AC"]})
    other = client.get(f"/en/puzzles/p/{puzzle.pk}/")

    def policies(response: Any) -> dict[str, str]:
        parts = response["Content-Security-Policy"].split("; ")
        return {part.partition(" ")[0]: part.partition(" ")[2] for part in parts}

    assert policies(framed) == {**policies(other), "frame-ancestors": "*"}
    assert policies(other)["frame-ancestors"] == "'none'"
    assert "X-Frame-Options" not in framed
    assert other["X-Frame-Options"] == "DENY"
    assert not framed.cookies
    assert "Cookie" not in framed.get("Vary", "")
    assert b"<script" not in framed.content
    again = client.get(f"/en/embed/puzzle/{puzzle.pk}/", {"cards": ["AC"]}, headers={"if-none-match": framed["ETag"]})
    assert again.status_code == 304
    # The browser goes on with the headers that it keeps, unless new ones contradict them.
    assert "'none'" not in again.get("Content-Security-Policy", "").partition("frame-ancestors")[2].partition(";")[0]
    assert "X-Frame-Options" not in again


@pytest.mark.parametrize("theme", THEMES)
def test_an_embedded_puzzle_is_answered_inside(theme):
    """Right and wrong, by the address alone; before that the page holds no verdict."""
    puzzle = puzzle_of(theme)
    kind, path = kind_of(puzzle), f"embed/puzzle/{puzzle.pk}/"
    wrong = next(answer for answer in kind.all_answers() if not kind.mark(answer).right)
    asked = page(path)

    assert asked.one("section", cls="step").attrs["data-phase"] == "awaiting"
    assert not asked.all("h2")
    for answer, phase in ((wrong, "wrong"), (kind.right_answers()[0], "solved")):
        if theme == "E1":
            continue
        shown = page(path, **kind.as_form(answer))
        assert shown.one("section", cls="step").attrs["data-phase"] == phase
        assert shown.one("h2", id="feedback").text.strip()
    assert all(node.attrs.get("target") == "_self" for node in asked.all("form"))
    assert asked.one("base").attrs["target"] == "_blank"


def test_a_line_goes_on_inside():
    """Each card is added to those so far, which the form carries along, up to the end of the deal."""
    puzzle = puzzle_of("E1")
    path, kind = f"embed/puzzle/{puzzle.pk}/", kind_of(puzzle)
    so_far: list[str] = []
    for action in kind.right_answers()[0]["actions"]:
        field = {"card": action[2:]} if ":" in action else {"act": action}
        shown = page(path, so_far=so_far, **field)
        so_far.append(action)
        carried = [node.attrs["value"] for node in shown.all("input") if node.attrs.get("name") == "so_far"]
        assert carried in (so_far, [])
    assert shown.one("section", cls="step").attrs["data-phase"] == "solved"
    wrong = puzzle.item["reasons"]
    card = next(option for option in wrong if ":" in option)
    assert page(path, card=card[2:]).one("section", cls="step").attrs["data-phase"] == "wrong"


@pytest.mark.parametrize("query", [{"card": "ZZ"}, {"so_far": "A:ZZ"}, {"so_far": ["A:9C"] * 40}, {"act": "B:AC"}])
def test_an_address_that_no_embed_page_makes(query):
    """It is refused."""
    assert Client().get(f"/en/embed/puzzle/{puzzle_of('E1').pk}/", query).status_code == 400


def test_text_to_embed():
    """The page of the puzzle gives a text to copy, with the whole address."""
    puzzle = puzzle_of("R4")
    shown = page(f"puzzles/p/{puzzle.pk}/")

    assert f'src="http://testserver/en/embed/puzzle/{puzzle.pk}/"' in shown.one("textarea", id="share-embed").text
    assert shown.one("input", id="share-link").attrs["value"] == f"http://testserver/en/puzzles/p/{puzzle.pk}/"


# -- reports -------------------------------------------------------------------------------------------------------


def send(client: Client, puzzle: Puzzle, words: str, language: str = "en") -> Any:
    """Send a report."""
    return client.post(f"/{language}/puzzles/p/{puzzle.pk}/report/", {"words": words})


def test_a_report_is_kept():
    """Words, position, ruleset, language and the last answer; nobody's key."""
    puzzle, client = puzzle_of("R5"), Client()
    client.post(f"/en/puzzles/p/{puzzle.pk}/", {"seen": 0, "act": "none"})

    response = send(client, puzzle, "La respuesta «sí» también vale.", "es")

    assert response.status_code == 302
    assert client.get(response["Location"]).status_code == 200
    report = PuzzleReport.objects.get()
    assert (report.puzzle, report.ruleset, report.language) == (puzzle.pk, puzzle.ruleset, "es")
    assert report.position == puzzle.item["ask"]["position"]
    assert report.answer == {"act": "none"}
    assert report.words == "La respuesta «sí» también vale."
    assert not report.done
    assert client.session["visitor"] not in str(vars(report))


def test_a_report_sent_twice_is_one():
    """A doubled post."""
    client, puzzle = Client(), puzzle_of("R5")
    for _ in range(2):
        assert send(client, puzzle, "Twice.").status_code == 302
    assert PuzzleReport.objects.count() == 1
    assert PuzzleReport.objects.get().answer is None


def test_two_equal_reports_stop_nobody():
    """A double click that reached two workers at once has left two rows; the next equal report is answered all the same."""
    client, puzzle = Client(), puzzle_of("R5")
    send(client, puzzle, "Twice.")
    twin = PuzzleReport.objects.get()
    twin.pk = None
    twin.save()

    assert send(client, puzzle, "Twice.").status_code == 302
    assert PuzzleReport.objects.count() == 2


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("", id="nothing"),
        pytest.param("   ", id="spaces"),
        pytest.param("x" * (MOST_WORDS + 1), id="long"),
        pytest.param("a\x00b", id="null"),
    ],
)
def test_a_report_that_is_not_taken(words):
    """What is wrong is said, and what was written is still there."""
    response = send(Client(), puzzle_of("R5"), words)
    shown = read(response.content.decode().removeprefix("<!doctype html>"))

    assert response.status_code == 400
    assert shown.one("p", id="problem").text.strip()
    assert len(words) <= MOST_WORDS or str(MOST_WORDS) in shown.one("p", id="problem").text
    assert shown.one("textarea", id="words").text.strip() == words.strip()
    assert not PuzzleReport.objects.exists()


def test_too_many_reports(settings, monkeypatch):
    """From one address some in ten minutes; the text is not lost."""
    settings.RATELIMIT_ENABLE = True
    monkeypatch.setitem(LIMITS, "reports", Limit("4/d", "4/d"))
    client, puzzle = Client(), puzzle_of("R5")
    for number in range(4):
        assert send(client, puzzle, f"Report {number}").status_code == 302
    response = send(client, puzzle, "One more")

    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 86_400
    assert "One more" in response.content.decode()
    assert PuzzleReport.objects.count() == 4


def test_the_keeper_reads_reports():
    """The admin lists them; the one thing to change is the mark."""
    puzzle, client = puzzle_of("R5"), Client()
    send(client, puzzle, "Look here.")
    report = PuzzleReport.objects.get()
    get_user_model().objects.create_superuser("keeper", password="the keeper's password")
    assert client.login(username="keeper", password="the keeper's password", request=client.get("/en/").wsgi_request)

    listed = client.get("/admin/puzzles/puzzlereport/").content.decode()
    client.post(f"/admin/puzzles/puzzlereport/{report.pk}/change/", {"words": "Changed", "done": "on"})
    report.refresh_from_db()

    assert "Look here." in listed
    assert (report.words, report.done) == ("Look here.", True)
    assert client.get("/admin/puzzles/puzzlereport/add/").status_code == 403


# -- on paper ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_a_sheet(theme):
    """As many puzzles as are wanted, each with its solution, which stands after all of them."""
    row = puzzle_of(theme).theme
    response = Client().get(f"/en/puzzles/{row.slug}/print/", {"n": 4})
    shown = read(response.content.decode().removeprefix("<!doctype html>"))
    puzzles, solutions = shown.all("li", cls="printed__puzzle"), shown.all("li", cls="solutions__one")

    assert len(puzzles) == len(solutions) == 4
    assert all(node.text.strip() for node in solutions)
    text = response.content.decode()
    assert text.rindex("printed__puzzle") < text.index('class="solutions"')
    assert not response.cookies
    assert "public" in response["Cache-Control"]


@pytest.mark.parametrize(
    ("theme", "told"),
    [
        ("R1", lambda item: item["proof"]["answers"][0]["cards"]),
        ("R3", lambda item: [str(item["proof"]["answers"][0]["number"])]),
        ("M2", lambda item: item["proof"]["answers"][0]["statement"].split()),
        ("E1", lambda item: [action[2:] for action in item["proof"]["answers"][0]["actions"]]),
    ],
)
def test_solutions_say_the_answer(theme, told):
    """In words that stand without the page on which the answer could be marked."""
    from engine.cards import Card
    from tutor.wording.cards import card_name

    puzzle = puzzle_of(theme)
    shown = page(f"puzzles/{puzzle.theme.slug}/print/", n=1)
    text = shown.one("li", cls="solutions__one").text
    words = told(puzzle.item)

    if theme == "E1":
        assert any(card_name(Card.parse(a["actions"][0][2:])) in text for a in puzzle.item["proof"]["answers"])
        return
    for word in words:
        assert (word if word.isdigit() else card_name(Card.parse(word))) in text


def test_a_sheet_of_one_level():
    """Only of that level; then other ones; what an address holds that is no number asks for the usual sheet."""
    theme = Theme.objects.get(pk="E1")
    low = Puzzle.objects.filter(theme=theme).aggregate(low=Min("level"))["low"]
    shown = page(f"puzzles/{theme.slug}/print/", n=4, level=low)
    labels = {node.text for node in shown.all("p", cls="printed__about")}

    assert all(label.startswith(f"Level {low} of 5") for label in labels)
    first = shown.one("article").text
    more = Client().get(page(f"puzzles/{theme.slug}/print/", n=4).one("a", id="more").attrs["href"]).content.decode()
    assert read(more.removeprefix("<!doctype html>")).one("article").text != first
    odd = page(f"puzzles/{theme.slug}/print/", n="many", level="9", start="-1")
    assert len(odd.all("li", cls="printed__puzzle")) == 6


def test_the_address_on_a_sheet_is_that_of_the_sheet():
    """What else the link carried is not printed, however much of it there was: a QR code would not hold it."""
    slug = Theme.objects.get(pk="E1").slug
    shown = page(f"puzzles/{slug}/print/", n=4, level="", utm_source="friend", x="a" * 2400)
    odd = shown.one("div", cls="sheet__address")

    assert odd.text == f"testserver/en/puzzles/{slug}/print/?n=4"
    assert odd.one("svg").all("path")


# -- all of them ---------------------------------------------------------------------------------------------------

PATHS = ("puzzles/p/{}/report/", "puzzles/p/{}/report/thanks/", "embed/puzzle/{}/", "puzzles/p/{}/picture.png")


@pytest.mark.parametrize("path", PATHS)
def test_no_such_puzzle(path):
    """Not found."""
    assert Client().get(f"/en/{path.format('nothing')}").status_code == 404
    assert Client().get("/en/puzzles/nothing/print/").status_code == 404


@pytest.mark.parametrize("path", [*PATHS, "puzzles/trick-winner/print/?n=12"])
def test_queries(path, django_assert_max_num_queries):
    """Few, however many puzzles."""
    puzzle = puzzle_of("R9")
    with django_assert_max_num_queries(5):
        assert Client().get(f"/en/{path.format(puzzle.pk)}").status_code == 200
