"""The one error that bad input raises: where it is, what was found, and what was expected."""

from __future__ import annotations


class PuzzleError(ValueError):
    """Bad input, with its place.

    `line` and `column` count from 1; 0 means "the whole input" (or "the whole line").
    `source` is a file name or "<text>"; readers may leave it empty, `puzzles.registry.read` fills it in.
    """

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

    def within(self, source: str) -> PuzzleError:
        """The same error, with its source named."""
        return PuzzleError(self.found, self.expected, line=self.line, column=self.column, source=source)
