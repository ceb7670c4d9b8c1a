"""What a person knows of a Latin square, and the techniques that lead on.

Groups are numbered: row r is group r, column c is group order + c. Each holds every symbol once, so it decides both
which symbol a cell holds and which cell holds a symbol.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Self

from puzzles.deduction import EASY, EXPERT, HARD, MEDIUM, Deduction, Levels, Position, Technique, bits, covering
from puzzles.family import Board
from puzzles.latin.puzzle import HOLE

NAMES = {2: "pair", 3: "triple", 4: "quad"}
FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}
SUBSET_LEVELS = {2: MEDIUM, 3: HARD, 4: EXPERT}


@lru_cache(maxsize=4)
def lines_of(order: int) -> tuple[tuple[int, ...], ...]:
    """The cells of each group."""
    rows = [tuple(range(row * order, row * order + order)) for row in range(order)]
    return (*rows, *(tuple(range(column, order * order, order)) for column in range(order)))


class LatinPosition(Position):
    """`lacking`: by group, the symbols that stand in none of its cells."""

    def __init__(self, order: int, board: Board) -> None:
        full = (1 << order) - 1
        self.order, self.full = order, full
        self.lines = lines_of(order)
        self.filled = [symbol != HOLE for symbol in board]
        self.lacking = [full & ~sum({1 << board[cell] for cell in line if board[cell] != HOLE}) for line in self.lines]
        self.domains = [
            1 << symbol if symbol != HOLE else self.lacking[cell // order] & self.lacking[order + cell % order]
            for cell, symbol in enumerate(board)
        ]

    @property
    def techniques(self) -> Sequence[Technique]:
        return TECHNIQUES

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.order, twin.full, twin.lines = self.order, self.full, self.lines
        twin.filled, twin.lacking, twin.domains = self.filled[:], self.lacking[:], self.domains[:]
        return twin

    def place(self, cell: int, value: int) -> None:
        row, column = divmod(cell, self.order)
        bit = 1 << value
        for group in (row, self.order + column):
            self.lacking[group] &= ~bit
            for other in self.lines[group]:
                if not self.filled[other]:
                    self.domains[other] &= ~bit
        self.domains[cell] = bit
        self.filled[cell] = True

    def open_in(self, group: int) -> list[int]:
        return [cell for cell in self.lines[group] if not self.filled[cell]]

    def ruled_out(self, cells: Sequence[int], mask: int) -> tuple[tuple[int, int], ...]:
        """What those cells lose if they hold none of the mask's symbols."""
        return tuple((cell, lost) for cell in cells if (lost := self.domains[cell] & mask))


def _last_cell(position: LatinPosition) -> Iterator[Deduction]:
    for group in range(len(position.lines)):
        lacking = position.lacking[group]
        if lacking and not lacking & (lacking - 1):
            cells = position.open_in(group)
            if len(cells) == 1 and position.domains[cells[0]] == lacking:
                placed = (cells[0], lacking.bit_length() - 1)
                grounds = ((cells[0], position.full & ~lacking),)
                yield Deduction("last cell", (group,), (cells[0],), lacking, grounds, placed=placed)


def _naked_single(position: LatinPosition) -> Iterator[Deduction]:
    for cell, domain in enumerate(position.domains):
        if not domain & (domain - 1) and not position.filled[cell]:
            placed = (cell, domain.bit_length() - 1) if domain else None
            yield Deduction("naked single", (), (cell,), domain, ((cell, position.full & ~domain),), placed=placed)


def _hidden_single(position: LatinPosition) -> Iterator[Deduction]:
    for group in range(len(position.lines)):
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


def _naked_subset(size: int, position: LatinPosition) -> Iterator[Deduction]:
    for group in range(len(position.lines)):
        cells = position.open_in(group)
        for chosen, union in covering([(cell, position.domains[cell]) for cell in cells], size):
            removed = position.ruled_out([cell for cell in cells if cell not in chosen], union)
            if removed:
                grounds = tuple((cell, position.full & ~union) for cell in chosen)
                yield Deduction(f"naked {NAMES[size]}", (group,), chosen, union, grounds, removed)


def _hidden_subset(size: int, position: LatinPosition) -> Iterator[Deduction]:
    for group in range(len(position.lines)):
        cells = position.open_in(group)
        for symbols, places in covering(_places(position, group, cells), size):
            values = sum(1 << symbol for symbol in symbols)
            chosen = tuple(cells[place] for place in bits(places))
            if removed := position.ruled_out(chosen, position.full & ~values):
                grounds = tuple((cell, values) for cell in cells if cell not in chosen)
                yield Deduction(f"hidden {NAMES[size]}", (group,), chosen, values, grounds, removed)


def _places(position: LatinPosition, group: int, cells: Sequence[int]) -> list[tuple[int, int]]:
    """Each symbol that the group lacks, with a mask of the places in `cells` that admit it."""
    masks = dict.fromkeys(bits(position.lacking[group]), 0)
    for place, cell in enumerate(cells):
        for symbol in bits(position.domains[cell]):
            masks[symbol] |= 1 << place
    return list(masks.items())


def _fish(size: int, position: LatinPosition) -> Iterator[Deduction]:
    """Rows that admit a symbol in the same few columns only, or columns in the same few rows."""
    order = position.order
    for symbol in range(order):
        bit = 1 << symbol
        by_row, by_column = [0] * order, [0] * order
        for row in range(order):
            if position.lacking[row] & bit:
                for column in range(order):
                    cell = row * order + column
                    if position.domains[cell] & bit and not position.filled[cell]:
                        by_row[row] |= 1 << column
                        by_column[column] |= 1 << row
        for first, lines in ((0, by_row), (order, by_column)):
            nodes = [(line, mask) for line, mask in enumerate(lines) if mask]
            for base, cover in covering(nodes, size):
                covers = bits(cover)
                base_groups = tuple(first + line for line in base)
                cover_groups = tuple((order if first == 0 else 0) + line for line in covers)
                off = [cell for group in cover_groups for cell in position.open_in(group)]
                removed = position.ruled_out([cell for cell in off if _line(cell, order, first) not in base], bit)
                if removed:
                    cells = [cell for group in base_groups for cell in position.open_in(group)]
                    grounds = tuple((c, bit) for c in cells if not cover >> _line(c, order, order - first) & 1)
                    chosen = tuple(c for c in cells if position.domains[c] & bit)
                    yield Deduction(FISH[size], base_groups + cover_groups, chosen, bit, grounds, removed)


def _line(cell: int, order: int, first: int) -> int:
    """The cell's row if `first` is 0, else its column."""
    return cell // order if first == 0 else cell % order


def _xy_wing(position: LatinPosition) -> Iterator[Deduction]:
    """A cell of two symbols, and one cell in its row and one in its column that share one of them each, and a third."""
    order, domains = position.order, position.domains
    pairs = [cell for cell in position.open_cells() if domains[cell].bit_count() == 2]
    for pivot in pairs:
        row, column = divmod(pivot, order)
        in_row = [cell for cell in pairs if cell // order == row and (domains[cell] & domains[pivot]).bit_count() == 1]
        in_column = [
            cell for cell in pairs if cell % order == column and (domains[cell] & domains[pivot]).bit_count() == 1
        ]
        for beside in in_row:
            for below in in_column:
                third = domains[beside] & domains[below]
                corner = below // order * order + beside % order
                if third & domains[pivot] or not third or position.filled[corner] or not domains[corner] & third:
                    continue
                cells = (pivot, beside, below)
                grounds = tuple((cell, position.full & ~domains[cell]) for cell in cells)
                groups = (row, order + column, below // order, order + beside % order)
                yield Deduction("XY-wing", groups, cells, third, grounds, ((corner, third),))


TECHNIQUES = tuple(
    sorted(
        [
            Technique("last cell", EASY, _last_cell),
            Technique("naked single", EASY, _naked_single),
            Technique("hidden single", EASY, _hidden_single),
            *(Technique(f"naked {name}", SUBSET_LEVELS[k], partial(_naked_subset, k)) for k, name in NAMES.items()),
            *(Technique(f"hidden {name}", SUBSET_LEVELS[k], partial(_hidden_subset, k)) for k, name in NAMES.items()),
            *(Technique(name, EXPERT, partial(_fish, k)) for k, name in FISH.items()),
            Technique("XY-wing", EXPERT, _xy_wing),
        ],
        key=lambda technique: technique.level,
    )
)
LEVELS = Levels({technique.name: technique.level for technique in TECHNIQUES})
