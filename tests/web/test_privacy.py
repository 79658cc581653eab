"""What no response may tell: hidden cards, answers before an attempt, and who reads the reading pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from engine.cards import PACK_24, Card, Rank
from engine.referee import playable_cards
from engine.ruleset import PRESETS
from engine.seats import Seat
from tests.conftest import LANGUAGES
from tests.web import course
from tests.web.course import HTMX, OTHER_LANGUAGES, PLACES, SLUGS, Visitor, each, named, of_kind
from tests.web.markup import Node, read
from tutor.exercises.kinds.base import deal_in, view_in
from tutor.wording.cards import card_name

pytestmark = pytest.mark.django_db

READING = {
    "home": "",
    "home-played": "?card=TS",
    "rules": "rules/",
    **{f"rules-{name}": f"rules/?preset={name}" for name in PRESETS},
    "rules-custom": "rules/?preset=classic66;target=11",
    "sources": "rules/sources/",
    "glossary": "glossary/",
    "term": "glossary/trick/",
    "about": "about/",
    "offline": "offline/",
    "texts": "learn/texts/",
    "lesson-texts": f"learn/{SLUGS[0]}/texts/",
    "manifest": "app.webmanifest",
    "privacy": "privacy/",
    "accessibility": "accessibility/",
}
PERSONAL = {"map": "learn/", "lesson": f"learn/{SLUGS[0]}/", "step": f"learn/{SLUGS[0]}/1/"}
PERSONAL |= {path: f"{path}/" for path in ("progress", "progress/export", "progress/reset", "settings", "account")}
MARKS = ("card--right", "card--wrong", "card--look", "choice--right", "choice--wrong", "choice--struck")


def varied(response: Any) -> set[str]:
    """The headers that a cache must keep apart."""
    return {name.strip().lower() for name in response.headers.get("Vary", "").split(",") if name.strip()}


# -- who reads -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [pytest.param(path, id=name) for name, path in READING.items()])
@pytest.mark.parametrize("language", LANGUAGES)
def test_reading_pages_are_the_same_for_everybody(language, path):
    """No cookie is set, and the answer depends on the address alone: any cache may keep it."""
    known = Visitor(language)
    known.act(PLACES[0], answer=PLACES[0].right)
    known.client.cookies["django_language"] = "hi"

    stranger = Client().get(f"/{language}/{path}")
    learner = known.client.get(f"/{language}/{path}", headers={"Accept-Language": "it"})

    for response in (stranger, learner):
        assert response.status_code == 200
        assert not response.cookies
        assert not varied(response) & {"cookie", "accept-language"}
        assert "no-store" not in response.headers.get("Cache-Control", "")
    assert stranger.content == learner.content


@pytest.mark.parametrize("query", ["", "?card=TS"], ids=["before", "played"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_pieces_of_reading_pages_stay_in_the_browser(language, query):
    """The same for everybody, too, but a cache that looks at addresses alone must never show one as a page."""
    response = Client().get(f"/{language}/first-trick/{query}", headers=HTMX)

    assert response.status_code == 200
    assert not response.cookies
    assert "private" in response["Cache-Control"]
    assert "hx-request" in varied(response)


@pytest.mark.parametrize("path", [pytest.param(path, id=name) for name, path in PERSONAL.items()])
@pytest.mark.parametrize("language", LANGUAGES)
def test_personal_pages_are_kept_nowhere(language, path):
    """Progress belongs to one visitor."""
    response = Client().get(f"/{language}/{path}")

    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert "cookie" in varied(response)
    assert "accept-language" not in varied(response)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_answers_to_forms_are_kept_nowhere(headers):
    """Neither the fragment nor the redirect; the cookies hold no more than random keys."""
    for place in PLACES[:3]:
        client = Client()
        response = client.post(place.path(), {"seen": 0, **course.as_form(place, place.right)}, headers=headers)

        assert "no-store" in response["Cache-Control"]
        assert set(client.cookies) <= {"sessionid", "csrftoken"}
        assert client.cookies["sessionid"]["httponly"]
        assert client.cookies["sessionid"]["samesite"] == "Lax"
        assert re.fullmatch(r"[a-z0-9]{32}", client.cookies["sessionid"].value)


@pytest.mark.parametrize("place", each(of_kind(*course.COMPOSED)))
def test_a_draft_is_kept_nowhere(place):
    """The redirect of a change of language depends on the form."""
    response = Client().post(
        place.path() + "draft/", {"seen": 0, "language": "ar", **course.as_form(place, place.wrong)}
    )

    assert response.status_code == 302
    assert "cookie" in varied(response) or "no-store" in response.headers.get("Cache-Control", "")


@pytest.mark.parametrize("path", ["/en/", "/en/rules/", "/en/learn/", PLACES[0].path()])
def test_nothing_comes_from_elsewhere(path):
    """No script, style or picture of another host, nothing inline, and the policy says so."""
    response = Client().get(path)
    policy = response["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    page = read(response.content)
    for node in page.walk():
        address = node.attrs.get("src", "") or (node.attrs.get("href", "") if node.tag in ("link", "use") else "")
        assert not re.match(r"(https?:)?//(?!testserver)", address), address
        assert not [name for name in node.attrs if name.startswith("on") or name == "style"], node
        assert node.tag != "style"
        assert node.tag != "script" or (node.attrs.get("src") and not node.text)


# -- hidden cards --------------------------------------------------------------------------------------------------


LAID_OPEN = ("spot", "line", "unseen", "diff")
"""Kinds that lay both hands open, lead to the opponent's cards one by one, or show the whole pack to tick."""


def hidden_in(place: course.Place) -> tuple[Card, ...]:
    """The cards that lie face down for the learner: the whole deal less what the view knows."""
    if "position" not in place.data or place.data.get("actions") or place.kind_name in LAID_OPEN:
        return ()
    deal, view = deal_in(place.data, place.kind.rules), view_in(place.data, place.kind.rules)
    seen = {*view.hand, *view.known, *view.gone, view.turned, view.led}
    assert view.seat is Seat.A
    # A marriage that is asked about is told by the names of its cards, whoever holds them.
    suits = {option[2:] for option in place.data.get("options", ()) if option[1:2] == "="}
    seen |= {card for card in deal.ruleset.pack if card.suit.value in suits and card.rank in (Rank.KING, Rank.QUEEN)}
    return tuple(card for card in (*deal.hands[Seat.B], *deal.stock) if card not in seen)


HIDING = [place for place in PLACES if hidden_in(place)]
ANSWERS = [pytest.param(place, answer, id=f"{place.id}-{named(answer)}") for place in HIDING for answer in place.tried]


def named_deduction(place: course.Place) -> bool:
    """A lead that is not sure is answered with one card of all that are unseen: a deduction, not a look."""
    return place.data.get("goal") == "sure"


def told(response: Any) -> str:
    """Everything that goes over the line: headers, cookies, body."""
    headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    return f"{headers}\n{response.cookies.output()}\n{response.content.decode()}"


def given_away(text: str, hidden: tuple[Card, ...], language: str) -> list[str]:
    """The hidden cards that a text names, by code or in words."""
    with override(language):
        names = {card: card_name(card).lower() for card in hidden}
    lower = text.lower()
    return [
        card.code
        for card in hidden
        if names[card] in lower or re.search(rf"(?<![A-Za-z0-9]){card.code}(?![A-Za-z0-9])", text)
    ]


def assert_hidden(place: course.Place, response: Any, language: str) -> None:
    """No hidden card in a response; where it leads on, none in the page that follows."""
    hidden = hidden_in(place)
    text = told(response)
    if named_deduction(place) and response.status_code == 200:
        page = read(response.content)
        assert len(given_away(page.one("section", id="step").text, hidden, language)) <= 1
        text = re.sub(r'(?s)<div class="panel panel--wrong feedback">.*?</div>', "", text)
        text = re.sub(r'(?s)<div id="status".*?</div>', "", text)
    assert given_away(text, hidden, language) == []


def test_there_are_cards_to_hide():
    """Every position of a learner who plays, and the second opinion sees the same cards."""
    assert {place.kind_name for place in HIDING} >= {"play", "legal", "act"}
    assert len(HIDING) >= 6
    for place in HIDING:
        position = place.data["position"]
        named_cards = set(re.findall(r"[AKQJT9][CDHS]", position))
        others = {card.code for card in PACK_24} - named_cards
        if "??" not in position:
            hands, stock = position.split(" ")[:2]
            others = set(re.findall(r"[AKQJT9][CDHS]", hands.partition("/")[2] + stock.partition(".")[0]))
        assert {card.code for card in hidden_in(place)} <= others
        assert len(hidden_in(place)) >= len(others) - 4


def test_the_search_for_hidden_cards_finds_them():
    """By code and by name, in any language; a token that holds two letters by chance is none."""
    cards = (Card.parse("TD"), Card.parse("9S"))
    with override("ar"):
        name = card_name(cards[1])

    assert given_away('<use href="cards.svg#TD"/>', cards, "en") == ["TD"]
    assert given_away('value="9S"', cards, "en") == ["9S"]
    assert given_away("Ten of Diamonds", cards, "en") == ["TD"]
    assert given_away(f"({name})", cards, "ar") == ["9S"]
    assert given_away("csrf=aTDb9Sx", cards, "en") == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", each(HIDING))
def test_no_hidden_card_in_the_first_view(place, language):
    """Before anything was done; face-down cards all look alike."""
    response = Client().get(place.path(language))

    assert_hidden(place, response, language)
    backs = [node for node in read(response.content).walk() if "card--back" in node.classes]
    assert len({tuple(sorted(back.attrs.items())) for back in backs if back.attrs.get("role") == "img"}) == 1


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["no-scripts", "htmx"])
@pytest.mark.parametrize(("place", "answer"), ANSWERS)
def test_no_hidden_card_after_an_answer(place, answer, headers):
    """Right, wrong or refused; the page after it as well."""
    client = Client()

    response = client.post(place.path(), {"seen": 0, **course.as_form(place, answer)}, headers=headers)

    assert_hidden(place, response, "en")
    assert_hidden(place, client.get(place.path()), "en")


@pytest.mark.parametrize(("language", "htmx"), [("en", False), ("it", True), ("es", True), ("ar", False), ("hi", True)])
@pytest.mark.parametrize("place", each(HIDING))
def test_no_hidden_card_after_anything_else(place, language, htmx):
    """Hints, the answer shown, retry, nothing chosen, stale, unreadable, draft; with scripts and without."""
    path = place.path(language)
    scripts = [
        [{"do": "hint"}, {"do": "hint"}, {"do": "hint"}, {"do": "hint"}, {"do": "retry"}],
        [course.as_form(place, place.wrong), {"do": "show"}, {"do": "retry"}, {}],
        [
            course.as_form(place, place.right),
            {"do": "retry", "seen": 0},
            {"do": "nonsense"},
            {"card": "XX", "cards": "XX", "act": "XX", "who": "X"},
        ],
    ]
    posted = 0
    for script in scripts:
        client = Client()
        for seen, form in enumerate(script):
            response = client.post(path, {"seen": seen, **form}, headers=HTMX if htmx else {})
            assert response.status_code in ((200, 400) if htmx else (302, 400))
            assert_hidden(place, response, language)
            if not htmx:
                assert_hidden(place, client.get(path), language)
            posted += 1
    client = Client()
    response = client.post(path + "draft/", {"seen": 0, "language": language, **course.as_form(place, place.wrong)})
    assert_hidden(place, response, language)
    assert_hidden(place, client.get(path), language)
    assert posted == sum(len(script) for script in scripts)


def test_a_guess_at_a_hidden_card_tells_nothing():
    """Playing any card that is not in the hand is answered alike, wherever that card lies."""
    place = next(place for place in of_kind("play") if place.data["goal"] == "legal")
    hidden, view = hidden_in(place), place.kind.view
    gone = [card for card in PACK_24 if card not in (*view.hand, *hidden, view.led)]
    answers = set()

    for card in (*hidden, *gone):
        response = Client().post(place.path(), {"seen": 0, "card": card.code}, headers=HTMX)
        body = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", response.content.decode())
        answers.add((response.status_code, body.replace(card_name(card), "…").replace(card.code, "…")))
        assert given_away(body.replace(card_name(card), ""), hidden, "en") == []

    assert hidden
    assert gone
    suits_apart = {re.sub("[♣♦♥♠]", "", body) for _status, body in answers}
    assert len(suits_apart) == 1


# -- answers -------------------------------------------------------------------------------------------------------

CONTROLS = {
    "play": ("button", {"name": "card"}),
    "line": ("button", {"name": "card"}),
    "act": ("button", {"name": "act"}),
    "count": ("input", {"name": "number"}),
    "order": ("select", {}),
    "score": ("select", {}),
    "unseen": ("input", {"name": "cards"}),
    "diff": ("input", {"type": "radio"}),
    "legal": ("input", {"name": "cards"}),
    "pick": ("input", {"name": "statement"}),
    "spot": ("input", {"name": "line"}),
    "who": ("button", {"name": "who"}),
}


def controls(page: Node, place: course.Place) -> list[Node]:
    """What the answer is given with."""
    tag, attrs = CONTROLS[place.kind_name]
    return page.all(tag, **attrs)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", each())
def test_no_answer_before_an_attempt(place, language):
    """No mark, no verdict, no hint; right and wrong controls differ in nothing but what they are."""
    page = Visitor(language).open(place).one("main")

    used = {name for node in page.walk() for name in node.classes}
    assert not used & {*MARKS, "feedback", "hints"}
    assert not page.all("", "panel--right")
    assert not page.all("", "panel--wrong")
    assert not page.all("a", "rule-link")
    found = controls(page, place)
    assert len(found) > 1 or place.kind_name == "count"
    own = {"id", "name", "value", "aria-label"}
    shapes = {tuple(sorted((name, value) for name, value in item.attrs.items() if name not in own)) for item in found}
    assert len(shapes) == 1
    assert "checked" not in dict(next(iter(shapes)))


@pytest.mark.parametrize("place", each(of_kind("pick", "spot")))
def test_a_wrong_answer_does_not_mark_the_right_one(place):
    """Of sentences and lines only the chosen one is known to be wrong; the right one is not set off."""
    page = Visitor(htmx=True).act(place, answer=place.wrong, seen=0)

    assert not [
        node for node in page.walk() if {"choice--right", "choice--wrong", "choice--struck"} & set(node.classes)
    ]


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("place", each())
def test_the_first_hints_mark_nothing(place, level):
    """The rule and where to look; the candidates come with the third."""
    visitor = Visitor(htmx=True)
    for seen in range(level):
        page = visitor.act(place, "hint", seen=seen)

    assert not [node for node in page.walk() if set(MARKS) & set(node.classes)]


@pytest.mark.parametrize("place", each(of_kind("play", "legal")))
def test_the_third_hint_marks_candidates(place):
    """Cards are set off, the right ones among them; where only one may be played, it is the answer."""
    visitor = Visitor(htmx=True)
    for seen in range(3):
        page = visitor.act(place, "hint", seen=seen)
    if course.phase_of(page) == "solved":
        assert len(playable_cards(place.kind.deal)) == 1
        return

    marked = {box.attrs["value"] for box in controls(page, place) if box_is_marked(page, box)}

    right = place.right.get("cards", [place.right.get("card")])
    assert set(right) <= marked
    assert marked - set(right) or len(marked) == len(controls(page, place))


def box_is_marked(page: Node, box: Node) -> bool:
    """Whether the card of a control is set off."""
    around = [label for label in page.all("label") if box in label.elements]
    return any("card--look" in node.classes for node in (box, *around))


def test_languages_of_the_hiding_steps():
    """The names that are searched for differ between languages, so each was searched in its own words."""
    names = set()
    for language in ("en", *OTHER_LANGUAGES):
        with override(language):
            names.add(card_name(Card.parse("9S")))

    assert len(names) == len(LANGUAGES)
