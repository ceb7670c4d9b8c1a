"""A text of several puzzles divided at its blank lines, or where the next one begins by its format's own mark."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puzzles.entries import Entry
from puzzles.text.fields import lines_of
from puzzles.text.quoting import counted

MOST_PUZZLES = 10_000
"""Puzzles of one text."""

Begins = Callable[[str, Sequence[str]], bool]
"""Whether a line begins a puzzle behind those lines of the last one that are neither blank nor comments."""


def at_no_line(line: str, above: Sequence[str]) -> bool:
    return False


def at_each_line(line: str, above: Sequence[str]) -> bool:
    return True


def beginning(*signs: str) -> Callable[[str], bool]:
    """Whether a line begins with one of the signs."""
    return lambda line: line.lstrip().startswith(signs)


def divided(
    text: str,
    is_comment: Callable[[str], bool] = lambda line: False,
    begins: Begins = at_no_line,
    *,
    at_gaps: bool = True,
    is_blank: Callable[[str], bool] = lambda line: not line.strip(),
) -> tuple[Entry, ...]:
    """The puzzles of the text, one or more, with the comments above each; PuzzleError for over MOST_PUZZLES.

    Blank lines separate them if `at_gaps`; but no rows that stand alone each, as in a print with wide spacing.
    """
    lines = text.split("\n")
    starts: list[int] = [1]
    above: list[str] = []
    alone = True
    gap, waiting = False, 0
    for line in lines_of(text):
        if is_blank(line.text):
            gap = True
        elif is_comment(line.text):
            waiting = waiting or (line.line if gap else 0)
        else:
            if above and ((gap and at_gaps) or begins(line.text, above)):
                if len(starts) == MOST_PUZZLES:
                    raise line.error(f"the text holds more than {counted(MOST_PUZZLES, 'puzzle')}", "fewer")
                starts.append(waiting or line.line)
                above = []
            above.append(line.text)
            alone = alone and len(above) == 1
            gap, waiting = False, 0
    if len(starts) == 1 or (alone and begins is at_no_line):
        return (Entry(1, text),)
    ends = [*(start - 1 for start in starts[1:]), len(lines)]
    return tuple(
        Entry(number, "\n".join(lines[start - 1 : end]) + "\n", line=start)
        for number, (start, end) in enumerate(zip(starts, ends, strict=True), start=1)
    )
