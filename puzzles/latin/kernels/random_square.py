"""Near-uniform random Latin squares, and emptying some of their cells.

The squares are those of Jacobson & Matthews, Journal of Combinatorial Designs 4, 1996, 405-437. A square is a cube of
0 and 1 over (row, column, symbol) in which every line sums to 1. A move adds +-1 to the eight corners of a box; it may
lead to an improper square, with one cell of -1, from which the next moves lead back.
The chain is connected, and its stationary law is uniform over the proper squares it visits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import kernel
from puzzles.engine.streams import next_below
from puzzles.latin.grouped import HOLE

Ints = npt.NDArray[np.int64]

CELL, ROW, COLUMN = 0, 1, 2

# fault[...]: whether the square is improper; the cell of -1; the second one in each of the lines through it
IMPROPER, AT_ROW, AT_COLUMN, AT_SYMBOL, OTHER_ROW, OTHER_COLUMN, OTHER_SYMBOL = range(7)
FAULT = 7


class SquareChain(NamedTuple):
    """Where the chain stands, as tables of the cube's ones, so that a move costs the same at any order.

    tables[CELL, row, column] is the symbol, tables[ROW, row, symbol] the column, tables[COLUMN, column, symbol] the
    row. The three lines through an improper cell hold two ones each; `fault` remembers the second ones.
    """

    tables: npt.NDArray[np.int16]  # int16[3, order, order]
    fault: Ints  # int64[7]
    labels: Ints  # int64[3, order]: for permutations of rows, columns, symbols


def new_chain(order: int) -> SquareChain:
    """A chain at the cyclic square, row + column mod order."""
    chain = SquareChain(
        np.empty((3, order, order), np.int16), np.zeros(FAULT, np.int64), np.empty((3, order), np.int64)
    )
    restart(chain)
    return chain


@kernel
def restart(chain: SquareChain) -> None:
    """Puts the chain back at the cyclic square."""
    order = chain.tables.shape[1]
    for first in range(order):
        for second in range(order):
            chain.tables[CELL, first, second] = (first + second) % order
            chain.tables[ROW, first, second] = (second - first) % order
            chain.tables[COLUMN, first, second] = (second - first) % order
    chain.fault[IMPROPER] = 0


@kernel
def move(chain: SquareChain, first: int, second: int, third: int) -> None:
    """Makes one move of the chain, as three draws say.

    From a proper square: row `first` and column `second` in [0, n), and `third` in [0, n - 1) counts the symbols
    other than the cell's own. From an improper one: 0 or 1 each, whether the larger of the two rows, columns and
    symbols is taken in the lines through the cell of -1.
    """
    tables, fault = chain.tables, chain.fault
    if fault[IMPROPER]:
        row, column, symbol = fault[AT_ROW], fault[AT_COLUMN], fault[AT_SYMBOL]
        # of each line's two ones, one is taken; the other stays as the only one, as the -1 becomes 0
        one, two = np.int64(tables[COLUMN, column, symbol]), fault[OTHER_ROW]
        other_row = max(one, two) if first else min(one, two)
        tables[COLUMN, column, symbol] = one + two - other_row
        one, two = np.int64(tables[ROW, row, symbol]), fault[OTHER_COLUMN]
        other_column = max(one, two) if second else min(one, two)
        tables[ROW, row, symbol] = one + two - other_column
        one, two = np.int64(tables[CELL, row, column]), fault[OTHER_SYMBOL]
        other_symbol = max(one, two) if third else min(one, two)
        tables[CELL, row, column] = one + two - other_symbol
    else:
        row, column = np.int64(first), np.int64(second)
        other_symbol = np.int64(tables[CELL, row, column])
        symbol = np.int64(third + 1 if third >= other_symbol else third)
        other_row = np.int64(tables[COLUMN, column, symbol])
        other_column = np.int64(tables[ROW, row, symbol])
        tables[COLUMN, column, symbol] = row
        tables[ROW, row, symbol] = column
        tables[CELL, row, column] = symbol
    # the six other lines through old ones of the box: their one moves to the box's new corner
    tables[CELL, row, other_column] = other_symbol
    tables[CELL, other_row, column] = other_symbol
    tables[ROW, row, other_symbol] = other_column
    tables[ROW, other_row, symbol] = other_column
    tables[COLUMN, column, other_symbol] = other_row
    tables[COLUMN, other_column, symbol] = other_row
    # the far corner loses one: a one there vanishes, a zero becomes the cell of -1
    if tables[CELL, other_row, other_column] == other_symbol:
        fault[IMPROPER] = 0
        tables[CELL, other_row, other_column] = symbol
        tables[ROW, other_row, other_symbol] = column
        tables[COLUMN, other_column, other_symbol] = row
    else:
        fault[IMPROPER] = 1
        fault[AT_ROW], fault[AT_COLUMN], fault[AT_SYMBOL] = other_row, other_column, other_symbol
        fault[OTHER_ROW], fault[OTHER_COLUMN], fault[OTHER_SYMBOL] = row, column, symbol


@kernel
def advance(chain: SquareChain, rng: npt.NDArray[np.uint64], visits: int) -> int:
    """Moves on until `visits` more proper squares were met; returns the number of moves.

    Counting proper squares, not moves, keeps the law uniform: "the first proper square after T moves" favours
    squares at the end of long improper stretches.
    """
    order = chain.tables.shape[1]
    moves = 0
    while visits > 0:
        if chain.fault[IMPROPER]:
            move(chain, next_below(rng, 2), next_below(rng, 2), next_below(rng, 2))
        else:
            move(chain, next_below(rng, order), next_below(rng, order), next_below(rng, order - 1))
        moves += 1
        if not chain.fault[IMPROPER]:
            visits -= 1
    return moves


@kernel
def shuffle(items: Ints, rng: npt.NDArray[np.uint64]) -> None:
    """Makes the items a uniform random permutation of 0 ... len - 1 (Fisher and Yates)."""
    for item in range(len(items)):
        items[item] = item
    for last in range(len(items) - 1, 0, -1):
        chosen = next_below(rng, last + 1)
        items[last], items[chosen] = items[chosen], items[last]


@kernel
def draw_square(chain: SquareChain, rng: npt.NDArray[np.uint64], square: Ints) -> None:
    """Fills `square` (int64[order * order], 0-based, row by row) with a near-uniform random Latin square.

    The chain goes from the cyclic square until it has met order**2 proper ones, some order**3 moves. Then rows,
    columns and symbols are permuted at random: a uniform square stays uniform, and nothing of the labels of the
    start is left (the chain alone alternates between the two squares of order 2).
    """
    order = chain.tables.shape[1]
    restart(chain)
    advance(chain, rng, order * order)
    for label in range(3):
        shuffle(chain.labels[label], rng)
    rows, columns, symbols = chain.labels[0], chain.labels[1], chain.labels[2]
    for row in range(order):
        for column in range(order):
            square[row * order + column] = symbols[chain.tables[CELL, rows[row], columns[column]]]


@kernel
def empty(rng: npt.NDArray[np.uint64], grid: Ints, cells: Ints, holes: int) -> Ints:
    """The grid, with `holes` cells emptied, each set of that many as likely as any other; `cells` is overwritten."""
    shuffle(cells, rng)
    for drawn in range(holes):
        grid[cells[drawn]] = HOLE
    return grid


@kernel
def empty_evenly(chain: SquareChain, rng: npt.NDArray[np.uint64], grid: Ints, pattern: Ints, holes: int) -> Ints:
    """The grid, with `holes` cells emptied so that no two rows, and no two columns, differ by more than one hole.

    The cells of one symbol of another random square, `pattern`, lie one in each row and column: all cells of
    holes // order symbols are emptied, and of one more symbol those in as many random rows as are still needed.
    """
    order = chain.tables.shape[1]
    whole, rest = holes // order, holes % order
    drawn = chain.labels[0]
    shuffle(drawn, rng)
    for row in range(order):
        for column in range(order):
            cell = row * order + column
            if pattern[cell] < whole or (pattern[cell] == whole and drawn[row] < rest):
                grid[cell] = HOLE
    return grid
