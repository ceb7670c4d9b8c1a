"""The family's object: the text side of Morpion Solitaire. Imports no numba."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from puzzles.errors import PuzzleError
from puzzles.family import Board, Comparison, Example, FolderFamily, Puzzle, Rules, bundled, own
from puzzles.groups import About, Goal, Optimisation, Preset, Showcase
from puzzles.morpion import checker, picture
from puzzles.morpion.by_hand import MorpionByHand
from puzzles.morpion.editing import EDITOR
from puzzles.morpion.formats import FORMATS, json_text, move_lines
from puzzles.morpion.puzzle import VARIANTS, MorpionPuzzle, Move, Square, Variant, board_of, moves_of
from puzzles.text.quoting import counted


class MorpionFamily(FolderFamily[MorpionPuzzle]):
    """The text side of Morpion Solitaire. Boards hold all moves from the empty cross on, one number each."""

    puzzle_class = MorpionPuzzle
    table = FORMATS
    json_module = json_text
    checker_module = checker
    picture_module = picture

    def kernel_variant(self, puzzle: Puzzle) -> str:
        """Empty for an arena of 32 (disjoint variants), `-64` for the larger one (touching variants)."""
        return "-64" if VARIANTS[self.own(puzzle).variant].touching else ""

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        return board_of(self.own(puzzle).moves)

    def continued(self, puzzle: Puzzle, board: Board) -> MorpionPuzzle:
        """The variant with those moves played."""
        faults = self.judge(puzzle, board).faults
        if faults:
            raise PuzzleError(faults[0], "a legal game")
        found = MorpionPuzzle(self.own(puzzle).variant, moves_of(board))
        if not checker.legal_moves_left(found.variant, found.moves):
            raise PuzzleError("no move is left", "a position with a move")
        return found

    def notation(self, puzzle: Puzzle, board: Board) -> list[str]:
        """One text a move, as in the format `text`: `(2,2) in (0,4)-(4,0)`."""
        return move_lines.move_texts(self.own(puzzle).variant, moves_of(board))

    def remarks(self, puzzle: Puzzle, board: Board) -> tuple[str, ...]:
        return remarks(self.own(puzzle).variant, moves_of(board))

    def compare(self, puzzle: Puzzle, board: Board, other: Puzzle, other_board: Board) -> Comparison:
        """The moves that both games have, under the symmetry of the cross that gives the most."""
        one, two = self.own(puzzle), self.own(other)
        return compare(one.variant, moves_of(board), two.variant, moves_of(other_board))


class MorpionOptimisation(Optimisation):
    def finished(self, puzzle: Puzzle) -> bool:
        game = own(puzzle, MorpionPuzzle)
        return not checker.legal_moves_left(game.variant, game.moves)


EMPTY = {
    "5D": "lines of five that share no dot with one of their direction",
    "5T": "lines of five that may touch at their ends",
    "4T": "lines of four that may touch at their ends",
    "4D": "lines of four that share no dot with one of their direction",
}
GAMES = {
    "opening-5D.txt": "the first 10 moves of a random game from seed 56: a search continues after them",
    "random-5T.txt": "a random game from seed 9, 76 moves to its end: something to check and to compare",
    # kept as MSR, whose header, like docs/morpion.md, says how to find it again
    "nrpa-5D-82.json": "a game of 82 moves, as long as the longest known of 5D: NRPA's, level 4, from seed 1",
}

PAPER_PRESET = Preset(
    "paper",
    "NRPA, level 4, N 100; published: 24 minutes for one search of 5D, 33 for one of 5T",
    "Buzer and Cazenave, Playout Optimization, section IV.C and Table V",
    algorithm="nrpa",
    parameters={"level": 4, "iterations": 100, "alpha": 1.0, "repetitions": 0, "batch": 1},
    seconds=2_000.0,
)

EXAMPLES = (
    *(Example(name, f"empty cross, {rule}", f"morpion {name}\n") for name, rule in EMPTY.items()),
    *bundled("puzzles.morpion.examples", GAMES),
)


def goal(puzzle: MorpionPuzzle) -> Goal:
    """The longest known game of the variant, from the empty cross on."""
    variant = VARIANTS[puzzle.variant]
    return Goal(variant.record, "longest known", variant.record_by, proven=variant.optimal)


def about(longest: Example) -> About:
    """`longest`: the bundled game of 82 moves."""
    return About(
        rules=(
            "Each move adds one dot and draws a line through five dots in a row, column or diagonal: the new dot and "
            "four that were there (in 4T and 4D, four and three).",
            "Lines of one direction may share an end dot in 5T and 4T, and no dot in 5D and 4D. The longest game wins.",
        ),
        in_short="Each move adds a dot and draws a line through five dots; the longest game wins.",
        starter="5D",
        to_play=tuple(EMPTY),
        showcase=Showcase("82 moves in Morpion Solitaire 5D: no longer game is known.", longest.text),
        papers=(
            "L. Buzer and T. Cazenave: Playout Optimization for Monte Carlo Search Algorithms. Application to Morpion "
            "Solitaire",
            "C. Rosin: Nested Rollout Policy Adaptation for Monte Carlo Tree Search (IJCAI 2011)",
        ),
        goal=goal,
    )


def remarks(variant: str, moves: Sequence[Move]) -> tuple[str, ...]:
    """The lines for a legal game; PuzzleError if it is not legal."""
    rules = VARIANTS[variant]
    left = len(checker.legal_moves_left(variant, moves))
    ends = {0: "no move is left", 1: "1 move is left"}.get(left, f"{left} moves are left")
    return (f"{variant}, {counted(len(moves), 'move')}; {ends}", _rank(rules, len(moves)))


def _rank(rules: Variant, moves: int) -> str:
    known = f"the longest known game of {rules.name} has {rules.record} moves ({rules.record_by})"
    if moves > rules.record:
        known = f"{moves - rules.record} more than the longest known game of {rules.name} ({rules.record_by})"
    elif moves == rules.record:
        known = f"as long as the longest known game of {rules.name} ({rules.record_by})"
    if rules.optimal:
        return f"{known}; no longer one is possible ({rules.bound_by})"
    return f"{known}; more than {rules.bound} are impossible ({rules.bound_by})"


SYMMETRIES: tuple[tuple[str, Callable[[int, int], Square]], ...] = (
    ("", lambda u, v: (u, v)),
    ("after a quarter turn to the right", lambda u, v: (-v, u)),
    ("after a half turn", lambda u, v: (-u, -v)),
    ("after a quarter turn to the left", lambda u, v: (v, -u)),
    ("when mirrored left to right", lambda u, v: (-u, v)),
    ("when mirrored top to bottom", lambda u, v: (u, -v)),
    ("when mirrored about the diagonal \\", lambda u, v: (v, u)),
    ("when mirrored about the diagonal /", lambda u, v: (-v, -u)),
)
"""The eight symmetries of the cross, of the second game's squares about its centre; v points down."""

Line = tuple[Square, Square]
"""A line by its two ends, the smaller first."""

Keys = list[tuple[Square, Line]]
"""Of each move of a game its dot and its line."""


def compare(variant: str, moves: Sequence[Move], other_variant: str, others: Sequence[Move]) -> Comparison:
    """The moves (dot and line) that both games have; of the second one, under its best symmetry.

    Best is: most shared moves, then most shared lines, then most first moves alike; of equals the first in SYMMETRIES.
    PuzzleError if the variants have lines of different length, so different crosses.
    """
    length, last = VARIANTS[variant].length, VARIANTS[variant].side - 1
    if VARIANTS[other_variant].length != length:
        raise PuzzleError(f"games of {variant} and {other_variant} have different crosses", "lines of one length")
    unturned = SYMMETRIES[0][1]
    first = [_key(move, length, last, unturned) for move in moves]
    dots, lines = set(first), {line for _, line in first}

    def shared_with(keys: Keys) -> tuple[int, int, int]:
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, keys, strict=False)))
        return len(dots.intersection(keys)), len(lines.intersection(line for _, line in keys)), same

    turned = [(name, [_key(move, length, last, turn) for move in others]) for name, turn in SYMMETRIES]
    symmetry, second = max(turned, key=lambda one: shared_with(one[1]))
    common = dots.intersection(second)
    shared = frozenset(i for i, key in enumerate(first) if key in common)
    other_shared = frozenset(i for i, key in enumerate(second) if key in common)
    return Comparison(_words(shared_with(second), symmetry, len(moves), len(others)), shared, other_shared)


def _words(found: tuple[int, int, int], symmetry: str, count: int, other_count: int) -> tuple[str, ...]:
    shared, lines, same = found
    if not count and not other_count:
        return ("both games are the empty cross",)
    if not count or not other_count:
        return (f"{'the first' if not count else 'the second'} game is the empty cross: no move is shared",)
    if not shared and not lines:
        return (f"no line of the {count} is among the other game's {other_count}, however it is turned",)
    of = f"{count}" if count == other_count else f"{count} and {other_count}"
    text = f"{shared} of {of} moves {'is' if shared == 1 else 'are'} shared"
    if shared == count == other_count:
        text = f"the two games have the same {'move' if count == 1 else f'{count} moves'}"
    text += f" {symmetry}" if symmetry else ""
    if same and count > 1 < other_count:
        text += "; " + ("the first is the same" if same == 1 else f"the first {same} in the same order")
    extra = lines - shared
    if extra:
        return text, f"{extra} more {'line is' if extra == 1 else 'lines are'} in both games, with different new dots"
    return (text,)


def _key(move: Move, length: int, last: int, turn: Callable[[int, int], Square]) -> tuple[Square, Line]:
    """The turned move's dot and line, in half squares from the cross's centre, which may lie between squares."""
    squares = move.squares(length)
    dot, *ends = (turn(2 * x - last, 2 * y - last) for x, y in ((move.x, move.y), squares[0], squares[-1]))
    return dot, (min(ends), max(ends))


FAMILY = MorpionFamily(
    name="morpion",
    title="Morpion Solitaire",
    formats=FORMATS.texts,
    signs=FORMATS.signs,
    sample=Example("Morpion Solitaire", "a variant, then the moves so far", "morpion 5D\n1 (2,2) in (0,4)-(4,0)\n"),
    rules=Rules("puzzles.morpion.kernels.rules", lockstep=True, begins_interpreted=lambda puzzle: True),
    examples=EXAMPLES,
    optimisation=MorpionOptimisation(score_unit="moves"),
    default_algorithm="nrpa",
    presets=(PAPER_PRESET,),
    algorithm_defaults={
        "nrpa": {"iterations": 100},
        "gnrpa": {"iterations": 100},
        "lns": {"hot": 1.2, "cold": 0.3, "period": 1_000_000, "growth": 0.4, "held": 0.7, "changes": 3},
    },
    by_hand=MorpionByHand(),
    editor=EDITOR,
    about=about(EXAMPLES[-1]),
)
