"""Puzzles in words: families of themes, how a puzzle stands, what follows a wrong answer."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

FAMILIES = {
    "R": pgettext_lazy("family of puzzle themes", "Rules"),
    "M": pgettext_lazy("family of puzzle themes", "Memory"),
    "E": pgettext_lazy("family of puzzle themes", "Endings with all cards known"),
    "C": pgettext_lazy("family of puzzle themes", "Closing with a hidden hand"),
    "O": pgettext_lazy("family of puzzle themes", "The end of the stock"),
}
FAMILIES_IN_SHORT = {
    "R": _("What the rules allow, and what they count."),
    "M": _("What the cards played so far tell about the rest."),
    "E": _("Play to the last card against the best defence."),
    "C": _("One plan has to be good against every hand that your opponent may hold."),
    "O": _("Few cards are left to draw, and the strict rules are near."),
}

STANDINGS = {
    "new": pgettext_lazy("state of a puzzle", "Open"),
    "alone": pgettext_lazy("state of a puzzle", "Solved at the first try"),
    "later": pgettext_lazy("state of a puzzle", "Solved"),
    "missed": pgettext_lazy("state of a puzzle", "Missed"),
}
STATES = {
    "open": pgettext_lazy("choice of puzzles", "Not solved yet"),
    "missed": pgettext_lazy("choice of puzzles", "Missed"),
}

LEVEL_OF = _("Level %(n)s of 5")
LEVEL = pgettext_lazy("level of a puzzle", "Level %(n)s")
LEVEL_NOTES = {
    1: _("one rule, one look"),
    2: _("two rules, or a count"),
    3: _("three rules, or two tricks"),
    4: _("three or four tricks"),
    5: _("a whole ending"),
}
# Translators: a choice in a list. %(n)s is a level from 1 to 5, %(note)s what it asks for, such as "one rule, one look".
LEVEL_WITH_NOTE = pgettext_lazy("level of puzzles", "Level %(n)s: %(note)s")
# Translators: %(low)s and %(high)s are levels, numbers from 1 to 5.
LEVELS = _("Levels %(low)s to %(high)s")
SOLVED_OF = _("Solved: %(n)s of %(total)s")
PUZZLES = ngettext_lazy("%(n)s puzzle", "%(n)s puzzles", "n")
MISTAKES = ngettext_lazy("%(n)s puzzle that you have missed", "%(n)s puzzles that you have missed", "n")
RULES_DUE = ngettext_lazy("%(n)s rule is due for review.", "%(n)s rules are due for review.", "n")
OWN_LEVEL = _("You solve about half of the puzzles of level %(n)s at the first try.")
NO_LEVEL_YET = _("Your level shows after your first puzzle.")

PUZZLE = pgettext_lazy("heading", "Puzzle")
# Translators: %(date)s is a date such as "30 November 2026".
PUZZLE_OF_DAY = _("Puzzle of the day: %(date)s")
# Translators: %(n)s is the number of a puzzle in a list, %(state)s how it stands: "Solved", "Open" ...
NUMBERED = _("Puzzle %(n)s: %(state)s")

# Translators: %(total)s and %(n)s are numbers of answers, of all visitors.
FIRST_ANSWERS = _("First answers of all visitors: %(total)s. Right at the first try: %(n)s.")

TRICK = pgettext_lazy("one step of a line", "Trick %(n)s")
THIS_HAND = _("Your opponent may hold this hand. It is the one against which this costs you most.")
BEST_DEFENCE = _("Both players now go on as well as they can.")
HAND_STOPS = _("With this hand your opponent stops you.")
