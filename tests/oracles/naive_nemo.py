"""NEMO's choice of weights as its program makes it, position by position with walks along the strand, in plain Python.

Positions count from 1 here, as there; 0 is none. Nothing is prepared but the mismatch table: what kind of loop a
position is in, is walked out again. An open base is `N`.
"""

from __future__ import annotations

from collections.abc import Sequence

Weights = dict[str, float]

PAIRS = ("CG", "GC", "UA", "AU", "UG", "GU")


def pair_table(target: str) -> list[int]:
    """The partner of each position; entry 0 is the length."""
    table, opened = [len(target)] + [0] * len(target), []
    for position, letter in enumerate(target, 1):
        if letter == "(":
            opened.append(position)
        elif letter == ")":
            other = opened.pop()
            table[position], table[other] = other, position
    return table


def mismatches(pt: list[int]) -> list[int]:
    n = pt[0]
    found = [0] * (n + 1)

    def link(one: int, two: int) -> None:
        found[one], found[two] = two, one

    for j in range(1, n + 1):
        if pt[j] > 0:
            inner = j < n and pt[j] > 1 and pt[j + 1] > 0 and pt[pt[j] - 1] > 0
            if inner and pt[j + 1] != pt[j] - 1:
                link(j + 1, pt[j] - 1)
        elif j < n and pt[j + 1] > 0 and pt[j + 1] < n:
            link(j, pt[j + 1] + 1)
        elif j > 1 and pt[j - 1] > 1:
            link(j, pt[j - 1] - 1)
    return found


def helices_around(pt: list[int], j: int) -> int:
    """How many pairs the loop has that begins after the paired position j, going round the strand's ends."""
    n, k, count = pt[0], j, 0
    while True:
        k = k % n + 1
        while pt[k] == 0:
            k = k % n + 1
        k = pt[k]
        count += 1
        if k == j:
            return count


def pair_weights(pt: list[int], mt: list[int], i: int) -> Weights:
    """The weights of the pair whose 5' base is i."""
    n = pt[0]
    weights = [16, 16, 9, 9, 2, 2]
    if helices_around(pt, i) > 2 or helices_around(pt, pt[i]) > 2:
        if i < n and mt[i + 1] > 0 and 0 < pt[i + 1] < n and mt[pt[i + 1] + 1] == i:
            weights = [weights[0] - 6, weights[1] - 6, weights[2] + 6, weights[3] + 6, 2, 2]
        if i > 1 and mt[i - 1] > 0 and pt[i - 1] > 1 and mt[pt[i - 1] - 1] == i:
            weights = [weights[0] + 6, weights[1] + 6, weights[2] - 6, weights[3] - 6, 2, 2]
    return dict(zip(PAIRS, weights, strict=True))


def loop_kind(pt: list[int], i: int, mismatch: int) -> str:
    """hairpin, internal or other: by walks from the two open bases that face each other, away from their pair."""
    n = pt[0]
    if i > 1 and pt[i - 1] == mismatch + 1:
        up, down = i, mismatch
    else:
        up, down = mismatch, i
    closing = up - 1
    while up <= n and pt[up] == 0:
        up += 1
    while down >= 1 and pt[down] == 0:
        down -= 1
    if up > n or down < 1 or pt[up] != down:
        return "other"
    return "hairpin" if down == closing else "internal"


def single_weights(pt: list[int], mt: list[int], i: int, design: Sequence[str]) -> Weights:
    """The weights of the unpaired position i; design[k - 1] is the base at k."""
    general = (93, 1, 5, 1)
    chosen: tuple[int, int, int, int] = general
    if mt[i] > 0:
        facing = design[mt[i] - 1]
        if pt[mt[i]] > 0:
            rows = {"A": (5, 0, 2, 1), "U": (0, 6, 1, 4), "G": (2, 1, 5, 0), "C": (6, 4, 0, 1)}
            chosen = rows.get(facing, general)
        else:
            kind = loop_kind(pt, i, mt[i])
            if kind == "internal":
                rows = {"A": (4, 0, 4, 1), "U": (0, 6, 1, 2), "G": (6, 1, 2, 0), "C": (4, 1, 0, 1)}
                chosen = rows.get(facing, (5, 1, 20, 1) if mt[i] > i else (21, 1, 4, 1))
            elif kind == "other":
                chosen = (97, 1, 1, 1)
    return dict(zip("AUGC", chosen, strict=True))
