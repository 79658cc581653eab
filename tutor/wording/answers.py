"""What the page says to a learner's answer: verdicts, facts, hints."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

CORRECT = pgettext_lazy("verdict", "Correct.")
NOT_CORRECT = pgettext_lazy("verdict", "Not correct.")
BETTER_CARD = pgettext_lazy("verdict", "Allowed, but there is something better.")
NOT_ALLOWED = pgettext_lazy("verdict", "Not allowed.")
NOT_COMPLETE = pgettext_lazy("verdict", "Not complete yet.")
ANSWER_SHOWN = pgettext_lazy("verdict", "This is the answer.")
NOTHING_CHANGED = _("Nothing has changed.")

# Translators: %(cards)s is one card name or several, "A, B and C", in all sentences of this file.
MISSING = _("Missing: %(cards)s.")
EXTRA = _("Not part of the answer: %(cards)s.")
CHOOSE_FIRST = _("Choose an answer first.")
OLD_PAGE = _("This page was out of date. Here is how things stand now; nothing was counted twice.")

CHEAPER = _("The trick is yours, but a card worth less also wins it: %(card)s.")
CHEAPER_LOSS = _("The trick is your opponent's, but a card worth less loses it as well: %(card)s.")
OPPONENT_MAY_BEAT = _("Your opponent may answer with this card and win: %(card)s.")
NOTHING_BEATS = _("No card that your opponent may hold beats this one.")
TRUMPS_IN_HAND = _("Your trumps: %(cards)s.")
NO_TRUMPS_IN_HAND = _("You hold no trump.")

YOU_COULD_PLAY = _("In this line you may play: %(cards)s.")
OPPONENT_COULD_PLAY = _("In this line your opponent may play: %(cards)s.")
LINE_ALLOWED = _("This line follows the rules.")
# Translators: %(reason)s is a short name such as "did not follow suit".
OTHER_REASON = _("The line is right, but the reason is another one: %(reason)s.")
# Translators: %(n)s is the number of a line in a list; %(reason)s is a short name such as "did not follow suit".
WRONG_LINE = _("The mistake is in line %(n)s: %(reason)s.")

YOU_WIN_IT = _("You win the trick.")
OPPONENT_WINS_IT = _("Your opponent wins the trick.")
YOU_LEAD_NEXT = _("You lead to the next trick.")
OPPONENT_LEADS_NEXT = _("Your opponent leads to the next trick.")

# Translators: %(rule)s is the label of a rule such as "follow suit".
HINT_RULE = _("The rule here: %(rule)s.")
HINT_LOOK = {
    "suit_led": _("Look at the suit led."),
    "trumps": _("Look at your trumps."),
    "two_suits": _("Compare the suits of the two cards."),
    "two_ranks": _("Compare the ranks of the two cards."),
    "answering_hand": _("Look at the hand of the player who answers."),
    "who_won": _("Think of who wins this trick."),
    "may_answer": _("Think of every card with which your opponent may answer."),
}
HINT_CHOOSE = _("Choose from: %(cards)s.")
HINT_ONLY_ONE = _("Only one card may be played here, so this hint is the answer.")
HINT_SUIT_IN_TRICK = _("Cards of the suit led in this trick: %(cards)s.")
HINT_TRUMPS_IN_TRICK = _("Trumps in this trick: %(cards)s.")
HINT_STRUCK = _("One wrong statement is marked now.")
# Translators: %(first)s and %(last)s are numbers of lines in a list.
HINT_LINES = _("The mistake is in one of these lines: %(first)s or %(last)s.")
HINT_ANSWER_CARDS = _("Answer: %(cards)s.")
HINT_ANSWER_STATEMENT = _("The right statement is marked now.")

STEPS_DONE = _("Steps done: %(n)s of %(total)s")
LEVELS = {
    "new": pgettext_lazy("level, lesson", "Not started"),
    "started": pgettext_lazy("level, lesson", "Started"),
    "done": pgettext_lazy("level, lesson", "Done"),
    "proficient": pgettext_lazy("level, lesson", "Proficient"),
    "mastered": pgettext_lazy("level, lesson", "Mastered"),
}
LEVEL_HELP = {
    "done": _("All steps are solved."),
    "proficient": _("Solved at the first try, with no hint beyond the first."),
    "mastered": _("Right in two reviews as well, with at least six days between them."),
}

WRONG_LINE_BEFORE = _("The mistake comes earlier: a line before this one breaks the rules.")
CHOOSE_LINE_AND_REASON = _("Choose a line and a reason.")
