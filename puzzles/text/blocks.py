"""A text of several puzzles divided at its blank lines, or where the next one begins by its format's own mark."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from puzzles.errors import PuzzleError
from puzzles.text.fields import lines_of
from puzzles.text.format_table import Entry
from puzzles.text.quoting import counted

MOST_PUZZLES = 10_000
"""Puzzles of one text."""

Begins = Callable[[str, Sequence[str]], bool]
"""Whether a line begins a puzzle behind those lines of the last one that are neither blank nor comments."""


_RULES = ("---", "===", "~~~")
_RULE = re.compile(r"\s*(?:-{3,}|={3,}|~{3,})\s*")


def is_rule(line: str) -> bool:
    """Whether the line is a rule between two puzzles, such as `---`."""
    return line.lstrip()[:3] in _RULES and _RULE.fullmatch(line) is not None


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
    begins_below: Callable[[str], bool] = lambda line: False,
) -> tuple[Entry, ...]:
    """The puzzles of the text, one or more, with the comments above each; PuzzleError for over MOST_PUZZLES.

    Blank lines, rules and form feeds separate them if `at_gaps`; but no rows that stand alone each, as in a print with
    wide spacing. Comments do if `begins_below` says that the line below can only be a puzzle's first.
    """
    starts: list[int] = []
    above: list[str] = []
    gap, alone, commented = False, True, False
    for line in lines_of(text):
        gap = gap or line.text.startswith("\f")
        if is_blank(line.text) or is_rule(line.text):
            gap = True
        elif is_comment(line.text):
            commented = True
        else:
            gap = gap or (commented and begins_below(line.text))
            if not starts or (gap and at_gaps) or begins(line.text, above):
                starts.append(line.line)
                above = []
            above.append(line.text)
            gap, alone, commented = False, alone and len(above) == 1, False
    return (
        (Entry(1, text),) if len(starts) < 2 or (alone and begins is at_no_line) else parts_at(text, starts, is_comment)
    )


def parts_at(text: str, starts: Sequence[int], is_comment: Callable[[str], bool]) -> tuple[Entry, ...]:
    """The puzzles that begin at these lines, from 1, each with the comments right above; errors as of `divided`."""
    if len(starts) > MOST_PUZZLES:
        found = f"the text holds more than {counted(MOST_PUZZLES, 'puzzle')}"
        raise PuzzleError(found, "fewer", line=starts[MOST_PUZZLES], column=1)
    lines = ["" if is_rule(line) else line.replace("\f", " ") for line in text.split("\n")]
    cuts = [0]
    for start in starts[1:]:
        at = start - 1
        while is_comment(lines[at - 1]) and lines[at - 1].strip():
            at -= 1
        cuts.append(at)
    return tuple(
        Entry(number, "\n".join(lines[begin:end]) + "\n", line=begin + 1)
        for number, (begin, end) in enumerate(pairwise([*cuts, len(lines)]), start=1)
    )
