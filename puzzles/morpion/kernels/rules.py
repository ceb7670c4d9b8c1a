"""The compiled rules of Morpion Solitaire: the move list is kept up to date by range queries (Buzer & Cazenave, 2020).

Variants differ by numbers alone: how far a line reaches from its start (4 squares, or 3 for lines of four), and how far
around its start it blocks others of its direction (as far as it reaches if disjoint, one less if touching).
Move and policy code: the code of the line. Score: the number of moves played, those of the puzzle included.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from puzzles.engine import rules
from puzzles.engine.hashing import hashed
from puzzles.engine.kernels import kernel
from puzzles.engine.lanes import LANES
from puzzles.engine.limits import Limits
from puzzles.engine.rules import rule
from puzzles.errors import PuzzleError
from puzzles.morpion.kernels import ordered_playout as ordered_playout  # registers play_in_order
from puzzles.morpion.kernels import policy_playout as policy_playout  # registers play_by_policy, or two_playouts does
from puzzles.morpion.kernels import state as morpion
from puzzles.morpion.kernels import two_playouts as two_playouts  # registers play_two_by_policy
from puzzles.morpion.kernels.codes import STEPS, encode, lines_by_dots, local, packed_maps
from puzzles.morpion.kernels.state import MorpionState
from puzzles.morpion.puzzle import VARIANTS, board_of

if TYPE_CHECKING:
    from puzzles.morpion.puzzle import MorpionPuzzle


def build_state(
    puzzle: MorpionPuzzle, *, mode: str = "strong", prior_code: int = 0, trail: bool = False, ties: str = "random"
) -> MorpionState:
    """A state at the position after the puzzle's own moves. Arguments other than the puzzle change nothing.

    Raises PuzzleError if one of those moves is not legal inside the arena.
    """
    state = allocate(puzzle.variant)
    draw_cross(state, VARIANTS[puzzle.variant].cross)
    for number, code in enumerate(board_of(puzzle.moves), 1):
        if not _play_at_root(state, code):
            found = f"move {number} is not legal in an arena of {state.settings[morpion.ARENA]} squares"
            raise PuzzleError(found, "a game that stays near its cross")
    state.moves[state.scalars[morpion.COUNT] :] = 0
    state.root[:] = state.position[: state.root.size]
    return state


def twin(state: MorpionState) -> MorpionState:
    """A second game of the same puzzle, at its root, to be played in lock-step; it shares all but its position."""
    other = state._replace(dropped=np.zeros_like(state.dropped), **_position(state.strips.size))
    other.position[:] = state.position  # with the moves that every game begins with
    other.position[: state.root.size] = state.root
    return other


def limits(state: MorpionState) -> Limits:
    """The sizes that a search needs. No game is longer than its variant's proven bound."""
    steps = int(state.settings[morpion.BOUND]) + 1
    return Limits(
        policy_codes=8 * int(state.settings[morpion.ARENA]) ** 2,
        prior_codes=1,
        width=morpion.WIDTH,
        steps=steps,
        choices=steps * morpion.WIDTH,
        board=morpion.LONGEST,
        frame=state.position.size,
        stays=True,
    )


def notice(state: MorpionState) -> str:
    """One line if a game met a limit of the state, and so may have lacked a move; empty if none did."""
    if state.settings[morpion.TOUCHED]:
        arena = state.settings[morpion.ARENA]
        return f"a game reached the border of the arena of {arena} squares; moves may be missing there"
    if state.settings[morpion.CROWDED]:
        return f"a position had more than {morpion.WIDTH} legal moves; those beyond were left out"
    return ""


def allocate(variant_name: str) -> MorpionState:
    """A state of that variant with no dots; lines that would leave the arena are blocked."""
    variant = VARIANTS[variant_name]
    arena = 64 if variant.touching else 32
    halves = arena // 32
    strips = 8 * arena * halves
    settings = np.zeros(morpion.SETTINGS, np.int64)
    settings[morpion.ARENA] = arena
    settings[morpion.ORIGIN] = (arena - variant.side) // 2
    settings[morpion.REACH] = variant.length - 1
    settings[morpion.BACK] = variant.length - (2 if variant.touching else 1)
    settings[morpion.BOUND] = variant.bound
    settings[morpion.HEAD] = morpion.STRIPS_AT + strips
    state = MorpionState(
        halves=(0,) * halves,
        settings=settings,
        maps=packed_maps(arena),
        starts=lines_by_dots(variant.length),
        dropped=np.zeros(morpion.WIDTH + LANES, np.uint16),
        root=np.zeros(morpion.STRIPS_AT + strips, np.uint64),
        **_position(strips),
    )
    for direction, x, y in product(range(4), range(arena), range(arena)):
        if not _inside(state, direction, x, y):
            _set_bit(state, direction, x, y, blocked=True)
    return state


def _position(strips: int) -> dict[str, Any]:
    """The buffer of a position, and the fields that are views of it."""
    position = morpion.aligned_words(morpion.STRIPS_AT + strips + morpion.LONGEST // 2)
    return {
        "position": position,
        "scalars": position[: morpion.NOW].view(np.int64)[: morpion.NUMBERS],
        "moves": position[morpion.NOW : morpion.NOW + morpion.LIST_WORDS].view(np.uint16),
        "strips": position[morpion.STRIPS_AT : morpion.STRIPS_AT + strips],
        "sequence": position[morpion.STRIPS_AT + strips :].view(np.uint32),
    }


def draw_cross(state: MorpionState, cross: frozenset[tuple[int, int]]) -> None:
    """Puts the cross' dots, (x, y) on the board, and lists the lines that they allow."""
    arena, origin, reach = (int(state.settings[k]) for k in (morpion.ARENA, morpion.ORIGIN, morpion.REACH))
    dots = {(x + origin, y + origin) for x, y in cross}
    for x, y in dots:
        for direction in range(4):
            _set_bit(state, direction, x, y, blocked=False)
    legal = []
    for direction, x, y in product(range(4), range(arena), range(arena)):
        dx, dy = STEPS[direction]
        line = {(x + k * dx, y + k * dy) for k in range(reach + 1)}
        if len(line & dots) == reach and _inside(state, direction, x, y):
            legal.append(encode(direction, x, y, arena))
    state.moves[: len(legal)] = sorted(legal)
    state.scalars[morpion.COUNT] = len(legal)


def _inside(state: MorpionState, direction: int, x: int, y: int) -> bool:
    arena, reach = int(state.settings[morpion.ARENA]), int(state.settings[morpion.REACH])
    dx, dy = STEPS[direction]
    return all(morpion.BORDER <= at < arena - morpion.BORDER for at in (x, y, x + reach * dx, y + reach * dy))


def _set_bit(state: MorpionState, direction: int, x: int, y: int, *, blocked: bool) -> None:
    arena = int(state.settings[morpion.ARENA])
    u, v = local(direction, x, y, arena)
    strip = direction * 2 * arena + v
    if len(state.halves) == 1:
        state.strips[strip] |= np.uint64(1 << (u + 32 * blocked))
    else:
        state.strips[2 * strip + blocked] |= np.uint64(1 << u)


@kernel
def _play_at_root(state, number):
    """Plays the move of a board's number; false, and nothing done, if its line is not listed."""
    line = morpion.line_of(state, number)
    for k in range(state.scalars[morpion.COUNT]):
        if np.int64(state.moves[k]) == line:
            rules.play(state, line)
            return True
    return False


@rule(rules.reset, MorpionState)
def _reset(state):
    morpion.copy_board(state, state.position, state.root)


@rule(rules.legal_moves, MorpionState)
def _legal_moves(state, rng):
    count = state.scalars[morpion.COUNT]
    if count == 0:
        morpion.note_border(state)
        morpion.clear_behind_list(state.position)
    return count


@rule(rules.play, MorpionState)
def _play(state, move):
    morpion.play_line(state, np.uint64(move), False)


@rule(rules.play_reporting_removed, MorpionState)
def _play_reporting_removed(state, move):
    return morpion.play_line(state, np.uint64(move), True)


@rule(rules.score, MorpionState)
def _score(state):
    return np.float64(state.scalars[morpion.LENGTH])


@rule(rules.solved, MorpionState)
def _solved(state):
    return state.scalars[morpion.LENGTH] >= state.settings[morpion.BOUND]


@rule(rules.policy_code, MorpionState)
def _policy_code(state, move):
    return np.int64(move)


@rule(rules.prior_code, MorpionState)
def _prior_code(state, move):
    return 0


@rule(rules.snapshot, MorpionState)
def _snapshot(state, board):
    for k in range(state.scalars[morpion.LENGTH]):
        board[k] = morpion.board_number(state, state.sequence[k])
    return state.scalars[morpion.LENGTH]


@rule(rules.position_code, MorpionState)
def _position_code(state):
    """Of the set of lines, a sum over them; it says which dots there are, in whatever order the lines were drawn."""
    code = np.uint64(0)
    for k in range(state.scalars[morpion.LENGTH]):
        code += hashed(np.uint64(0), np.uint64(state.sequence[k]) & np.uint64(0xFFFF))
    return code


@rule(rules.agrees, MorpionState)
def _agrees(state, solution, move):
    length = state.scalars[morpion.LENGTH]
    return length < solution.size and morpion.line_of(state, solution[length]) == np.int64(move)


@rule(rules.save_position, MorpionState)
def _save_position(state, frame):
    morpion.copy_board(state, frame, state.position)
    morpion.clear_behind_list(frame)
    morpion.copy_sequence(state, frame, state.position)


@rule(rules.restore_position, MorpionState)
def _restore_position(state, frame):
    morpion.copy_board(state, state.position, frame)
    morpion.copy_sequence(state, state.position, frame)
