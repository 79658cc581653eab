"""The reasons that the coach gives: codes with facts. Words are made in ``tutor.wording.advice``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from engine.verdict import Fact


class Cause(StrEnum):
    """Why an action is good, or why it is worse than the best one. Each is given only where it is true.

    The order is that of telling: of several the first ones are said. Pages and statistics name these values: none is
    ever renamed. "Sure" means: whatever the opponent may hold by all that the seat knows. Facts stand in ``FACTS``.
    """

    # -- why an action is good -----------------------------------------------------------------------------------

    ONLY_CARD = "only_card"
    """No other card may be played, and there is nothing else to do but to claim wrongly."""
    ONLY_ACTION = "only_action"
    """The same of an action that is no card."""
    HAS_66 = "has_66"
    """A claim that counts ``points``, 66 or more."""
    MAKES_66 = "makes_66"
    """The card is sure to bring the count to ``points`` or more, which is 66 or more, with this trick."""
    MARRIAGE_MAKES_66 = "marriage_makes_66"
    """The marriage counts at once and brings the count to ``points``, 66 or more."""
    STOPS_66 = "stops_66"
    """The card wins a trick; each card that loses it would bring the opponent to ``points`` at least, 66 or more."""
    RUNS_TO_66 = "runs_to_66"
    """Nobody draws, and from this lead on tricks that cannot be lost bring the count to ``points`` at least."""
    CLOSING_SURE = "closing_sure"
    """After closing, tricks that cannot be lost bring the count to ``points`` at least, 66 or more."""
    CLOSING_ALWAYS = "closing_always"
    """Closing wins the deal in all ``n`` possible deals, cards open."""
    CLOSING_COUNT = "closing_count"
    """Closing wins the deal in ``won`` of the ``n`` deals looked at, cards open."""
    EXCHANGE_PAIR = "exchange_pair"
    """The face-up trump makes ``pair``, the trump marriage, which may be announced on this lead."""
    LAST_EXCHANGE = "last_exchange"
    """After this trick too few cards are left in the stock for an exchange of ``card``, the face-up trump."""
    EXCHANGE_TRUMP = "exchange_trump"
    """The lowest trump becomes ``card``, the face-up trump."""
    MARRIAGE_POINTS = "marriage_points"
    """The marriage in ``suit`` counts ``points`` at once."""
    MARRIAGE_WAITS = "marriage_waits"
    """The marriage in ``suit`` brings ``points`` that count with the first trick won."""
    BREAKS_MARRIAGE = "breaks_marriage"
    """The opponent has to answer with a card of ``pair``, a marriage that could be announced later."""
    RELEASES_MARRIAGE = "releases_marriage"
    """The trick is sure to be won, and pending ``points`` count with it."""
    HOLDS_BACK_MARRIAGE = "holds_back_marriage"
    """The trick is sure to be won, so that the opponent's pending ``points`` do not count yet."""
    KEEPS_33 = "keeps_33"
    """All cards known: lost by one game point, since the count gets to 33; another action loses two."""
    HOLDS_BELOW_33 = "holds_below_33"
    """All cards known: won by two game points, since the opponent stays below 33; another action wins one."""
    SECURES_LAST_TRICK = "secures_last_trick"
    """All cards known: the last trick is won whatever the opponent plays; another action lets it go."""
    FIRST_TRICK = "first_trick"
    """The first trick won is sure: the deal can no longer be lost by three game points."""
    REACHES_33 = "reaches_33"
    """The trick is sure to bring the count from below 33 to ``points`` at least, 33 or more."""
    SAVES_TEN = "saves_ten"
    """The ten wins the trick while the opponent may still hold its ``ace``."""
    CATCHES_HIGH_CARD = "catches_high_card"
    """The card cannot be beaten, and only high ``cards`` (tens and aces) may answer it."""
    LAST_TRUMP = "last_trump"
    """The trump led cannot be beaten and takes ``card``, the last trump that the opponent may hold."""
    DRAWS_TRUMPS = "draws_trumps"
    """The trump led cannot be beaten, and the opponent, who may hold ``cards``, has to follow."""
    FORCES_TRUMP = "forces_trump"
    """The opponent holds no card of ``suit`` and has to answer with a trump."""
    MAKES_THEM_LEAD = "makes_them_lead"
    """The opponent has to win this trick and to lead to the next one."""
    UNBLOCKS = "unblocks"
    """All cards known: the higher card of this suit is played, and ``card``, a lower one, would be worth less."""
    KEEPS_MARRIAGE = "keeps_marriage"
    """King and queen, ``pair``, stay together and may be announced later; another card would break them."""
    GETS_FACE_UP_TRUMP = "gets_face_up_trump"
    """Whoever loses this trick draws ``card``, the face-up trump; this card loses it."""
    SURE_TRICK = "sure_trick"
    """No card that the opponent may answer with beats this one."""
    TAKES_TRICK = "takes_trick"
    """The card wins the trick, which is worth ``points``."""
    WINS_CHEAPLY = "wins_cheaply"
    """Of the cards that win this trick it is one worth least."""
    CLOSING_TRICKLESS = "closing_trickless"
    """The opponent has no trick at the closing: success pays three as long as that stays so, or for good."""
    CLOSING_BELOW_33 = "closing_below_33"
    """The opponent has ``points`` at the closing, fewer than 33."""
    SHUTS_TRUMP_IN = "shuts_trump_in"
    """The face-up trump ``card``, higher than every trump in hand, comes to nobody after the closing."""
    LOSES_LITTLE = "loses_little"
    """Of the cards that lose this trick it is one worth least; the trick is worth ``points``."""
    LEADS_LITTLE = "leads_little"
    """The card may be beaten, but of those that may be led it is one worth least: ``points``."""
    ALL_EQUAL = "all_equal"
    """All ``n`` actions are worth the same, by what is known."""
    SEARCH_SAYS = "search_says"
    """Over the ``n`` deals looked at, nothing else is worth more."""

    # -- why an action is worse ----------------------------------------------------------------------------------

    CLAIM_TOO_EARLY = "claim_too_early"
    """A claim with ``points``: ``missing`` to 66."""
    LEAVES_CLAIM = "leaves_claim"
    """The count is ``points``, 66 or more, and a claim would end the deal now."""
    GIVES_66 = "gives_66"
    """The trick is lost and brings the opponent to ``points``, 66 or more."""
    MAY_GIVE_66 = "may_give_66"
    """The opponent may answer with one of ``cards``, win, and have 66 or more."""
    NEEDS_A_GUESS = "needs_a_guess"
    """No single plan for all ``n`` possible deals reaches what it is worth with the cards open."""
    CLOSING_FAILS = "closing_fails"
    """Even with the cards open, closing does not win the deal in ``lost`` of the ``n`` deals looked at."""
    SPOILS_MARRIAGE = "spoils_marriage"
    """``pair`` is in hand and could still be announced; after this action it cannot."""
    LEAVES_MARRIAGE = "leaves_marriage"
    """The marriage ``pair`` could be announced on this lead, for ``points``."""
    MISSES_EXCHANGE = "misses_exchange"
    """The lowest trump could be exchanged for ``card`` now, and after this action it cannot be any more."""
    SPENDS_LOWEST_TRUMP = "spends_lowest_trump"
    """The card is the lowest trump, which could still be exchanged for ``card`` now or on a later turn."""
    LETS_MARRY = "lets_marry"
    """The opponent can win this trick and then announce ``pair``."""
    RELEASES_THEIRS = "releases_theirs"
    """The trick is lost, and the opponent's pending ``points`` count with it."""
    SHORT_OF_33 = "short_of_33"
    """All cards known: lost by two game points, since the count stays below 33; the best action loses one."""
    LETS_THEM_33 = "lets_them_33"
    """All cards known: won by one game point, since the opponent gets to 33; the best action wins two."""
    GIVES_LAST_TRICK = "gives_last_trick"
    """All cards known: the opponent can win the last trick; after the best action it cannot."""
    MAY_LOSE_HIGH_CARD = "may_lose_high_card"
    """The ace or ten led may be beaten: by ``cards``."""
    GIVES_UP_TRICK = "gives_up_trick"
    """The trick could be won; this card gives the opponent ``points``."""
    THROWS_POINTS = "throws_points"
    """The trick is lost, and ``card``, worth less, would lose it as well."""
    TOO_DEAR = "too_dear"
    """The card wins the trick, but ``card``, worth less, wins it as well."""
    WASTES_TRUMP = "wastes_trump"
    """A trump is spent on a trick of only ``points``, although it need not be."""
    LEADS_TRUMP_EARLY = "leads_trump_early"
    """A trump is led while there are cards to draw: the opponent need not follow."""
    LEAVES_FACE_UP_TRUMP = "leaves_face_up_trump"
    """Whoever loses this trick draws ``card``, the face-up trump; this card wins it."""
    CLOSING_COSTS = "closing_costs"
    """If the closing fails, the opponent scores ``n`` game points."""
    ANSWER_HURTS = "answer_hurts"
    """All cards known: the opponent's best answer is ``card``."""
    SEARCH_LOWER = "search_lower"
    """Over the ``n`` deals looked at it is worth less than the best action."""


GOOD: Final = frozenset(list(Cause)[: list(Cause).index(Cause.CLAIM_TOO_EARLY)])
"""The codes that speak for an action; the others speak against it."""
WORSE: Final = frozenset(Cause) - GOOD

_WITH: Final[Mapping[str, tuple[Cause, ...]]] = {
    "card": (
        Cause.ONLY_CARD,
        Cause.LAST_EXCHANGE,
        Cause.EXCHANGE_TRUMP,
        Cause.LAST_TRUMP,
        Cause.UNBLOCKS,
        Cause.GETS_FACE_UP_TRUMP,
        Cause.SHUTS_TRUMP_IN,
        Cause.MISSES_EXCHANGE,
        Cause.SPENDS_LOWEST_TRUMP,
        Cause.THROWS_POINTS,
        Cause.TOO_DEAR,
        Cause.LEAVES_FACE_UP_TRUMP,
        Cause.ANSWER_HURTS,
    ),
    "points": (
        Cause.HAS_66,
        Cause.MAKES_66,
        Cause.MARRIAGE_MAKES_66,
        Cause.STOPS_66,
        Cause.RUNS_TO_66,
        Cause.CLOSING_SURE,
        Cause.RELEASES_MARRIAGE,
        Cause.HOLDS_BACK_MARRIAGE,
        Cause.REACHES_33,
        Cause.TAKES_TRICK,
        Cause.CLOSING_BELOW_33,
        Cause.LOSES_LITTLE,
        Cause.LEADS_LITTLE,
        Cause.LEAVES_CLAIM,
        Cause.GIVES_66,
        Cause.RELEASES_THEIRS,
        Cause.GIVES_UP_TRICK,
        Cause.WASTES_TRUMP,
    ),
    "suit points": (Cause.MARRIAGE_POINTS, Cause.MARRIAGE_WAITS),
    "pair points": (Cause.LEAVES_MARRIAGE,),
    "pair": (
        Cause.EXCHANGE_PAIR,
        Cause.BREAKS_MARRIAGE,
        Cause.KEEPS_MARRIAGE,
        Cause.SPOILS_MARRIAGE,
        Cause.LETS_MARRY,
    ),
    "n": (
        Cause.CLOSING_ALWAYS,
        Cause.ALL_EQUAL,
        Cause.SEARCH_SAYS,
        Cause.CLOSING_COSTS,
        Cause.NEEDS_A_GUESS,
        Cause.SEARCH_LOWER,
    ),
    "cards": (Cause.CATCHES_HIGH_CARD, Cause.DRAWS_TRUMPS, Cause.MAY_GIVE_66, Cause.MAY_LOSE_HIGH_CARD),
    "won n": (Cause.CLOSING_COUNT,),
    "lost n": (Cause.CLOSING_FAILS,),
    "ace": (Cause.SAVES_TEN,),
    "suit": (Cause.FORCES_TRUMP,),
    "points missing": (Cause.CLAIM_TOO_EARLY,),
}
_FACTS: Final = {cause: frozenset(names.split()) for names, causes in _WITH.items() for cause in causes}

FACTS: Final[Mapping[Cause, frozenset[str]]] = MappingProxyType(
    {cause: _FACTS.get(cause, frozenset()) for cause in Cause}
)
"""The facts that each reason carries. Whoever words it may use these and no others."""

COVERS: Final[Mapping[Cause, frozenset[Cause]]] = MappingProxyType(
    {
        Cause.MAKES_66: frozenset(
            {Cause.TAKES_TRICK, Cause.SURE_TRICK, Cause.REACHES_33, Cause.FIRST_TRICK, Cause.SAVES_TEN}
        ),
        Cause.RUNS_TO_66: frozenset({Cause.SURE_TRICK}),
        Cause.MARRIAGE_MAKES_66: frozenset({Cause.MARRIAGE_POINTS}),
        Cause.STOPS_66: frozenset({Cause.TAKES_TRICK, Cause.HOLDS_BACK_MARRIAGE}),
        Cause.CLOSING_SURE: frozenset({Cause.CLOSING_ALWAYS, Cause.CLOSING_COUNT}),
        Cause.CLOSING_ALWAYS: frozenset({Cause.CLOSING_COUNT}),
        Cause.EXCHANGE_PAIR: frozenset({Cause.EXCHANGE_TRUMP}),
        Cause.LAST_EXCHANGE: frozenset({Cause.EXCHANGE_TRUMP}),
        Cause.SAVES_TEN: frozenset({Cause.TAKES_TRICK}),
        Cause.CATCHES_HIGH_CARD: frozenset({Cause.SURE_TRICK}),
        Cause.LAST_TRUMP: frozenset({Cause.SURE_TRICK, Cause.DRAWS_TRUMPS}),
        Cause.DRAWS_TRUMPS: frozenset({Cause.SURE_TRICK}),
        Cause.CLOSING_TRICKLESS: frozenset({Cause.CLOSING_BELOW_33}),
        Cause.GIVES_66: frozenset({Cause.GIVES_UP_TRICK, Cause.THROWS_POINTS, Cause.RELEASES_THEIRS}),
        Cause.MAY_GIVE_66: frozenset({Cause.MAY_LOSE_HIGH_CARD}),
        Cause.SPOILS_MARRIAGE: frozenset({Cause.LEAVES_MARRIAGE}),
        Cause.GIVES_UP_TRICK: frozenset({Cause.THROWS_POINTS}),
    }
)
"""Reason -> what need not be said beside it."""


@dataclass(frozen=True, slots=True, init=False)
class Told:
    """A reason with its facts: engine values, never sentences."""

    cause: Cause
    facts: Mapping[str, Fact]

    def __init__(self, cause: Cause, **facts: Fact) -> None:
        """Build a reason.

        Raises:
            TypeError: ``facts`` are not the ones that ``FACTS`` promises for ``cause``.
        """
        if facts.keys() != FACTS[cause]:
            raise TypeError(f"{cause} needs the facts {sorted(FACTS[cause])}")
        object.__setattr__(self, "cause", cause)
        object.__setattr__(self, "facts", MappingProxyType(facts))
