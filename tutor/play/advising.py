"""What the coach says of a moment, as templates show it: what to do and why, how sure that is, and the other actions."""

from __future__ import annotations

import random
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString

from engine.coach import Advice, Option
from engine.view import View
from tutor.exercises.deals import PracticeDeal, coach
from tutor.play import thinking
from tutor.play.models import Game
from tutor.play.strict import uncounted
from tutor.play.thinking import Thought
from tutor.wording import deals as deal_words
from tutor.wording import play as words
from tutor.wording.advice import loss, reasons, thinking_line, to_do, value_sentences
from tutor.wording.sentences import Say
from tutor.wording.tasks import action_words


@dataclass(frozen=True, slots=True)
class Other:
    """An action that is not the first choice: what it loses, and the main reason."""

    action: str
    says: tuple[SafeString, ...]


@dataclass(frozen=True, slots=True)
class AdviceView:
    """The panel of the coach. ``poll``: the address that tells how far it is, while it is thinking; ``wait``: when to look."""

    says: tuple[SafeString, ...]
    how_sure: tuple[SafeString, ...]
    others: tuple[Other, ...]
    spoken: str
    note: str
    looked_at: str
    running: bool
    may_think: bool
    thought: bool
    poll: str
    page: str
    wait: str = ""


def thought_key(game: Game) -> str:
    """Return the name of a moment of a deal among the thoughts of the coach."""
    return f"{game.key}:{game.actions}"


def think_longer(game: Game, deal: PracticeDeal) -> bool:
    """Let the coach think longer about this moment; return whether it does."""
    if coach(deal) is None:
        return False
    rng = random.Random(f"coach:{deal.seed}:{len(deal.actions)}")
    return thinking.begin(thought_key(game), deal.view, rng) is not None


def advice_view(game: Game, deal: PracticeDeal) -> AdviceView:
    """Word what the coach says of this moment, after long thinking where it has been asked for that."""
    thought = thinking.look(thought_key(game))
    quick = None if thought is not None and thought.advice is not None else coach(deal)
    advice = quick if thought is None or thought.advice is None else thought.advice
    if advice is not None and not game.counts:
        advice = uncounted(advice)
    if advice is None:
        return _passes(game)
    best, view = advice.options[0], deal.view
    says = [to_do(best.action, view), *reasons(best)]
    sure = value_sentences(best) if len(advice.options) > 1 else []
    return AdviceView(
        says=tuple(say.html() for say in says),
        how_sure=tuple(say.html() for say in sure),
        others=tuple(_others(advice, view)),
        spoken=" ".join(say.text() for say in (*says, *sure)),
        note=_note(game),
        **_progress(game, advice, thought),
    )


def _passes(game: Game) -> AdviceView:
    say = Say(deal_words.COACH_PASSES)
    page = reverse("play:game", args=[game.key])
    note = "" if game.counts else str(words.NO_CLAIMS)
    return AdviceView((say.html(),), (), (), say.text(), note, "", False, False, False, "", page)


def _note(game: Game) -> str:
    """What the coach leaves out of account: at a strict table nothing is said that tells a count."""
    notes = [words.THIS_DEAL_ONLY] if game.whole else []
    notes += [] if game.counts else [words.NO_CLAIMS]
    return " ".join(map(str, notes))


def _others(advice: Advice, view: View) -> list[Other]:
    return [Other(action_words(option.action, view.trump), _against(option)) for option in advice.options[1:]]


def _against(option: Option) -> tuple[SafeString, ...]:
    return tuple(say.html() for say in (Say(loss(option.lost)), *reasons(option)[:1]))


def _progress(game: Game, advice: Advice, thought: Thought | None) -> dict[str, object]:
    running = thought is not None and thought.running
    done = advice.fraction >= 1
    return {
        "looked_at": thinking_line(advice) if running or (thought is not None and not done) else "",
        "running": running,
        "may_think": not running and not done and not advice.forced,
        "thought": thought is not None and not running,
        "poll": reverse("play:thinking", args=[game.key]) if running else "",
        "wait": f"{_wait(thought)}ms" if running else "",
        "page": reverse("play:game", args=[game.key]),
    }


def _wait(thought: Thought) -> int:
    """Return in how many milliseconds it is time to look again: soon at first, less and less often later."""
    return min(4000, 700 + int(200 * thought.seconds))
