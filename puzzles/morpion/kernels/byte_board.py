"""What the reference designs share: the state with its byte board, the codes of lines, all operations but `play`.

Buzer & Cazenave, Playout Optimization for Monte-Carlo Search Algorithms (sections II.D, II.E, III.A, III.D).
A square is one byte, L0 D L1 D L2 D L3 D: bit 2 d says that a dot is there (repeated for each direction d), bit 2 d + 1
that a line of direction d covers the square (disjoint) or leaves it for the next square (touching).

Directions of lines, by step in x and y (y down): 0 (-1, 1), 1 (0, 1), 2 (1, 1), 3 (1, 0). A line is named by its first
square, and coded d << 13 | v << 6 | u: v names the strip, u counts the squares of the strip, so that consecutive lines
of a strip have consecutive codes.

The arena is 32 squares wide for disjoint variants and 64 for touching ones, as in the paper. Its outer four squares on
each side are blocked: no line can leave it, and the squares read around a new dot are always in the array.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from puzzles.engine import rules
from puzzles.engine.kernels import inlined, inlined_loops
from puzzles.engine.limits import Limits
from puzzles.engine.rules import rule
from puzzles.morpion.kernels.codes import STEPS, encode
from puzzles.morpion.kernels.state import LONGEST, aligned_words
from puzzles.morpion.puzzle import VARIANTS, Variant

Bytes = npt.NDArray[np.uint8]
Codes = npt.NDArray[np.uint16]
Words = npt.NDArray[np.uint64]

# scalars[...]
COUNT, PLAYED, BOUND, FIRST = range(4)
NUMBERS = 8
"""Words before the board, so that board and list begin with a line of the cache."""

BORDER = 4
CODED_ARENA = 64  # codes are as published, whatever the width of the board
DOT = 0b01010101

WIDTH = 210
"""No position has more legal moves, counted thus: a legal line of n squares has n - 1 dots that are free in its
direction, and a dot lies in n lines of a direction (in one, if it ends a line that is touched there). For n = 5 that
gives at most 180 moves, for 4D 128, for 4T with 62 moves 210."""

LIST = 256
"""Places of the list: WIDTH, and more, as branch-free insertion also writes the line behind the last legal one."""


class ByteBoard(NamedTuple):
    """A game on the byte board. The three tuples matter by their lengths alone, which are constants to the compiler."""

    line: tuple[int, ...]  # one entry a square of a line: 5 or 4
    marks: tuple[int, ...]  # one entry a square whose line bit a line sets and needs unset: one fewer if touching
    arena: tuple[int, ...]  # one entry a bit of a coordinate: the arena is 2 ** 5 or 2 ** 6 squares wide
    table: Bytes  # uint8[1024, or more]: by two bits a square of a line: 1 if legal, then the place of its hole
    position: Words  # uint64[...]: the whole position; the next four are views of it
    scalars: npt.NDArray[np.int64]  # int64[8]: moves in the list, played, at most; x and y of the cross
    board: Bytes  # uint8[width * width + 64]: the squares, row by row
    moves: Codes  # uint16[256]: codes of the legal lines, in any order
    sequence: Codes  # uint16[512]: codes of the lines played
    root: Words  # uint64[...]: the position before any move
    dots: Bytes  # uint8[width * width + 64]: work space of snapshot

    @staticmethod
    def table_of(variant):
        """The table of a design for a variant; the first 1024 entries are those of section II.G."""
        return _table(variant.length)

    @staticmethod
    def in_order(codes):
        """The first moves in the order of the design's list."""
        return codes


Design = TypeVar("Design", bound=ByteBoard)


def build(design: type[Design], variant_name: str) -> Design:
    """The empty cross of a variant (5T, 5D, 4T or 4D; else KeyError) with its first moves, for a design's own class."""
    variant = VARIANTS[variant_name]
    bits = 6 if variant.touching else 5
    width = 1 << bits
    first = width // 2 - variant.side // 2
    root = _root(variant, width, first)
    table = design.table_of(variant)
    codes = design.in_order(_first_moves(root, table, variant, width))
    moves_at, sequence_at = NUMBERS + root.size // 8, NUMBERS + (root.size + 2 * LIST) // 8
    position = aligned_words(sequence_at + LONGEST // 4)
    state = design(
        line=(0,) * variant.length,
        marks=(0,) * variant.marks,
        arena=(0,) * bits,
        table=table,
        position=position,
        scalars=position[:NUMBERS].view(np.int64),
        board=position[NUMBERS:moves_at].view(np.uint8),
        moves=position[moves_at:sequence_at].view(np.uint16),
        sequence=position[sequence_at:].view(np.uint16),
        root=np.zeros_like(position),
        dots=np.zeros(root.size, np.uint8),
    )
    state.scalars[:4] = len(codes), 0, variant.bound, first
    state.board[:] = root
    state.moves[: len(codes)] = codes
    state.root[:] = position
    return state


def _root(variant: Variant, width: int, first: int) -> Bytes:
    """The board with the cross, its square (0, 0) at (first, first), and the blocked border."""
    board = np.zeros((width, width), np.uint8)
    for x, y in variant.cross:
        board[first + y, first + x] = DOT
    inside = range(BORDER, width - BORDER)
    for y in range(width):
        for x in range(width):
            for d, (dx, dy) in enumerate(STEPS):
                leaves = variant.touching and not (x + dx in inside and y + dy in inside)
                if leaves or not (x in inside and y in inside):
                    board[y, x] |= 2 << 2 * d
    # 64 bytes more: a scan that begins on the last blocked square of a row reads a little past the end
    return np.concatenate([board.reshape(-1), np.zeros(64, np.uint8)])


def _table(length: int) -> Bytes:
    """Section II.G's table, by the bits of a line's squares: place of the hole << 1 | 1, or 0 if it is not legal."""
    table = np.zeros(1024, np.uint8)
    dots = sum(1 << 2 * k for k in range(length))
    for hole in range(length):
        table[dots ^ (1 << 2 * hole)] = hole << 1 | 1
    return table


def _first_moves(board: Bytes, table: Bytes, variant: Variant, width: int) -> list[int]:
    codes = []
    needed = (1 << variant.length + variant.marks) - 1
    inside = range(BORDER, width - BORDER)
    for d, (dx, dy) in enumerate(STEPS):
        for y in inside:
            for x in inside:
                squares = [x + k * dx + width * (y + k * dy) for k in range(variant.length)]
                bits = sum((int(board[at]) >> 2 * d & 3) << 2 * k for k, at in enumerate(squares))
                if table[bits & needed] & 1:
                    codes.append(encode(d, x, y, CODED_ARENA))
    return codes


def limits(state: ByteBoard) -> Limits:
    """The sizes that a search needs for a game of the variant."""
    steps = int(state.scalars[BOUND])
    return Limits(
        policy_codes=1 << 15,
        prior_codes=1,
        width=WIDTH,
        steps=steps + 1,
        choices=WIDTH * steps + 1,
        board=steps,
        frame=state.position.size,
    )


# Small functions take the arrays and tuples that they need: a whole state as an argument takes long to compile. `line`,
# `marks` and `arena` are the state's tuples, so that their lengths are constants.


@inlined
def code_at(direction, x, y):
    """The code of the line that begins at (x, y) of the arena."""
    u = x if direction == 3 else y
    v = x + y if direction == 0 else x if direction == 1 else x - y + 63 if direction == 2 else y
    return u + (v << 6) + (direction << 13)


@inlined
def step_of(direction, arena):
    """How far apart two neighbouring squares of a direction are in the board."""
    return 1 if direction == 3 else (1 << len(arena)) - 1 + direction


@inlined
def first_square(code, arena):
    """Index in the board of the first square of the coded line."""
    direction = code >> 13
    u = code & 63
    v = (code >> 6) & 127
    if direction == 3:
        return u + (v << len(arena))
    x = v
    if direction == 0:
        x = v - u
    elif direction == 2:
        x = v + u - 63
    return x + (u << len(arena))


@inlined
def place_of(at, arena):
    """The x and y of the square with that index in the board."""
    return at & ((1 << len(arena)) - 1), at >> len(arena)


@inlined
def needed(line, marks):
    """The bits of a line's squares that decide whether it is legal: all, but the last line bit if touching."""
    return (1 << (len(line) + len(marks))) - 1


@inlined_loops
def line_entry(board, table, at, step, direction, line, marks):
    """The table's entry for the line from index `at` of the board: place of its hole << 1 | 1, or 0."""
    bits = 0
    for k in range(len(line)):
        bits |= ((np.int64(board[np.uint64(at + k * step)]) >> (2 * direction)) & 3) << (2 * k)
    return np.int64(table[np.uint64(bits & needed(line, marks))])


@inlined
def draw_line(board, at, step, direction, line, marks):
    """Puts the line's dots and line bits on the board."""
    with_line = np.uint8(DOT | (2 << (2 * direction)))
    for k in range(len(line)):
        dots = with_line if k < len(marks) else np.uint8(DOT)
        board[np.uint64(at + k * step)] |= dots


@inlined
def record(sequence, scalars, code):
    """Appends the line to the sequence of the game."""
    played = scalars[PLAYED]
    sequence[np.uint64(played)] = np.uint16(code)
    scalars[PLAYED] = played + 1


@inlined_loops
def scan_from(board, table, moves, count, x, y, arena, line, marks):
    """The length of the list after the legal lines of all directions that begin at (x, y) are appended to it."""
    for d in range(4):
        entry = line_entry(board, table, x + (y << len(arena)), step_of(d, arena), d, line, marks)
        moves[np.uint64(count)] = np.uint16(code_at(d, x, y))
        count += entry & 1
    return count


@inlined
def draw_move(state, code):
    """The index of the new dot of the coded line, which is recorded and drawn."""
    record(state.sequence, state.scalars, code)
    direction = code >> 13
    start = first_square(code, state.arena)
    step = step_of(direction, state.arena)
    hole = line_entry(state.board, state.table, start, step, direction, state.line, state.marks) >> 1
    draw_line(state.board, start, step, direction, state.line, state.marks)
    return start + hole * step


@inlined
def _copy_position(state, target, source):
    """Copies the whole board, as the paper's searches do; of the list and the sequence what is in use."""
    sequence_at = state.position.size - (state.sequence.size >> 2)
    listed = np.int64(source[COUNT])
    for k in range(sequence_at - (state.moves.size >> 2) + ((listed + 3) >> 2)):
        target[k] = source[k]
    for k in range(sequence_at, sequence_at + ((np.int64(source[PLAYED]) + 3) >> 2)):
        target[k] = source[k]


def _reset(state):
    _copy_position(state, state.position, state.root)


def _legal_moves(state, rng):
    return state.scalars[COUNT]


def _score(state):
    return np.float64(state.scalars[PLAYED])


def _solved(state):
    return state.scalars[PLAYED] >= state.scalars[BOUND]


def _policy_code(state, move):
    return np.int64(move)


def _prior_code(state, move):
    return 0


def _snapshot(state, board):
    """The moves as puzzles.morpion.puzzle numbers them. A code has no hole: that is the square without a dot then."""
    for k in range(state.dots.size):
        word = state.root[NUMBERS + (k >> 3)]
        state.dots[k] = np.uint8((word >> np.uint64(8 * (k & 7))) & np.uint64(1))
    for index in range(state.scalars[PLAYED]):
        code = np.int64(state.sequence[index])
        direction = code >> 13
        at = first_square(code, state.arena)
        step = step_of(direction, state.arena)
        hole = 0
        for k in range(len(state.line)):
            if state.dots[at + k * step] == 0:
                hole = k
        at += hole * step
        state.dots[at] = 1
        x, y = place_of(at, state.arena)
        x, y = x - state.scalars[FIRST], y - state.scalars[FIRST]
        # here: 0 (-1, 1), 1 (0, 1), 2 (1, 1), 3 (1, 0); on the board: 0 (1, 0), 1 (0, 1), 2 (1, -1), 3 (1, 1)
        facing = 2 if direction == 0 else 1 if direction == 1 else 3 if direction == 2 else 0
        position = len(state.line) - 1 - hole if direction == 0 else hole
        board[index] = ((x + 128) << 16) | ((y + 128) << 8) | (facing << 3) | position
    return state.scalars[PLAYED]


def _save_position(state, frame):
    _copy_position(state, frame, state.position)


def _restore_position(state, frame):
    _copy_position(state, state.position, frame)


def register(design: type) -> None:
    """Registers for a design's state class all operations but `play`."""
    for operation, implementation in (
        (rules.reset, _reset),
        (rules.legal_moves, _legal_moves),
        (rules.score, _score),
        (rules.solved, _solved),
        (rules.policy_code, _policy_code),
        (rules.prior_code, _prior_code),
        (rules.snapshot, _snapshot),
        (rules.save_position, _save_position),
        (rules.restore_position, _restore_position),
    ):
        rule(operation, design)(inlined_loops(implementation))
