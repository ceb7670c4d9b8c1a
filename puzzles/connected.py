"""Parts that are connected: of a grid its regions, of a graph its components."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


def parts(items: Iterable[Item], beside: Callable[[Item], Iterable[Item]]) -> list[list[Item]]:
    """The connected parts, in the order of their first items; `beside`: what an item joins, others than these too."""
    left, found = dict.fromkeys(items), []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for one in part:  # grows meanwhile
            for other in beside(one):
                if other in left:
                    del left[other]
                    part.append(other)
        found.append(part)
    return found
