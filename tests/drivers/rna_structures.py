"""All structures of a short sequence by plain recursion, and their energies: an oracle for what ViennaRNA lists."""

from __future__ import annotations

from functools import cache

PAIRS = {"CG", "GC", "AU", "UA", "GU", "UG"}


def structures(sequence: str, nick: int = 0) -> list[str]:
    """Every structure of the sequence: the six pairs, nested, hairpins of at least three, in dot-bracket.

    Around the nick behind so many positions, if there is one, a pair may enclose any number.
    """

    @cache
    def between(start: int, end: int) -> tuple[str, ...]:
        if start >= end:
            return ("",)
        found = ["." + rest for rest in between(start + 1, end)]
        for other in range(start + 1, end):
            if (other - start > 3 or start < nick <= other) and sequence[start] + sequence[other] in PAIRS:
                inner, after = between(start + 1, other), between(other + 1, end)
                found += [f"({one}){two}" for one in inner for two in after]
        return tuple(found)

    return list(between(0, len(sequence)))
