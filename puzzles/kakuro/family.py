"""The Kakuro family's object: its text side, limits, priors and examples. Imports no numba."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from puzzles.by_hand import ANY, GRADE_PARAMETER, GRADES
from puzzles.errors import PuzzleError
from puzzles.family import Board, Example, GivenValuesFamily, Puzzle, Rules, bundled, own
from puzzles.groups import About, Generator, Preset, PriorKind, Priors, Showcase, Size
from puzzles.kakuro import checker, picture
from puzzles.kakuro.by_hand import KakuroByHand
from puzzles.kakuro.editing import EDITOR
from puzzles.kakuro.formats import FORMATS, json_text, rows_of
from puzzles.kakuro.puzzle import CROSSWORD_VALUES, LARGEST_VALUES, Kakuro
from puzzles.parameters import Parameter, ParameterError, Value, resolve
from puzzles.peers import CP_SAT, SAT, Constraints, Line

MOST_DENSE = 0.6
"""The greatest share of black cells that may be asked for."""

GENERATOR_PARAMETERS = (
    Parameter("shape", str, "crossword", "crossword, or the paper's square of sums", choices=("crossword", "square")),
    Parameter("rows", int, 0, "rows, a crossword's first holds clues alone; 0: 9, or 10 in a square", 0, 40),
    Parameter("columns", int, 0, "columns, a crossword's first holds clues alone; 0: as many as rows", 0, 40),
    Parameter("values", int, 0, "digits are 1 to this; 0: 9, or one more than a square's side", 0, LARGEST_VALUES),
    Parameter("density", float, 0.3, "share of black cells inside a crossword, about", 0.0, MOST_DENSE),
    Parameter("unique", bool, True, "a crossword with exactly one solution"),
    GRADE_PARAMETER,
)

PRIOR_KINDS = (
    PriorKind(
        "share", "by the share of each run's feasible digit sets that hold the digit; serves every shape", code=2
    ),
    PriorKind(
        "sums", "by cells of each run that admit the digit and both remaining sums (Learning a Prior, 4.2)", code=1
    ),
)

PAPER_SHAPE: Mapping[str, Value] = {"shape": "square", "rows": 10, "columns": 10, "values": 11}
"""The squares of the paper's Table 2."""


@dataclass(frozen=True, slots=True)
class GeneratorSettings:
    """The generator's parameters with their defaults worked out."""

    square: bool
    rows: int
    columns: int
    values: int
    density: float
    unique: bool
    grade: str


def generator_settings(parameters: Mapping[str, Value]) -> GeneratorSettings:
    """The settings; ParameterError for parameters of which no puzzle can be made.

    In a crossword with two or three rows (or columns) inside its margin, a black cell within a row would leave a
    run of one cell or cut the shape in two; so no row is longer than a run may be.
    """
    given = resolve(GENERATOR_PARAMETERS, parameters, "the Kakuro generator")
    square = given["shape"] == "square"
    rows = int(given["rows"]) or (10 if square else 9)
    columns = int(given["columns"]) or rows
    narrow, side = sorted((rows, columns))
    values = int(given["values"]) or (min(side + 1, LARGEST_VALUES) if square else CROSSWORD_VALUES)
    if square and side > LARGEST_VALUES:
        raise ParameterError(f"a square of {rows} x {columns}; expected at most {LARGEST_VALUES} rows and columns")
    if square and values < side:
        raise ParameterError(f"values is {values}; expected {side} or more for {rows} x {columns} cells")
    if not square and values != CROSSWORD_VALUES:
        raise ParameterError(f"values is {values}; expected {CROSSWORD_VALUES} for a crossword")
    if not square and narrow < 3:
        raise ParameterError(f"a crossword of {rows} x {columns}; expected 3 or more rows and columns")
    if not square and narrow <= 4 and side > CROSSWORD_VALUES + 1:
        raise ParameterError(f"no crossword of {rows} x {columns} has runs of 2 to 9 cells; expected another size")
    grade = str(given["grade"])
    if grade != ANY and (square or not given["unique"]):
        wrong = "a square" if square else "unique off"
        raise ParameterError(f"grade is {grade} with {wrong}; expected a crossword with exactly one solution")
    return GeneratorSettings(square, rows, columns, values, float(given["density"]), bool(given["unique"]), grade)


class KakuroFamily(GivenValuesFamily[Kakuro]):
    given = "givens"
    puzzle_class = Kakuro
    table = FORMATS
    json_module = json_text
    checker_module = checker
    picture_module = picture

    def constraints(self, puzzle: Puzzle) -> Constraints:
        one = self.own(puzzle)
        digits = range(1, one.values + 1)
        return Constraints(
            domains=tuple((given,) if given else digits for given in one.givens),
            lines=tuple(Line(run.cells, run.clue) for run in one.runs),
        )

    def notation(self, puzzle: Puzzle, board: Board) -> list[str]:
        """One text a row, margin included: digits, `.` for an open cell, `*` for a black one."""
        return rows_of(self.own(puzzle), board)


class KakuroPriors(Priors):
    """One table of `share` for all puzzles; one of `sums` for each shape."""

    def shape_key(self, puzzle: Puzzle, kind: str) -> str:
        """`any` for share; for sums `square-10x10-11` (rows, columns, values) or `crossword`."""
        if kind == "share":
            return "any"
        self.kind(kind)
        one = own(puzzle, Kakuro)
        return f"square-{one.rows}x{one.columns}-{one.values}" if one.square else "crossword"

    def training_shape(self, shape_key: str) -> Mapping[str, Value]:
        """For `any` the paper's squares, for `crossword` 9 x 9 ones, unique or not; PuzzleError for no known shape."""
        if shape_key == "any":
            return PAPER_SHAPE
        if shape_key == "crossword":
            return {"shape": "crossword", "rows": 9, "columns": 9, "values": 9, "density": 0.3, "unique": False}
        found = re.fullmatch(r"square-(\d{1,3})x(\d{1,3})-(\d{1,2})", shape_key)
        if not found:
            raise PuzzleError(f"no shape {shape_key!r}", "any, crossword, or one like square-10x10-11")
        rows, columns, values = map(int, found.groups())
        return {"shape": "square", "rows": rows, "columns": columns, "values": values}


PAPER_PRESET = Preset(
    "paper",
    "GNRPA, prior sums, tau 4; published: all of 100 squares, ours solves few; level and N are ours",
    "Cazenave, Learning a Prior, Table 2",
    algorithm="gnrpa",
    mode="paper",
    prior="sums",
    prior_tau=4.0,
    parameters={"level": 2, "iterations": 100},
    playouts=131_072,
)


EXAMPLES = bundled(  # the paper's square of sums, and crosswords of our own generator
    "puzzles.kakuro.examples",
    {
        "paper-10.txt": "10 x 10 sums, values 1 to 11, from Cazenave, Learning a Prior, section 4.2",
        "crossword-6.kak": "6 x 6 crossword with one solution, by our own generator from seed 1",
        "crossword-9.kak": "9 x 9 crossword with one solution, by our own generator from seed 2",
        "crossword-12.kak": "12 x 12 crossword with one solution, by our own generator from seed 3",
    },
)
FIRST = """\
6,6
*,*,C29,C7,*,*
*,C17F15,?,?,C14,*
F16,?,?,?,?,C17
F16,?,?,C9F14,?,?
*,F29,?,?,?,?
*,*,F3,?,?,*
"""
"""An easy crossword of 6 x 6, by our own generator from seed 20261126."""

ABOUT = About(
    rules=(
        "Write a digit from 1 to 9 into each white cell. The digits of a run, across or down, add up to its clue, and "
        "no digit stands twice in a run.",
        "A clue in a black cell belongs to the run on its right (across) or below it (down). In the square form of the "
        "paper all cells are white, values go further than 9, and clues stand at the rows and columns.",
    ),
    in_short="Write digits that add up to the clue of each row and column, none twice in a sum.",
    starter="crossword-6",
    showcase=Showcase("A Kakuro of 6 x 6: there is exactly one solution.", EXAMPLES[1].text),
    papers=("T. Cazenave: Learning a Prior for Monte Carlo Search by Replaying Solutions to Combinatorial Problems",),
)


FAMILY = KakuroFamily(
    name="kakuro",
    title="Kakuro",
    formats=FORMATS.texts,
    signs=FORMATS.signs,
    generator=Generator(
        "puzzles.kakuro.instances",
        GENERATOR_PARAMETERS,
        counts_solutions=True,
        check=generator_settings,
        begins_interpreted=lambda parameters: True,
        sizes=tuple(
            Size(f"{side} x {side}", {"rows": side}, GRADES[: 4 if side < 15 else 3], FIRST if side == 6 else "")
            for side in (6, 9, 12, 15)
        ),
    ),
    priors=KakuroPriors(PRIOR_KINDS),
    sample=Example("Kakuro", "clues as down\\across", "x, 4\\, 3\\\n\\3, 0, 0\n\\4, 0, 0\n"),
    rules=Rules(
        "puzzles.kakuro.kernels.rules", undo=True, begins_interpreted=lambda puzzle: True, modes=("strong", "paper")
    ),
    default_algorithm="backtracking",
    presets=(PAPER_PRESET,),
    peers=(CP_SAT, SAT),
    by_hand=KakuroByHand(),
    examples=EXAMPLES,
    editor=EDITOR,
    about=ABOUT,
)
