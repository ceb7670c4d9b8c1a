"""Editing a puzzle on its own board: unfinished puzzles, and what typing does to them. Plain Python, without a screen.

A `Draft` is a puzzle in the making: a grid of cells in which a person types. It may hold what no puzzle may, such as
two equal values in a row; `problems` says so. A `Pen` is a draft with a cursor and what is begun there; a key typed
makes a new pen, so that undo is a list of pens (`puzzles.drafts`). A place is a cell's number, row by row from 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from puzzles.errors import PuzzleError
from puzzles.parameters import Parameter, Value
from puzzles.puzzle import Puzzle

Taken = Literal["no", "more", "done"]
"""Whether a cell takes a text: not at all, as the beginning of more, or as a whole."""

CHOOSE, LEAVE = "choose", "leave"
"""What a hand does with cells where a draft has some chosen: no text that is typed."""
Direction = Literal["left", "down", "up", "right"]
STEPS: Mapping[Direction, tuple[int, int]] = {"left": (0, -1), "down": (1, 0), "up": (-1, 0), "right": (0, 1)}


@dataclass(frozen=True, slots=True)
class Shown:
    """What one cell shows: its text, and its kind as `tui.boards.grid.KINDS` names them, or a colour such as `c3`."""

    text: str
    kind: str = "given"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, in one line, and the places where; `doubt`: it is only unusual."""

    places: tuple[int, ...]
    line: str
    doubt: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """How much is typed of what is wanted; `wanted` is 0 where nothing must be typed."""

    typed: int
    wanted: int
    what: str

    def __str__(self) -> str:
        return f"{self.typed} of {self.wanted} {self.what}" if self.wanted else f"{self.typed} {self.what}"


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of typing a puzzle: its name, what is typed, and what else helps, a line of at most 60 signs each."""

    name: str
    typed: str
    help: str


class Draft(ABC):
    """An unfinished puzzle, immutable. It has what a puzzle has that boards are made for: family, title and note.

    `family`: the family's name. `cell_width`: columns of the widest text. `gap`: blank columns between cells where no
    lines are drawn; `lined`: lines may be drawn between them. `centred`: texts stand in the middle of their cells, else
    at the right. `paints`: a mouse that is drawn over cells writes `brush`, else what was typed last. `stages`: of
    typing, one after the other. `symmetric`: cells are changed in pairs, each with the one opposite.
    `counts_solutions`: it is worth knowing how many solutions there are.
    """

    family: str
    lined: bool = True
    centred: bool = True
    symmetric: bool = False
    counts_solutions: bool = False

    @property
    @abstractmethod
    def rows(self) -> int: ...

    @property
    @abstractmethod
    def columns(self) -> int: ...

    @property
    def cell_width(self) -> int:
        return 1

    @property
    def gap(self) -> int:
        return 1

    @property
    def paints(self) -> bool:
        return False

    @property
    @abstractmethod
    def stages(self) -> tuple[Stage, ...]: ...

    @abstractmethod
    def shown(self, place: int) -> Shown:
        """What the cell shows."""

    @abstractmethod
    def takes(self, place: int, text: str) -> Taken:
        """Whether the cell takes the text that is typed there."""

    @abstractmethod
    def put(self, place: int, text: str) -> Draft:
        """With the text, which the cell takes, in the cell."""

    @abstractmethod
    def clear(self, place: int) -> Draft:
        """With nothing in the cell."""

    def erase(self, place: int) -> Pen:
        """What Backspace does: it empties the cell; if that is empty it goes one place back."""
        emptied = self.clear(place)
        before = next((one for one in range(place - 1, -1, -1) if self.stops(one)), place)
        return Pen(emptied, place) if emptied != self else Pen(self, before)

    @abstractmethod
    def onward(self, place: int, text: str) -> Pen:
        """Where typing goes on after the text was put there."""

    @abstractmethod
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with what is there; nothing about what is missing."""

    @abstractmethod
    def count(self) -> Count:
        """How much is typed."""

    @abstractmethod
    def sizes(self) -> dict[str, Value]:
        """The sizes, by the names of `Editor.sizes`."""

    @abstractmethod
    def sized(self, sizes: Mapping[str, Value]) -> Draft:
        """With other sizes; what lies outside them is gone, what is new is empty."""

    @abstractmethod
    def to_puzzle(self) -> Puzzle:
        """The puzzle; PuzzleError if it is none."""

    @abstractmethod
    def text(self) -> str:
        """The draft as a text in a format of its family, its family on the first line: `Editor.read` reads it back."""

    @property
    def title(self) -> str:
        """One line about what there is, such as `Kakuro 9 x 9`."""
        return f"{self.rows} x {self.columns}"

    @property
    def note(self) -> str:
        return ""

    @property
    def complete(self) -> bool:
        """True if enough is typed for the number of solutions to mean something; by default if nothing is missing."""
        count = self.count()
        return count.typed >= count.wanted

    def larger(self, by: int) -> Draft:
        """The next larger size, smaller if `by` is -1; ParameterError or PuzzleError if there is none."""
        return self.sized({name: int(value) + by for name, value in self.sizes().items()})

    def stops(self, place: int) -> bool:
        """True if the cursor may stand there."""
        return True

    def enter(self, place: int) -> Pen:
        """Where Enter goes: by default to the beginning of the next row; on the last row it stays."""
        row = place // self.columns + 1
        return Pen(self, self.first_stop(row) if row < self.rows else place)

    def lacks_more(self, place: int) -> bool:
        """True if Enter behind what was typed there stays, as the place has another value that is missing."""
        return False

    def went_on(self, place: int) -> bool:
        """True if the cursor, which came to the place when a cell was complete, is where Enter would have brought it.

        By default at the beginning of a row: the row before is full.
        """
        return place == self.first_stop(place // self.columns)

    @property
    def stage(self) -> int:
        """The number of the stage in which it is, from 0."""
        return 0

    def at_stage(self, number: int) -> Pen:
        """Where that stage begins."""
        return self.begin()

    @property
    def signs(self) -> str:
        """Signs that are typed here and do nothing else, whether they mean something now or not."""
        return ""

    def brush(self, place: int) -> str:
        """What a mouse writes that is drawn over cells from that one on; empty for what was typed last."""
        return ""

    def with_pairs(self) -> Draft | None:
        """With cells that are changed in pairs from now on, or no longer; None where they can't be."""
        return None

    def clicked(self, place: int) -> Draft:
        """After a second click on the cell; by default the same."""
        return self

    def swallows(self, key: str, before: str) -> bool:
        """True if the key, typed right after `before` was complete, only ends it, and so does nothing."""
        return False

    def about(self, place: int) -> tuple[str, ...]:
        """What a person wants to know of the cell, a line each."""
        return ()

    def related(self, place: int) -> frozenset[int]:
        """The cells that are lit with that one, such as the other base of a pair."""
        return frozenset()

    def solved(self, board: tuple[int, ...]) -> dict[int, str]:
        """A solution's values, by place, where the draft has none."""
        return {}

    @property
    def marked(self) -> Puzzle | None:
        """A puzzle of the same places whose lines and marks are drawn around the cells; None: there are none."""
        return None

    def impossible(self) -> str:
        """Why there is no solution, as far as a person sees it, such as `row 3 can't make 24`; empty if not known."""
        return ""

    def clues(self) -> tuple[int, ...]:
        """The numbers of what was typed and may contradict each other; empty where nobody looks for that."""
        return ()

    def keeping(self, clues: Collection[int]) -> Draft:
        """Without the clues that are not among these."""
        return self

    def clue_at(self, clue: int) -> tuple[int, str]:
        """The clue's place, and what it is in words, such as `row 2, column 3`."""
        return clue, self.name_of(clue)

    def first_stop(self, row: int) -> int:
        """The first place of a row, or of the last one, on which the cursor may stand."""
        start = min(row, self.rows - 1) * self.columns
        return next((one for one in range(start, start + self.columns) if self.stops(one)), start)

    def begin(self) -> Pen:
        """Where a person begins."""
        return Pen(self, next((one for one in range(self.rows * self.columns) if self.stops(one)), 0))

    def name_of(self, place: int) -> str:
        """The place in words."""
        row, column = divmod(place, self.columns)
        return f"Row {row + 1}, column {column + 1}"


@dataclass(frozen=True)
class Editor(ABC):
    """How a family's puzzles are edited. `sizes`: what a new one is asked for."""

    sizes: tuple[Parameter, ...]

    @abstractmethod
    def new(self, sizes: Mapping[str, Value]) -> Draft:
        """An empty draft; ParameterError for sizes that are not admitted. Sizes that are not given are the defaults."""

    @abstractmethod
    def from_puzzle(self, puzzle: Puzzle) -> Draft:
        """The puzzle as a draft; `to_puzzle` gives it back."""

    @abstractmethod
    def read(self, text: str) -> Draft:
        """The draft in a text of the family, also where no puzzle is in it yet; PuzzleError."""


@dataclass(frozen=True)
class Pen:
    """A draft, the place of the cursor, and what is begun there; `base` is the draft before that was typed.

    `before`: what was completed just now at another place.
    """

    draft: Draft
    place: int
    typed: str = ""
    base: Draft | None = None
    before: str = ""

    @property
    def settled(self) -> Draft:
        """The draft without what is begun: what is wrong with a value is told when it is complete."""
        return self.base or self.draft

    def press(self, key: str) -> Pen | None:
        """After a character was typed; None if it means nothing here."""
        if not self.typed and self.before and self.draft.swallows(key, self.before):
            return replace(self, before="")
        text = self.typed + key
        base = self.base or self.draft
        taken = base.takes(self.place, text)
        if taken == "more":
            return Pen(base.put(self.place, text), self.place, text, base)
        if taken == "done":
            return replace(base.put(self.place, text).onward(self.place, text), before=text)
        if not self.typed:
            return None
        done = self.finished()
        return done if self.draft.swallows(key, self.typed) else done.press(key)

    def finished(self) -> Pen:
        """What is begun counts as complete, and the cursor goes on; the same pen if nothing is begun."""
        return replace(self.draft.onward(self.place, self.typed), before=self.typed) if self.typed else self

    def backspace(self) -> Pen:
        """Takes back the last character that is begun, else what the draft erases."""
        if self.typed:
            base, text = self.base or self.draft, self.typed[:-1]
            return Pen(base.put(self.place, text), self.place, text, base) if text else Pen(base, self.place)
        return self.draft.erase(self.place)

    def enter(self) -> Pen:
        """Where Enter goes. Right after typing has gone on by itself to where that is, it stays: no row is left out."""
        if self.before and not self.typed and self.draft.went_on(self.place):
            return replace(self, before="")
        if self.typed and self.draft.lacks_more(self.place):
            return Pen(self.draft, self.place)
        return self.draft.enter(self.place)

    def moved(self, direction: Direction) -> Pen:
        """One place on in that direction, over places where the cursor can't stand; the same place if there is none."""
        rows, columns = STEPS[direction]
        row, column = divmod(self.place, self.draft.columns)
        while 0 <= (row := row + rows) < self.draft.rows and 0 <= (column := column + columns) < self.draft.columns:
            if self.draft.stops(row * self.draft.columns + column):
                return self.at(row * self.draft.columns + column)
        return self.at(self.place)

    def extended(self, direction: Direction) -> Pen:
        """One place on, this place and the next one chosen, where a draft has cells chosen."""
        found = self.draft
        for place in (self.place, (to := self.moved(direction).place)):
            found = found.put(place, CHOOSE) if found.takes(place, CHOOSE) == "done" else found
        return Pen(found, to)

    def at(self, place: int) -> Pen:
        """The cursor at another place."""
        return Pen(self.draft, place)


def draft_of(puzzle: Puzzle, editor: Editor) -> Draft:
    """The puzzle as a draft that is written down as that puzzle; PuzzleError if the editor can't keep all of it."""
    draft = editor.from_puzzle(puzzle)
    if draft.to_puzzle() != puzzle:
        raise PuzzleError("the board can't hold all of this puzzle", "its text")
    return draft
