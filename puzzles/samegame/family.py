"""The family's object: the text side of SameGame. Imports no numba."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256

from puzzles.errors import PuzzleError
from puzzles.family import Board, Example, FolderFamily, Puzzle, Rules, Verdict, bundled, own
from puzzles.groups import About, Generator, Goal, Optimisation, Preset, PriorKind, Priors, Showcase, Size
from puzzles.parameters import Parameter, Value
from puzzles.samegame import checker, picture
from puzzles.samegame.by_hand import SameGameByHand
from puzzles.samegame.editing import EDITOR
from puzzles.samegame.formats import FORMATS, board_record, json_text, lines
from puzzles.samegame.position import has_group, reached
from puzzles.samegame.puzzle import (
    AUTO,
    HIGHEST_PACKED,
    LARGEST_SIDE,
    MOST_COLOURS,
    OFF,
    TABU,
    SameGamePuzzle,
    selective_rule,
)
from puzzles.text.quoting import counted

BIAS = tuple(float(value) for value in range(-1, 9))
"""The bias of each prior code, min(n - 2 - tabu, 8): Cazenave, Generalized Nested Rollout Policy Adaptation, 6.1."""


class SameGameFamily(FolderFamily[SameGamePuzzle]):
    """The text side of SameGame. Boards hold the moves from the puzzle's position on, column * 64 + row each."""

    puzzle_class = SameGamePuzzle
    table = FORMATS
    json_module = json_text
    checker_module = checker
    picture_module = picture

    def kernel_variant(self, puzzle: Puzzle) -> str:
        """Empty for packed columns, `-tall` for boards of more rows."""
        return "" if self.own(puzzle).height <= HIGHEST_PACKED else "-tall"

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        return self.own(puzzle).played

    def continued(self, puzzle: Puzzle, board: Board) -> SameGamePuzzle:
        """The same board with those moves played: its games begin with them, and their points count."""
        found = replace(self.own(puzzle), played=tuple(board))
        faults = self.judge(puzzle, board).faults
        if faults:
            raise PuzzleError(faults[0], "a legal game")
        if not has_group(reached(found)):
            raise PuzzleError("no group is left", "a position with a move")
        follows = found.moves[: len(board)] == found.played
        return replace(found, moves=found.moves if follows else ())

    def attached_board(self, puzzle: Puzzle) -> tuple[int, ...] | None:
        return self.own(puzzle).moves or None

    def notation(self, puzzle: Puzzle, board: Board) -> list[str]:
        """One text a move, as in the format `rows`: column from the left, row from the bottom, both from 0."""
        return lines.move_texts(board)

    def remarks(self, puzzle: Puzzle, board: Board) -> tuple[str, ...]:
        return board_record.remarks(self.own(puzzle), board)


class SameGamePriors(Priors):
    """One kind of prior: the published bias, for every board."""

    def handmade(self, kind: str) -> tuple[float, ...]:
        """The bias by a group's size: -1 for two cells of the tabu colour, to 8 for ten cells or more."""
        return BIAS if kind == "size" else ()


class SameGameOptimisation(Optimisation):
    def proof_statement(self, puzzle: Puzzle, settings: Mapping[str, Value], verdict: Verdict) -> str:
        rule = selective_rule(own(puzzle, SameGamePuzzle), str(settings["selective"]))
        of_those = "" if rule == "off" else f" of those that selective={rule} allows"
        begun = len(own(puzzle, SameGamePuzzle).played)
        after = f" after these {counted(begun, 'move')}" if begun else ""
        return f"no better game exists{after}{of_those} (proved)"

    def finished(self, puzzle: Puzzle) -> bool:
        return not has_group(reached(own(puzzle, SameGamePuzzle)))


WIDTH = Parameter("width", int, 15, "columns of the board", 1, LARGEST_SIDE)
HEIGHT = Parameter("height", int, 15, "rows of the board", 1, LARGEST_SIDE)
COLOURS = Parameter("colours", int, 5, "colours, each as likely in each cell", 2, MOST_COLOURS)

PAPER: dict[str, Value] = {"level": 4, "iterations": 100, "selective": AUTO}
"""Cazenave, Generalized Nested Rollout Policy Adaptation, 6.1: on its boards, 15 x 15, `auto` is the paper's policy."""

OURS: dict[str, Value] = PAPER | {"repetitions": 10, "batch": 4}
"""Chosen on generated boards: it is stuck less often in a minute than the paper's settings are."""

ANNEALING: dict[str, Value] = {"hot": 120.0, "cold": 20.0, "period": 100_000, "patience": 2000.0, "selective": AUTO}
"""Temperatures in points. Tried on three generated boards of 15 x 15 in five colours."""

SELECTIVE = Parameter(
    "selective",
    str,
    OFF,
    "tabu: the commonest colour only by its last group, or in pairs after ten moves; auto: tabu from 100 cells",
    choices=(OFF, TABU, AUTO),
)

PAPER_PRESET = Preset(
    "paper",
    "GNRPA, bias by size, tau 1; published: 3,116.54 on average on the standard set's first board",
    "Cazenave, Generalized NRPA, 6.1 and Table 1",
    algorithm="gnrpa",
    prior="size",
    parameters=PAPER | {"tau": 1.0, "repetitions": 0, "batch": 1},
    seconds=655.36,
)


BOARD = """\
3 3 2 2 1 1 4 3 2 0 4 3 2 1 2
0 0 3 4 1 1 2 2 2 2 1 2 1 1 0
2 0 4 0 1 2 4 1 2 3 3 3 3 2 3
4 2 0 4 2 3 3 3 2 3 2 0 1 4 0
2 1 2 3 1 4 0 0 1 1 4 1 0 3 1
1 1 3 4 1 0 0 1 2 4 2 2 4 1 1
3 1 0 1 2 1 3 2 0 1 1 3 4 1 3
4 3 3 0 0 2 4 0 4 0 4 3 0 3 1
0 3 1 0 3 1 0 4 2 3 1 4 3 4 2
0 3 1 0 1 3 1 1 0 0 3 2 4 0 1
1 3 4 3 1 2 0 4 1 3 3 0 0 3 2
2 0 0 0 0 0 0 1 0 0 4 3 1 1 1
1 3 3 0 0 1 1 2 3 0 2 2 3 2 0
1 2 3 3 0 2 3 0 4 4 4 0 0 0 3
0 0 1 4 4 1 1 1 0 1 0 2 3 1 0
"""
"""The bundled example board-15."""
MOVES = (
    "3 5,11 4,8 3,7 8,5 9,5 11,9 7,7 7,9 4,8 4,10 2,8 1,7 4,9 4,12 5,10 4,11 8,10 3,11 4,13 8,11 4,0 1,0 3,5 8,2 7,0 4,"
    "3 4,2 4,4 6,5 7,11 1,6 5,11 1,3 0,3 2,1 6,1 6,2 1,0 5,8 1,7 2,0 1,13 6,0 0,13 6,0 0,4 0,6 0,3 0,4 0,3 0,0 0,2 0,"
    "2 0,1 0,0 2,0 1,0 0"
)
"""A game that GNRPA, the default search, found on it in 106 s: 58 moves, 3,363 points."""
FIRST = "0e258e7420c1"
"""The first board of the standard test suite, 15 x 15, by the digest of its cells."""


def goal(puzzle: SameGamePuzzle) -> Goal | None:
    """The published average of the best of the paper's searches, on the board that it measures."""
    if (puzzle.width, puzzle.height) != (15, 15) or digest(puzzle) != FIRST:
        return None
    return Goal(3116.54, "published average", "Cazenave, Generalized NRPA, Table 1, 655 s")


def digest(puzzle: SameGamePuzzle) -> str:
    return sha256(bytes(1 + colour for colour in puzzle.cells)).hexdigest()[:12]


ABOUT = About(
    rules=(
        "Remove a group: two or more neighbouring cells of one colour. Cells above fall down, and empty columns close "
        "to the left.",
        "A group of n cells scores (n - 2) x (n - 2), so large groups count most; an empty board scores 1,000 more. "
        "The highest score wins.",
    ),
    in_short="Remove groups of one colour; the larger a group, the more points it scores.",
    starter="board-6",
    showcase=Showcase(
        "SameGame: 58 moves empty this board, for 3,363 points.", BOARD + "moves\n" + MOVES.replace(",", "\n") + "\n"
    ),
    papers=("T. Cazenave: Generalized Nested Rollout Policy Adaptation",),
    goal=goal,
)


FAMILY = SameGameFamily(
    name="samegame",
    title="SameGame",
    formats=FORMATS.texts,
    signs=FORMATS.signs,
    generator=Generator(
        "puzzles.samegame.instances",
        (WIDTH, HEIGHT, COLOURS),
        gives_solution=False,
        begins_interpreted=lambda parameters: True,
        sizes=tuple(
            Size(f"{side} x {side} in {colours} colours", {"width": side, "height": side, "colours": colours})
            for side, colours in ((6, 3), (10, 4), (15, 5))
        ),
    ),
    priors=SameGamePriors(
        (
            PriorKind(
                "size",
                "bias min(n - 2 - tabu, 8) by the group's size n (Generalized NRPA, 6.1)",
                1,
                source="handmade",
                tau=1.0,
            ),
        )
    ),
    sample=Example("SameGame", "rows of colours, the top row first", "0 1 1 2\n2 1 1 2\n0 0 2 1\n"),
    rules=Rules(
        "puzzles.samegame.kernels.rules",
        begins_interpreted=lambda puzzle: puzzle.width * puzzle.height <= 2_500,
        undo=True,
        local_search=True,
        parameters=(SELECTIVE,),
    ),
    examples=bundled(  # all by our own generator, from small to the size of the usual test set and beyond
        "puzzles.samegame.examples",
        {
            "board-6.txt": "6 x 6, 3 colours, from seed 6: small enough to play out by hand",
            "board-15.txt": "15 x 15, 5 colours, from seed 15: the size of the standard test set",
            "board-20.txt": "20 columns, 12 rows, 4 colours, from seed 20",
            "board-64.txt": "64 x 64, 9 colours, from seed 64: the largest",
        },
    ),
    optimisation=SameGameOptimisation(score_unit="points"),
    default_algorithm="gnrpa",
    presets=(PAPER_PRESET,),
    algorithm_defaults={
        "nrpa": PAPER,
        "gnrpa": OURS,
        "blnrpa": OURS,
        "annealing": ANNEALING,
        "lns": {"hot": 120.0, "cold": 20.0, "period": 200_000, "selective": AUTO},
    },
    by_hand=SameGameByHand(),
    editor=EDITOR,
    about=ABOUT,
)
