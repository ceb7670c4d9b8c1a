"""A design by hand, base by base: what a position admits, its partner, and hints that need no folding. Plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from puzzles.by_hand import FillIn, Hint, PriorTable, Trial, percent
from puzzles.family import Board, Puzzle, own
from puzzles.rna import checker, misfold
from puzzles.rna.bases import BASES, IUPAC, PAIRS, admitted, codes_of
from puzzles.rna.puzzle import FIVE_PRIME, MOVES, THREE_PRIME, RnaPuzzle, moves_at, sites
from puzzles.rna.specification.domains import suited
from puzzles.rna.specification.states import linked_places, pairings

UNPAIRED = -1
STRENGTH = {"CG": "strong, three hydrogen bonds", "AU": "weaker, two hydrogen bonds", "GU": "a wobble, the weakest"}
"""Of each pair, its two bases in the order of the alphabet."""

STRONGEST = (("CG", "GC"), ("AU", "UA"), ("GU", "UG"))
"""Pairs, by their strength."""


class RnaByHand(FillIn):
    """A cell is a position of the target; its value is the code of a base."""

    prior = "ngram"
    tries = True

    def free_cells(self, puzzle: Puzzle) -> frozenset[int]:
        target = own(puzzle, RnaPuzzle)
        return frozenset(cell for cell, letter in enumerate(target.restraints) if letter not in BASES)

    def values(self, puzzle: Puzzle, cell: int) -> Sequence[int]:
        """The bases that the restraint admits."""
        return admitted(own(puzzle, RnaPuzzle).restraints[cell])

    def symbol(self, puzzle: Puzzle, value: int) -> str:
        return own(puzzle, RnaPuzzle).spelled(BASES[value - 1])

    def place(self, puzzle: Puzzle, cell: int) -> str:
        return f"position {cell + 1}"

    def fault(self, puzzle: Puzzle, board: Board) -> str:
        """The first restraint that does not admit its base, or the first pair that can't be."""
        faults = checker.broken(own(puzzle, RnaPuzzle), board)
        return faults[0] if faults else ""

    def conflicts(self, puzzle: Puzzle, board: Board) -> frozenset[int]:
        """The bases that a restraint does not admit, and both of two that are to pair and can't."""
        target = own(puzzle, RnaPuzzle)
        found = {cell for cell, value in enumerate(board) if value and value not in self.values(target, cell)}
        for partners in pairings(target.states, target.partners):
            for cell, other in enumerate(partners):
                if other > cell and board[cell] and board[other] and not _pair(board[cell], board[other]):
                    found |= {cell, other}
        return frozenset(found)

    def candidates(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[int, ...]:
        """The bases that the restraint admits and that pair with the partner's, or with one that is admitted there.

        Of several states, with the partners in all of them.
        """
        target = own(puzzle, RnaPuzzle)
        found = tuple(self.values(target, cell))
        for partners in pairings(target.states, target.partners):
            other = partners[cell]
            if other != UNPAIRED:
                there = (board[other],) if board[other] else self.values(target, other)
                found = tuple(one for one in found if any(_pair(one, two) for two in there))
        return found

    def goes_along(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[int, int] | None:
        """The partner of a base just written, if it is open, with the base that pairs best there."""
        target = own(puzzle, RnaPuzzle)
        if target.states:
            return along_states(target, board, cell) if board[cell] else None
        other = target.partners[cell]
        if other == UNPAIRED or board[other] or not board[cell]:
            return None
        able = self.candidates(puzzle, board, other)
        return (other, min(able, key=lambda value: _rank(board[cell], value))) if able else None

    def trials(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[Trial, ...]:
        target = own(puzzle, RnaPuzzle)
        return tuple(one._replace(words=target.spelled(one.words)) for one in misfold.trials(target, board, cell))

    def about(self, puzzle: Puzzle, board: Board, cell: int) -> tuple[tuple[str, str], ...]:
        """Its partner, the pair that they make, the restraint, and what may be written."""
        target = own(puzzle, RnaPuzzle)
        other, letter = target.partners[cell], target.restraints[cell]
        rows = [*about_states(target, board, cell)]
        if other == UNPAIRED and not rows:
            rows.append(("pairs with", "none, it stays unpaired"))
        elif not rows:
            rows.append(("pairs with", f"{other + 1}, {_base(board[other])}"))
        if not target.states and other != UNPAIRED and board[cell] and board[other]:
            rows.append(("pair", _pair_words(board[cell], board[other])))
        if letter in BASES:
            rows.append(("restraint", f"{letter}, given"))
        elif letter != "N":
            rows.append(("restraint", f"{letter}: {' '.join(IUPAC[letter])}"))
        if cell in self.free_cells(target):
            able = self.candidates(target, board, cell)
            rows.append(("fits", " ".join(map(self._letter, able)) if able else "no base: change its partner"))
        return tuple((name, target.spelled(text)) for name, text in rows)

    def hint(self, puzzle: Puzzle, board: Board, prior: PriorTable | None = None) -> Hint | None:
        """First a mended conflict, then what only one base fits, then what usually helps.

        Of a complete design the change that brings its fold nearest to the target, which takes up to some seconds.
        """
        target = own(puzzle, RnaPuzzle)
        found = self._next(target, board, prior)
        return found and replace(found, reason=tuple(map(target.spelled, found.reason)))

    def _next(self, target: RnaPuzzle, board: Board, prior: PriorTable | None) -> Hint | None:
        free = self.free_cells(target)
        if found := hint_of_states(target, board):
            return found
        for cell in sorted(self.conflicts(target, board) & free):
            others = self.candidates(target, board, cell)
            if others:
                wrong, other = _base(board[cell]), target.partners[cell]
                if board[cell] in self.values(target, cell):
                    reason = f"{wrong} at {cell + 1} can't pair with {_base(board[other])} at {other + 1}."
                else:
                    reason = f"The restraint {target.restraints[cell]} at {cell + 1} does not admit {wrong}."
                value = self._best(target, board, cell, others)
                return self._hint("conflict", board, {cell: value}, (reason, f"{_base(value)} fits there."))
        open_cells = [cell for cell in sorted(free) if not board[cell]]
        for cell in open_cells:
            fits = self.candidates(target, board, cell)
            if len(fits) == 1:
                reason = f"Only {_base(fits[0])} fits at {cell + 1}: {self._why_only(target, board, cell)}."
                return self._hint("only base", board, {cell: fits[0]}, (reason,), certain=True)
        for cell in open_cells:
            other = target.partners[cell]
            fits = self.candidates(target, board, cell)
            if not fits:
                continue
            value = self._best(target, board, cell, fits)
            if other == UNPAIRED:
                reasons = (*self._loop_reason(cell, value, fits), *_by_prior(target, board, cell, prior))
                return self._hint("unpaired base", board, {cell: value}, reasons)
            after = {cell: value} if board[other] else self._strongest(target, cell)
            pair = _pair_words(after[cell], after.get(other, board[other]))
            why = (f"{cell + 1} pairs with {other + 1}.", f"{pair}.", "No pair that fits there is stronger.")
            return self._hint("strongest pair", board, after, (*why, *_by_prior(target, board, cell, prior)))
        for cell in sorted({*open_cells, *self.conflicts(target, board)}):  # nothing fits, or both are wrong
            other = target.partners[cell]
            after = self._strongest(target, min(cell, other))
            reason = f"No base that {cell + 1} admits pairs with {_base(board[other])} at {other + 1}."
            return self._hint("conflict", board, after, (reason, "Both are written anew."))
        return misfold.hint(target, board)

    def _strongest(self, target: RnaPuzzle, cell: int) -> dict[int, int]:
        """The strongest pair that the restraints admit there, by position."""
        empty, other = [0] * target.length, target.partners[cell]
        empty[cell] = self._best(target, empty, cell, self.candidates(target, empty, cell))
        return {cell: empty[cell], other: self._best(target, empty, other, self.candidates(target, empty, other))}

    def _best(self, target: RnaPuzzle, board: Board, cell: int, fits: Sequence[int]) -> int:
        """Of a pair the base whose best pair is strongest, of a single base A, then U, C, G: A pairs with U alone."""
        other = target.partners[cell]
        if other == UNPAIRED:
            return min(fits, key=lambda value: "AUCG".index(BASES[value - 1]))
        there = (board[other],) if board[other] else self.values(target, other)
        return min(fits, key=lambda value: min(_rank(value, two) for two in there if _pair(value, two)))

    def _loop_reason(self, cell: int, value: int, fits: Sequence[int]) -> tuple[str, ...]:
        if value == codes_of("A")[0]:
            return (f"{cell + 1} stays unpaired.", "A pairs with U alone, so it seldom pairs by mistake.")
        return (f"{cell + 1} stays unpaired, and A is not admitted.", f"{_base(value)} is one of {len(fits)} that are.")

    def _why_only(self, target: RnaPuzzle, board: Board, cell: int) -> str:
        other = target.partners[cell]
        if len(self.values(target, cell)) == 1:
            return "the restraint says so"
        there = f"{_base(board[other])} at" if board[other] else f"{target.restraints[other]} at"
        here = target.restraints[cell]
        return f"it pairs with {there} {other + 1}" + (f", and is one of {here}" if here != "N" else "")

    def _hint(
        self, technique: str, board: Board, written: dict[int, int], reason: tuple[str, ...], *, certain: bool = False
    ) -> Hint:
        after = tuple(written.get(cell, value) for cell, value in enumerate(board))
        return Hint(technique, tuple(sorted(written)), reason, after, certain)

    def _letter(self, value: int) -> str:
        return BASES[value - 1]


def _base(value: int) -> str:
    return BASES[value - 1] if value else "open"


def _pair(one: int, two: int) -> bool:
    return BASES[one - 1] + BASES[two - 1] in PAIRS


def _rank(one: int, two: int) -> int:
    """0 for the strongest pair, 1, 2; 3 for what can't pair."""
    pair = "".join(sorted(BASES[one - 1] + BASES[two - 1]))
    return list(STRENGTH).index(pair) if pair in STRENGTH else len(STRENGTH)


def _pair_words(one: int, two: int) -> str:
    """Such as `GC: strong, three hydrogen bonds`."""
    named = BASES[one - 1] + BASES[two - 1]
    return f"{named}: {STRENGTH.get(''.join(sorted(named)), 'no pair')}"


def prior_codes(target: RnaPuzzle, board: Board, cell: int) -> dict[int, int]:
    """By the moves that the board leaves at a position, or at its pair, their codes in the prior of n-grams.

    Empty if the move before it along the strand is not made yet, or if there is none: then all are alike.
    """
    order = sites(target.partners, "string")
    step = order.index(min(cell, target.partners[cell]) if target.partners[cell] != UNPAIRED else cell)
    last = _left(target, board, order[step - 1]) if step else []
    if len(last) != 1 or not board[order[step - 1]]:
        return {}
    return {move: last[0] * len(MOVES) + move for move in _left(target, board, order[step])}


def _left(target: RnaPuzzle, board: Board, site: int) -> list[int]:
    """The moves at a step's position that agree with the board."""
    five, three = board[site], board[target.partners[site]] if target.partners[site] != UNPAIRED else 0
    return [m for m in moves_at(target, site) if five in (0, FIVE_PRIME[m]) and three in (0, THREE_PRIME[m])]


def _by_prior(target: RnaPuzzle, board: Board, cell: int, prior: PriorTable | None) -> tuple[str, ...]:
    """Which base or pair is likeliest there by the prior, and its odds, in one line; none if that is not known."""
    codes = prior_codes(target, board, cell) if prior is not None and prior.logarithms else {}
    if prior is None or not codes:
        return ()
    shares = dict(zip(codes, prior.shares(list(codes.values())), strict=True))
    best = max(shares, key=lambda move: shares[move])
    after = MOVES[next(iter(codes.values())) // len(MOVES)]
    return (f"Likeliest by learned odds ({prior.name}) after {after}: {MOVES[best]}, {percent(shares[best])}.",)


def partners_in_states(target: RnaPuzzle, cell: int) -> dict[int, list[int]]:
    """The partners of a position in all states, each with the numbers of these, from 1; empty if it has none."""
    found: dict[int, list[int]] = {}
    for number, state in enumerate(target.states, start=1):
        if state.partners[cell] >= 0:
            found.setdefault(state.partners[cell], []).append(number)
    return found


def about_states(target: RnaPuzzle, board: Board, cell: int) -> tuple[tuple[str, str], ...]:
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


def along_states(target: RnaPuzzle, board: Board, cell: int) -> tuple[int, int] | None:
    """The first partner that is open, with the base that pairs best there and leaves one for all linked positions."""
    linked = pairings(target.states, target.partners)
    for other in partners_in_states(target, cell):
        if not board[other]:
            fits = _fits(target, board, linked_places(linked, other), linked, other)
            return (other, codes_of(fits[0])[0]) if fits else None
    return None


def hint_of_states(target: RnaPuzzle, board: Board) -> Hint | None:
    """A base for the first open position that has partners, which leaves bases for all that are linked with it.

    Linked positions whose bases can't be completed are written anew. None if all these positions are written and pair.
    """
    linked = pairings(target.states, target.partners)
    places = [place for place in range(target.length) if partners_in_states(target, place)]
    components = {min(one): one for one in (sorted(linked_places(linked, place)) for place in places)}
    for component in components.values():
        refused = [place for place in component if not _admitted(target, board, place)]
        if refused or not suited(linked, component, _letters_of(target, board, component)):
            after = _completed(target, (0,) * target.length, component, linked)
            named = ", ".join(str(place + 1) for place in component)
            if refused:
                letter, wrong = target.restraints[refused[0]], _base(board[refused[0]])
                why = f"The restraint {letter} at {refused[0] + 1} does not admit {wrong}."
            else:
                why = "With the bases that are written, they don't pair in all states."
            reason = (f"{named} are linked by pairs.", why, "They are written anew.")
            changed = {place: after[place] for place in component if after[place] != board[place]}
            return _written_anew("conflict", board, changed, reason, certain=False)
    for component in components.values():
        cell = next((place for place in component if not board[place]), None)
        if cell is None:
            continue
        fits = _fits(target, board, component, linked, cell)
        pairs = [
            f"{other + 1} in state {' and '.join(map(str, states))}"
            for other, states in partners_in_states(target, cell).items()
        ]
        where = f"{cell + 1} pairs with {' and with '.join(pairs)}."
        if len(fits) == 1:
            why = f"Only {fits[0]} leaves a base for each position that is linked with it."
            return _written_anew("only base", board, {cell: codes_of(fits[0])[0]}, (where, why), certain=True)
        why = (
            f"{fits[0]} leaves a base for each position that is linked with it, and pairs as strongly as any that does."
        )
        return _written_anew("strongest pair", board, {cell: codes_of(fits[0])[0]}, (where, why), certain=False)
    return None


def _letters_of(target: RnaPuzzle, board: Sequence[int], component: Sequence[int]) -> dict[int, str]:
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
    letters = _letters_of(target, board, component)
    found = [base for base in IUPAC[letters[cell]] if suited(linked, component, letters | {cell: base})]
    others = list(partners_in_states(target, cell))
    return sorted(found, key=lambda base: (sum(_rank_by_letter(base, letters[other]) for other in others), base))


def _rank_by_letter(base: str, letter: str) -> int:
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


def _written_anew(
    technique: str, board: Board, written: Mapping[int, int], reason: tuple[str, ...], *, certain: bool
) -> Hint:
    after = tuple(written.get(cell, value) for cell, value in enumerate(board))
    return Hint(technique, tuple(sorted(written)), reason, after, certain)
