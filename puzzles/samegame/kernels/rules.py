"""The compiled rules of SameGame (Cazenave, Generalized NRPA, 6.1): two or more cells, (n - 2)**2, 1000 for none left.

A move is the number of a group (`limits.items`). Policy code: the Zobrist hash of its cells and colour. Prior code: the
bias min(n - 2 - tabu, 8), where tabu is 1 for a pair of the colour that is most frequent at the start. `selective`
holds that colour back. Boards of at most 15 rows are packed into words, others have a byte a cell.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine import rules
from puzzles.engine.kernels import kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import rule
from puzzles.engine.streams import next_below
from puzzles.samegame.kernels import cellwise, group_list, packed
from puzzles.samegame.kernels.annealing import EditedGame, build_edited
from puzzles.samegame.kernels.cellwise import CellState
from puzzles.samegame.kernels.group_list import CELLS_LEFT, NONE, ONE, STEP, TWO
from puzzles.samegame.kernels.packed import PackedState
from puzzles.samegame.position import board_reached
from puzzles.samegame.puzzle import HIGHEST_PACKED, SameGamePuzzle, selective_rule

NO_PRIOR, SIZE = range(2)
"""The numbers of the prior codes, as in the family's list of priors."""

BOARDS = (PackedState, CellState)
"""The two kinds of state; most operations need no more than what both have."""

LATE = np.uint64(10)
"""After this many moves groups of two of the colour held back may be removed (6.1)."""

LARGEST_BIASED = np.uint64(10)
"""Groups from this size on have the same bias: min(n - 2 - tabu, 8) (6.1)."""
PRIOR_CODES = 10

SCRATCH = ("dropped", "seen", "ahead", "queue", "lows", "words", "counts", "full", "gone", "odds")
"""Fields of the state that a checkpoint leaves out: filled again before each use, or the same in every process."""


def build_state(
    puzzle: SameGamePuzzle,
    *,
    mode: str = "",
    prior_code: int = NO_PRIOR,
    trail: bool = False,
    ties: str = "random",
    selective: str = "off",
) -> PackedState | CellState:
    """A state at the position that the puzzle's games begin with. `mode` and `ties` change nothing.

    `trail`: for searches that undo their moves.
    `selective` `tabu`: the colour most frequent at the start is left for the end (`_legal_moves`); `auto`: on
    large boards (`selective.selective_rule`).
    """
    build = packed.build if puzzle.height <= HIGHEST_PACKED else cellwise.build
    return build(puzzle, selective_rule(board_reached(puzzle), selective), prior_code, trail=trail)


@kernel
def draw_cells(rng, cells, colours):
    """Fills `cells` (int64[...]), each with a colour below `colours`."""
    for cell in range(cells.size):
        cells[cell] = next_below(rng, colours)


def repairing(state: PackedState | CellState, puzzle: SameGamePuzzle) -> EditedGame:
    """What local search goes by: the state and what is kept of a game."""
    return build_edited(state, puzzle, limits(state))


def limits(state: PackedState | CellState) -> Limits:
    """The sizes for a search. Each move removes two cells or more, and a position has one group for two cells."""
    cells = int(state.root[CELLS_LEFT])
    most = cells // 2
    return Limits(
        policy_codes=int(state.settings[group_list.CODE_MASK]) + 1,
        prior_codes=PRIOR_CODES if state.settings[group_list.PRIOR] else 1,
        width=most + 1,
        steps=most + 1,
        choices=most * (most + 1) // 2 + 1,
        board=int(state.root[STEP]) + most + 1,
        frame=packed.frame_words(state) if isinstance(state, PackedState) else cellwise.frame_words(state),
        items=state.groups.size,
        open=-1,
    )


def notice(state: PackedState | CellState | EditedGame) -> str:
    """One line if a game was ended because the state holds no more groups; empty if none was."""
    if isinstance(state, EditedGame):
        return notice(state.game)
    if state.settings[group_list.CROWDED]:
        return f"a game met more than {state.groups.size - 1} groups, or too many parts of groups; it was ended there"
    return ""


@rule(rules.legal_moves, *BOARDS)
def _legal_moves(state, rng):
    """The number of moves, which are state.moves[:number].

    The colour held back is offered where it is a single group, or a pair late in the game, or when nothing else is.
    """
    count = state.scalars[group_list.LISTED]
    held = state.scalars[group_list.HELD]
    if held != NONE:
        late = state.scalars[STEP] > LATE
        left = state.scalars[group_list.TABU_LEFT]
        for k in range(held):
            item = np.uint64(state.held[k])
            size = group_list.size_of(state.groups[item])
            state.moves[count] = np.uint16(item)
            count += ONE if (size == left) | (late & (size == TWO)) else NONE
        if count == NONE:
            for k in range(held):
                state.moves[k] = state.held[k]
            count = held
    return np.int64(count)


@rule(rules.items, *BOARDS)
def _items(state):
    return np.int64(state.scalars[group_list.ITEMS])


@rule(rules.reset, *BOARDS)
def _reset(state):
    group_list.copy_position(state, state.position, state.root)


@rule(rules.score, *BOARDS)
def _score(state):
    return np.float64(state.scalars[group_list.POINTS])


@rule(rules.solved, *BOARDS)
def _solved(state):
    return False  # no score is known to be the best possible


@rule(rules.policy_code, *BOARDS)
def _policy_code(state, move):
    return np.int64(state.codes[np.uint64(move)])


@rule(rules.prior_code, *BOARDS)
def _prior_code(state, move):
    """The code of a group's bias: min(n, 10) - 1, less 1 for a pair of the most frequent colour (6.1)."""
    group = state.groups[np.uint64(move)]
    size = group_list.size_of(group)
    pair = (size == TWO) & (group_list.colour_of(group) == state.settings[group_list.TABU])
    return np.int64(min(size, LARGEST_BIASED) - (TWO if pair else ONE))


@rule(rules.play, *BOARDS)
def _play(state, move):
    group_list.remove(state, np.uint64(move))


@rule(rules.agrees, *BOARDS)
def _agrees(state, solution, move):
    step = np.int64(state.scalars[STEP])
    if step >= solution.size:
        return False
    return group_list.has_cell(state, np.uint64(move), solution[step] >> 6, solution[step] & 63)


@rule(rules.mark, *BOARDS)
def _mark(state):
    step = np.int64(state.scalars[STEP])
    rules.save_position(state, state.trail[step])
    return step


@rule(rules.undo, *BOARDS)
def _undo(state, mark):
    rules.restore_position(state, state.trail[mark])


@rule(rules.bound, *BOARDS)
def _bound(state):
    """A score that no game from here exceeds, float64.

    Of a colour's n cells all in one group are worth most, (n - 2)**2, as (a + b - 2)**2 >= (a - 2)**2 + (b - 2)**2 for
    groups of two or more. A single cell of a colour is never removed, so then the board is never empty.
    """
    for colour in range(group_list.COLOURS):
        state.counts[colour] = NONE
    group_list.count_colours(state)
    points = state.scalars[group_list.POINTS]
    clears = state.scalars[CELLS_LEFT] != NONE
    for colour in range(1, group_list.COLOURS):
        count = state.counts[colour]
        if count == ONE:
            clears = False
        elif count > ONE:
            points += (count - TWO) * (count - TWO)
    return np.float64(points + (group_list.CLEARED if clears else NONE))
