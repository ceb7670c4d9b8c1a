"""A design as rows of letters: ruler, target, fold, bases, restraints; so it is printed, too. No textual."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.family import Board, Puzzle
from puzzles.folder_family import own
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from tui.boards.canvas import Canvas
from tui.boards.drawing import Facts, Lines, Piece, joined
from tui.boards.rna.scene import CALM, CURSOR, FREE, PARTNER, QUIET, WRONG, Scene, scene_of

LABEL = 9
"""Columns of a row's name and the blank after it."""
TENS = 10


@dataclass(frozen=True, slots=True)
class Row:
    """One letter and its kind for each position."""

    label: str
    text: str
    kinds: tuple[str, ...]


def rows(scene: Scene, *, plain: bool, calm: bool = False, marks: bool = False) -> list[Row]:
    """The rows from top to bottom; `marks`: with one that has an `x` below each wrong position."""
    length = scene.length
    kinds = tuple(scene.kind(position, calm=calm) for position in range(length))
    wrong = frozenset() if calm else scene.wrong  # the bases have the marks even so
    brackets = tuple(f"{CALM}-{WRONG}" if position in wrong else CALM for position in range(length))
    found = [
        Row("", ruler(length), (QUIET,) * length),
        Row("target", scene.puzzle.target, brackets),
    ]
    if scene.fold:
        found.append(Row("fold", scene.fold, brackets))
    letters = scene.letters if plain else scene.letters.replace(".", "·")
    found.append(Row("bases", letters, kinds))
    if any(letter != FREE for letter in scene.puzzle.restraints):
        restraints = scene.puzzle.restraints.replace(FREE, "." if plain else "·")
        found.append(Row("allowed", restraints, (QUIET,) * length))
    if marks and scene.wrong:
        crosses = "".join("x" if position in scene.wrong else " " for position in range(length))
        found.append(Row("misfold", crosses, (f"{CALM}-{WRONG}",) * length))
    return found


def ruler(length: int) -> str:
    """A number's last digit stands over its position: 1, then every ten."""
    letters = [" "] * length
    for position in (1, *range(TENS, length + 1, TENS)):
        text = str(position)
        letters[position - len(text) : position] = text
    return "".join(letters)


def page(scene: Scene, width: int, first: int, *, plain: bool, calm: bool = False, cursor: int | None = None) -> Canvas:
    """The rows from a position on, as far as the width goes, behind their names."""
    shown = rows(scene, plain=plain, calm=calm)
    canvas = Canvas(max(width, LABEL + 1), len(shown))
    end = min(scene.length, first + canvas.width - LABEL)
    for y, row in enumerate(shown):
        canvas.put(0, y, row.label, QUIET)
        for position in range(first, end):
            canvas.put(LABEL + position - first, y, row.text[position], row.kinds[position])
    if cursor is not None:
        for partner in {scene.partners[cursor], scene.folded[cursor]} - {-1}:
            if first <= partner < end:
                canvas.put(LABEL + partner - first, 0, "v" if plain else "▽", PARTNER)
        if first <= cursor < end:
            canvas.put(LABEL + cursor - first, 0, "V" if plain else "▼", CURSOR)
    return canvas


def blocks(scene: Scene, width: int, *, plain: bool) -> list[list[Piece]]:
    """The rows for a page of that width, in as many blocks as are needed, with a blank line between."""
    shown = rows(scene, plain=plain, marks=True)
    step = max(TENS, (width - LABEL) // TENS * TENS)
    lines: list[list[Piece]] = []
    for first in range(0, scene.length, step):
        if lines:
            lines.append([])
        for row in shown:
            text = row.text[first : first + step]
            if text.strip() or not row.label:
                lines.append([Piece(row.label.ljust(LABEL), QUIET), *joined(text, row.kinds[first : first + step])])
    return lines


def draw(puzzle: Puzzle, board: Board, *, width: int, plain: bool, facts: Facts | None = None) -> Lines:
    """The design for a page of that width, with its fold if the facts have it; in ASCII if `plain`."""
    return blocks(scene_of(puzzle, board, facts), width, plain=plain)


def fits(puzzle: Puzzle, board: Board) -> bool:
    """True if the board has a base, or none, for each of the target's positions."""
    sequence_of(board)
    return len(board) == own(puzzle, RnaPuzzle).length
