"""A strict table tells no count: not by a link, not by the coach, not by a warning; and what is told only when a deal is over."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from django.utils import timezone

from engine.actions import Claim, Close, Draw, Play
from engine.coach import Cause
from engine.coach.causes import FACTS
from engine.notation import write_action
from engine.policy import Want, choose, own_actions
from engine.seats import Seat
from tests.web.markup import read
from tests.web.player import Player, game_at, offered, seen_in
from tutor.exercises.deals import GO_ON, PracticeDeal, coach, take, waits_for
from tutor.play import reviewing
from tutor.play.deals import deal_of, history, put
from tutor.play.models import Game
from tutor.play.presenters import game_view
from tutor.play.strict import COUNTED, uncounted
from tutor.play.warning import warning
from tutor.wording import play as words
from tutor.wording.wants import LATER, NO_AIM, WANTS

pytestmark = pytest.mark.django_db

COUNTS = re.compile(
    r"Your points|have at least|then ha(s|ve)|Opponent: \d|Points without|66 points|to 66|33 points|without a trick|no trick yet"
    r"|No other card may be played, |Claim 66"
)
"""Words of sentences that tell how much somebody has."""
SEEDS = (1, 2, 10, 11, 14, 20)
"""Deals in which a careful player has 66 points at some moment."""


@pytest.fixture
def player():
    """Somebody at the first page."""
    return Player(random.Random(66), worlds=0, asks=0)


def turns(deal: PracticeDeal) -> Iterator[PracticeDeal]:
    """The deal at each turn of somebody who plays carefully and never claims."""
    while deal.outcome is None and deal.history.deal.to_act is Seat.A and not deal.history.deal.played_out:
        yield deal
        action = choose(deal.view).action
        if isinstance(action, Claim | Close):
            action = next(each for each in own_actions(deal.view) if isinstance(each, Play | Draw))
        deal = take(deal, write_action(action))


def moments(player: Player, **wish: str) -> Iterator[tuple[Game, PracticeDeal]]:
    """Moments of deals in which points begin to matter."""
    for seed in SEEDS:
        game = game_at(player.begin(seed=str(seed), opponent="cautious", dealer=("you", "opponent")[seed % 2], **wish))
        for deal in turns(deal_of(game)):
            if len(deal.actions) > 12 and not deal.history.deal.before_draw:
                put(game, deal)
                yield game, deal


def claims(deal: PracticeDeal) -> bool:
    """Whether a claim would be right now."""
    advice = coach(deal)
    return advice is not None and isinstance(advice.options[0].action, Claim)


# -- a strict table -------------------------------------------------------------------------------------------------


def test_no_link_of_a_strict_table_tells_a_count(player):
    """The address of a position holds points, tricks and every card that is gone; where points are shown it is there."""
    for counts, shown in (("hidden", False), ("shown", True)):
        url = player.begin(seed="7", counts=counts, opponent="random")
        html = player.page(url)
        for _ in range(8):
            assert ("/position/?" in html) == shown
            html = player.post(url, html, **dict([next(iter(offered(html)))]))


def test_the_coach_of_a_strict_table_counts_nothing(player):
    """Whatever the points are, no sentence tells them and no claim is advised; that it does not count is said."""
    right, different = 0, 0
    for game, deal in moments(player, counts="hidden"):
        game.asked = "advice"
        view = game_view(game).advice
        told = " ".join([*view.says, *view.how_sure, *(" ".join((each.action, *each.says)) for each in view.others)])
        assert not COUNTS.search(re.sub(r"<[^>]+>", "", told)), told
        assert view.note == str(words.NO_CLAIMS)
        right += claims(deal)
        game.counts = True
        different += bool(COUNTS.search(game_view(game).advice.spoken))
        game.counts = False

    assert right > 2
    assert different > 2  # where points are shown they are told


def test_the_panel_of_the_coach_at_a_strict_table(player):
    """Asked for over HTTP where a claim would be right."""
    game, _deal = next((game, deal) for game, deal in moments(player, counts="hidden") if claims(deal))
    game.save()
    url = f"/en/play/{game.key}/"
    html = player.post(url, player.page(url), do="advice")
    panel = read(html.removeprefix("<!doctype html>")).by_id("advice").text

    assert not COUNTS.search(panel)
    assert str(words.NO_CLAIMS) in panel


def test_a_warning_at_a_strict_table_tells_no_claim(player):
    """Somebody who may claim and does not is warned of nothing that tells it; where points are shown of just that."""
    missed = 0
    for game, deal in moments(player, counts="hidden", coach="warns"):
        advice = coach(deal)
        for option in advice.options if claims(deal) else ():
            if isinstance(option.action, Claim):
                continue
            text = game.held = write_action(option.action)
            game.warned = [[len(deal.actions), "search_lower", text]]
            assert not COUNTS.search(game_view(game).warning.spoken)
            assert warning(game, deal, text) not in COUNTED
            game.counts = True
            if warning(game, deal, text) == Cause.LEAVES_CLAIM:
                missed += 1
                assert COUNTS.search(game_view(game).warning.spoken)
            game.counts, game.held = False, ""
    assert missed


def test_advice_without_claims(player):
    """The best of the rest loses nothing, what is worse loses what it loses beside that; the order stays."""
    for _game, deal in moments(player):
        advice = coach(deal)
        rest = uncounted(advice)
        assert [option.action for option in rest.options] == [
            option.action for option in advice.options if not isinstance(option.action, Claim)
        ]
        assert rest.options[0].best
        assert rest.options[0].lost == 0
        assert rest.forced == (len(rest.options) == 1)
        lost = [option.lost for option in advice.options if not isinstance(option.action, Claim)]
        assert [option.lost for option in rest.options] == pytest.approx([each - lost[0] for each in lost])
        assert all(option.reasons for option in rest.options)
        assert not {told.cause for option in rest.options for told in option.reasons} & COUNTED


def test_every_reason_with_points_is_decided_about():
    """A new reason that carries points is either one that tells a count, or one of a trick or a marriage."""
    of_a_trick = {
        *(Cause.TAKES_TRICK, Cause.LOSES_LITTLE, Cause.LEADS_LITTLE, Cause.GIVES_UP_TRICK, Cause.WASTES_TRUMP),
        *(Cause.MARRIAGE_POINTS, Cause.MARRIAGE_WAITS, Cause.LEAVES_MARRIAGE),
        *(Cause.RELEASES_MARRIAGE, Cause.HOLDS_BACK_MARRIAGE, Cause.RELEASES_THEIRS),
    }
    assert {cause for cause, facts in FACTS.items() if "points" in facts} - COUNTED == of_a_trick
    assert {cause for cause in Cause if "33" in cause or "66" in cause} <= COUNTED


# -- why it played that, afterwards ---------------------------------------------------------------------------------


def played(player: Player, seed: int, opponent: str) -> tuple[str, list[str]]:
    """A deal played carefully to its end, asking why at every turn; its address, and what was said."""
    url = player.begin(seed=str(seed), opponent=opponent, dealer=("you", "opponent")[seed % 2])
    told = []
    for _ in range(60):
        html = player.page(url)
        deal = deal_of(game_at(url))
        if deal.outcome is not None:
            return url, told
        if 'value="why"' in html:
            html = player.post(url, html, do="why")
            told.append(read(html.removeprefix("<!doctype html>")).by_id("why").text)
        text = GO_ON if waits_for(deal.history.deal, deal.actions) else write_action(choose(deal.view).action)
        player.client.post(url, {"seen": seen_in(html), "act": text})
    raise AssertionError("the deal does not end")


def test_what_was_kept_back_is_told_when_the_deal_is_over(player):
    """During the deal that the reason would show cards; afterwards the reason, on the step and with the last moves."""
    url, told = played(player, 29, "cautious")
    game = game_at(url)
    assert Want.SURE_66 in game.reasons
    assert any(str(LATER) in text for text in told)
    assert not any(str(WANTS[Want.SURE_66]) in text for text in told)

    assert reviewing.worked_out(game, timezone.now())
    places = [place for place, text in enumerate(game.actions.split()) if text != GO_ON]
    reasons = [game.reasons.split()[place] for place in places]
    shown = 0
    for number, action in enumerate(history(game).actions):
        step = read(player.client.get(f"{url}review/{number + 1}/").content.decode().removeprefix("<!doctype html>"))
        wanted = step.by_id("wanted")
        assert (wanted is not None) == (action.by is Seat.B and not isinstance(action, Draw))
        if wanted is not None:
            assert all(str(WANTS[Want(code)]) in wanted.text for code in reasons[number].split(","))
            shown += Want.SURE_66 in reasons[number]
    assert shown

    page = read(player.page(url).removeprefix("<!doctype html>"))
    last = [r for place, r in enumerate(game.reasons.split()) if place >= game.last and r != "."]
    assert last  # the action that ended the deal among them
    assert all(str(WANTS[Want(code)]) in page.by_id("why-over").text for reason in last for code in reason.split(","))
    game.last = next(place for place, reason in enumerate(game.reasons.split()) if Want.SURE_66 in reason)
    assert str(WANTS[Want.SURE_66]) in game_view(game).why_over[0].spoken


def test_nothing_is_said_of_what_nobody_knows(player):
    """Of a deal out of a file it is not known why its first actions were done; of a player without a plan it is."""
    url, _told = played(player, 3, "random")
    assert reviewing.worked_out(game_at(url), timezone.now())
    theirs = [n for n, action in enumerate(history(game_at(url)).actions, 1) if action.by is Seat.B]
    assert str(NO_AIM) in player.client.get(f"{url}review/{theirs[0]}/").content.decode()

    game = game_at(url)
    Game.objects.filter(pk=game.pk).update(begun=len(history(game).actions))
    page = read(player.client.get(f"{url}review/{theirs[0]}/").content.decode().removeprefix("<!doctype html>"))
    assert page.by_id("wanted") is None
