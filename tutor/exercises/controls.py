"""The controls of an answer as templates show them: already worded, and every one works without scripts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tutor.web.table import CardView


class Form(StrEnum):
    """How a field is answered."""

    BUTTONS = "buttons"
    """One press is the answer."""
    RADIOS = "radios"
    LINES = "lines"
    """Radio buttons beside the numbered lines of a record."""
    SELECT = "select"
    NUMBER = "number"
    CARDS = "cards"
    """Check boxes in rows, a row for each suit."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose. ``mark`` sets it off (``right``, ``wrong``, ``struck``), ``note`` says the same in words."""

    value: str
    text: str
    id: str = ""
    chosen: bool = False
    mark: str = ""
    note: str = ""
    card: CardView | None = None
    key: str = ""
    """The single key that presses it, for those who have asked for that."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an answer: its name in the form, a label, and what can be chosen or the text that was written."""

    name: str
    form: Form
    label: str
    options: tuple[Option, ...] = ()
    text: str = ""
    card: CardView | None = None
    empty: str = ""
    """What a list says before something is chosen."""

    @property
    def first_id(self) -> str:
        """The id of the first control."""
        if self.form in (Form.SELECT, Form.NUMBER):
            return self.name
        return self.options[0].id if self.options else ""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page may show of an exercise: what is chosen so far, how many hints are open, whether it is solved."""

    chosen: dict[str, object] | None = None
    hint: int = 0
    solved: bool = False
