"""The family's object: Sudoku and its neighbours. Imports no numba."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from puzzles.by_hand import ANY, GRADE_PARAMETER, GRADES
from puzzles.deduction import SEARCH, bits
from puzzles.errors import PuzzleError
from puzzles.family import Example, Puzzle, Rules, bundled, own
from puzzles.groups import About, Generator, PriorKind, Showcase, Size
from puzzles.latin.family import GroupedFamily, GroupedPriors
from puzzles.parameters import Parameter, ParameterError, Value, resolve
from puzzles.peers import CP_SAT, SAT, Constraints, Line
from puzzles.sudoku import checker, picture
from puzzles.sudoku.by_hand import SudokuByHand
from puzzles.sudoku.editing import EDITOR
from puzzles.sudoku.formats import FORMATS, json_text
from puzzles.sudoku.graph import Colouring
from puzzles.sudoku.puzzle import MAX_ORDER, NO_BOXES, Sudoku, usual_boxes
from puzzles.sudoku.rules import RULES
from puzzles.sudoku.variants import GRAPH, VARIANT_OF, VARIANTS
from puzzles.sudoku.walks import walk

GENERATED = tuple(one.name for one in VARIANTS if one.played)
"""Variants that are generated."""
GRAPHS_TRAINED = 1_000
MOST_VERTICES = 400
SMALLEST, SMALLEST_OF_GRAPHS, USUAL = 4, 3, 9
"""Orders of what is generated; the usual one is not that of graphs."""
LARGEST_GRADED, LARGEST_MARKED = 16, 9
"""The greatest order of puzzles with one solution, of plain ones and of others: cells are emptied one by one."""

LARGE = 36
"""Order from which local search is the default: with half of the cells open, depth-first search ends with 25."""

GENERATOR_PARAMETERS = (
    Parameter("variant", str, "sudoku", "which puzzle: its name", choices=GENERATED),
    Parameter("order", int, 0, "rows, columns and values; the colours of a graph; 0: 9, and 4 colours", 0, MAX_ORDER),
    Parameter("vertices", int, 30, "of a graph to be coloured", 4, MOST_VERTICES),
    Parameter("holes", float, 0.0, "share of the cells that are holes; 0: as many as leave one solution", 0.0, 1.0),
    GRADE_PARAMETER,
)

COLOURS = Parameter(
    "colours", int, 0, "of a graph to be coloured; 0: as many as its text says, or a greedy colouring has", 0, MAX_ORDER
)

PRIOR_KINDS = (
    PriorKind(
        "dual", "how often the value stands in row, column and box; counted over all open cells", 1, "open", revision=2
    ),
    PriorKind(
        "dual-line", "the same, counted over the chosen cell's moves (the paper's Algorithm 4)", 1, "line", revision=2
    ),
)


class GeneratorSettings(NamedTuple):
    variant: str
    order: int
    holes: float
    grade: str
    vertices: int


def generator_settings(parameters: Mapping[str, Value]) -> GeneratorSettings:
    """The settings; ParameterError for parameters of which no puzzle can be made."""
    values = resolve(GENERATOR_PARAMETERS, parameters, "the Sudoku generator")
    variant = VARIANT_OF[str(values["variant"])]
    found = GeneratorSettings(
        variant.name,
        int(values["order"]) or (variant.played if variant.name == GRAPH else USUAL),
        float(values["holes"]),
        str(values["grade"]),
        int(values["vertices"]),
    )
    if found.variant == GRAPH and found.vertices < found.order:
        raise ParameterError(f"{found.vertices} vertices for {found.order} colours; expected as many at least")
    least = SMALLEST_OF_GRAPHS if found.variant == GRAPH else SMALLEST
    if found.order < least:
        raise ParameterError(f"order is {found.order}; expected {least} at least")
    boxes = usual_boxes(found.order)
    if variant.boxed and boxes == NO_BOXES:
        raise ParameterError(f"order is {found.order}; expected one that boxes can have, such as 6 or 9")
    if boxes[0] != boxes[1] and (
        variant.overlaps or not all(RULES[one].admits(found.order, boxes) for one in variant.rules)
    ):
        raise ParameterError(f"order is {found.order}; expected a square number for {found.variant}")
    if found.grade != ANY and found.holes > 0:
        raise ParameterError("holes does not go with a grade; expected one of them")
    most = LARGEST_GRADED if found.variant == "sudoku" else LARGEST_MARKED
    if found.order > most and (found.holes == 0 or found.variant != "sudoku"):
        word = "with one solution" if found.variant == "sudoku" else f"of {found.variant}"
        raise ParameterError(f"order is {found.order} {word}; expected at most {most}")
    return found


class SudokuFamily(GroupedFamily[Sudoku]):
    puzzle_class = Sudoku
    table = FORMATS
    json_module = json_text
    checker_module = checker
    picture_module = picture

    def constraints(self, puzzle: Puzzle) -> Constraints:
        """Groups and cages are lines, all other constraints walks over their cells."""
        one = self.own(puzzle)
        first = one.first_symbol
        cages = [other for other in one.others if other.kind == "cage"]
        caged = {frozenset(other.cells) for other in cages}
        lines = [Line(group.cells) for group in one.groups if frozenset(group.cells) not in caged]
        lines += [Line(other.cells, other.value - first * len(other.cells)) for other in cages]
        domains = [
            tuple(bits(mask)) if given < 0 else (given,) for mask, given in zip(one.searched, one.grid, strict=True)
        ]
        return Constraints(
            domains=tuple(domains),
            lines=tuple(lines),
            walks=tuple(walk(other, first) for other in one.others if other.kind != "cage"),
        )

    def settings_of(self, puzzle: Puzzle) -> tuple[Parameter, ...]:
        return self.puzzle_parameters if isinstance(puzzle, Colouring) else ()

    def adjusted(self, puzzle: Puzzle, settings: Mapping[str, Value]) -> Puzzle:
        """The graph with that number of colours."""
        colours = resolve(self.puzzle_parameters, settings, self.name)[COLOURS.name]
        if colours in (0, getattr(puzzle, COLOURS.name, 0)):
            return puzzle
        if not isinstance(puzzle, Colouring):
            raise ParameterError(f"colours has no effect on {puzzle.title}; leave it out")
        try:
            return replace(puzzle, order=int(colours), note="")
        except PuzzleError as error:
            raise ParameterError(f"colours is {colours}: {error.message}") from None

    def for_puzzle(self, puzzle: object) -> SudokuFamily:
        """Local search is for puzzles of groups alone, and the default for large ones."""
        if not isinstance(puzzle, Sudoku):
            return self
        return _without_local_search() if puzzle.others else _large() if puzzle.order >= LARGE else self


@cache
def _without_local_search() -> SudokuFamily:
    return replace(FAMILY, rules=replace(FAMILY.rules, local_search=False))


@cache
def _large() -> SudokuFamily:
    return replace(FAMILY, default_algorithm="annealing")


class SudokuPriors(GroupedPriors):
    """Counted over puzzles of the variant and order."""

    whole = 9

    def shape_key(self, puzzle: Puzzle, kind: str) -> str:
        one = own(puzzle, Sudoku)
        variant = one.variant.name if one.variant.name in GENERATED else "sudoku"
        return f"{variant}-{one.order}"

    def training_shape(self, shape_key: str) -> Mapping[str, Value]:
        found = re.fullmatch(r"([a-z0-9-]+)-([0-9]{1,2})", shape_key)
        if not found or found[1] not in GENERATED or not 3 <= int(found[2]) <= MAX_ORDER:
            raise PuzzleError(f"no shape {shape_key!r}", "a variant and its order, such as sudoku-9")
        return {"variant": found[1], "order": int(found[2]), "holes": 0.6}

    def training_puzzles(self, shape_key: str) -> int:
        return GRAPHS_TRAINED if shape_key.startswith(GRAPH) else super().training_puzzles(shape_key)


EXAMPLES = bundled(
    "puzzles.sudoku.examples",
    {
        "sudoku-9.txt": "9 x 9 with one solution, by our own generator from seed 1",
        "killer-9.txt": "9 x 9 with cages and one solution, by our own generator from seed 2",
        "jigsaw-9.txt": "9 x 9 with regions and one solution, by our own generator from seed 3",
        "kenken-6.txt": "6 x 6 with signs and one solution, by our own generator from seed 4",
        "sudoku-16.txt": "16 x 16 with one solution, by our own generator from seed 5",
        "graph-30.txt": "a graph of 30 vertices for 4 colours, with one solution, by our own generator from seed 6",
    },
)
FIRST = """\
# boxes 2 x 3
. . . 4 2 .
6 . . . . 1
. 5 . . . .
. 6 . 2 3 .
. . . . . .
. . 1 6 . 2
"""
"""An easy one of 6 x 6, by our own generator from seed 20261126."""

ABOUT = About(
    rules=(
        "A Sudoku of 9 rows and columns holds the numbers 1 to 9. Each stands exactly once in every row, in every "
        "column and in every box.",
        "Some cells are given; fill the others. Variants have regions instead of boxes, cages with sums, signs between "
        "cells or views at the rim; a puzzle's title names its own.",
        "In graph colouring each vertex of a graph gets a colour, another one than the vertices that it is joined to.",
    ),
    in_short="Each number stands exactly once in every row, column and box.",
    starter="sudoku-9",
    showcase=Showcase("A Sudoku: every number once in each row, column and box.", EXAMPLES[0].text),
    papers=("T. Cazenave: Learning a Prior for Monte Carlo Search by Replaying Solutions to Combinatorial Problems",),
)


def _sizes() -> tuple[Size, ...]:
    """Sudoku of two sizes, then the other variants, each of one."""
    plain = [
        Size(f"{side} x {side}", {"order": side}, grades, FIRST if side == 6 else "")
        for side, grades in ((6, (GRADES[0], *GRADES[2:SEARCH])), (9, GRADES[:SEARCH]))  # few of 6 x 6 are medium
    ]
    others = [
        Size(
            one.title.partition(" (")[0],
            {"variant": one.name, "order": one.played},
            GRADES[:SEARCH],
        )
        for one in VARIANTS
        if one.played and one.name != "sudoku"
    ]
    return (*plain, *others)


def _is_quick(parameters: Mapping[str, Value]) -> bool:
    small = int(parameters["order"]) <= 9 and int(parameters["vertices"]) <= 100
    return small and not VARIANT_OF[str(parameters["variant"])].overlaps


FAMILY = SudokuFamily(
    name="sudoku",
    title="Sudoku",
    formats=FORMATS.texts,
    signs=FORMATS.signs,
    generator=Generator(
        "puzzles.sudoku.instances",
        GENERATOR_PARAMETERS,
        looks=True,
        check=generator_settings,
        begins_interpreted=_is_quick,
        sizes=_sizes(),
    ),
    puzzle_parameters=(COLOURS,),
    priors=SudokuPriors(PRIOR_KINDS, {"annealing": "none"}),
    sample=Example("Sudoku", "", "# sudoku\n1 . | 3 .\n. 3 | . 1\n----+----\n3 . | 1 .\n. 1 | . 3\n"),
    rules=Rules(
        "puzzles.sudoku.kernels.rules",
        undo=True,
        local_search=True,
        begins_interpreted=lambda puzzle: len(puzzle.grid) <= 625,
        modes=("strong", "paper"),
    ),
    default_algorithm="backtracking",
    unused={"annealing": ("hot", "cold", "period", "patience", "unbiased")},
    peers=(CP_SAT, SAT),
    by_hand=SudokuByHand(),
    examples=EXAMPLES,
    editor=EDITOR,
    about=ABOUT,
)
