"""Motifs of a structure as trees of positions, found without the program's shapes."""

from __future__ import annotations

from typing import Any


def linked(structure: str) -> list[int]:
    """Partners from 1 on, 0 unpaired, with one entry more at each end."""
    found, opened = [0] * (len(structure) + 2), []
    for at, letter in enumerate(structure, start=1):
        if letter == "(":
            opened.append(at)
        elif letter == ")":
            found[at] = opened.pop()
            found[found[at]] = at
    return found


def tree(partners: list[int], first: int, depth: int) -> Any:
    """A motif's positions: of its pair, and of what follows in its loop, None where that passes the ends."""
    if depth == 0:
        return (first, partners[first])
    inside: list[Any] = []
    at = first
    while (at := at + 1) != partners[first]:
        if at == len(partners) - 1:
            inside.append(None)
            at = 0
        elif partners[at]:
            inside.append(tree(partners, at, depth - 1))
            at = partners[at]
        else:
            inside.append(at)
    return (first, partners[first], inside)


def shape(motif: Any) -> str:
    """The motif with a letter for each position."""
    return "".join(one for one in str(motif).replace("None", "-") if not one.isdigit())


def positions(motif: Any) -> list[int]:
    if motif is None:
        return []
    return [motif] if isinstance(motif, int) else [at for one in motif for at in positions(one)]
