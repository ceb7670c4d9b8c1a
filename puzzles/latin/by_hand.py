"""Filling in a Latin square by hand: values, conflicts, candidates, hints and their words."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, ClassVar

from puzzles import chains
from puzzles.deduction import BIFURCATION, EASY, EXPERT, Deduction, Position, bits
from puzzles.family import Board, Puzzle, own
from puzzles.fill_in_by_techniques import Clash, FillInByTechniques
from puzzles.latin.grouped import HOLE, ROW, Grouped
from puzzles.latin.puzzle import LatinSquare
from puzzles.latin.techniques import LEVELS, LatinPosition
from puzzles.text.quoting import capital, listed, numbered, times

MOST_LISTED = 20
"""Symbols that a row's text lists; of more it says how many they are."""

LARGEST_GRADED = 100
"""Order up to which all techniques are looked for, which takes half a second there; beyond only singles."""


class LatinByHand(FillInByTechniques):
    """`kind`: the class of the puzzles."""

    kind: ClassVar[type[Any]] = LatinSquare
    open_value = HOLE
    levels = LEVELS
    prior = "dual"

    def own(self, puzzle: Puzzle) -> Grouped:
        found: Grouped = own(puzzle, self.kind)
        return found

    def givens(self, puzzle: Puzzle) -> Board:
        return self.own(puzzle).grid

    def values(self, puzzle: Puzzle, cell: int) -> Sequence[int]:
        return range(self.own(puzzle).order)

    def symbol(self, puzzle: Puzzle, value: int) -> str:
        return self.own(puzzle).symbol(value)

    def place(self, puzzle: Puzzle, cell: int) -> str:
        return self.own(puzzle).place_name(cell)

    def hardest(self, puzzle: Puzzle) -> int:
        return EXPERT if self.own(puzzle).order <= LARGEST_GRADED else EASY

    def clashes(self, puzzle: Puzzle, board: Board) -> list[Clash]:
        return [
            Clash(tuple(cells), f"{self.symbol(puzzle, value)} stands {times(len(cells))} in {group.name}.")
            for group, value, cells in self.own(puzzle).repeated(board)
        ]

    def candidates(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[int, ...]:
        """The symbols that stand in no other cell of its groups."""
        square = self.own(puzzle)
        return tuple(sorted(set(range(square.order)) - {board[other] for other in square.seen[cell]}))

    def about(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[tuple[str, str], ...]:
        """What its groups lack, such as row and column, and which symbols fit the cell."""
        square = self.own(puzzle)
        rows = []
        for number in square.groups_of[cell]:
            group = square.groups[number]
            if len(group.cells) == square.order:
                lacked = sorted(set(range(square.order)) - {board[other] for other in group.cells})
                rows.append((group.name, f"lacks {self._symbols(puzzle, lacked)}" if lacked else "lacks nothing"))
        return (*rows, ("fits", self._symbols(puzzle, self.candidates(puzzle, board, cell)) or "nothing"))

    def position(self, puzzle: Puzzle, board: Board) -> Position:
        return LatinPosition(self.own(puzzle), board)

    def told(self, puzzle: Puzzle, board: Board, step: Deduction, rests: bool) -> tuple[str, ...]:
        return told(self.own(puzzle), step, rests)

    def prior_code(self, position: Any, cell: int, value: int) -> int:
        """The places left for the value in the cell's first three groups that hold every value, as digits."""
        code = 0
        for count in self._counts(position, cell, value):
            code = code * (position.order + 1) + count
        return code

    def likelihood(self, position: Any, cell: int, values: Sequence[int]) -> Sequence[float]:
        """One by the product of the places left for it in those groups; without any by the cells it sees."""
        assert isinstance(position, LatinPosition)
        seen = [other for other in position.sees[cell] if not position.filled[other]]
        counts = (
            self._counts(position, cell, value) or [1 + sum(position.domains[one] >> value & 1 for one in seen)]
            for value in values
        )
        return [1.0 / prod(max(count, 1) for count in of_value) for of_value in counts]

    def likelihood_words(self) -> str:
        return "by how few cells that it sees admit each"

    def _counts(self, position: LatinPosition, cell: int, value: int) -> list[int]:
        whole = [group for group in position.groups_of[cell] if len(position.lines[group]) == position.order]
        return [sum(position.domains[one] >> value & 1 for one in position.open_in(group)) for group in whole[:3]]

    def _symbols(self, puzzle: Puzzle, symbols: Sequence[int]) -> str:
        if len(symbols) > MOST_LISTED:
            return f"{len(symbols)} symbols"
        return " ".join(self.symbol(puzzle, one) for one in symbols)


def told(puzzle: Grouped, step: Deduction, rests: bool) -> tuple[str, ...]:
    """The step in words; `rests`: on steps told before it."""
    if step.technique in chains.NAMES:
        return chains.told(step, puzzle.short_name, lambda group: puzzle.groups[group].name, puzzle.symbol)
    return (_sentence(puzzle, step, rests),)


def _sentence(puzzle: Grouped, step: Deduction, rests: bool) -> str:
    symbols = [symbol + puzzle.first_symbol for symbol in bits(step.values)]
    shown = listed(symbols)
    name = puzzle.groups[step.groups[0]].name if step.groups else ""
    so = "So " if rests else ""
    kind = step.technique.partition(" ")[0]
    if step.technique == "last cell":
        return f"{capital(name)} lacks only {shown}, for {puzzle.place_name(step.cells[0])}."
    if step.technique == "naked single":
        cell = puzzle.place_name(step.cells[0])
        if step.contradicts:
            return f"No symbol fits {cell}."
        if rests:
            return f"So only {shown} is left for {cell}."
        return f"Only {shown} fits {cell}: {puzzle.seers(step.cells[0])} hold all others."
    if step.technique == "hidden single":
        if step.contradicts:
            return f"No cell of {name} admits {shown}."
        where = puzzle.within(puzzle.groups[step.groups[0]], step.cells)
        return capital(f"{so}{shown} fits only {where} of {name}.")
    if kind == "naked":
        where = puzzle.within(puzzle.groups[step.groups[0]], step.cells)
        others = "cell that sees all of these" if len(step.groups) > 1 else "other cell of it"
        return f"In {name}, {where} hold {shown} in some order; no {others} does."
    if kind == "hidden":
        where = puzzle.within(puzzle.groups[step.groups[0]], step.cells)
        return f"In {name}, {shown} fit only {where}, so nothing else stands there."
    if step.technique == BIFURCATION:
        end = chains.end_of_trial(step, puzzle.place_name, lambda group: puzzle.groups[group].name, puzzle.symbol)
        return f"If {puzzle.place_name(step.cells[0])} were {shown}, {end}."
    base = step.groups[: len(step.groups) // 2]
    cover = step.groups[len(step.groups) // 2 :]
    return f"In {_groups(puzzle, base)}, {shown} fits only {_groups(puzzle, cover)}; so nowhere else in those."


def _groups(puzzle: Grouped, numbers: Sequence[int]) -> str:
    """Several rows or columns in words; of a puzzle of several grids each by its name."""
    groups = [puzzle.groups[number] for number in numbers]
    kind = groups[0].kind
    if any(group.name.count(" ") > 1 for group in groups):
        return listed(group.name for group in groups)
    return numbered(kind, [puzzle.places[group.cells[0]][kind != ROW] + 1 for group in groups])
