"""Every stored puzzle over HTTP: asked, each proved answer right, wrong ones refused with a reason, what follows shown.

``python -m tests.campaign.puzzles`` goes through all of them, with htmx and without in turn, and prints what did not hold.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from typing import Any

from tests.campaign import prepare

MOST_WRONG = 2
"""Wrong answers that are tried of each puzzle."""


def main(every: int) -> int:
    """Try each ``every``-th puzzle; return how many did not hold."""
    prepare()
    from tutor.puzzles.models import Puzzle

    done: Counter[str] = Counter()
    faults: list[str] = []
    began = time.perf_counter()
    for number, puzzle in enumerate(list(Puzzle.objects.select_related("theme"))[::every]):
        try:
            done.update(_try(puzzle, htmx=number % 2 == 0))
        except Exception as error:
            faults.append(f"{puzzle.theme_id} {puzzle.pk}: {type(error).__name__} {error}")
        done["puzzles"] += 1
    print(dict(done), f"{time.perf_counter() - began:.0f} s", *faults, sep="\n")
    return len(faults)


def _try(puzzle: Any, *, htmx: bool) -> Counter[str]:
    from tutor.puzzles.services import kind_of

    kind, proved, done = kind_of(puzzle), puzzle.problem.proof.answers, Counter[str]()
    for answer in proved:
        lines = kind.right_answers()[:1] if "actions" in answer else [answer]
        for line in lines:
            assert _sent(puzzle, kind.as_form(line), htmx)[0] == "solved", f"{answer} is proved and not right"
            done["right"] += 1
    wrong = [each for each in kind.all_answers() if each not in proved and not kind.mark(each).right]
    for answer in wrong[:MOST_WRONG]:
        phase, html, client = _sent(puzzle, kind.as_form(answer), htmx)
        assert phase == "wrong", f"{answer} is {phase}"
        assert re.search(r'id="feedback".*?<p>\s*\S', html, re.S), f"{answer} has no reason"
        done["wrong"] += 1
        url = re.search(r'href="([^"]*trick=1)#follows"', html)
        if url:
            followed = client.get(url[1].replace("&amp;", "&"))
            assert 'id="follows-table"' in followed.content.decode(), f"nothing follows {answer}"
            done["followed"] += 1
    return done


def _sent(puzzle: Any, form: dict[str, list[str]], htmx: bool) -> tuple[str, str, Any]:
    """Answer as somebody who is new here; return the phase, the page, and the browser."""
    from django.test import Client

    client, url = Client(), f"/en/puzzles/p/{puzzle.pk}/"
    assert client.get(url).status_code == 200
    response = client.post(url, {"seen": 0, **form}, headers={"HX-Request": "true"} if htmx else {}, follow=True)
    html = response.content.decode()
    phase = re.search(r'id="puzzle"[^>]*data-phase="(\w+)"', html)
    assert phase, html[:300]
    return phase[1], html, client


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1) > 0)
