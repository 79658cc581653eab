"""After a deal in five languages: faults of files, the coach's words in numbers, marks; with just their facts."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import override

from engine.coach import Cause
from engine.coach.causes import WORSE
from engine.deal_file import DealFileError, FileFault
from engine.errors import Fault, ReadCode, ReadError
from engine.review import Mark
from tests.conftest import LANGUAGES
from tests.i18n.english import english_in
from tutor.play.learning import RULE_OF_MISS
from tutor.wording import deal_files, reviewed, tally

IN_EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
SAMPLES = {"n": 3, "made": 1, "failed": 2, "right": 4, "wrong": 5, "points": 61, "value": "0.5", "did": "66."}


def test_everything_has_its_words():
    """Each fault of a file, each reason against an action that names one, each mark worth a word, each missed chance."""
    assert set(deal_files.FAULTS) == set(FileFault)
    assert set(tally.SAID) == set(WORSE) - {Cause.SEARCH_LOWER}
    assert set(reviewed.SHORT_MARKS) == {Mark.INEXACT, Mark.MISTAKE}
    assert len(RULE_OF_MISS) == 3


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("fault", FileFault, ids=lambda fault: fault.value)
def test_a_bad_file_is_told(language, fault):
    """In whole sentences, with the line where there is one, and what the engine knows of it."""
    cause = ReadError(ReadCode.IMPOSSIBLE_POSITION, "", Fault.ODD_STOCK)
    with override(language):
        told = deal_files.problem(DealFileError(fault, 7, cause))
    # What stands in a file stands there in Latin letters, whoever reads it.
    signs = "|".join(deal_files.WRITTEN.values())
    bare = re.sub(rf"(?<![A-Za-z])(?:{signs})(?![A-Za-z])", "", told) if "%(" in deal_files.FAULTS[fault] else told
    assert english_in(bare, language) == []
    assert "7" in told
    assert not re.search(r"%\(|%s", told)


@IN_EVERY_LANGUAGE
def test_numbers_and_reviews_are_told(language):
    """Every message of the two modules, filled."""
    with override(language):
        for module in (tally, reviewed):
            for name, message in vars(module).items():
                if name.isupper() and not isinstance(message, dict):
                    text = str(message % SAMPLES)
                    assert english_in(text, language) == [], name
        for sentence in (*tally.SAID.values(), *reviewed.SHORT_MARKS.values()):
            assert english_in(str(sentence), language) == []
