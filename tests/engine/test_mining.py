"""Mining: the same items however often it was broken off and whoever made them; what is rejected is counted."""

import random
from itertools import islice
from multiprocessing import Pool

import pytest

from engine.cli import main
from engine.mining import PATIENCE, Tally, attempt, mine, read_folder
from engine.problems.item import Item, Rejected
from engine.problems.making import another, make
from engine.problems.themes import LIVE, Theme
from engine.ruleset import PRESETS, preset

THEME = Theme.EXCHANGE


def mined(journal, pool=None, stop=None) -> Tally:
    """The tally at the end, or after that many attempts."""
    tallies = list(islice(mine(THEME, 8, journal, pool), stop))
    return tallies[-1]


def test_a_run_that_was_broken_off_goes_on(tmp_path):
    """With the same items; half a line in the journal does no harm."""
    whole = mined(None)
    mined(tmp_path, stop=5)
    journal = next(tmp_path.iterdir())
    journal.write_text(journal.read_text(encoding="utf-8")[:-40], encoding="utf-8")

    again = mined(tmp_path)

    assert again.items == whole.items
    assert again.rejected == whole.rejected
    assert len(whole.items) == 8


def test_the_items_do_not_hang_on_the_processes(tmp_path):
    """Two processes judge in the same order as one."""
    with Pool(2) as pool:
        assert mined(None, pool).items == mined(None).items


def test_what_is_rejected_is_counted():
    """By reason: alike, a maker's code, too many of one kind."""
    item = made(THEME)
    tally = Tally(THEME, 30)
    for each in (item, item, Rejected("not_found")):
        tally.judge(each)

    assert tally.items == [item]
    assert tally.rejected == {"alike": 1, "not_found": 1}


def test_no_kind_of_item_is_taken_too_often():
    """Rulesets, situations, levels and answers are mixed."""
    tally = Tally(THEME, 5)
    for number in range(0, PATIENCE, len(PRESETS)):
        tally.judge(attempt((THEME, number)))
        if sum(tally.rejected.values()) > 5:
            break

    assert len(tally.items) == 2  # all attempts were of one preset
    assert tally.rejected["ruleset_full"] > 0


def test_the_command_writes_what_was_found(tmp_path, capsys):
    """One file a theme, read back as items; the summary names every theme."""
    status = main(["problems", "--out", str(tmp_path), "--themes", "R1,R2", "--few", "3", "--jobs", "1"])

    assert status == 0
    assert [item.theme.value for item in read_folder(tmp_path)] == ["R1"] * 3 + ["R2"] * 3
    told = capsys.readouterr().out
    assert "R1    3 of 3" in told
    assert "6 items" in told


def test_an_unknown_theme_is_refused(tmp_path, capsys):
    """With its name."""
    assert main(["problems", "--out", str(tmp_path), "--themes", "R1,X9"]) == 2
    assert "X9" in capsys.readouterr().err


def made(theme: Theme) -> Item:
    """Some item."""
    tries = (make(theme, preset("classic66"), random.Random(seed)) for seed in range(50))
    return next(item for item in tries if isinstance(item, Item))


@pytest.mark.parametrize("theme", sorted(LIVE))
def test_another_like_this(theme):
    """Fresh, of the same theme and next to its level."""
    item = made(theme)
    other = another(theme, preset("classic66"), item.level, random.Random(1))

    assert other is not None
    assert other.theme is theme
    assert abs(other.level - item.level) <= (2 if theme is Theme.VARIANTS else 1)
