"""The family's object: the text side of Latin square completion. Imports no numba."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Generic

from puzzles.by_hand import ANY, GRADE_PARAMETER, GRADES
from puzzles.errors import PuzzleError
from puzzles.family import Board, Example, GivenValuesFamily, Puzzle, Rules, bundled, own
from puzzles.groups import About, Generator, Preset, PriorKind, Priors, Showcase, Size
from puzzles.latin import checker, picture
from puzzles.latin.by_hand import LatinByHand
from puzzles.latin.editing import EDITOR
from puzzles.latin.formats import FORMATS, json_text, plain
from puzzles.latin.grouped import HOLE, SomeGrouped
from puzzles.latin.puzzle import FEWEST, MAX_ORDER, LatinSquare
from puzzles.parameters import Parameter, ParameterError, Value, resolve
from puzzles.peers import CP_SAT, SAT, Constraints, Line

HARD_FRACTION = 0.42
"""Share of holes at which order 20 is hardest (Cazenave, Learning a Prior, section 4.1, figure 2)."""

GENERATOR_PARAMETERS = (
    Parameter("order", int, 20, "rows, columns and symbols of the square", FEWEST, MAX_ORDER),
    Parameter("holes", float, HARD_FRACTION, "share of the cells that are holes; 0.42 is hardest", 0.0, 1.0),
    Parameter("hole_count", int, -1, "number of holes; -1: by the share of holes", -1, MAX_ORDER**2),
    Parameter("balanced", bool, False, "as many holes in each row and column, as nearly as possible"),
    GRADE_PARAMETER,
)

PRIOR_KINDS = (
    PriorKind("dual", "how often the value stands in the row and column; counted over all open cells", 1, "open"),
    PriorKind("dual-line", "the same, counted over the chosen cell's moves (the paper's Algorithm 4)", 1, "line"),
)

LARGEST_GENERATED = 40
"""The greatest order of squares of a wanted grade: cells are emptied one by one, which takes a minute there."""


class GroupedFamily(GivenValuesFamily[SomeGrouped], Generic[SomeGrouped]):
    """A board has a value a cell, -1 for a hole; its kernels have a mask of values a cell (`puzzles.engine.masks`)."""

    given = "grid"

    def kernel_variant(self, puzzle: Puzzle) -> str:
        words = (self.own(puzzle).order + 63) // 64  # of 64 bits for a set of values
        return "" if words == 1 else f"-{words}-words"

    def constraints(self, puzzle: Puzzle) -> Constraints:
        """Each group is a line of different values."""
        one = self.own(puzzle)
        return Constraints(
            domains=tuple(range(one.order) if value == HOLE else (value,) for value in one.grid),
            lines=tuple(Line(group.cells) for group in one.groups),
        )

    def notation(self, puzzle: Puzzle, board: Board) -> list[str]:
        """One text a row of the frame, as in the format `grid`."""
        one = self.own(puzzle)
        return plain.rows_of(one, board, one.blacks)


class GroupedPriors(Priors):
    """Counted over puzzles of the same order. `whole`: the greatest order of which 10,000 are counted."""

    whole: ClassVar[int]

    def training_puzzles(self, shape_key: str) -> int:
        """10,000 up to that order, then 10,000 (whole / order)**5, at least 30: some ten seconds for order 255.

        A position has some order**3 values to count and a puzzle some order**2 positions, so the counted moves stay
        about the same. Measured (strong backtracking, 100 squares of order 40): tables of 100 and of 1,250 puzzles
        find solutions after as many dead ends.
        """
        order = int(self.training_shape(shape_key)["order"])
        return max(30, min(10_000, round(10_000 * (self.whole / order) ** 5)))


class LatinFamily(GroupedFamily[LatinSquare]):
    puzzle_class = LatinSquare
    table = FORMATS
    json_module = json_text
    checker_module = checker
    picture_module = picture


def generator_settings(parameters: Mapping[str, Value]) -> tuple[int, int, bool, str]:
    """Order, number of holes, whether they are balanced, and the grade; ParameterError for what is not admitted.

    With a grade the number of holes is the greatest: by itself as many as the grade admits.
    """
    values = resolve(GENERATOR_PARAMETERS, parameters, "the Latin square generator")
    order, count = int(values["order"]), int(values["hole_count"])
    if count > order**2:
        raise ParameterError(f"hole_count is {count}; expected at most {order**2} for order {order}")
    grade = str(values["grade"])
    if grade == ANY:
        return order, count if count >= 0 else round(float(values["holes"]) * order**2), bool(values["balanced"]), grade
    if float(values["holes"]) != HARD_FRACTION or values["balanced"]:
        wrong = "balanced" if values["balanced"] else "holes"
        raise ParameterError(f"{wrong} does not go with a grade; expected hole_count, or as many as the grade admits")
    if order > LARGEST_GENERATED:
        raise ParameterError(f"order is {order} with a grade; expected at most {LARGEST_GENERATED}")
    return order, count if count >= 0 else order**2, False, grade


class LatinPriors(GroupedPriors):
    """`whole`: the paper counts 10,000 puzzles of that order (section 4.1)."""

    whole = 20

    def shape_key(self, puzzle: Puzzle, kind: str) -> str:
        return f"order-{own(puzzle, LatinSquare).order}"

    def training_shape(self, shape_key: str) -> Mapping[str, Value]:
        match = re.fullmatch(r"order-([0-9]{1,3})", shape_key)
        if not match or not FEWEST <= int(match[1]) <= MAX_ORDER:
            raise PuzzleError(f"no shape {shape_key!r}", f"order-{FEWEST} to order-{MAX_ORDER}")
        return {"order": int(match[1]), "holes": HARD_FRACTION}


PAPER_PRESET = Preset(
    "paper",
    "GNRPA, prior dual-line, tau 4; published: 98 of 100 squares of order 20; level and N are ours",
    "Cazenave, Learning a Prior, Table 1",
    algorithm="gnrpa",
    mode="paper",
    prior="dual-line",
    prior_tau=4.0,
    parameters={"level": 2, "iterations": 100},
    playouts=131_072,
)


EXAMPLES = bundled(  # one of the paper, and our own generator's
    "puzzles.latin.examples",
    {
        "paper-20.txt": "order 20, from Cazenave, Learning a Prior, section 4.1; 176 holes, not 168, as nine "
        "entries of its second row were lost when the text was extracted",
        "order-9.txt": "order 9, 34 holes (42 %), by our own generator from seed 9",
        "order-33.txt": "order 33, 457 holes (42 %), by our own generator from seed 33",
    },
)
FIRST = """\
. . 3 2 1 .
. . . 5 . 3
5 . . 1 . .
. 5 6 . 2 .
6 . . . . .
. . 2 . . .
"""
"""An easy square of order 6, by our own generator from seed 20261126."""

ABOUT = About(
    rules=(
        "A square of n rows and n columns holds the numbers 1 to n. Each number stands exactly once in every row and "
        "in every column.",
        "Some cells are given; fill the others. There are no boxes as in a Sudoku.",
    ),
    in_short="Each number stands exactly once in every row and in every column.",
    starter="order-9",
    showcase=Showcase("A Latin square: every number once in each row and column.", EXAMPLES[1].text),
    papers=("T. Cazenave: Learning a Prior for Monte Carlo Search by Replaying Solutions to Combinatorial Problems",),
)


FAMILY = LatinFamily(
    name="latin",
    title="Latin square completion",
    formats=FORMATS.texts,
    signs=FORMATS.signs,
    generator=Generator(
        "puzzles.latin.instances",
        GENERATOR_PARAMETERS,
        counts_solutions=True,
        check=generator_settings,
        begins_interpreted=lambda parameters: int(parameters["order"]) <= 50,
        sizes=tuple(  # no technique of small squares is graded hard
            Size(f"{side} x {side}", {"order": side}, grades, FIRST if side == 6 else "")
            for side, grades in ((6, GRADES[:1]), (8, GRADES[:2]), (9, (*GRADES[:2], GRADES[3])))
        ),
    ),
    priors=LatinPriors(PRIOR_KINDS),
    sample=Example("Latin square", "", "1 . 3\n. 3 .\n3 . 2\n"),
    rules=Rules(
        "puzzles.latin.kernels.rules",
        undo=True,
        begins_interpreted=lambda puzzle: puzzle.order <= 60,
        modes=("strong", "paper"),
    ),
    default_algorithm="backtracking",
    presets=(PAPER_PRESET,),
    peers=(CP_SAT, SAT),
    by_hand=LatinByHand(),
    examples=EXAMPLES,
    editor=EDITOR,
    about=ABOUT,
)
