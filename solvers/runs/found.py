"""The solutions of a run that is after several: as told, without those that are the same, and ranked."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from puzzles.family import Family, ManySolutions, Verdict
from puzzles.parameters import Value


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """One verified solution: by which worker, after how many seconds of its search, and the verdict's facts."""

    board: tuple[int, ...]
    score: float
    seconds: float
    worker: int = 0
    facts: dict[str, Value] = {}


def distinct(solutions: Iterable[Solution]) -> list[Solution]:
    """Those with different boards; of the same ones the first."""
    found: dict[tuple[int, ...], Solution] = {}
    for one in solutions:
        found.setdefault(one.board, one)
    return list(found.values())


def ranked(solutions: Iterable[Solution], family: Family) -> tuple[Solution, ...]:
    """Best first, by the family's rank of their verdicts; among equals the one that was found first."""
    many = family.many_solutions or ManySolutions()

    def rank_key(one: Solution) -> tuple[float, ...]:
        return many.rank_key(Verdict(solved=True, score=one.score, facts=one.facts))

    return tuple(sorted(sorted(solutions, key=lambda one: one.seconds), key=rank_key, reverse=True))
