"""The command line: ``python -m engine judge | moves | solve | coach | play | bench | problems``."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.actions import Action, Announce, Claim, Close, Draw, Exchange, Play
from engine.advising import coach
from engine.arena import results, tally
from engine.bench import report
from engine.cards import Suit
from engine.crosscheck import cross_check
from engine.deal import Deal
from engine.errors import ReadCode, ReadError
from engine.lines import answer_lines
from engine.mining_command import mine_problems, problems_parser
from engine.notation import read
from engine.players import PLAYERS
from engine.referee import legal_actions, refusal
from engine.ruleset import PRESETS, parse
from engine.seats import Seat
from engine.solving import solve
from engine.strength import FULL, SHORT, memory, outcomes, strength
from engine.view import View

CROSS = 30_000
"""Actions of the cross-check in a plain ``bench``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; the exit status is 0, or 1 where some input could not be read."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.verb == "judge":
        return _judge()
    if options.verb == "bench":
        return _bench(options)
    if options.verb == "play":
        return _play(options)
    if options.verb == "coach":
        return _about(
            lambda text, rules: coach(text, rules, options.seed, options.steps), options.position, options.rules
        )
    if options.verb == "problems":
        return mine_problems(options)
    return _about(moves if options.verb == "moves" else solve, options.position, options.rules)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="The rules of Sixty-Six.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser(
        "judge",
        help="answer rule cases: one JSON object a line in, one a line out",
        description="Reads one JSON object a line on standard input and writes one JSON answer a line. A line "
        "that cannot be read gets an error with a code; the run goes on and the exit status is 1.",
    )
    _bench_parser(verbs.add_parser("bench", help="speed of referee and search, strength of the opponents, memory"))
    _play_parser(verbs.add_parser("play", help="opponents against each other: game points a deal, with standard error"))
    problems_parser(verbs.add_parser("problems", help="mine the stored set of problems from numbered seeds"))
    moves = verbs.add_parser(
        "moves",
        help="every legal action in a position, and the reason for each card that may not be played",
        description="Prints one JSON object: the legal actions, and for each card of the hand that may not be "
        "played, and each other action, the reason why not.",
    )
    solve_parser = verbs.add_parser(
        "solve",
        help="the value of every action, proved where all cards are known, and the best line",
        description="Prints one JSON object: every action with its value in game points and the kind of that value "
        "(proved, average over all worlds with the cards open, estimate from a sample).",
    )
    coach_parser = _coach_parser(verbs)
    for verb in (moves, solve_parser, coach_parser):
        verb.add_argument("position", help="the eight fields, separated by spaces or underscores")
        verb.add_argument(
            "--rules",
            "--ruleset",
            default="classic66",
            help=f"a preset ({', '.join(PRESETS)}) or a preset with switches: classic66;strict_head=no",
        )
    return parser


def _bench_parser(parser: argparse.ArgumentParser) -> None:
    parser.description = "Without a flag: all figures, with short runs of the strength table and of the cross-check."
    parser.add_argument("--strength", type=int, metavar="DEALS", help=f"the strength table alone; {FULL} is a full run")
    parser.add_argument("--cross", type=int, metavar="ACTIONS", help="the mask core held to the referee, alone")
    parser.add_argument("--outcomes", action="store_true", help="how deals of the cautious player end, alone")


def _bench(options: argparse.Namespace) -> int:
    if options.outcomes:
        return _print_all(outcomes())
    if options.strength:
        return _print_all(strength(options.strength, _show_progress))
    if options.cross:
        return _cross(options.cross)
    print(report())
    print(f"memory of a worker, all tables filled {memory():>20.0f} MB\n", flush=True)
    return _cross(CROSS) or _print_all(strength(SHORT, _show_progress))


def _print_all(lines: Iterable[str]) -> int:
    for line in lines:
        print(line, flush=True)
    return 0


def _cross(actions: int) -> int:
    done = 0
    for deals, done in enumerate(cross_check(actions)):
        if deals % 50 == 0 or done >= actions:
            _show_progress(min(done, actions), actions, every=1)
    print(f"mask core as the referee says, presets and random rulesets: {done:,} actions, no difference\n", flush=True)
    return 0


def _coach_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    parser = verbs.add_parser(
        "coach",
        help="advice to the player to act: every action, what it is worth, how that is known, and why",
        description="Prints one JSON object. The coach sees what that player may know, also where the position "
        "shows all cards: value, kind and reasons of every action, best first.",
    )
    parser.add_argument("--seed", type=int, default=66, help="the same seed draws the same samples")
    parser.add_argument("--steps", type=int, default=1, help="answers to wait for: 1 is the quick one, 21 the last")
    return parser


def _play_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--a", choices=PLAYERS, default="cautious", help="the first player")
    parser.add_argument("--b", choices=PLAYERS, default="random", help="the second player")
    parser.add_argument("--ruleset", default="classic66", help="a preset, or a preset with switches")
    parser.add_argument("--deals", type=int, default=200, help="how many; each pack is played twice, seats changed")
    parser.add_argument("--seed", type=int, default=66, help="the same seed deals the same cards")


def _play(options: argparse.Namespace) -> int:
    try:
        rules = parse(options.ruleset)
    except ReadError as error:
        return _refuse(error)
    if options.deals < 1:
        return _refuse(ReadError(ReadCode.BAD_LINE, "--deals must be 1 or more"))
    spent: list[list[float]] = [[], []]
    scores: list[int] = []
    players = PLAYERS[options.a], PLAYERS[options.b]
    for score in results(*players, rules, options.deals, options.seed, spent):
        scores.append(score)
        _show_progress(len(scores), options.deals)
    print(f"{options.a} against {options.b}, {rules}, seed {options.seed}")
    print(tally(scores, spent))
    return 0


def _show_progress(done: int, total: int, every: int = 20) -> None:
    """Draw a bar on a terminal; a pipe or a file gets none."""
    if not sys.stderr.isatty() or (done % every and done < total):
        return
    filled = 40 * done // total
    end = "\n" if done == total else ""
    print(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done}/{total}", end=end, file=sys.stderr, flush=True)


def _refuse(error: ReadError) -> int:
    print(json.dumps({"error": {"code": error.code.value, "detail": error.detail}}))
    return 1


def _judge() -> int:
    # Any bytes may come in: what is no UTF-8 is replaced and then refused as a line.
    source = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace", newline="\n")
    status = 0
    try:
        for answer, readable in answer_lines(source):
            print(answer, flush=True)
            status = status if readable else 1
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone away; nobody is left to tell
        return 1
    return status


def _about(answers: Callable[[str, str], dict[str, Any]], text: str, rules: str) -> int:
    try:
        answer = answers(text, rules)
    except ReadError as error:
        return _refuse(error)
    print(json.dumps(answer, indent=2))
    return 0


def moves(text: str, rules: str) -> dict[str, Any]:
    """Return every action that stands in the position, and why the others do not.

    Raises:
        ReadError: the position or the ruleset cannot be read, or the player to act is the one whose hand is hidden.
    """
    position = read(text, parse(rules))
    if isinstance(position, View):
        if position.seat is not position.to_act:
            raise ReadError(ReadCode.BAD_NOTATION, "the hand of the player to act is not known")
        deal = position.fill(position.unseen)
    else:
        deal = position
    seat = deal.to_act
    return {
        "ruleset": rules,
        "to_act": seat.name,
        "legal": [action_data(action) for action in legal_actions(deal) if action.by is seat],
        "refused": _refused(deal, seat),
    }


def _refused(deal: Deal, seat: Seat) -> dict[str, Any]:
    cards = {card.code: refusal(deal, Play(seat, card)) for card in deal.hands[seat]}
    marriages = {suit.value: refusal(deal, Announce(seat, suit)) for suit in Suit}
    others: dict[str, Action] = {"exchange": Exchange(seat), "close": Close(seat), "claim": Claim(seat)}
    found: dict[str, Any] = {
        "play": {code: why.reason.value for code, why in cards.items() if why},
        "marriage": {suit: why.reason.value for suit, why in marriages.items() if why},
    }
    for name, action in others.items():
        why = refusal(deal, action)
        if why is not None:
            found[name] = why.reason.value
    return found


def action_data(action: Action) -> dict[str, str]:
    """Return an action in the words of the judge command.

    >>> action_data(Close(Seat.A))
    {'type': 'close', 'by': 'A'}
    """
    by = action.by.name
    match action:
        case Play(_, card):
            return {"type": "play", "by": by, "card": card.code}
        case Draw():
            return {"type": "draw", "by": by}
        case Announce(_, suit):
            return {"type": "meld", "by": by, "suit": suit.value}
        case Exchange(_, give):
            return {"type": "exchange", "by": by, **({"give": give.code} if give else {})}
        case Close():
            return {"type": "close", "by": by}
        case Claim():
            return {"type": "claim", "by": by}
