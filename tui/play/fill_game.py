"""The game of a board that is filled in: its steps, pencil marks, and other lines of steps that were undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from puzzles.by_hand import FillIn
from puzzles.text.quoting import counted
from tui.kept.loaded import Loaded
from tui.play.branches import shared
from tui.play.played import PlayedGame, Tally, place_among

Marks = tuple[int, ...]
"""Of one cell: values, CENTRE + a value for marks in its middle, and COLOUR + the number of a colour."""
Change = tuple[int, int, Marks]
"""A cell, its value after the step (the open value if empty), and its pencil marks."""
Step = tuple[Change, ...]
CENTRE, COLOUR, COLOURS = 1000, 2000, 4
"""Beyond all values; the colours that a cell may have, from 1."""
MOST_LINES = 1000
"""Other lines of steps that a game keeps, those left last."""


class FillGame(PlayedGame):
    """A board that is filled in. `marks`: by cell; a value hides all but colours, and emptying shows them again."""

    def __init__(self, loaded: Loaded, **clocks: Callable[[], float]) -> None:
        super().__init__(loaded, **clocks)
        hand = self.family.by_hand
        assert isinstance(hand, FillIn)
        self.hand = hand
        self.free = hand.free_cells(loaded.puzzle)
        self.steps: list[Step] = []
        self.others: list[list[Step]] = []
        """Other lines, all of their steps; the one left last is the last."""
        self.marks: dict[int, Marks] = {}
        self._board = list(loaded.start)

    @property
    def board(self) -> tuple[int, ...]:
        return tuple(self._board)

    @property
    def length(self) -> int:
        return len(self.steps)

    @property
    def whole(self) -> list[Step]:
        return self.steps

    @property
    def made(self) -> list[Step]:
        return self.steps[: self.at]

    def _other_lines(self) -> list[list[Step]]:
        return self.others[::-1]

    def standing(self, line: Sequence[Step]) -> str:
        board = {cell: value for step in line for cell, value, _ in step}
        filled = sum(value != self.hand.open_value for value in board.values())
        return f"{counted(len(line), 'step')}, {filled} of {counted(len(self.free), 'cell')} filled"

    @property
    def filled(self) -> int:
        """Free cells with a value."""
        return sum(self._board[cell] != self.hand.open_value for cell in self.free)

    @property
    def full(self) -> bool:
        return self.filled == len(self.free)

    @property
    def share(self) -> float:
        """How much of the puzzle is done, 0 to 1."""
        return self.filled / len(self.free) if self.free else 1.0

    def boards(self) -> list[tuple[int, ...]]:
        """The puzzle's start, then the position after each step made; pencil marks alone are no step."""
        board = list(self.loaded.start)
        found = [tuple(board)]
        for step in self.steps[: self.at]:
            for cell, value, _ in step:
                board[cell] = value
            if tuple(board) != found[-1]:
                found.append(tuple(board))
        return found

    @property
    def open_cells(self) -> list[int]:
        """Cells without a value, in the board's order."""
        return sorted(cell for cell in self.free if self._board[cell] == self.hand.open_value)

    def write(self, cell: int, value: int, *, marks_go: bool = False) -> bool:
        """True if the cell had another value; the open value empties it.

        `marks_go`: pencil marks of other cells that the value rules out go, in the same step.
        """
        if cell not in self.free or self._board[cell] == value:
            return False
        gone = self._ruled_out(cell, value) if marks_go and value != self.hand.open_value else []
        return self._step(((cell, value, self.marks.get(cell, ())), *gone))

    def _ruled_out(self, cell: int, value: int) -> list[Change]:
        """The open cells of whose marks the value in that cell takes some away, with those that stay."""
        puzzle, candidates, before, changes = self.loaded.puzzle, self.hand.candidates, self.board, []
        after = (*before[:cell], value, *before[cell + 1 :])
        for one in self.open_cells:
            if one != cell and (marks := self.marks.get(one, ())):
                gone = set(candidates(puzzle, before, one)).difference(candidates(puzzle, after, one))
                stay = tuple(mark for mark in marks if mark >= COLOUR or mark % CENTRE not in gone)
                if stay != marks:
                    changes.append((one, self.hand.open_value, stay))
        return changes

    def fill_marks(self) -> bool:
        """True if there were open cells without marks: they have all values that may stand there now, in one step."""
        cells = [one for one in self.open_cells if not self.notes(one, CENTRE) and not self.notes(one, 0)]
        filled = [(one, self.hand.candidates(self.loaded.puzzle, self.board, one)) for one in cells]
        return self._step(
            tuple((one, self.hand.open_value, (*marks, *self._colour_of(one))) for one, marks in filled if marks)
        )

    def clear_marks(self) -> bool:
        """True if open cells had marks: none has any more but its colour, in one step."""
        kept = [(one, self._colour_of(one)) for one in self.open_cells]
        return self._step(
            tuple((one, self.hand.open_value, colour) for one, colour in kept if self.marks.get(one, ()) != colour)
        )

    def last_right(self, is_right: Callable[[tuple[int, ...]], bool]) -> int:
        """After how many of the steps made the position was right for the last time; 0 where it never was."""
        board, found = list(self.loaded.start), 0
        for at, step in enumerate(self.steps[: self.at], start=1):
            for cell, value, _ in step:
                board[cell] = value
            found = at if is_right(tuple(board)) else found
        return found

    def change(self, values: Iterable[tuple[int, int]]) -> bool:
        """One step that gives these (cell, value); True if it changes anything. Cells that are given stay."""
        new = [(cell, value) for cell, value in values if cell in self.free and self._board[cell] != value]
        return self._step(tuple((cell, value, self.marks.get(cell, ())) for cell, value in new))

    def pencil(self, cell: int, value: int, kind: int = 0) -> bool:
        """True if the cell is open: the value is one of its marks of that kind now (0, CENTRE), or no longer."""
        if cell not in self.free or self._board[cell] != self.hand.open_value:
            return False
        return self._note(cell, set(self.marks.get(cell, ())) ^ {kind + value})

    def paint(self, cell: int, colour: int) -> bool:
        """True if a value may stand in the cell: it has that colour now in place of another, or none any more."""
        before = set(self.marks.get(cell, ()))
        return cell in self.free and self._note(cell, before - {*self._colour_of(cell)} | {COLOUR + colour} - before)

    def notes(self, cell: int, kind: int) -> list[int]:
        """The cell's marks of a kind (0, CENTRE, COLOUR), without what stands for the kind."""
        return [mark - kind for mark in self.marks.get(cell, ()) if kind <= mark < kind + CENTRE]

    def noted(self, kind: int) -> dict[int, Marks]:
        """The cells that have marks of that kind, with these."""
        return {one: tuple(marks) for one in self.marks if (marks := self.notes(one, kind))}

    def _colour_of(self, cell: int) -> Marks:
        return tuple(mark for mark in self.marks.get(cell, ()) if mark >= COLOUR)

    def _note(self, cell: int, marks: set[int]) -> bool:
        order = {one: place for place, one in enumerate(self.hand.values(self.loaded.puzzle, cell))}
        listed = sorted(marks, key=lambda mark: (mark // CENTRE, order.get(mark % CENTRE, mark)))
        return self._step(((cell, self._board[cell], tuple(listed)),))

    def holds(self, cell: int | None) -> bool:
        """True if the cell has a value or marks of the player's."""
        return cell in self.free and (self._board[cell] != self.hand.open_value or bool(self.marks.get(cell)))

    def empty(self, cell: int) -> bool:
        """True if there was a value, which is taken away, or else marks, which are, and last its colour."""
        if cell not in self.free:
            return False
        if self._board[cell] != self.hand.open_value:
            return self.write(cell, self.hand.open_value)
        marks, colour = self.marks.get(cell, ()), self._colour_of(cell)
        return bool(marks) and self._step(((cell, self.hand.open_value, () if marks == colour else colour),))

    def next_empty(self, cell: int | None) -> int | None:
        """The next open cell in the board's order, round and round; None if all others are filled."""
        last = -1 if cell is None else cell
        open_cells = [one for one in self.open_cells if one != cell]
        return next((one for one in open_cells if one > last), next(iter(open_cells), None))

    def take(self, board: Sequence[int]) -> bool:
        return self.change(enumerate(board))

    def remember(self, other: FillGame) -> bool:
        """True if the other game of the puzzle stands otherwise: undo shows its board, and again goes on as before."""
        cells = [
            cell
            for cell in sorted(self.free)
            if (self._board[cell], self.marks.get(cell, ())) != (other._board[cell], other.marks.get(cell, ()))
        ]
        if not cells:
            return False
        there = tuple((cell, other._board[cell], other.marks.get(cell, ())) for cell in cells)
        back = tuple((cell, self._board[cell], self.marks.get(cell, ())) for cell in cells)
        self.steps[self.at : self.at] = [there, back]
        self.at += 2
        return True

    def show(self, line: Sequence[Step]) -> None:
        there, left, self.left = list(line), self.steps, 0
        whole = next((one for one in (left, *self._other_lines()) if one[: len(there)] == there), there)
        if whole is not left:
            self._move_to(min(self.at, shared(whole, left)))
            self.others = [one for one in self.others if one is not whole]
            if left and whole[: len(left)] != left:
                self.others.append(left)
            self.steps = whole
        self._move_to(len(there))
        self._changed()

    def begin_again(self) -> None:
        if self.steps:
            self._keep_line()
        self.steps, self.at, self.marks, self._board = [], 0, {}, list(self.loaded.start)
        self._anew()

    def data(self) -> dict[str, Any]:
        """Of each other line and each pin, how many of its steps are those of `steps`, and the further ones."""
        data: dict[str, Any] = {"steps": self.steps}
        for name, lines in (("others", self.others), ("pins", self.pins)):
            cut = [(shared(line, self.steps), line) for line in lines]
            data |= {name: [[count, line[count:]] for count, line in cut]} if cut else {}
        return data | super().data()

    def read(self, data: Mapping[str, Any]) -> None:
        tally = Tally.read(data)
        steps, at = self._read_steps(data["steps"]), place_among(data["at"], len(data["steps"]))
        lines = [data.get(name, []) for name in ("others", "pins")]
        self.others, pins = (
            [steps[: place_among(count, len(steps))] + self._read_steps(line) for count, line in one] for one in lines
        )
        self.pins = [*pins]
        self.steps, self.at, self.tally = steps, 0, tally
        self._move_to(at)
        self.touched = None

    def _read_steps(self, steps: Any) -> list[Step]:
        read = [tuple(self._read_change(change) for change in step) for step in steps]
        if not all(read):
            raise ValueError("a step changes nothing")
        return read

    def _read_change(self, change: Any) -> Change:
        cell, value, marks = change
        if cell not in self.free:
            raise ValueError(f"cell {cell!r} can't be filled in")
        known = set(self.hand.values(self.loaded.puzzle, cell))
        if value != self.hand.open_value and value not in known:
            raise ValueError(f"{value!r} is no value")
        if not all(type(one) is int for one in (cell, value, *marks)) or not all(_is_mark(one, known) for one in marks):
            raise ValueError("a pencil mark is no value")
        return cell, value, tuple(marks)

    def _step(self, changes: Step) -> bool:
        """Makes the step. What was undone stays: the step that was undone goes on its line, another one leaves it."""
        if not changes:
            return False
        made, self.left = [*self.steps[: self.at], changes], 0
        if self.steps[: len(made)] != made:
            if self.at < len(self.steps):
                self.left = len(self.steps) - self.at
                self._keep_line()
                known = next((line for line in self.others if line[: len(made)] == made), made)
                self.others = [line for line in self.others if line is not known]
                self.steps = known
            else:
                self.steps = made
        self._move_to(self.at + 1)
        self._changed()
        return True

    def _keep_line(self) -> None:
        self.others = [*self.others[1 - MOST_LINES :], self.steps]

    def _move_to(self, at: int) -> None:
        if at == self.at:
            return
        if at > self.at:
            for cell, value, marks in (one for step in self.steps[self.at : at] for one in step):
                self._set(cell, value, marks)
            self.touched = self.steps[at - 1][0][0]
        else:
            cells = {cell for step in self.steps[at : self.at] for cell, _, _ in step}
            earlier = {cell: (cell, value, marks) for step in self.steps[:at] for cell, value, marks in step}
            for cell in cells:
                self._set(*earlier.get(cell, (cell, self.hand.open_value, ())))
            self.touched = self.steps[at][0][0]
        self.at = at

    def _set(self, cell: int, value: int, marks: Marks) -> None:
        self._board[cell], self.marks[cell] = value, marks


def _is_mark(mark: int, values: set[int]) -> bool:
    return COLOUR < mark <= COLOUR + COLOURS or (0 <= mark < COLOUR and mark % CENTRE in values)
