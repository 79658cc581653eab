"""A visitor says that something is wrong with a puzzle."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as _

from tutor.learners.services import Session
from tutor.puzzles.models import AnyPuzzle, PuzzleReport
from tutor.puzzles.services import attempt_at

MOST_WORDS = 1000
"""Characters of a report."""
WRITE_SOMETHING = _("Write what is wrong, in a sentence or two.")
TOO_LONG = _("Your text is too long. At most 1000 characters are kept; what you have written is still below.")
TOO_OFTEN = _("Many reports have just come from here. Wait a minute, then send it again; your text is still below.")


class ReportForm(forms.Form):
    """What a visitor writes."""

    words = forms.CharField(
        max_length=MOST_WORDS,
        error_messages={
            "required": WRITE_SOMETHING,
            "max_length": TOO_LONG,
            "null_characters_not_allowed": WRITE_SOMETHING,
        },
    )


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The form as it stands: what was written, and what is wrong with it."""

    words: str = ""
    problem: str = ""
    longest: int = MOST_WORDS


def keep_report(session: Session, puzzle: AnyPuzzle, words: str, language: str) -> None:
    """Keep a report for the site's keeper, once: the same words about the same puzzle are one report.

    Sent twice at the very same moment they are two: no table tells words of this length apart, and two do no harm.
    """
    ask = puzzle.problem.ask
    same = {"puzzle": puzzle.pk, "words": words, "language": language, "done": False}
    if PuzzleReport.objects.filter(**same).exists():
        return
    PuzzleReport.objects.create(
        **same,
        ruleset=puzzle.ruleset,
        position=ask.get("position", ""),
        asked=dict(ask),
        answer=attempt_at(session, puzzle).answer,
    )
