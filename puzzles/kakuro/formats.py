"""All text formats of Kakuro: how each is known by its content, read, and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from puzzles.errors import PuzzleError
from puzzles.family import TextFormat
from puzzles.kakuro import down_across, json_form, kakuro_app, paper_form
from puzzles.kakuro.drawing import Drawing, assemble, draw
from puzzles.kakuro.grid import Kakuro


@dataclass(frozen=True, slots=True)
class Format:
    """One format. `likeness`: 0 to 1, cheap. `write` is None if we only read it."""

    text: TextFormat
    likeness: Callable[[str], float]
    read: Callable[[str], Drawing]
    write: Callable[[Drawing], str] | None = None


FORMATS = (
    Format(
        TextFormat("kak", "KakuroApp CSV: *, ?, C19 (down), F14 (across)", True, ".kak"),
        kakuro_app.likeness,
        kakuro_app.read,
        kakuro_app.write,
    ),
    Format(
        TextFormat("paper", "the paper's print: row and column sums around a full rectangle", True),
        paper_form.likeness,
        paper_form.read,
        paper_form.write,
    ),
    Format(
        TextFormat(
            "down-across", "backslash CSV, picat text, 23:16 text: down\\across in black cells", True, ".csv"
        ),
        down_across.likeness,
        down_across.read,
        down_across.write,
    ),
    Format(
        TextFormat("json", "our own JSON; XCSP3's JSON is read too", True, ".json"),
        json_form.likeness,
        json_form.read,
    ),
)


def likeness(text: str) -> float:
    """How much the text looks like any of the formats, 0 to 1."""
    return max(one.likeness(text) for one in FORMATS)


def read(text: str) -> Drawing:
    """The drawn grid, by the format that the text looks like most."""
    best = max(FORMATS, key=lambda one: one.likeness(text))
    if best.likeness(text) == 0.0:
        names = "KakuroApp CSV, down\\across cells, puzz.link URL, pzprv3, two grids, .dzn, JSON, the paper's print"
        raise PuzzleError("the text is in no known Kakuro format", names, line=1, column=1)
    return best.read(text)


def parse(text: str) -> Kakuro:
    """The puzzle in the text."""
    return assemble(read(text))


def write(puzzle: Kakuro, name: str, board: Sequence[int] | None) -> str:
    """The puzzle, with the board's digits if given, in the named format; PuzzleError if the format cannot hold it."""
    chosen = {one.text.name: one for one in FORMATS if one.text.writes}.get(name)
    if chosen is None:
        names = ", ".join(one.text.name for one in FORMATS if one.text.writes)
        raise PuzzleError(f"format {name!r} is not one that can be written", f"one of: {names}")
    if chosen.write is None:
        return json_form.write(puzzle, board)
    if puzzle.square and name != "paper":
        raise PuzzleError(f"format {name} cannot hold a square without black cells", "format paper or json")
    if not puzzle.square and name == "paper":
        raise PuzzleError(
            "format paper cannot hold a crossword shape", "format kak, down-across, pzprv3 or json"
        )
    return chosen.write(draw(puzzle, board))
