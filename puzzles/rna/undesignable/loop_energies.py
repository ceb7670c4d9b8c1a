"""Energies of a motif's loops for many sequences at once, by NumPy, in 0.01 kcal/mol: Turner 2004, dangles 2, 37 C.

Loops are those of `puzzles.rna.folding.loops`, which has them for one sequence in a kernel; the tests compare both with
ViennaRNA. `columns` has the bases (1 A, 2 C, 3 G, 4 U) of each position, one for each sequence; energies are as many.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.rna.folding.tables import FORBIDDEN, LONGEST_LOOP, MOST_ASYMMETRY, EnergyTables, longer_loop

Column = npt.NDArray[np.intp]
Energy = npt.NDArray[np.int64]
Pair = tuple[int, int]
SPECIAL = {3: "special3", 4: "special4", 6: "special6"}
"""Hairpins of these lengths may have an energy of their own, by all their bases."""


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a structure's energy: a `hairpin` or `interior` loop, what a pair adds to a multiloop that it closes
    (`closing`) or that is around it (`branch`), or to the external loop (`exterior`). `inner`: of an interior loop."""

    kind: str
    pair: Pair
    inner: Pair = (-1, -1)


def terms_at(structure: str, inner: Set[Pair], *, external: bool) -> frozenset[Term]:
    """The energy of a structure outside its inner boundary pairs, with the external loop's or without."""
    found: set[Term] = set()
    opened: list[tuple[int, list[Pair]]] = [(-1, [])]
    for place, letter in enumerate(structure):
        if letter == "(":
            opened.append((place, []))
        elif letter == ")":
            start, branches = opened.pop()
            pair = (start, place)
            opened[-1][1].append(pair)
            if pair in inner:
                continue
            if not branches:
                found.add(Term("hairpin", pair))
            elif len(branches) == 1:
                found.add(Term("interior", pair, branches[0]))
            else:
                found |= {Term("closing", pair), *(Term("branch", one) for one in branches)}
    if external:
        found |= {Term("exterior", pair) for pair in opened[0][1]}
    return frozenset(found)


def depends_on(term: Term, length: int) -> frozenset[int]:
    """The positions whose bases it depends on."""
    start, end = term.pair
    if term.kind == "hairpin":
        within = range(start, end + 1) if end - start - 1 in SPECIAL else (start, start + 1, end - 1, end)
        return frozenset(within)
    if term.kind == "interior":
        p, q = term.inner
        own = (start, end, p, q)
        return frozenset(own if start + 1 == p or q + 1 == end else (*own, start + 1, end - 1, p - 1, q + 1))
    around = (start, end, start + 1, end - 1) if term.kind == "closing" else (start, end, start - 1, end + 1)
    return frozenset(place for place in around if 0 <= place < length)


def energy_of(term: Term, columns: Mapping[int, Column], length: int, tables: EnergyTables) -> Energy:
    """Its energies; its pairs must be ones that can form. FORBIDDEN for an interior loop that is too long."""
    of: Any = tables[0]
    start, end = term.pair
    if term.kind == "hairpin":
        return _hairpin(of, columns, start, end)
    if term.kind == "interior":
        return _interior(of, columns, term.pair, term.inner)
    if term.kind == "exterior":
        return _exterior(of, columns, term.pair, length)
    if term.kind == "closing":
        return np.int64(of["closing"]) + _branch(of, columns, (end, start))
    return _branch(of, columns, term.pair)


def can_pair(columns: Mapping[int, Column], pair: Pair, tables: EnergyTables) -> npt.NDArray[np.bool_]:
    return np.asarray(tables[0]["pair_type"][columns[pair[0]], columns[pair[1]]] > 0)


def _kind(of: Any, columns: Mapping[int, Column], pair: Pair) -> Any:
    return of["pair_type"][columns[pair[0]], columns[pair[1]]]


def _end(of: Any, kind: Any) -> Energy:
    return np.where(kind > 2, np.int64(of["terminal"]), np.int64(0))


def _by_length(of: Any, name: str, length: int) -> int:
    at_most = int(of[name][min(length, LONGEST_LOOP)])
    return at_most if length <= LONGEST_LOOP else longer_loop(at_most, float(of["lxc"]), length)


def _hairpin(of: Any, columns: Mapping[int, Column], start: int, end: int) -> Energy:
    length, kind = end - start - 1, _kind(of, columns, (start, end))
    energy = np.int64(_by_length(of, "hairpin", length))
    if length == 3:
        common = energy + _end(of, kind)
    else:
        common = energy + of["mismatch_hairpin"][kind, columns[start + 1], columns[end - 1]]
    if length not in SPECIAL:
        return np.asarray(common, np.int64)
    number: Any = 0
    for place in range(start, end + 1):
        number = 4 * number + columns[place] - 1
    special = of[SPECIAL[length]][number]
    return np.where(special == FORBIDDEN, common, special).astype(np.int64)


def _interior(of: Any, columns: Mapping[int, Column], closing: Pair, inner: Pair) -> Energy:
    (i, j), (p, q) = closing, inner
    kind, outward = _kind(of, columns, (i, j)), _kind(of, columns, (q, p))
    left, right = p - i - 1, j - q - 1
    large, small = max(left, right), min(left, right)
    if large + small > LONGEST_LOOP:
        return np.full(kind.shape, FORBIDDEN, np.int64)
    if large == 0:
        return np.asarray(of["stack"][kind, outward], np.int64)
    if small == 0:
        energy = np.int64(_by_length(of, "bulge", large))
        if large == 1:
            return np.asarray(energy + of["stack"][kind, outward], np.int64)
        return np.asarray(energy + _end(of, kind) + _end(of, outward))
    after, before, above, below = columns[i + 1], columns[j - 1], columns[p - 1], columns[q + 1]
    if large == 1:
        return np.asarray(of["int11"][kind, outward, after, before], np.int64)
    if small == 1 and large == 2:
        if left == 1:
            return np.asarray(of["int21"][kind, outward, after, below, before], np.int64)
        return np.asarray(of["int21"][outward, kind, below, after, above], np.int64)
    if small == 2 and large == 2:
        return np.asarray(of["int22"][kind, outward, after, above, below, before], np.int64)
    name = "mismatch_1n" if small == 1 else "mismatch_23" if (small, large) == (2, 3) else "mismatch_interior"
    unequal = min(MOST_ASYMMETRY, (large - small) * int(of["asymmetry"]))
    constant = np.int64(_by_length(of, "interior", large + small) + unequal)
    return np.asarray(constant + of[name][kind, after, before] + of[name][outward, below, above])


def _branch(of: Any, columns: Mapping[int, Column], pair: Pair) -> Energy:
    """What a pair adds to a multiloop around it; its positions the other way round for the closing pair."""
    start, end = pair
    kind = _kind(of, columns, pair)
    mismatch = of["mismatch_multi"][kind, columns[start - 1], columns[end + 1]]
    return np.asarray(mismatch + _end(of, kind) + np.int64(of["branch"]))


def _exterior(of: Any, columns: Mapping[int, Column], pair: Pair, length: int) -> Energy:
    start, end = pair
    kind = _kind(of, columns, pair)
    before, after = start > 0, end < length - 1
    if before and after:
        beside = of["mismatch_exterior"][kind, columns[start - 1], columns[end + 1]]
    elif before:
        beside = of["dangle5"][kind, columns[start - 1]]
    elif after:
        beside = of["dangle3"][kind, columns[end + 1]]
    else:
        beside = np.int64(0)
    return np.asarray(beside + _end(of, kind))
