"""What a person knows of a Latin square, or of another puzzle of groups, and the techniques that lead on.

Groups are those of the puzzle, by their numbers. One with as many cells as there are symbols holds every symbol once,
so it decides both which symbol a cell holds and which cell holds a symbol.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from operator import and_

from puzzles import chains, group_techniques
from puzzles.deduction import (
    EASY,
    EXPERT,
    HARD,
    Deduction,
    Grounds,
    Levels,
    Position,
    Technique,
    bits,
    covering,
    simplest_first,
)
from puzzles.family import Board
from puzzles.latin.grouped import COLUMN, HOLE, ROW, Grouped

FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}
FISH_LEVELS = {2: HARD, 3: HARD, 4: EXPERT}


class LatinPosition(Position):
    """`lines`: the cells of each group; `lacking`: by group, the symbols that stand in none of its cells.

    `whole`: the groups of as many cells as there are symbols, which hold each of them.
    """

    open_value = HOLE
    changing = ("filled", "lacking", "domains")
    puzzle: Grouped

    def __init__(self, puzzle: Grouped, board: Board) -> None:
        order = puzzle.order
        full = (1 << order) - 1
        self.order, self.full, self.puzzle, self.givens = order, full, puzzle, puzzle.grid
        self.groups_of, self.sees, self.techniques = puzzle.groups_of, puzzle.seen, TECHNIQUES
        self.lines = [group.cells for group in puzzle.groups]
        self.whole = [number for number, line in enumerate(self.lines) if len(line) == order]
        self.filled = [symbol != HOLE for symbol in board]
        self.lacking = [full & ~sum({1 << board[cell] for cell in line if board[cell] != HOLE}) for line in self.lines]
        lacking = self.lacking
        self.domains = [
            1 << symbol if symbol != HOLE else reduce(and_, (lacking[group] for group in groups), full)
            for symbol, groups in zip(board, puzzle.groups_of, strict=True)
        ]

    def required(self, group: int, cells: Sequence[int]) -> int:
        return self.lacking[group] if len(self.lines[group]) == self.order else 0

    def grounds_of_required(self, cells: Sequence[int], chosen: Sequence[int], mask: int) -> Grounds:
        return tuple((cell, mask) for cell in cells if cell not in chosen)

    def place(self, cell: int, value: int) -> None:
        bit = 1 << value
        for group in self.puzzle.groups_of[cell]:
            self.lacking[group] &= ~bit
            for other in self.lines[group]:
                if not self.filled[other]:
                    self.domains[other] &= ~bit
        self.domains[cell] = bit
        self.filled[cell] = True

    def nets(self) -> Iterator[tuple[list[int], list[int]]]:
        """The rows and columns of each grid, by their numbers."""
        numbers = {group.name: number for number, group in enumerate(self.puzzle.groups)}
        for grid in range(1, len(self.puzzle.corners) + 1):
            of = f" of grid {grid}" if len(self.puzzle.corners) > 1 else ""
            names = [[f"{kind} {k + 1}{of}" for k in range(self.order)] for kind in (ROW, COLUMN)]
            rows, columns = ([numbers[name] for name in line if name in numbers] for line in names)
            yield rows, columns


def _last_cell(position: LatinPosition) -> Iterator[Deduction]:
    for group in position.whole:
        lacking = position.lacking[group]
        if lacking and not lacking & (lacking - 1):
            cells = position.open_in(group)
            if len(cells) == 1 and position.domains[cells[0]] == lacking:
                placed = (cells[0], lacking.bit_length() - 1)
                grounds = ((cells[0], position.full & ~lacking),)
                yield Deduction("last cell", (group,), (cells[0],), lacking, grounds, placed=placed)


def _hidden_single(position: LatinPosition) -> Iterator[Deduction]:
    for group in position.whole:
        cells = position.open_in(group)
        once = twice = 0
        for cell in cells:
            domain = position.domains[cell]
            twice |= once & domain
            once |= domain
        if nowhere := position.lacking[group] & ~once:
            symbol = nowhere & -nowhere
            yield Deduction("hidden single", (group,), (), symbol, tuple((c, symbol) for c in position.lines[group]))
        for symbol in bits(once & ~twice):
            bit = 1 << symbol
            here = next((cell for cell in cells if position.domains[cell] & bit and not position.filled[cell]), None)
            if here is None or position.domains[here] == bit:
                continue
            grounds = tuple((cell, bit) for cell in position.lines[group] if cell != here)
            yield Deduction("hidden single", (group,), (here,), bit, grounds, placed=(here, symbol))


def _fish(size: int, position: LatinPosition) -> Iterator[Deduction]:
    """Rows that admit a symbol in the same few columns only, or columns in the same few rows."""
    for rows, columns in position.nets():
        crossings = [(rows, columns, _crossing(position, columns)), (columns, rows, _crossing(position, rows))]
        for symbol in range(position.order):
            for bases, covers, crossing in crossings:
                yield from _fish_of(size, position, symbol, bases, covers, crossing)


def _crossing(position: LatinPosition, lines: Sequence[int]) -> dict[int, int]:
    """The place among the lines, which are groups, of that in which a cell stands."""
    return {cell: at for at, group in enumerate(lines) for cell in position.lines[group]}


def _fish_of(
    size: int,
    position: LatinPosition,
    symbol: int,
    bases: Sequence[int],
    covers: Sequence[int],
    crossing: dict[int, int],
) -> Iterator[Deduction]:
    bit, domains, filled = 1 << symbol, position.domains, position.filled
    nodes, beside = [], len(covers)  # of the crossing lines: of a cell that stands in none of them
    for group in bases:
        if position.lacking[group] & bit and group in position.whole:
            mask = 0
            for cell in position.lines[group]:
                if domains[cell] & bit and not filled[cell]:
                    mask |= 1 << crossing.get(cell, beside)
            if not mask >> beside:
                nodes.append((group, mask))
    for base, cover in covering(nodes, size):
        base_cells = {cell for group in base for cell in position.lines[group]}
        cover_groups = tuple(covers[at] for at in bits(cover))
        off = [cell for group in cover_groups for cell in position.open_in(group) if cell not in base_cells]
        if removed := position.ruled_out(off, bit):
            cells = [cell for group in base for cell in position.open_in(group)]
            grounds = tuple((cell, bit) for cell in cells if not cover >> crossing.get(cell, beside) & 1)
            chosen = tuple(cell for cell in cells if domains[cell] & bit)
            yield Deduction(FISH[size], base + cover_groups, chosen, bit, grounds, removed)


TECHNIQUES = simplest_first(
    Technique("last cell", EASY, _last_cell),
    *group_techniques.TECHNIQUES,
    Technique("hidden single", EASY, _hidden_single),
    *(Technique(name, FISH_LEVELS[k], partial(_fish, k)) for k, name in FISH.items()),
    *chains.TECHNIQUES,
)
LEVELS = Levels({technique.name: technique.level for technique in TECHNIQUES})
