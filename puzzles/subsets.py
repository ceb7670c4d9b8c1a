"""Naked singles, naked and hidden subsets: techniques of any puzzle in whose groups no value stands twice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from puzzles.deduction import EASY, EXPERT, HARD, MEDIUM, Deduction, Position, Technique, bits, covering

NAMES = {2: "pair", 3: "triple", 4: "quad"}
SUBSET_LEVELS = {2: MEDIUM, 3: HARD, 4: EXPERT}


def _naked_single(position: Position) -> Iterator[Deduction]:
    for cell, domain in enumerate(position.domains):
        if not domain & (domain - 1) and not position.filled[cell]:
            placed = (cell, domain.bit_length() - 1) if domain else None
            yield Deduction("naked single", (), (cell,), domain, ((cell, position.full & ~domain),), placed=placed)


def _naked_subset(size: int, position: Position) -> Iterator[Deduction]:
    name = f"naked {NAMES[size]}"
    for group, cells in position.open_groups(name):
        for chosen, union in covering([(cell, position.domains[cell]) for cell in cells], size):
            if removed := position.ruled_out([cell for cell in cells if cell not in chosen], union):
                grounds = tuple((cell, position.full & ~union) for cell in chosen)
                yield Deduction(name, (group,), chosen, union, grounds, removed)


def _hidden_subset(size: int, position: Position) -> Iterator[Deduction]:
    """Values that a group must hold and that the same few cells alone admit."""
    name = f"hidden {NAMES[size]}"
    for group, cells in position.open_groups(name):
        required = position.required(group, cells)
        if required.bit_count() < size:
            continue
        for values, places in covering(position.places(cells, required), size):
            mask = sum(1 << value for value in values)
            chosen = tuple(cells[place] for place in bits(places))
            if removed := position.ruled_out(chosen, position.full & ~mask):
                grounds = position.grounds_of_required(cells, chosen, mask)
                yield Deduction(name, (group,), chosen, mask, grounds, removed)


TECHNIQUES = (
    Technique("naked single", EASY, _naked_single),
    *(Technique(f"naked {name}", SUBSET_LEVELS[size], partial(_naked_subset, size)) for size, name in NAMES.items()),
    *(Technique(f"hidden {name}", SUBSET_LEVELS[size], partial(_hidden_subset, size)) for size, name in NAMES.items()),
)
