"""Rulesets in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.ruleset import Ruleset
from tutor.wording.cards import LOWEST_TRUMPS

LABELS = {
    "classic66": pgettext_lazy("preset", "Classic Sixty-Six"),
    "eight66": pgettext_lazy("preset", "Sixty-Six to eight"),
    "pagat66": pgettext_lazy("preset", "German Sixty-Six"),
    "santase": pgettext_lazy("preset", "Santase (Bulgaria)"),
    "schnapsen": pgettext_lazy("preset", "Schnapsen (Austria)"),
}
CUSTOM = pgettext_lazy("preset", "Your own rules")

IN_SHORT = {
    "classic66": _("The game of the four old texts to seven game points, with its gaps filled from other rule books."),
    "eight66": _(
        "The game of the text to eight: no closing, no duty to beat the card led, and the last trick can win the deal."
    ),
    "pagat66": _(
        "As classic, but the winner deals, a wrong claim always costs two, and after a closing the other player may "
        "exchange and always scores two for getting to 66 first."
    ),
    "santase": _("To eleven game points; the deal ends by itself at 66, and a closing that fails costs three."),
    "schnapsen": _("With 20 cards and hands of five, counted down from seven; marriages count to the end."),
}
CUSTOM_IN_SHORT = _("Any of these with rule switches changed.")


def ruleset_label(rules: Ruleset) -> str:
    """Return the name under which readers know a ruleset."""
    return str(LABELS[rules.name] if rules.is_preset else CUSTOM)


def ruleset_in_short(rules: Ruleset) -> str:
    """Return one sentence about a ruleset."""
    return str(IN_SHORT[rules.name] if rules.is_preset else CUSTOM_IN_SHORT)


def rule_facts(rules: Ruleset) -> dict[str, object]:
    """Return the numbers of a ruleset that texts name by placeholders: those of the rule book, and the stock."""
    return {
        **rules.switches(),
        "exchange_card": LOWEST_TRUMPS[rules.exchange_card],
        "stock": rules.deck - 2 * rules.hand,
    }
