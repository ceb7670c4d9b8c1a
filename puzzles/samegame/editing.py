"""A board of SameGame in the making: colours painted into cells, from the top row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from puzzles.draft_kinds import GridDraft
from puzzles.editing import Count, Draft, Editor, Pen, Problem, Shown, Stage, Taken
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle, own
from puzzles.parameters import Parameter, Value, resolve
from puzzles.samegame.formats import FORMATS, lines
from puzzles.samegame.puzzle import EMPTY, LARGEST_SIDE, MOST_COLOURS, SameGamePuzzle
from puzzles.text.json_texts import is_json
from puzzles.text.quoting import cleaned

SIZES = (
    Parameter("columns", int, 15, "columns", 1, LARGEST_SIDE),
    Parameter("rows", int, 0, "rows; 0: as many as columns", 0, LARGEST_SIDE),
)
NONE = ". "
COLOURS = "".join(map(str, range(MOST_COLOURS)))


@dataclass(frozen=True)
class SameGameDraft(GridDraft):
    """`cells`: colours row by row from the top, -1 where empty; `game` came with the board, and goes with a change."""

    family = "samegame"
    stages = (
        Stage(
            "Colours",
            f"0 to {MOST_COLOURS - 1} are colours; . leaves a cell empty.",
            "The mouse paints with what was typed last.",
        ),
    )
    cell_width = 3
    gap = 0
    lined = False
    paints = True
    width: int
    cells: tuple[int, ...]
    name: str = ""
    game: tuple[int, ...] = ()

    @property
    def columns(self) -> int:
        return self.width

    def shown(self, place: int) -> Shown:
        colour = self.cells[place]
        return Shown("", "open") if colour == EMPTY else Shown(str(colour), f"c{colour}")

    def takes(self, place: int, text: str) -> Taken:
        return "done" if len(text) == 1 and text in COLOURS + NONE else "no"

    def put(self, place: int, text: str) -> Draft:
        colour = EMPTY if text in NONE else int(text)
        return self if colour == self.cells[place] else self.with_cells({place: colour}, game=())

    def clear(self, place: int) -> Draft:
        return self.put(place, ".")

    def onward(self, place: int, text: str) -> Pen:
        return Pen(self, self.next_to(place))

    def count(self) -> Count:
        painted = len(self.cells) - self.cells.count(EMPTY)
        return Count(painted, 0, f"of {len(self.cells)} cells painted, {len(set(self.cells) - {EMPTY})} colours")

    @property
    def title(self) -> str:
        return f"SameGame {self.columns} x {self.rows}"

    @property
    def complete(self) -> bool:
        return self.cells.count(EMPTY) < len(self.cells)

    def problems(self) -> tuple[Problem, ...]:
        """Cells with nothing below them; columns with nothing in them beside others."""
        hang = [
            place
            for place, colour in enumerate(self.cells)
            if colour == EMPTY and place >= self.columns and self.cells[place - self.columns] != EMPTY
        ]
        found = []
        if hang:
            found.append(Problem(tuple(hang), f"{self.name_of(hang[0])}: empty, with a colour above it."))
        bottom = (self.rows - 1) * self.columns
        gaps = [
            bottom + column
            for column in range(self.columns)
            if self.cells[bottom + column] == EMPTY
            and any(self.cells[bottom + one] != EMPTY for one in range(column + 1, self.columns))
        ]
        if gaps and not hang:
            found.append(Problem(tuple(gaps), f"Column {gaps[0] - bottom + 1} is empty, with others right of it."))
        return tuple(found)

    def sizes(self) -> dict[str, Value]:
        return {"columns": self.columns, "rows": self.rows}

    def sized(self, sizes: Mapping[str, Value]) -> Draft:
        """Rows come and go at the top, columns at the right."""
        columns, rows = _size(sizes)
        kept = self.cells[max(0, self.rows - rows) * self.columns :]
        lower = replace(self, cells=kept).recut(min(rows, self.rows), columns, EMPTY)
        return SameGameDraft(columns, (EMPTY,) * (rows * columns - len(lower)) + lower, self.name)

    def to_puzzle(self) -> SameGamePuzzle:
        return SameGamePuzzle(self.columns, self.rows, self.cells, self.name, moves=self.game)

    def text(self) -> str:
        try:
            return "# samegame\n" + FORMATS.write(self.to_puzzle(), "rows", None)
        except PuzzleError:
            words = ["." if colour == EMPTY else str(colour) for colour in self.cells]
            named = [f"# name: {cleaned(self.name)}"] if self.name else []
            rows = [" ".join(words[i : i + self.columns]) for i in range(0, len(words), self.columns)]
            return "\n".join(["# samegame", *named, *rows]) + "\n"


def _size(sizes: Mapping[str, Value]) -> tuple[int, int]:
    given = resolve(SIZES, sizes, "a board of SameGame")
    return int(given["columns"]), int(given["rows"]) or int(given["columns"])


class SameGameEditor(Editor):
    def new(self, sizes: Mapping[str, Value]) -> SameGameDraft:
        columns, rows = _size(sizes)
        return SameGameDraft(columns, (EMPTY,) * (rows * columns))

    def from_puzzle(self, puzzle: Puzzle) -> SameGameDraft:
        one = own(puzzle, SameGamePuzzle)
        return SameGameDraft(one.width, one.cells, one.name, one.moves)

    def read(self, text: str) -> SameGameDraft:
        """Cells may hang in the air."""
        try:
            return self.from_puzzle(FORMATS.read(text))
        except PuzzleError as error:
            rows = [] if is_json(text) else lines.read(text)[0].rows
            words = [[field.text for field in row] for row in rows]
            if not words or any(len(row) != len(words[0]) for row in words):
                raise
            if any(word not in (*COLOURS, ".", "-1") for row in words for word in row):
                raise
            if max(len(words), len(words[0])) > LARGEST_SIDE:
                raise error from None
            cells = tuple(int(word) if word in COLOURS else EMPTY for row in words for word in row)
            return SameGameDraft(len(words[0]), cells, lines.read(text)[0].name)


EDITOR = SameGameEditor(SIZES)
