"""Random Kakuro puzzles, and plain writers of the formats that the project only reads; for tests."""

from __future__ import annotations

import json
import random

from puzzles.connected import lay_runs
from puzzles.kakuro.puzzle import Kakuro, Run, reach


def random_crossword(chance: random.Random, *, clues: bool = True, givens: bool = True, side: int = 9) -> Kakuro:
    """Any admitted crossword shape, runs of one cell included; some clues missing and some digits given at will."""
    rows, columns = chance.randint(2, side), chance.randint(2, side)
    share = chance.random()
    cells = [(r, c) for r in range(1, rows) for c in range(1, columns) if chance.random() >= share]
    cells = cells or [(1, 1)]
    digits = [0] * len(cells)
    runs = []
    for across, line in lay_runs(cells):
        clue = chance.randint(*reach(len(line), 9))
        runs.append(Run(across, line, None if clues and chance.random() < 0.2 else clue))
    for cell in range(len(cells)) if givens else ():
        taken = {digits[i] for run in runs if cell in run.cells for i in run.cells}
        free = [digit for digit in range(1, 10) if digit not in taken]
        if free and chance.random() < 0.4:
            digits[cell] = chance.choice(free)
    return Kakuro(rows, columns, 9, tuple(cells), tuple(runs), tuple(digits))


def random_square(chance: random.Random) -> Kakuro:
    """A square of the paper's form with sums that are reached; no solution is known."""
    rows, columns = chance.randint(1, 8), chance.randint(2, 8)
    values = chance.randint(max(rows, columns), 16)
    cells = tuple((r, c) for r in range(rows) for c in range(columns))
    runs = tuple(Run(way, line, chance.randint(*reach(len(line), values))) for way, line in lay_runs(cells))
    givens = tuple((r + c) % values + 1 if chance.random() < 0.3 else 0 for r, c in cells)
    return Kakuro(rows, columns, values, cells, runs, givens, True)


def clue_at(puzzle: Kakuro) -> dict[tuple[int, int, bool], int]:
    """(row, column, across) of the black cell -> its clue."""
    found = {}
    for run in puzzle.runs:
        r, c = puzzle.cells[run.cells[0]]
        if run.clue is not None:
            found[(r, c - 1, True) if run.across else (r - 1, c, False)] = run.clue
    return found


def down_across(puzzle: Kakuro, sign: str, separator: str, black: str, white: str) -> str:
    r"""Cells `down<sign>across`, with the given texts for a black cell without clue and an open white one."""
    clues = clue_at(puzzle)
    lines = []
    for r in range(puzzle.rows):
        row = []
        for c in range(puzzle.columns):
            down, across = clues.get((r, c, False), ""), clues.get((r, c, True), "")
            if (r, c) in puzzle.index:
                row.append(str(puzzle.givens[puzzle.index[r, c]] or white))
            else:
                row.append(f"{down}{sign}{across}" if down or across else black)
        lines.append(separator.join(row))
    return "\n".join(lines) + "\n"


def two_grids(puzzle: Kakuro) -> str:
    """Horizontal and Vertical sums."""
    clues = clue_at(puzzle)
    text = f"rows={puzzle.rows}\ncolumns={puzzle.columns}\n"
    for title, across in (("Horizontal", True), ("Vertical", False)):
        text += title + "\n"
        for r in range(puzzle.rows):
            row = (0 if (r, c) in puzzle.index else clues.get((r, c, across), "#") for c in range(puzzle.columns))
            text += ",".join(map(str, row)) + "\n"
    return text


def dzn(puzzle: Kakuro) -> str:
    """MiniZinc data."""
    sides = range(puzzle.rows), range(puzzle.columns)
    grid = "|\n".join(", ".join(str(int((r, c) in puzzle.index)) for c in sides[1]) for r in sides[0])
    text = f"h = {puzzle.rows};\nw = {puzzle.columns};\ngrid_data = [|\n{grid}\n|];\n"
    for name, across in (("h", True), ("v", False)):
        rows = []
        for run in puzzle.runs:
            r, c = puzzle.cells[run.cells[0]]
            if run.across == across and run.clue is not None:
                r, c = (r + 1, c) if across else (r, c + 1)
                rows.append(f"{r}, {c}, {len(run.cells)}, {run.clue}")
        text += f"n_{name} = {len(rows)};\n{name}_clue = [|\n" + "|\n".join(rows) + "\n|];\n"
    return text


def xcsp3(puzzle: Kakuro) -> str:
    """XCSP3's JSON."""
    clues = clue_at(puzzle)
    rows = [
        [
            {"x": 0, "y": 0}
            if (r, c) in puzzle.index
            else {"x": clues.get((r, c, True), -1), "y": clues.get((r, c, False), -1)}
            for c in range(puzzle.columns)
        ]
        for r in range(puzzle.rows)
    ]
    return json.dumps({"nRows": puzzle.rows, "nCols": puzzle.columns, "clues": rows})


def solution_grid(puzzle: Kakuro, solution: list[int], *, margin: bool) -> str:
    """The solution, 0 for black, givens with `#`; with or without the first row and column."""
    text = "a puzzle\n"
    for r in range(0 if margin else 1, puzzle.rows):
        row = []
        for c in range(0 if margin else 1, puzzle.columns):
            cell = puzzle.index.get((r, c))
            given = "#" if cell is not None and puzzle.givens[cell] else ""
            row.append(given + str(0 if cell is None else solution[cell]))
        text += " ".join(row) + "\n"
    return text
