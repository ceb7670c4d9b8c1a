"""A design as rows of letters: ruler, target, fold, bases, restraints; so it is printed, too. No textual."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.family import Board, Puzzle, own
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from tui.boards.canvas import Canvas
from tui.boards.drawing import Facts, Lines, Piece, joined
from tui.boards.rna.scene import (
    BARRED,
    BRACKETS,
    CALM,
    CURSOR,
    FREE,
    PARTNER,
    QUIET,
    WRONG,
    Scene,
    defect_kind,
    scene_of,
    tenths,
)

LABEL = 9
"""Columns of a row's name and the blank after it."""
TENS = 10


@dataclass(frozen=True, slots=True)
class Row:
    """One letter and its kind for each position, and for the & between two strands."""

    label: str
    text: str
    kinds: tuple[str, ...]


def rows(scene: Scene, *, plain: bool, marks: bool = False) -> list[Row]:
    """The rows from top to bottom: structures of all states, the fold of the one that is drawn, which has a sign.

    `marks`: with the folds of all states, and a row that has an `x` below each position that is wrong in one of them.

    A `!` stands over the positions of motifs that are proved undesignable.
    """
    nick = scene.puzzle.nick
    whole = [_cut(row, nick) for row in _of_positions(scene, plain=plain, marks=marks)] if nick else []
    return whole or _of_positions(scene, plain=plain, marks=marks)


def _cut(row: Row, nick: int) -> Row:
    """The row with a sign between the strands: & where they have letters."""
    sign = "&" if row.label in CUT else " "
    text = row.text if not row.label else f"{row.text[:nick]}{sign}{row.text[nick:]}"
    return Row(row.label, text, (*row.kinds[:nick], QUIET, *row.kinds[nick:]))


CUT = ("target", "fold", "bases", "allowed")
"""Rows that have an & between two strands."""


def _of_positions(scene: Scene, *, plain: bool, marks: bool) -> list[Row]:
    """The rows with a kind for each position; the ruler's text has a place for the & between two strands."""
    length = scene.length
    kinds = tuple(scene.kind(position) for position in range(length))
    found = [Row("", ruler(length, scene.puzzle.nick), (QUIET,) * length)]
    if scene.barred:
        signs = "".join("!" if position in scene.barred else " " for position in range(length))
        found.append(Row("proved", signs, (BARRED,) * length))
    for one in scene.each:
        sign = "" if marks or one.state != scene.state else ">" if plain else "▸"
        found += _structures(one, with_fold=marks or bool(sign), sign=sign)
    letters = scene.letters if plain else scene.letters.replace(".", "·")
    found.append(Row("bases", letters, kinds))
    if scene.defects:
        letters = "".join(map(tenths, scene.defects))
        found.append(Row("defect", letters, tuple(defect_kind(one) for one in scene.defects)))
    if any(letter != FREE for letter in scene.puzzle.restraints):
        restraints = scene.puzzle.restraints.replace(FREE, "." if plain else "·")
        found.append(Row("allowed", restraints, (QUIET,) * length))
    wrong = frozenset[int]().union(*(one.wrong for one in scene.each)) if marks else ()
    if wrong:
        crosses = "".join("x" if position in wrong else " " for position in range(length))
        found.append(Row("misfold", crosses, (f"{CALM}-{WRONG}",) * length))
    return found


def _structures(scene: Scene, *, with_fold: bool, sign: str) -> list[Row]:
    """The structure that is wanted, and the fold if it is known; of several states with their number and the sign."""
    brackets = tuple(f"{BRACKETS}-{WRONG}" if position in scene.wrong else BRACKETS for position in range(scene.length))
    number = scene.state + 1
    wanted, fold = (f"state {number}{sign}", f"fold {number}") if scene.drawn else ("target", "fold")
    found = [Row(wanted, scene.structure, brackets)]
    return [*found, Row(fold, scene.fold, brackets)] if scene.fold and with_fold else found


def ruler(length: int, nick: int = 0) -> str:
    """A number's last digit stands over its position: 1, then every ten. Behind `nick` positions is one more place."""
    letters = [" "] * (length + bool(nick))
    for position in (1, *range(TENS, length + 1, TENS)):
        text, end = str(position), position + (0 < nick < position)
        letters[end - len(text) : end] = text
    return "".join(letters)


def page(scene: Scene, width: int, first: int, *, plain: bool, cursor: int | None = None) -> Canvas:
    """The rows from a position on, as far as the width goes, behind their names."""
    shown = rows(scene, plain=plain)
    canvas = Canvas(max(width, LABEL + 1), len(shown))
    end = min(scene.columns, first + canvas.width - LABEL)
    for y, row in enumerate(shown):
        canvas.put(0, y, row.label, QUIET)
        for column in range(first, end):
            canvas.put(LABEL + column - first, y, row.text[column], row.kinds[column])
    if cursor is not None:
        marks = [(one, "v" if plain else "▽", PARTNER) for one in {scene.partners[cursor], scene.folded[cursor]} - {-1}]
        for position, sign, kind in (*marks, (cursor, "V" if plain else "▼", CURSOR)):
            if first <= (column := scene.column(position)) < end:
                canvas.put(LABEL + column - first, 0, sign, kind)
    return canvas


def blocks(scene: Scene, width: int, *, plain: bool) -> list[list[Piece]]:
    """The rows for a page of that width, in as many blocks as are needed, with a blank line between."""
    shown = rows(scene, plain=plain, marks=True)
    step = max(TENS, (width - LABEL) // TENS * TENS)
    lines: list[list[Piece]] = []
    for first in range(0, scene.columns, step):
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
