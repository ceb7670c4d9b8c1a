r"""Clues as they are typed in a black cell, `23\16`: down, then across, each with as few keys as settle it.

Where a run's length is known, most numbers end by themselves: in two cells only 3 to 17 can be made, so after 1 a
second digit must come, and after 4 none can. So down and across follow each other without a sign between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzles.kakuro.puzzle import reach

PARTING = "\\"
MOST_DIGITS = 3


class Slot(NamedTuple):
    """A run that a clue is wanted for: its cells, and the digits there are."""

    length: int
    values: int

    @property
    def sums(self) -> range:
        """What the run can make; empty if it is too long."""
        if self.length > self.values:
            return range(0)
        low, high = reach(self.length, self.values)
        return range(low, high + 1)


class Typed(NamedTuple):
    """What a text says so far: the number of each slot, None where nothing is typed, and how it may go on."""

    numbers: tuple[int | None, ...]
    done: bool


def ends(text: str, slot: Slot) -> bool:
    """True if no digit can follow: no larger sum of the run begins so, and this is one, or has two digits or more."""
    sums, number = slot.sums, int(text)
    if sums and any(number * scale <= sums[-1] and (number + 1) * scale > sums[0] for scale in (10, 100)):
        return False
    most = len(str(slot.values * (slot.values + 1) // 2))
    return number in sums or len(text) >= most


def typed(text: str, slots: Sequence[Slot], wanted: tuple[bool, bool]) -> Typed | None:
    r"""What the text says to the slots, down before across; None if it says nothing.

    `wanted`: whether the cell has a slot down, and one across; `slots` are those that it has. `\` ends the number down,
    also one that is not typed.
    """
    numbers: list[int | None] = [None] * len(slots)
    at, digits = 0, ""
    for number, letter in enumerate(text, start=1):
        if at == len(slots):
            return None
        if letter == PARTING:
            if PARTING in text[: number - 1] or (at == 1 and wanted == (True, True)):
                return None
            if wanted[0]:
                at, digits = at + 1, ""
                if at == len(slots):
                    return Typed(tuple(numbers), True) if number == len(text) else None
            continue
        if not ("0" <= letter <= "9") or (letter == "0" and not digits) or len(digits) == MOST_DIGITS:
            return None
        digits += letter
        numbers[at] = int(digits)
        if ends(digits, slots[at]):
            at, digits = at + 1, ""
    return Typed(tuple(numbers), at == len(slots))
