"""The family's object: the text side of Latin square completion. Imports no numba."""

from __future__ import annotations

import re
from collections.abc import Mapping

from puzzles.by_hand import ANY, GRADE_PARAMETER, GRADES
from puzzles.errors import PuzzleError
from puzzles.family import Example, Puzzle, Rules, bundled, own
from puzzles.groups import About, Generator, Preset, PriorKind, Priors, Showcase, Size
from puzzles.latin import checker, picture
from puzzles.latin.by_hand import LatinByHand
from puzzles.latin.editing import EDITOR
from puzzles.latin.formats import FORMATS, json_text
from puzzles.latin.grouped_family import GroupedFamily
from puzzles.latin.puzzle import FEWEST, MAX_ORDER, LatinSquare
from puzzles.parameters import Parameter, ParameterError, Value, resolve
from puzzles.peers import CP_SAT, SAT

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

TRAINING_ORDER, TRAINING_PUZZLES, FEWEST_TRAINING_PUZZLES = 20, 10_000, 30
"""The paper counts 10,000 puzzles of order 20 (section 4.1); 30 of order 255 are drawn in some ten seconds."""


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


class LatinPriors(Priors):
    """Counted over squares of the puzzle's order."""

    def shape_key(self, puzzle: Puzzle, kind: str) -> str:
        return f"order-{own(puzzle, LatinSquare).order}"

    def training_shape(self, shape_key: str) -> Mapping[str, Value]:
        return {"order": _order_of(shape_key), "holes": HARD_FRACTION}

    def training_puzzles(self, shape_key: str) -> int:
        """10,000 up to order 20, then 10,000 (20 / order)**5, at least 30; a few seconds up to order 70.

        A position has some order**3 values to count and a puzzle some order**2 positions, so the counted moves stay
        about the same. Measured (strong backtracking, 100 squares of order 40): tables of 100 and of 1,250 puzzles
        find solutions after as many dead ends.
        """
        order = _order_of(shape_key)
        if order <= TRAINING_ORDER:
            return TRAINING_PUZZLES
        return max(FEWEST_TRAINING_PUZZLES, round(TRAINING_PUZZLES * (TRAINING_ORDER / order) ** 5))


def _order_of(shape_key: str) -> int:
    match = re.fullmatch(r"order-([0-9]{1,3})", shape_key)
    if not match or not FEWEST <= int(match.group(1)) <= MAX_ORDER:
        raise PuzzleError(f"no shape {shape_key!r}", f"order-{FEWEST} to order-{MAX_ORDER}")
    return int(match.group(1))


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
