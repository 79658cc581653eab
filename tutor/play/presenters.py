"""A deal as templates show it: what the learner's seat may know, already worded, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString

from engine.actions import Claim, Close, Play
from engine.cards import in_order
from engine.events import TrickWon
from engine.history import replay
from engine.notation import read_action
from engine.ruleset import Ruleset
from engine.seats import Seat
from tutor.content.position_links import position_link
from tutor.content.rule_links import RuleLink, rule_links
from tutor.exercises.choices import RefusalView, choices_of, refusals
from tutor.exercises.controls import Option
from tutor.exercises.deal_presenters import DealView, deal_view
from tutor.exercises.deals import GO_ON, LEARNER, OPPONENT, PracticeDeal
from tutor.exercises.records import told
from tutor.play.advising import AdviceView, advice_view
from tutor.play.aims import Aim, aims
from tutor.play.deals import deal_of, match_after, secret
from tutor.play.models import Game
from tutor.play.services import Became
from tutor.play.warning import judged
from tutor.web.table import CardView, card_view
from tutor.wording import answers
from tutor.wording import play as words
from tutor.wording.advice import loss, reasons
from tutor.wording.opponents import opponent_name
from tutor.wording.presets import ruleset_label
from tutor.wording.sentences import Say
from tutor.wording.tasks import action_words

NOTICES: Mapping[str, object] = {
    Became.STALE: answers.OLD_PAGE,
    Became.NOTHING_CHOSEN: words.NOTHING_CHOSEN,
    Became.UNDONE: words.UNDONE,
    Became.BUSY: words.BUSY,
}


@dataclass(frozen=True, slots=True)
class Saying:
    """A panel of sentences, with a heading; ``action``: what they are about, ``rule``: where it is told."""

    heading: str
    says: tuple[SafeString, ...]
    spoken: str
    action: str = ""
    rule: RuleLink | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of what has just happened; for a trick with both its cards in the order of play."""

    says: str
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class Again:
    """How to play once more: with new cards, or with the same ones, which a friend can get as well."""

    new_url: str
    same_url: str
    number: str


@dataclass(frozen=True, slots=True)
class GameView:
    """The page of a deal."""

    url: str
    seen: int
    place: int
    opponent: str
    ruleset: str
    score: str
    deal: DealView
    notice: str
    moved: bool
    warning: Saying | None
    insist: Option | None
    leave: str
    happened: tuple[Line, ...]
    why: tuple[Aim, ...]
    why_over: tuple[Aim, ...]
    cannot: tuple[RefusalView, ...]
    nothing_refused: str
    asked: str
    advice: AdviceView | None
    log: tuple[str, ...]
    buttons: tuple[Option, ...]
    with_undo: str
    explorer_url: str
    game_end: str
    next_deal: str
    review_url: str
    file_url: str
    log_url: str
    again: Again | None

    @property
    def spoken(self) -> str:
        """The sentences for the status region."""
        if self.warning is not None:
            return self.warning.spoken
        why = self.advice.spoken if self.advice else " ".join(saying.spoken for saying in self.why)
        refused = " ".join(words.not_allowed(view.heading, view.says) for view in self.cannot)
        return " ".join(part for part in (self.notice, why or refused or self.deal.spoken, self.game_end) if part)


def game_view(game: Game, *, became: str = "", asks: bool = False) -> GameView:
    """Word a deal as the learner sees it; ``became``: what has become of the form before.

    ``asks``: closing and claiming are asked about before they are done.
    """
    deal = deal_of(game)
    now, rules = deal.history.deal, deal.rules
    view = deal_view(deal, asked=False, counts=game.counts, asks=asks)
    cannot = refusals(choices_of(now, LEARNER), rules, now.hands[LEARNER]) if game.asked == "cannot" else ()
    warned, weighed = _warned(game, deal), _weighed(game, deal)
    held = warned or weighed
    return GameView(
        url=reverse("play:game", args=[game.key]),
        seen=game.version,
        place=_place(deal),
        opponent=opponent_name(game.opponent),
        ruleset=ruleset_label(rules),
        score=_score(game, rules),
        deal=view,
        notice=str(NOTICES.get(became, "")),
        moved=became == Became.TAKEN,
        warning=held,
        insist=Option(game.held, str(words.DO_IT) if warned else held.action, "insist") if held else None,
        leave=str(words.LEAVE) if weighed and not warned else "",
        happened=_happened(deal, counts=game.counts or view.over),
        why=_why(game, deal) if game.asked == "why" and not view.over else (),
        why_over=_why(game, deal, over=True) if view.over else (),
        cannot=cannot,
        nothing_refused=str(words.ALL_ALLOWED) if game.asked == "cannot" and not cannot else "",
        asked=game.asked,
        advice=advice_view(game, deal) if game.asked == "advice" and not view.over else None,
        log=told(deal.history.events, end=False, duties=rules.duties) if game.counts or view.over else (),
        buttons=tuple(_buttons(game, deal, over=view.over)),
        with_undo=str(words.WITH_UNDO) if game.with_undo else "",
        # The address of a position tells points, tricks and every card that is gone.
        explorer_url="" if view.over or now.played_out or not game.counts else position_link(deal.view),
        **_told_elsewhere(game, over=view.over),
        again=_again(game) if view.over else None,
        **_end(game, over=view.over),
    )


def _told_elsewhere(game: Game, *, over: bool) -> dict[str, str]:
    """Where else the deal is told; a strict table tells what has been played once the deal is over."""
    pages = {"review": over, "file": game.counts or over, "log": game.counts or over}
    return {f"{name}_url": reverse(f"play:{name}", args=[game.key]) if shown else "" for name, shown in pages.items()}


def focus(page: GameView) -> str:
    """Return the id of the control that gets the focus: what was asked for, a warning, the end, or the next card.

    That is the card where the last one was taken from; where an exchange or a claim is offered alone it is the sentence
    about it, since a key that is pressed twice must not claim. Drawing is all that can be done before it.
    """
    if page.notice:
        return "notice"
    if page.warning is not None:
        return "warning"
    if page.asked:
        return page.asked
    if page.deal.over or page.deal.notice is not None:
        return "feedback"
    if page.deal.mode != "buttons":
        return "task"
    draw = next((option.id for option in page.deal.options if option.mark == "main"), "")
    cards = [f"card-{card.code}" for card in page.deal.table.you.cards if card]
    return draw or (cards[min(page.place, len(cards) - 1)] if cards else "task")


def _place(deal: PracticeDeal) -> int:
    """Where in the hand the card lay that the learner has just played, counted from 0; 0 after anything else."""
    done = deal.actions[: deal.last + 1]
    action = read_action(done[-1]) if done and done[-1] != GO_ON else None
    if not isinstance(action, Play) or action.by is not LEARNER:
        return 0
    before = replay(deal.start, [read_action(text) for text in done[:-1] if text != GO_ON]).deal
    return in_order(before.hands[LEARNER]).index(action.card)


def _score(game: Game, rules: Ruleset) -> str:
    if not game.whole:
        return ""
    down = rules.count == "down"
    return words.score_line(game.number, game.score_you, game.score_opponent, rules.target, down=down)


def _weighed(game: Game, deal: PracticeDeal) -> Saying | None:
    """What the learner is asked before an action is done: what happens if it goes wrong, and never whether it will."""
    action = read_action(game.held) if game.held else None
    if not isinstance(action, Claim | Close):
        return None
    now = deal.history.deal
    text, rule = words.RISKS[type(action)]
    if isinstance(action, Claim) and now.closing is not None and now.closing.by is action.by:
        rule = words.CLOSER_CLAIMS
    done, say = action_words(action, now.trump), Say(text)
    spoken = " ".join([words.sure_about(done), say.text()])
    return Saying(str(words.SURE), (say.html(),), spoken, done, rule_links([rule], deal.rules)[rule])


def _warned(game: Game, deal: PracticeDeal) -> Saying | None:
    """The coach's warning of the action that was held back."""
    now = len(deal.actions)
    if not any([at, text] == [now, game.held] for at, _cause, text in game.warned):
        return None
    option = judged(deal, game.held, counts=game.counts) if game.held else None
    if option is None:
        return None
    says = [Say(loss(option.lost, best=option.best)), *reasons(option)]
    action = action_words(option.action, deal.history.deal.trump)
    spoken = " ".join([words.warned_of(action), *(say.text() for say in says)])
    return Saying(str(words.WARNING), tuple(say.html() for say in says), spoken, action)


def _happened(deal: PracticeDeal, *, counts: bool) -> tuple[Line, ...]:
    """What has happened since the learner's last action, trick by trick."""
    events, duties = deal.happened, deal.rules.duties
    lines = told(events, end=False, duties=duties, points=counts)
    cards: dict[int, tuple[CardView, ...]] = {}
    for place, event in enumerate(events):
        if isinstance(event, TrickWon):
            line = len(told(events[: place + 1], end=False, duties=duties, points=counts)) - 1
            cards[line] = tuple(card_view(card, deal.history.deal.trump) for card in (event.led, event.answer))
    return tuple(Line(line, cards.get(number, ())) for number, line in enumerate(lines))


def _why(game: Game, deal: PracticeDeal, *, over: bool = False) -> tuple[Aim, ...]:
    """What the opponent wanted with each action since the learner's last one."""
    return tuple(aims(deal, over=over, first=deal.last, begun=game.begun))


def _has_acted(deal: PracticeDeal) -> bool:
    """Whether the opponent has done more than draw since the learner's last action."""
    return any(text.startswith(OPPONENT.name) and not text.endswith("!") for text in deal.actions[deal.last :])


def _buttons(game: Game, deal: PracticeDeal, *, over: bool) -> list[Option]:
    """What can be asked or undone; each is a button of the form."""
    if over:
        return []
    found = []
    if game.coach != Game.Coach.SILENT:
        found.append(Option("advice", str(words.ASK_ADVICE), "ask-advice", game.asked == "advice"))
    if _has_acted(deal):
        found.append(Option("why", str(words.ASK_WHY), "ask-why", game.asked == "why"))
    found.append(Option("cannot", str(words.ASK_CANNOT), "ask-cannot", game.asked == "cannot"))
    if any(text == GO_ON or text.startswith(LEARNER.name) for text in deal.actions):
        found.append(Option("undo", str(words.UNDO), "undo"))
    return found


def _end(game: Game, *, over: bool) -> dict[str, str]:
    """What comes after the deal in a game to the target."""
    after = match_after(game) if over and game.whole else None
    if after is None:
        return {"game_end": "", "next_deal": ""}
    if after.winner is None:
        return {"game_end": "", "next_deal": str(words.NEXT_DEAL)}
    return {"game_end": str(words.GAME_YOURS if after.winner is Seat.A else words.GAME_OPPONENTS), "next_deal": ""}


def _again(game: Game) -> Again:
    """Links to the start with the same settings. The number of the deal is told once nothing follows from it any more."""
    query = {"rules": game.ruleset, "opponent": game.opponent, "coach": game.coach}
    query |= {"counts": "shown" if game.counts else "hidden", "length": "game" if game.whole else "deal"}
    start = reverse("play:start")
    new_url = f"{start}?{urlencode(query, safe=';=')}"
    if game.start or secret(game):
        return Again(new_url, "", "")
    dealer = "you" if game.first_dealer == LEARNER.name else "opponent"
    number = str(game.first_seed)
    return Again(new_url, f"{new_url}&{urlencode({'dealer': dealer, 'seed': number})}", number)
