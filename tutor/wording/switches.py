"""Rule switches in words: what each is called, what its values are called, one sentence about it.

On a page they stand as *label: value*, so values begin small and agree with nothing.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.ruleset import Value

LABELS = {
    "deck": pgettext_lazy("rule switch", "Pack"),
    "hand": pgettext_lazy("rule switch", "Cards in a hand"),
    "exchange_card": pgettext_lazy("rule switch", "Lowest trump"),
    "target": pgettext_lazy("rule switch", "Target"),
    "count": pgettext_lazy("rule switch", "Counting"),
    "next_dealer": pgettext_lazy("rule switch", "Next dealer"),
    "strict_follow": pgettext_lazy("rule switch", "Follow suit"),
    "strict_head": pgettext_lazy("rule switch", "Beat the card led"),
    "strict_trump": pgettext_lazy("rule switch", "Play a trump"),
    "meld_first_lead": pgettext_lazy("rule switch", "Marriage in the first trick"),
    "meld_pending_until_trick": pgettext_lazy("rule switch", "Marriage before the first trick won"),
    "meld_after_close": pgettext_lazy("rule switch", "Marriage after a closing"),
    "meld_after_stock": pgettext_lazy("rule switch", "Marriage without a stock"),
    "meld_per_lead": pgettext_lazy("rule switch", "Marriages for each lead"),
    "meld_lead_card": pgettext_lazy("rule switch", "Card led from a marriage"),
    "meld_then_close_same_lead": pgettext_lazy("rule switch", "Closing after a marriage"),
    "exchange_needs_trick": pgettext_lazy("rule switch", "Trick before an exchange"),
    "exchange_off_lead": pgettext_lazy("rule switch", "Exchange before answering"),
    "exchange_min_talon": pgettext_lazy("rule switch", "Cards left for an exchange"),
    "exchange_by_other_on_close": pgettext_lazy("rule switch", "Exchange after a closing"),
    "exchange_any_trump": pgettext_lazy("rule switch", "Card for an exchange"),
    "close": pgettext_lazy("rule switch", "Closing"),
    "close_first_lead": pgettext_lazy("rule switch", "Closing before the first trick"),
    "close_before_draw": pgettext_lazy("rule switch", "Closing before drawing"),
    "close_min_talon": pgettext_lazy("rule switch", "Cards left for a closing"),
    "close_success_basis": pgettext_lazy("rule switch", "Count after a closing"),
    "close_fail": pgettext_lazy("rule switch", "Failed closing"),
    "close_other_first": pgettext_lazy("rule switch", "The other player gets to 66 first"),
    "last_trick": pgettext_lazy("rule switch", "Last trick"),
    "nobody_claims": pgettext_lazy("rule switch", "When nobody claims"),
    "tie": pgettext_lazy("rule switch", "Equal points"),
    "both_66_at_end": pgettext_lazy("rule switch", "Both players on 66"),
    "claim_mode": pgettext_lazy("rule switch", "Claims"),
    "claim_moment": pgettext_lazy("rule switch", "Moment of a claim"),
    "false_claim": pgettext_lazy("rule switch", "Wrong claim"),
    "two_points_below": pgettext_lazy("rule switch", "Limit for one game point"),
    "three_points_if": pgettext_lazy("rule switch", "Three game points"),
    "whitewash_double": pgettext_lazy("rule switch", "Game won to nothing"),
}

VALUES = {
    "deck": {24: pgettext_lazy("Pack", "24 cards"), 20: pgettext_lazy("Pack", "20 cards")},
    "hand": {6: pgettext_lazy("Cards in a hand", "six"), 5: pgettext_lazy("Cards in a hand", "five")},
    "exchange_card": {"9": pgettext_lazy("Lowest trump", "nine"), "J": pgettext_lazy("Lowest trump", "jack")},
    "count": {
        "up": pgettext_lazy("Counting", "from 0 to the target"),
        "down": pgettext_lazy("Counting", "from the target to 0"),
    },
    "next_dealer": {
        "alternate": pgettext_lazy("Next dealer", "the players take turns"),
        "winner": pgettext_lazy("Next dealer", "the winner of the deal"),
    },
    "strict_follow": {
        True: pgettext_lazy("Follow suit", "required"),
        False: pgettext_lazy("Follow suit", "not required"),
    },
    "strict_head": {
        True: pgettext_lazy("Beat the card led", "required"),
        False: pgettext_lazy("Beat the card led", "not required"),
    },
    "strict_trump": {
        True: pgettext_lazy("Play a trump", "required"),
        False: pgettext_lazy("Play a trump", "not required"),
    },
    "meld_first_lead": {
        "pending": pgettext_lazy("Marriage in the first trick", "allowed"),
        "forbidden": pgettext_lazy("Marriage in the first trick", "not allowed"),
    },
    "meld_pending_until_trick": {
        True: pgettext_lazy("Marriage before the first trick won", "points wait"),
        False: pgettext_lazy("Marriage before the first trick won", "points count at once"),
    },
    "meld_after_close": {
        True: pgettext_lazy("Marriage after a closing", "allowed"),
        False: pgettext_lazy("Marriage after a closing", "not allowed"),
    },
    "meld_after_stock": {
        True: pgettext_lazy("Marriage without a stock", "allowed"),
        False: pgettext_lazy("Marriage without a stock", "not allowed"),
    },
    "meld_per_lead": {1: pgettext_lazy("Marriages for each lead", "one")},
    "meld_lead_card": {
        "either": pgettext_lazy("Card led from a marriage", "king or queen"),
        "king": pgettext_lazy("Card led from a marriage", "king"),
    },
    "meld_then_close_same_lead": {
        True: pgettext_lazy("Closing after a marriage", "on the same turn"),
        False: pgettext_lazy("Closing after a marriage", "on a later turn"),
    },
    "exchange_needs_trick": {
        True: pgettext_lazy("Trick before an exchange", "needed"),
        False: pgettext_lazy("Trick before an exchange", "not needed"),
    },
    "exchange_off_lead": {
        True: pgettext_lazy("Exchange before answering", "allowed"),
        False: pgettext_lazy("Exchange before answering", "not allowed"),
    },
    "exchange_min_talon": {
        2: pgettext_lazy("Cards left for an exchange", "at least two"),
        4: pgettext_lazy("Cards left for an exchange", "at least four"),
    },
    "exchange_by_other_on_close": {
        True: pgettext_lazy("Exchange after a closing", "the other player, at once"),
        False: pgettext_lazy("Exchange after a closing", "nobody"),
    },
    "exchange_any_trump": {
        False: pgettext_lazy("Card for an exchange", "the lowest trump"),
        True: pgettext_lazy("Card for an exchange", "any trump"),
    },
    "close": {True: pgettext_lazy("Closing", "allowed"), False: pgettext_lazy("Closing", "not allowed")},
    "close_first_lead": {
        True: pgettext_lazy("Closing before the first trick", "allowed"),
        False: pgettext_lazy("Closing before the first trick", "not allowed"),
    },
    "close_before_draw": {
        True: pgettext_lazy("Closing before drawing", "allowed"),
        False: pgettext_lazy("Closing before drawing", "not allowed"),
    },
    "close_min_talon": {
        2: pgettext_lazy("Cards left for a closing", "at least two"),
        4: pgettext_lazy("Cards left for a closing", "at least four"),
    },
    "close_success_basis": {
        "total": pgettext_lazy("Count after a closing", "end of the deal"),
        "at_close": pgettext_lazy("Count after a closing", "moment of closing"),
    },
    "close_fail": {
        "2or3_at_close": pgettext_lazy(
            "Failed closing", "two, or three if the other player had no trick at the closing"
        ),
        "2or3_at_end": pgettext_lazy("Failed closing", "two, or three if the other player had no trick at the end"),
        "flat3": pgettext_lazy("Failed closing", "three"),
        "flat1": pgettext_lazy("Failed closing", "one"),
    },
    "close_other_first": {
        "2or3_at_close": pgettext_lazy(
            "The other player gets to 66 first", "two, or three if that player had no trick at the closing"
        ),
        "flat2": pgettext_lazy("The other player gets to 66 first", "two"),
        "flat3": pgettext_lazy("The other player gets to 66 first", "three"),
    },
    "last_trick": {
        "plus10_if_stock_exhausted": pgettext_lazy("Last trick", "10 points"),
        "wins_unclaimed_deal": pgettext_lazy("Last trick", "can win the deal"),
        "none": pgettext_lazy("Last trick", "no extra points"),
    },
    "nobody_claims": {
        "higher_total_table": pgettext_lazy("When nobody claims", "the higher total"),
        "last_trick_table": pgettext_lazy("When nobody claims", "a player who alone has 66, else the last trick"),
        "last_trick_1": pgettext_lazy("When nobody claims", "the last trick, one game point"),
    },
    "tie": {
        "draw_0": pgettext_lazy("Equal points", "a tie"),
        "draw_carry_1": pgettext_lazy("Equal points", "a tie, the next deal pays one more"),
        "not_possible": pgettext_lazy("Equal points", "cannot happen"),
    },
    "both_66_at_end": {
        "higher_total": pgettext_lazy("Both players on 66", "the higher total"),
        "last_trick_1": pgettext_lazy("Both players on 66", "the last trick, one game point"),
    },
    "claim_mode": {
        "spoken": pgettext_lazy("Claims", "players claim 66"),
        "automatic": pgettext_lazy("Claims", "the deal ends by itself"),
    },
    "claim_moment": {
        "after_own_trick_or_meld": pgettext_lazy("Moment of a claim", "after a trick or a marriage, until the lead"),
    },
    "false_claim": {
        "2or3_now": pgettext_lazy("Wrong claim", "two, or three if the other player had no trick"),
        "flat2": pgettext_lazy("Wrong claim", "two"),
        "flat3": pgettext_lazy("Wrong claim", "three"),
    },
    "two_points_below": {33: pgettext_lazy("Limit for one game point", "33 points")},
    "three_points_if": {"no_tricks": pgettext_lazy("Three game points", "the loser has no trick")},
    "whitewash_double": {
        True: pgettext_lazy("Game won to nothing", "counts twice"),
        False: pgettext_lazy("Game won to nothing", "counts once"),
    },
}
"""Switch -> value -> words. The target is a number of its own."""

NOT_APPLICABLE = pgettext_lazy("value of a rule switch", "does not apply")

HELP = {
    "deck": _("How many cards are used; the size of a hand and the lowest trump go with it."),
    "target": _("How many game points win the game."),
    "count": _("Whether game points are counted up to the target or down from it."),
    "next_dealer": _("Who deals after a deal that somebody has won."),
    "strict_follow": _("Whether the player who answers must play the suit led when nobody draws any more."),
    "strict_head": _(
        "Whether the player who answers must play a higher card of the suit led when nobody draws any more."
    ),
    "strict_trump": _("Whether a player without the suit led must play a trump when nobody draws any more."),
    "meld_first_lead": _("Whether a marriage may be announced on the very first lead."),
    "meld_pending_until_trick": _(
        "Whether the points of a marriage wait until the player who announced it has won a trick."
    ),
    "meld_after_close": _("Whether marriages can be announced when the stock is closed."),
    "meld_after_stock": _("Whether marriages can be announced when the stock is used up."),
    "meld_then_close_same_lead": _("Whether a player may announce a marriage and close the stock before leading."),
    "meld_lead_card": _("Which card of the marriage must be led."),
    "exchange_needs_trick": _("Whether a player must have won a trick before an exchange."),
    "exchange_off_lead": _("Whether the lowest trump may also be exchanged on a turn to answer."),
    "exchange_min_talon": _("How many cards must be left in the stock for an exchange, the face-up trump included."),
    "exchange_by_other_on_close": _("Whether the player who did not close may exchange before the next card is led."),
    "close": _("Whether a player may close the stock."),
    "close_first_lead": _("Whether the stock may be closed before the first card is led."),
    "close_before_draw": _("Whether the stock may be closed before the cards are drawn."),
    "close_min_talon": _("How many cards must be left in the stock with full hands, the face-up trump included."),
    "close_success_basis": _(
        "At which moment the other player's tricks and points are looked at when a closing succeeds."
    ),
    "close_fail": _("What the other player scores when a closing fails."),
    "close_other_first": _("What the other player scores for getting to 66 before the player who closed."),
    "last_trick": _("What the last trick brings when every card of the pack has been played."),
    "nobody_claims": _("Who wins when every card of the pack has been played and nobody has claimed 66."),
    "tie": _("What happens when both players have the same number of points at the end."),
    "both_66_at_end": _("Who wins when nobody has claimed and both players have 66 points or more."),
    "claim_mode": _("Whether a player must claim 66 or the deal ends as soon as somebody has it."),
    "false_claim": _("What the other player scores when somebody claims 66 wrongly."),
}
"""One sentence about each switch that is offered."""


def switch_label(name: str) -> str:
    """Return what a switch is called."""
    return str(LABELS[name])


def value_label(name: str, value: Value) -> str:
    """Return what a value of a switch is called, where it stands after the label and a colon.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     value_label("target", 7), value_label("close", None)
    ('7', 'does not apply')
    """
    if value is None:
        return str(NOT_APPLICABLE)
    return str(VALUES[name][value]) if name in VALUES else str(value)  # type: ignore[index]
