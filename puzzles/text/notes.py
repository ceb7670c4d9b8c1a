"""What a reader has to say of a text that it reads, such as how it counts: lines for a command to show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

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
