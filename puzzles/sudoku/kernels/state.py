"""The compiled state of a puzzle of cells in play: a bit mask of values a cell, groups and constraints, a trail.

An assigned cell has an empty mask, and `values` holds its value. A mask has as many 64-bit words as the order needs;
their number is the length of the tuple `words`, so that it is a constant to the compiler. Lists of lists are stored one
after the other, with `..._at` telling where each begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined, lowest_bit, popcount
from puzzles.engine.masks import NONE, ONE, add_cell_rules, size, smallest, word_of
from puzzles.engine.trail import add_trail
from puzzles.sudoku.kernels.relations import Tables, tables_of
from puzzles.sudoku.puzzle import Sudoku

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

# scalars[...]
ORDER, CELLS, WHOLE, FIRST, DEAD, TRAILED, TRAIL, HIDDEN, PRIOR_CODE, ROOT_DEAD, TIES, QUEUED, DIRTY = range(13)
NUMBERS = 13


class CellsState(NamedTuple):
    """Masks of the puzzle being filled; the lists of what sees what never change."""

    words: tuple[int, ...]  # one entry a 64-bit word of a mask
    scalars: Ints  # int64[13]: order, numbers of cells and whole groups, flags, lengths
    masks: Words  # uint64[(cells + whole groups) * words + 1]: of cells; what each whole group lacks; open cells
    root: Words  # the same at the root, after its propagation
    values: Ints  # int64[cells]: 0-based values of assigned cells
    cells: Ints  # int64[cells + 1]: the cells open at the root, after their number
    weights: Ints  # int64[cells]: 2 + dead ends met at the cell; neither undo nor reset takes them back
    first_code: Ints  # int64[cells]: policy code of each open cell's smallest value at the root
    allowed: Words  # uint64[cells * words]: values that constraints of one cell alone admit
    peers: Ints  # the cells that share a group with each cell
    peers_at: Ints  # int64[cells + 1]
    members: Ints  # the cells of each whole group: one with as many cells as there are values
    members_at: Ints  # int64[whole groups + 1]
    wholes: Ints  # the whole groups of each cell
    wholes_at: Ints  # int64[cells + 1]
    touching: Ints  # the constraints of each cell
    touching_at: Ints  # int64[cells + 1]
    scope: Ints  # the cells of each constraint; then those beside each line
    scope_at: Ints  # int64[constraints + 1]
    what: Ints  # int64[constraints + lines, 6]: what they are (`relations.Tables`)
    allowing: Words  # uint64[tables, order]: by value of one cell of a pair the values that the other may hold
    subsets: Words  # uint64[...]: sets of values by size and sum (`relations.subsets_of`)
    subsets_at: Ints
    reach: Words  # uint64[...]: working space of constraints
    queue: Ints  # int64[...]: forced moves yet to be played, cell * 256 + value
    dirty: Ints  # int64[whole groups + constraints]: those to be looked at again, whole groups first
    is_dirty: npt.NDArray[np.uint8]
    trail_at: Ints  # int64[...]: index of each overwritten word, oldest first; empty if the state has no trail
    trail_word: Words  # the overwritten word
    moves: Ints  # int64[...]: the legal moves, cell * 256 + value


write = add_trail(CellsState, "masks", trailed=TRAILED, length=TRAIL, dead=DEAD)


@inlined
def open_cells(state):
    return np.int64(state.masks[state.masks.size - 1])


add_cell_rules(CellsState, open_cells, dead=DEAD)


@inlined
def look_again(state, number):
    """Puts a whole group, or a constraint behind these, on the list of those to be looked at."""
    if state.is_dirty[number] == 0:
        state.is_dirty[number] = 1
        state.dirty[state.scalars[DIRTY]] = number
        state.scalars[DIRTY] += 1


@inlined
def changed(state, cell):
    """Tells groups and constraints of a cell that its values became fewer."""
    for at in range(state.touching_at[cell], state.touching_at[cell + 1]):
        look_again(state, state.scalars[WHOLE] + state.touching[at])
    if state.scalars[HIDDEN] != 0:
        for at in range(state.wholes_at[cell], state.wholes_at[cell + 1]):
            look_again(state, state.wholes[at])


@inlined
def enqueue(state, cell, value):
    """One more forced move: a cell's last value, once a cell, or what one scan of a group finds."""
    state.queue[state.scalars[QUEUED]] = cell * 256 + value
    state.scalars[QUEUED] += 1


@inlined
def remove(state, cell, value):
    """Takes a value that it holds from an open cell; a last one makes the position dead and stays."""
    at = cell * len(state.words) + word_of(state, value)
    left = size(state, cell) - 1
    if left == 0:
        state.scalars[DEAD] = 1
        state.weights[cell] += 1
        return
    write(state, at, state.masks[at] & ~(ONE << np.uint64(value & 63)))
    if left == 1:
        enqueue(state, cell, smallest(state, cell))
    changed(state, cell)


@inlined
def keep(state, cell, values):
    """Takes all values but these (uint64, of an order of one word) from an open cell."""
    old = state.masks[cell]
    new = old & values
    if new == old or old == NONE:
        return
    if new == NONE:
        state.scalars[DEAD] = 1
        return
    write(state, cell, new)
    if new & (new - ONE) == NONE:
        enqueue(state, cell, lowest_bit(new))
    changed(state, cell)


@inlined
def domain(state, cell):
    """The values of a cell (uint64, of an order of one word), of an assigned one its value alone."""
    mask = state.masks[cell]
    return mask if mask != NONE else ONE << np.uint64(state.values[cell])


@inlined
def keep_only(state, first, last, possible, needed):
    """Takes all but the possible values from cells of `scope`; a needed one with one place left is queued."""
    if possible == NONE:
        state.scalars[DEAD] = 1
        return
    once = NONE
    twice = NONE
    for at in range(first, last):
        cell = state.scope[at]
        if state.masks[cell] != NONE:
            keep(state, cell, possible)
            if state.scalars[DEAD] != 0:
                return
        values = domain(state, cell)
        twice |= once & values
        once |= values
    single = once & ~twice & needed
    if single == NONE:
        return
    for at in range(first, last):
        cell = state.scope[at]
        values = state.masks[cell] & single
        if values != NONE and popcount(state.masks[cell]) > 1:
            keep(state, cell, values & (~values + ONE))
            if state.scalars[DEAD] != 0:
                return


@inlined
def assign(state, cell, value):
    """Gives an open cell one of its values and takes it from all that see it."""
    words = len(state.words)
    state.values[cell] = value
    count = state.masks.size - 1
    write(state, count, state.masks[count] - ONE)
    for k in range(words):
        write(state, cell * words + k, NONE)
    bit = ONE << np.uint64(value & 63)
    k = word_of(state, value)
    for at in range(state.wholes_at[cell], state.wholes_at[cell + 1]):
        lacking = (state.scalars[CELLS] + state.wholes[at]) * words + k
        write(state, lacking, state.masks[lacking] & ~bit)
    changed(state, cell)
    for at in range(state.peers_at[cell], state.peers_at[cell + 1]):
        other = state.peers[at]
        if state.masks[other * words + k] & bit != NONE:
            remove(state, other, value)
            if state.scalars[DEAD] != 0:
                return


@inlined
def scan(state, group):
    """Finds values with one place left in a whole group; one without a place makes the position dead."""
    words = len(state.words)
    first = state.members_at[group]
    last = state.members_at[group + 1]
    for k in range(words):
        once = NONE
        twice = NONE
        for at in range(first, last):
            word = state.masks[state.members[at] * words + k]
            twice |= once & word
            once |= word
        lacking = state.masks[(state.scalars[CELLS] + group) * words + k]
        if lacking & ~once != NONE:
            state.scalars[DEAD] = 1
            return
        single = once & ~twice
        if single == NONE:
            continue
        for at in range(first, last):
            cell = state.members[at]
            word = state.masks[cell * words + k] & single
            if word != NONE and size(state, cell) > 1:
                enqueue(state, cell, k * 64 + lowest_bit(word))


def allocate(
    puzzle: Sudoku, allowed: Sequence[int], root_bits: int, *, hidden: bool, prior_code: int, trail: bool, ties: int
) -> CellsState:
    """An empty state for puzzles of that form with at most `root_bits` values open in all cells.

    `allowed`: by cell, the values that may stand there, as a bit mask.
    """
    count, order = len(puzzle.grid), puzzle.order
    words = (order + 63) // 64
    whole = [group.cells for group in puzzle.groups if len(group.cells) == order]
    scalars = np.zeros(NUMBERS, np.int64)
    scalars[ORDER], scalars[CELLS], scalars[WHOLE], scalars[FIRST] = order, count, len(whole), puzzle.first_symbol
    scalars[HIDDEN], scalars[PRIOR_CODE], scalars[TRAILED], scalars[TIES] = hidden, prior_code, trail, ties
    wholes: list[list[int]] = [[] for _ in range(count)]
    for number, cells in enumerate(whole):
        for cell in cells:
            wholes[cell].append(number)
    tables: Tables = tables_of(puzzle)
    touching: list[list[int]] = [[] for _ in range(count)]
    for number, cells in enumerate(tables.scopes):
        for cell in cells:
            touching[cell].append(number)
    lengths = sum(map(len, wholes))
    trail_length = root_bits + count * (words + 1) + lengths + 2 if trail else 0
    peers, peers_at = flattened([sorted(seen) for seen in puzzle.seen])
    members, members_at = flattened(whole)
    all_wholes, wholes_at = flattened(wholes)
    all_touching, touching_at = flattened(touching)
    scope, scope_at = flattened(tables.scopes)
    scope = np.concatenate([scope, tables.beside])
    words_mask = (1 << 64) - 1
    allowed_words = [[mask >> 64 * k & words_mask for k in range(words)] for mask in allowed]

    def ints(length: int) -> Any:
        return np.zeros(length, np.int64)

    return CellsState(
        words=(0,) * words,
        scalars=scalars,
        masks=np.zeros((count + len(whole)) * words + 1, np.uint64),
        root=np.zeros((count + len(whole)) * words + 1, np.uint64),
        values=ints(count),
        cells=ints(count + 1),
        weights=ints(count),
        first_code=ints(count),
        allowed=np.array(allowed_words, np.uint64).reshape(-1),
        peers=peers,
        peers_at=peers_at,
        members=members,
        members_at=members_at,
        wholes=all_wholes,
        wholes_at=wholes_at,
        touching=all_touching,
        touching_at=touching_at,
        scope=scope,
        scope_at=scope_at,
        what=tables.what,
        allowing=tables.allowing,
        subsets=tables.subsets,
        subsets_at=tables.subsets_at,
        reach=np.zeros(tables.space, np.uint64),
        queue=ints(2 * count + 2 * order + 2),
        dirty=ints(len(whole) + len(tables.scopes) + 1),
        is_dirty=np.zeros(len(whole) + len(tables.scopes) + 1, np.uint8),
        trail_at=ints(trail_length),
        trail_word=np.zeros(trail_length, np.uint64),
        moves=ints(max(order, root_bits) + 1),
    )


def flattened(lists: Any) -> tuple[Ints, Ints]:
    """The lists one after the other, int64, never of length 0, and where each begins, int64[lists + 1]."""
    starts = np.zeros(len(lists) + 1, np.int64)
    starts[1:] = np.cumsum([len(one) for one in lists])
    return np.array([item for one in lists for item in one] or [0], np.int64), starts
