"""A design for several states by hand: the partners that a base has in them, and hints that suit all. Plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzles.by_hand import Hint
from puzzles.family import Board
from puzzles.rna.bases import BASES, IUPAC, PAIRS, codes_of
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.specification.domains import suited
from puzzles.rna.specification.states import linked_places, pairings

STRONGEST = (("CG", "GC"), ("AU", "UA"), ("GU", "UG"))


def partners(target: RnaPuzzle, cell: int) -> dict[int, list[int]]:
    """The partners of a position in all states, each with the numbers of these, from 1; empty if it has none."""
    found: dict[int, list[int]] = {}
    for number, state in enumerate(target.states, start=1):
        if state.partners[cell] >= 0:
            found.setdefault(state.partners[cell], []).append(number)
    return found


def about(target: RnaPuzzle, board: Board, cell: int) -> tuple[tuple[str, str], ...]:
    """A row for each state: the partner there and the pair that they make."""
    rows = []
    for number, state in enumerate(target.states, start=1):
        other = state.partners[cell]
        text = "unpaired" if other < 0 else f"with {other + 1}, {_base(board[other])}"
        if other >= 0 and board[cell] and board[other]:
            pair = _base(board[cell]) + _base(board[other])
            text += f": {pair}" if pair in PAIRS else f": {pair} can't pair"
        rows.append((f"state {number}", text))
    return tuple(rows)


def goes_along(target: RnaPuzzle, board: Board, cell: int) -> tuple[int, int] | None:
    """The first partner that is open, with the base that pairs best there and leaves one for all linked positions."""
    linked = pairings(target.states, target.partners)
    for other in partners(target, cell):
        if not board[other]:
            fits = _fits(target, board, linked_places(linked, other), linked, other)
            return (other, codes_of(fits[0])[0]) if fits else None
    return None


def hint(target: RnaPuzzle, board: Board) -> Hint | None:
    """A base for the first open position that has partners, which leaves bases for all that are linked with it.

    Linked positions whose bases can't be completed are written anew. None if all these positions are written and pair.
    """
    linked = pairings(target.states, target.partners)
    places = [place for place in range(target.length) if partners(target, place)]
    components = {min(one): one for one in (sorted(linked_places(linked, place)) for place in places)}
    for component in components.values():
        refused = [place for place in component if not _admitted(target, board, place)]
        if refused or not suited(linked, component, _letters(target, board, component)):
            after = _completed(target, (0,) * target.length, component, linked)
            named = ", ".join(str(place + 1) for place in component)
            if refused:
                letter, wrong = target.restraints[refused[0]], _base(board[refused[0]])
                why = f"The restraint {letter} at {refused[0] + 1} does not admit {wrong}."
            else:
                why = "With the bases that are written, they don't pair in all states."
            reason = (f"{named} are linked by pairs.", why, "They are written anew.")
            changed = {place: after[place] for place in component if after[place] != board[place]}
            return _hint("conflict", board, changed, reason, certain=False)
    for component in components.values():
        cell = next((place for place in component if not board[place]), None)
        if cell is None:
            continue
        fits = _fits(target, board, component, linked, cell)
        pairs = [
            f"{other + 1} in state {' and '.join(map(str, states))}" for other, states in partners(target, cell).items()
        ]
        where = f"{cell + 1} pairs with {' and with '.join(pairs)}."
        if len(fits) == 1:
            why = f"Only {fits[0]} leaves a base for each position that is linked with it."
            return _hint("only base", board, {cell: codes_of(fits[0])[0]}, (where, why), certain=True)
        why = (
            f"{fits[0]} leaves a base for each position that is linked with it, and pairs as strongly as any that does."
        )
        return _hint("strongest pair", board, {cell: codes_of(fits[0])[0]}, (where, why), certain=False)
    return None


def _letters(target: RnaPuzzle, board: Sequence[int], component: Sequence[int]) -> dict[int, str]:
    """The bases that are written, where the restraint admits them; else the restraints."""
    written = (place for place in component if board[place] and _admitted(target, board, place))
    return {place: target.restraints[place] for place in component} | {place: _base(board[place]) for place in written}


def _admitted(target: RnaPuzzle, board: Sequence[int], place: int) -> bool:
    """False if the restraint does not admit the base that is written."""
    return not board[place] or _base(board[place]) in IUPAC[target.restraints[place]]


def _fits(
    target: RnaPuzzle, board: Sequence[int], component: Sequence[int], linked: Sequence[Sequence[int]], cell: int
) -> list[str]:
    """The bases that leave one for each linked position, those that pair most strongly first."""
    letters = _letters(target, board, component)
    found = [base for base in IUPAC[letters[cell]] if suited(linked, component, letters | {cell: base})]
    others = list(partners(target, cell))
    return sorted(found, key=lambda base: (sum(_rank(base, letters[other]) for other in others), base))


def _rank(base: str, letter: str) -> int:
    """0 if the base can make the strongest pair with one that the letter admits, 1, 2."""
    ranks = [rank for rank, pairs in enumerate(STRONGEST) if any(base + other in pairs for other in IUPAC[letter])]
    return min(ranks, default=len(STRONGEST))


def _completed(
    target: RnaPuzzle, board: tuple[int, ...], component: Sequence[int], linked: Sequence[Sequence[int]]
) -> tuple[int, ...]:
    """The board with a base at each of the linked positions, all pairing."""
    written = list(board)
    for cell in component:
        written[cell] = codes_of(_fits(target, written, component, linked, cell)[0])[0]
    return tuple(written)


def _hint(technique: str, board: Board, written: Mapping[int, int], reason: tuple[str, ...], *, certain: bool) -> Hint:
    after = tuple(written.get(cell, value) for cell, value in enumerate(board))
    return Hint(technique, tuple(sorted(written)), reason, after, certain)


def _base(value: int) -> str:
    return BASES[value - 1] if value else "open"
