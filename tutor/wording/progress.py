"""Progress and reviews in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

FILE_FAULTS = {
    "missing": _("Choose a file first."),
    "too_large": _("This file is too large to be a file of progress."),
    "not_json": _("This file cannot be read. It is no file of progress, or it is damaged."),
    "other_format": _("This is no file of progress from this site, or it is too old to be read."),
    "newer": _("This file comes from a newer version of this site."),
    "changed": _("This file was changed after it was saved."),
    "bad_content": _("Something in this file cannot be right."),
}
"""What is wrong with a file; the sentence NOTHING_CHANGED follows."""
NOTHING_CHANGED = _("Your progress is as it was.")

# Translators: an entry is one step, one rule or one puzzle in a file of progress.
ADDED = ngettext_lazy("%(n)s entry was added.", "%(n)s entries were added.", "n")
IMPROVED = ngettext_lazy("%(n)s entry got better.", "%(n)s entries got better.", "n")
SAME = ngettext_lazy("%(n)s entry changed nothing.", "%(n)s entries changed nothing.", "n")
UNKNOWN = ngettext_lazy(
    "%(n)s entry belongs to a step, rule or puzzle that this site does not have, and was left out.",
    "%(n)s entries belong to steps, rules or puzzles that this site does not have, and were left out.",
    "n",
)
IMPORTED = _("The file has been read.")
RESET = _("Your progress is reset.")
UNDONE = _("Your progress is back, together with what you have done since.")
NOTHING_TO_UNDO = _("There is nothing to undo any more. A reset can be undone for ten minutes.")

LESSONS_DONE = _("Lessons done: %(n)s of %(total)s")
PASSED = _("You have passed the test of the course.")
REVIEWS_DUE = ngettext_lazy("%(n)s rule is due for review.", "%(n)s rules are due for review.", "n")
REVIEWS_LATER = ngettext_lazy("%(n)s more rule waits for another day.", "%(n)s more rules wait for another day.", "n")
REVIEWS_DONE = ngettext_lazy("%(n)s rule reviewed today.", "%(n)s rules reviewed today.", "n")
REVIEWS_ELSEWHERE = ngettext_lazy(
    "%(n)s rule is due, but there is no question about it under the ruleset that you have chosen.",
    "%(n)s rules are due, but there are no questions about them under the ruleset that you have chosen.",
    "n",
)
NOTHING_DUE = _("Nothing is due for review today.")
NOTHING_YET = _("Rules come here on the day after you have met them in a lesson.")
NEXT_TOMORROW = _("The next review comes tomorrow.")
NEXT_IN_DAYS = ngettext_lazy(
    "The next review comes in %(n)s day.",
    "The next review comes in %(n)s days.",
    "n",
)
QUESTIONS_A_DAY = ngettext_lazy(
    "There is %(n)s question a day at most, with new cards each time. Nothing is lost if you stay away.",
    "There are %(n)s questions a day at most, each with new cards. Nothing is lost if you stay away.",
    "n",
)
MISSED_STEPS = ngettext_lazy(
    "Not solved at the first try in %(n)s step.",
    "Not solved at the first try in %(n)s steps.",
    "n",
)
MISSED_REVIEWS = ngettext_lazy(
    "Missed %(n)s time in reviews and deals.",
    "Missed %(n)s times in reviews and deals.",
    "n",
)
UNDO_MINUTES = ngettext_lazy(
    "You can undo this for %(n)s more minute.",
    "You can undo this for %(n)s more minutes.",
    "n",
)

PUZZLES_ANSWERED = ngettext_lazy("%(n)s puzzle answered.", "%(n)s puzzles answered.", "n")
# Translators: %(n)s and %(total)s are numbers of puzzles.
RIGHT_AT_FIRST = _("Right at the first try: %(n)s of %(total)s")

WHY = {
    "first": _("You met this rule in a lesson."),
    "shown": _("In the lesson you had the answer shown."),
    "missed": _("You missed it the last time."),
    "again": _("You were right the last time, and some days have passed."),
}
"""Why a rule is due."""
DAYS_AGO = ngettext_lazy("That was %(n)s day ago.", "That was %(n)s days ago.", "n")
EARLIER_TODAY = _("That was earlier today.")
