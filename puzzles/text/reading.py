"""What a command asks of the readers that it calls, and what they have to say to it.

Rounding: to how many decimals numbers are rounded, and by how much that changed some; an option of the command line
asks for it around all that it reads, and a reader says with the puzzle what was rounded. Notes: lines about a text
that was read, such as how it counts, for the command to show.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from decimal import Context, Decimal

MOST_DECIMALS = 9


@dataclass(slots=True)
class Rounding:
    """`used`: a reader has asked for the decimals; `most`: how much a number was changed at most, since `begun`."""

    decimals: int
    used: bool = False
    most: Decimal = Decimal(0)

    def rounded(self, word: str) -> str:
        """The number with at most that many decimals, the nearest; half way to the even digit."""
        self.used = True
        exact = Decimal(word)
        if len(word.partition(".")[2]) <= self.decimals:
            return word
        near = exact.quantize(Decimal(1).scaleb(-self.decimals), context=Context(prec=2000))
        self.most = max(self.most, abs(near - exact))
        return f"{near:f}"

    def taken(self) -> int:
        """The decimals, for numbers that are computed."""
        self.used = True
        return self.decimals

    def begun(self) -> Rounding:
        """It, for another puzzle."""
        self.most = Decimal(0)
        return self

    @property
    def note(self) -> str:
        """What was done, in words; empty if nothing was changed."""
        return f"numbers are rounded to {self.decimals} decimals, by {self.most:.1g} at most" if self.most else ""


_ASKED: ContextVar[Rounding | None] = ContextVar("rounding", default=None)


def asked() -> Rounding | None:
    """What is asked for; None if numbers are read as they are."""
    return _ASKED.get()


@contextmanager
def rounding(decimals: int) -> Iterator[Rounding]:
    """Within it numbers are rounded to that many decimals."""
    token = _ASKED.set(made := Rounding(decimals))
    try:
        yield made
    finally:
        _ASKED.reset(token)


_SAID: ContextVar[list[str] | None] = ContextVar("said", default=None)


def say(line: str) -> None:
    """Says the line to whoever listens, once."""
    said = _SAID.get()
    if said is not None and line not in said:
        said.append(line)


@contextmanager
def heard() -> Iterator[list[str]]:
    """Within it, all that is said; a list that grows."""
    lines: list[str] = []
    token = _SAID.set(lines)
    try:
        yield lines
    finally:
        _SAID.reset(token)
