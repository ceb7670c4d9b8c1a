"""The one error that bad input raises: where it is, what was found, and what was expected."""

from __future__ import annotations

from collections.abc import Sequence


class PuzzleError(ValueError):
    """Bad input, with its place.

    `line` and `column` count from 1; 0 means "the whole input" (or "the whole line").
    `source` is a file name or "<text>"; readers may leave it empty, `puzzles.registry.read` fills it in.
    `others`: what else is wrong in the same input.
    """

    others: tuple[PuzzleError, ...] = ()

    def __init__(self, found: str, expected: str = "", *, line: int = 0, column: int = 0, source: str = "") -> None:
        super().__init__(found)
        self.found = found
        self.expected = expected
        self.line = line
        self.column = column
        self.source = source

    @property
    def message(self) -> str:
        """What was found and what was expected, without the place."""
        return f"{self.found}; expected {self.expected}" if self.expected else self.found

    @property
    def place(self) -> str:
        """`source:line:column`, as far as it is known."""
        parts = [self.source or "<text>"]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"

    @property
    def lines(self) -> tuple[str, ...]:
        """The error and the others, a line each."""
        return (str(self), *map(str, self.others))

    def within(self, source: str) -> PuzzleError:
        """The same error, with its source named."""
        return self._moved(0, source)

    def below(self, lines: int) -> PuzzleError:
        """The same error in a text that has so many lines before."""
        return self._moved(lines, self.source)

    def _moved(self, lines: int, source: str) -> PuzzleError:
        line = self.line + lines if self.line else 0
        moved = PuzzleError(self.found, self.expected, line=line, column=self.column, source=source)
        moved.others = tuple(one._moved(lines, source) for one in self.others)
        return moved


def together(faults: Sequence[PuzzleError]) -> PuzzleError:
    """One error of all of them, at least one; in the order of their places."""
    first, *others = sorted(faults, key=lambda one: (one.line, one.column))
    first.others = tuple(others)
    return first
