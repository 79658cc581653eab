"""What is wrong with the file of a deal, in words; and the log of a deal as text."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine.deal_file import DealFileError, FileFault
from engine.errors import ReadError
from engine.verdict import Refused
from tutor.wording.faults import fault_sentence
from tutor.wording.refusals import spoken
from tutor.wording.sentences import plain

WRITTEN = {"you": "A", "opponent": "B", "yes": "yes", "no": "no"}
"""What stands in a file as it is, in every language."""

# Translators: %(you)s, %(opponent)s, %(yes)s, %(no)s are signs as they stand in the file, in Latin letters.
FAULTS = {
    FileFault.TOO_LARGE: _("This file is too large to be the file of a deal."),
    FileFault.NOT_TEXT: _("This file is no text. It may be damaged, or it is of another kind."),
    FileFault.OTHER_FORMAT: _("This is not the file of a deal. Its first line must name the format and its version."),
    FileFault.NEWER: _("This file comes from a newer version of this site."),
    FileFault.BAD_LINE: _("This line cannot be understood here. A line is a name, a colon and a value."),
    FileFault.UNKNOWN_NAME: _("The name at the beginning of this line is not known."),
    FileFault.NAME_TWICE: _("The name at the beginning of this line has already been used."),
    FileFault.NO_RULES: _("The file does not say which rules the deal was played by."),
    FileFault.BAD_RULES: _("The rules that are named here cannot be read."),
    FileFault.NO_START: _("The file does not say how the deal begins."),
    FileFault.SEVERAL_STARTS: _("The file says twice how the deal begins."),
    FileFault.BAD_START: _("The position at the beginning of the deal cannot be used. Every card must be known in it."),
    FileFault.BAD_VIEW: _("The position that is given here cannot be used. Your hand must be known in it."),
    FileFault.BAD_PACK: _("The cards that are given here are not the whole pack of these rules, each card once."),
    FileFault.BAD_SEED: _("The number from which the cards are dealt cannot be used."),
    FileFault.BAD_DEALER: _("The file must say who deals: %(you)s is you, %(opponent)s is your opponent."),
    FileFault.BAD_SCORE: _("Before this deal the game points cannot have been these."),
    FileFault.BAD_NAME: _("The name of the opponent must be one short word."),
    FileFault.BAD_UNDO: _("Here only %(yes)s or %(no)s can stand."),
    FileFault.BAD_ACTION: _("An action in this line cannot be read."),
    FileFault.TOO_MANY_ACTIONS: _("No deal has so many actions."),
    FileFault.ILLEGAL_ACTION: _("An action in this line is not allowed."),
    FileFault.BAD_RESULT: _("The result in this line cannot be read."),
    FileFault.OTHER_RESULT: _("The result in this line is not the one to which the actions lead."),
    FileFault.NO_END: _("The end of the file is missing, so a part of it may be lost."),
    FileFault.AFTER_END: _("Something stands after the end of the deal."),
}
"""Every fault of a file. Where one is told, nothing has changed."""

NO_FILE = _("Choose a file first.")
NOTHING_CHANGED = _("Nothing was changed.")
# Translators: %(n)s is the number of a line in a file.
IN_LINE = _("Line %(n)s of the file:")

# Translators: first lines of the log of a deal, as plain text. %(rules)s is the name of a ruleset, %(cards)s a list of
# card names, %(card)s a card name, %(opponent)s the name of a level.
LOG_RULES = _("Rules: %(rules)s")
LOG_OPPONENT = _("Opponent: %(opponent)s")
LOG_HAND = _("Your first hand: %(cards)s")
LOG_THEIR_HAND = _("Your opponent's first hand: %(cards)s")
LOG_TRUMP = _("Face-up trump: %(card)s")
YOU_DEALT = _("You dealt.")
OPPONENT_DEALT = _("Your opponent dealt.")
NOT_OVER = _("The deal is not over yet.")
UNDONE = _("In this deal actions were taken back.")


def problem(error: DealFileError) -> str:
    """Return what is wrong with a file, where, and what more is known of it."""
    told = [plain(FAULTS[error.fault], WRITTEN), _cause(error.cause)]
    if error.line:
        told.insert(0, plain(IN_LINE, {"n": error.line}))
    return " ".join(part for part in (*told, str(NOTHING_CHANGED)) if part)


def _cause(cause: ReadError | Refused | None) -> str:
    if isinstance(cause, ReadError):
        return fault_sentence(cause)
    return "" if cause is None else spoken(cause)
