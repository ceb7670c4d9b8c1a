"""Techniques of any puzzle in whose groups no value stands twice: naked singles, subsets, sums of a few cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from puzzles.chains import common, seen_by
from puzzles.deduction import EASY, EXPERT, HARD, MEDIUM, Deduction, Grounds, Position, Technique, bits, covering

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
            groups, removed = [group], position.ruled_out([cell for cell in cells if cell not in chosen], union)
            if not removed and (removed := _by_sight(position, chosen, union)):
                groups += [common(position, cell, one) for one, _ in removed for cell in chosen]
            if removed:
                grounds = tuple((cell, position.full & ~union) for cell in chosen)
                yield Deduction(name, tuple(dict.fromkeys(groups)), chosen, union, grounds, removed)


def _by_sight(position: Position, chosen: tuple[int, ...], union: int) -> Grounds:
    """What cells lose that see all of these, but by groups none of which has them all."""
    shared = frozenset.intersection(*(frozenset(position.groups_of[cell]) for cell in chosen))
    removed = seen_by(position, chosen, union)
    return tuple(one for one in removed if shared.isdisjoint(position.groups_of[one[0]]))


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


def sum_of_few(
    name: str, position: Position, groups: tuple[int, ...], weights: Mapping[int, int], total: int, first: int = 0
) -> Iterator[Deduction]:
    """What a known sum of a few cells' values, each with its weight, takes from them; value 0 counts as `first`."""
    cells, kept = tuple(weights), _kept(position, weights, total, first)
    grounds = {cell: (cell, position.full & ~position.domains[cell]) for cell in cells}
    if not all(kept):
        yield Deduction(name, groups, cells, 0, tuple(grounds.values()))
        return
    for cell, left in zip(cells, kept, strict=True):
        others = tuple(other for other in cells if other != cell)
        of_others = tuple(grounds[other] for other in others)
        if not others and position.domains[cell] != left:
            yield Deduction(name, groups, cells, left, of_others, placed=(cell, left.bit_length() - 1))
        elif lost := position.domains[cell] & ~left:
            yield Deduction(name, groups, (cell, *others), lost, of_others, ((cell, lost),))


def _kept(position: Position, weights: Mapping[int, int], total: int, first: int) -> list[int]:
    """By cell, the values with which the sum can be made, so that cells that see each other differ."""
    cells = list(weights)
    kept = [0] * len(cells)
    taken: list[int] = []

    def grow(rest: int) -> None:
        at = len(taken)
        if at == len(cells):
            if rest == 0:
                for place, value in enumerate(taken):
                    kept[place] |= 1 << value
            return
        for value in bits(position.domains[cells[at]]):
            if not any(v == value and cells[o] in position.sees[cells[at]] for o, v in enumerate(taken)):
                taken.append(value)
                grow(rest - weights[cells[at]] * (value + first))
                taken.pop()

    grow(total)
    return kept
