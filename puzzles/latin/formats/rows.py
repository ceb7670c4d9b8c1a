"""Cells as they stand in a text, with their places, and what they mean by one way of writing symbols.

Every reader cuts its text into rows of fields; `reading_of` makes a Reading of them, `to_puzzle` the puzzle. Below: the
rows of a plain grid, and the grids of a text of several.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isqrt
from typing import Generic

from puzzles.latin.grouped import HOLE, SomeGrouped
from puzzles.latin.puzzle import MAX_ORDER, LatinSquare, require_order
from puzzles.text.arrays import bracketed_rows, is_bracketed
from puzzles.text.fields import Field, lines_of
from puzzles.text.format_table import Entry, is_rule, parts_at, whole
from puzzles.text.quoting import counted, quoted
from puzzles.text.separated import cells_of, separator_of, unfolded

NUMBER = re.compile(r"-?[0-9]{1,6}")
"""A whole number of a length that no admitted symbol exceeds."""

MARKS = frozenset({".", "_", "*", "-", ""})
HOLES = MARKS | {"0", "-1"}

Rows = Sequence[Sequence[Field]]


def data_lines(text: str) -> Iterator[Field]:
    """The lines that are neither empty, rules nor comments; a line of tabs alone is a row of holes."""
    for line in lines_of(text):
        if (line.text.strip() or "\t" in line.text) and not is_comment(line.text) and not is_rule(line.text):
            yield line


def is_comment(line: str) -> bool:
    return line.lstrip().startswith(("#", "%"))


@dataclass(frozen=True, slots=True)
class Convention:
    """How symbols are written: the number of the first one, and what stands for a hole."""

    first: int
    holes: frozenset[str]
    hole_text: str  # for people: `0` or `-1`
    note: str = ""
    letters: Mapping[str, str] = field(default_factory=dict)  # the numbers that letters stand for


PLAIN = Convention(0, MARKS | {"-1"}, "."), Convention(1, HOLES, ".")
"""How symbols from 0, and those from 1, are usually written."""


@dataclass(frozen=True)
class Reading(Generic[SomeGrouped]):
    """What a text says before it is known to be a puzzle: values may still be repeated.

    `form`: the puzzle without its givens; `values`: by cell, from 0, -1 for a hole; `fields`: where each stands.
    """

    form: SomeGrouped
    values: tuple[int, ...]
    fields: tuple[Field, ...]
    note: str = ""


def reading_of(rows: Rows, convention: Convention) -> Reading[LatinSquare]:
    """The values of a square grid of fields; PuzzleError at the first that is neither symbol nor hole."""
    order = len(rows)
    fields = tuple(one for row in rows for one in row)
    known: dict[str, int] = {}
    for one in fields:
        if one.text not in known:
            known[one.text] = value_of(one, order, convention)
    form = LatinSquare(order, (HOLE,) * order**2, convention.first)
    return Reading(form, tuple(known[one.text] for one in fields), fields, convention.note)


def to_puzzle(reading: Reading[SomeGrouped], *, as_written: bool = False) -> SomeGrouped:
    """The puzzle; PuzzleError as of `Grouped.refuse_repeats`."""
    reading.form.refuse_repeats(reading.values, reading.fields, as_written=as_written)
    return reading.form.with_values(reading.values, reading.note)


def require_square(rows: Rows, order: int | None = None, source_of_order: str = "") -> None:
    """Raises PuzzleError if the rows are not as many as, and each as long as, the order.

    Without an order, the usual length of a row stands for it, so that the one damaged row is named.
    """
    width = order if order is not None else Counter(len(row) for row in rows).most_common(1)[0][0]
    for number, row in enumerate(rows, 1):
        if len(row) > MAX_ORDER:
            at = row[MAX_ORDER]
            found = f"row {number} has more than {MAX_ORDER} fields"
            raise at.error(found, f"at most {MAX_ORDER}")
    usual = source_of_order or "as in the other rows"
    if order is not None and len(rows) > order:
        at = rows[order][0]
        raise at.error(f"row {order + 1} begins", f"{order} rows, {usual}")
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            at = row[width] if len(row) > width else row[-1].behind()
            text = f"row {number} has {counted(len(row), 'field')}"
            raise at.error(text, f"{width}, {usual}")
    if order is None:
        require_order(max(width, len(rows)), rows[0][0])
    if len(rows) != width:
        at = rows[width][0] if len(rows) > width else rows[-1][0]
        found = f"the grid has {counted(len(rows), 'row')} of {counted(width, 'field')}"
        expected = f"{width} rows, {source_of_order or 'as many as columns'}"
        raise at.error(found, expected)


def value_of(at: Field, order: int, convention: Convention = PLAIN[1]) -> int:
    """The value of a field, from 0, or -1 for a hole; PuzzleError at it if it is neither."""
    text = convention.letters.get(at.text, at.text)
    if text in convention.holes:
        return HOLE
    last = convention.first + order - 1
    expected = f"{convention.first} to {last}, or {convention.hole_text} for a hole"
    if not NUMBER.fullmatch(text):
        raise at.error(f"{quoted(at.text)} is no symbol", expected)
    value = int(text) - convention.first
    if not 0 <= value < order:
        found = f"symbol {at.text} is out of range"
        raise at.error(found, expected)
    return value


COMPACT = re.compile(r"[0-9A-Za-z._*]{2,}")
COMPACT_ORDER = 9
"""Without separators a symbol is one digit; or one letter, as far as there are some."""

_COUNTED = re.compile(r" *[1-9][0-9]{0,2} *")
_BETWEEN_BARS = re.compile(r"[^\s|]+")
_POINTED = re.compile(r"[0-9]\.")
_POINT = re.compile(r"\A(-?[0-9]+)\.0*\Z")
_RULE = re.compile(r"(?=.*[-+]{2})[\s|+-]+")


def order_line(lines: Sequence[Field]) -> Field | None:
    """The order that stands alone on the first line, above wider rows or as many as it says; None if there is none."""
    if len(lines) < 2 or not _COUNTED.fullmatch(lines[0].text):
        return None
    word = lines[0].stripped()
    wider = len(lines[1].text.split()) > 1 or not NUMBER.fullmatch(lines[1].text.strip())
    longer = len(lines[1].text.strip()) > max(2, len(word.text))
    return word if wider or longer or int(word.text) == len(lines) - 1 else None


def cut(lines: Sequence[Field]) -> tuple[Rows, str]:
    """The rows of fields, none empty, whole numbers without a point as NumPy prints it; a note on what was assumed."""
    rows, note = _cut(lines)
    if any(map(_POINTED.search, (line.text for line in lines))):
        rows = [[one._replace(text=_POINT.sub(r"\1", one.text)) for one in row] for row in rows]
    return rows, note


def _cut(lines: Sequence[Field]) -> tuple[Rows, str]:
    if is_bracketed(lines):
        return bracketed_rows(lines, MAX_ORDER + 1), ""
    used = unfolded([line for line in lines if line.text.strip()])
    separator = separator_of(used, ";|,")
    if separator == ";" and all(line.text.find(";") == len(line.text.rstrip()) - 1 for line in used[:-1]):
        used = [line._replace(text=line.text.replace(";", " ")) for line in used]  # it ends rows, as MATLAB has it
        separator = separator_of(used, "|,")
    if separator == "|":
        used = [line for line in used if not _RULE.fullmatch(line.text)]
        rows = _parted(used, separator)
        boxed = any(" " in field.text or len(field.text) > 2 for row in rows for field in row)
        words = [line.words(MAX_ORDER + 1, _BETWEEN_BARS) for line in used] if boxed else []
        return (_joined([row for row in words if row]) if boxed else rows), ""  # bars alone draw a line between boxes
    if separator:
        return _parted(used, separator), ""
    spaced = [cells_of(line, separator, MAX_ORDER + 1) for line in used]
    if spaced and all(len(row) == 1 and COMPACT.fullmatch(row[0].text) for row in spaced):
        return _letters([row[0] for row in spaced]), ""
    if not any("\t" in line.text for line in lines):
        return _joined(spaced), ""
    parted = _parted(lines, "\t")
    tabs_part = not any(" " in field.text for row in parted for field in row)  # else they only indent
    if tabs_part and _square(parted):
        return parted, ""
    if _square(spaced) or not tabs_part:
        return spaced, ""
    return _filled(parted)


def _square(rows: Rows) -> bool:
    return len(rows) >= 2 and all(len(row) == len(rows) for row in rows)


def _letters(lines: Sequence[Field]) -> Rows:
    if len(lines) == 1:
        line, order = lines[0], round(len(lines[0].text) ** 0.5)
        if order * order == len(line.text) and (order <= COMPACT_ORDER or not line.text.isdigit()):
            lines = line.pieces(order, order)
    return [line.pieces(1, MAX_ORDER + 1) for line in lines]


def _joined(rows: list[list[Field]]) -> Rows:
    """The rows, each character a field if that makes a square, as where blanks or bars stand between boxes only."""
    compact = any(len(row) != len(rows) for row in rows) and all(
        COMPACT.fullmatch(one.text) for row in rows for one in row
    )
    if compact and all(sum(len(one.text) for one in row) == len(rows) for row in rows):
        return [[letter for one in row for letter in one.pieces(1, MAX_ORDER)] for row in rows]
    return rows


def _parted(lines: Sequence[Field], separator: str) -> list[list[Field]]:
    """Rows of fields between separators, empty ones included; one that ends (begins) all rows is dropped."""
    rows = [cells_of(line, separator, MAX_ORDER + 2) for line in lines]
    # where every line ends (or begins) with a separator, it parts nothing
    for end in (-1, 0):
        if all(len(row) == len(rows) + 1 and not row[end].text for row in rows):
            for row in rows:
                del row[end]
    return rows


def _filled(rows: list[list[Field]]) -> tuple[Rows, str]:
    """The rows, with the empty fields restored that were lost at a line's end, and a note that says so.

    More than MAX_ORDER rows are no grid, and stay as they are: to fill them would take a time by their square.
    """
    short = [row for row in rows if len(row) < len(rows)]
    if not short or len(rows) > MAX_ORDER or all(field.text for row in rows for field in row):
        return rows, ""
    for row in short:
        row.extend([row[-1].behind()] * (len(rows) - len(row)))
    names = ", ".join(str(row[0].line) for row in short[:3]) + (", ..." if len(short) > 3 else "")
    return rows, f"rows that end early are read as ending in holes (line {names})"


def numbers_of_letters(rows: Rows) -> tuple[Mapping[str, str], str]:
    """The number that each letter of a grid of letters stands for, and a note that says so; nothing for other grids.

    A is 1, or letters go on behind 9 as in 16 x 16 grids; other letters, as many as the order, by the alphabet.
    """
    order = len(rows)
    texts = {field.text for row in rows for field in row}
    letters = {text for text in texts if len(text) == 1 and text.isascii() and text.isalpha()}
    if not letters or any(text not in HOLES and not NUMBER.fullmatch(text) for text in texts - letters):
        return {}, ""
    one_case = len({letter.upper() for letter in letters}) == len(letters)
    places = {letter: ord(letter.upper()) - ord("A") for letter in sorted(letters)}
    digits = texts - letters - HOLES
    last = max(places.values())
    if not one_case:
        return {}, ""
    if digits:
        if any(len(digit) > 1 for digit in digits) or 10 + last > order:
            return {}, ""
        return {letter: str(10 + place) for letter, place in places.items()}, "letters read as 10 and more (A = 10)"
    if last >= order and len(places) != order:
        return {}, ""
    if last >= order:
        places = {letter: place for place, letter in enumerate(sorted(places))}
        return _counted(places, "; ".join(f"{letter} = {place + 1}" for letter, place in places.items()))
    first = "a" if min(letters).islower() else "A"
    return _counted(places, f"{first} = 1 to {chr(ord(first) + order - 1)} = {order}")


def _counted(places: Mapping[str, int], words: str) -> tuple[Mapping[str, str], str]:
    return {letter: str(place + 1) for letter, place in places.items()}, f"letters read as numbers, {words}"


def divide(text: str) -> tuple[Entry, ...]:
    """The grids of the text: each as many rows as they are wide, behind a gap or below its order; else one.

    Blank lines within a grid, such as between its boxes, separate nothing. Lines of 16 and more characters that are
    each a whole grid are grids too.
    """
    lines = [line for line in data_lines(text) if not _RULE.fullmatch(line.text)]
    starts = starts_of(text, lines)
    return parts_at(text, [lines[at].line for at in starts], is_comment) if len(starts) > 1 else whole(text)


def starts_of(text: str, lines: Sequence[Field]) -> list[int]:
    """The indices of the text's lines at which grids begin; the first alone if no whole grid begins there."""
    return _starts(lines, _gaps(text, lines)) if len(lines) > 1 else [0]


def _gaps(text: str, lines: Sequence[Field]) -> list[bool]:
    """Of each line whether a blank one, a comment, a rule or a form feed stands between it and the one before."""
    if lines[-1].line - lines[0].line == len(lines) - 1 and "\f" not in text:
        return [False] * len(lines)
    used = {line.line for line in data_lines(text)}
    parted = ({*range(one.line + 1, two.line)} - used or two.text.startswith("\f") for one, two in pairwise(lines))
    return [False, *map(bool, parted)]


def _starts(lines: Sequence[Field], gaps: Sequence[bool]) -> list[int]:
    widths = _widths(lines)
    size = widths[0]
    alone = len(lines) != size >= 16 and isqrt(size) ** 2 == size and len(set(widths)) == 1
    if alone and all(COMPACT.fullmatch(line.text.strip()) for line in lines):
        return list(range(len(lines)))

    def is_order(at: int) -> bool:
        counted = at + 1 < len(lines) and widths[at] == 1 < widths[at + 1]
        return counted and _COUNTED.fullmatch(lines[at].text) is not None

    starts: list[int] = []
    at = 0
    while at < len(lines):
        first = at
        at += is_order(at)
        end = at + widths[at]
        whole = at < end <= len(lines) and all(width == widths[at] for width in widths[at:end])
        if whole and (end == len(lines) or gaps[end] or is_order(end)):
            at = end
        elif not starts:
            return [0]
        else:  # a damaged one, as far as the next blank line
            at = next((later for later in range(first + 1, len(lines)) if gaps[later]), len(lines))
        starts.append(first)
    return starts


def _widths(lines: Sequence[Field]) -> list[int]:
    """The number of fields of each line: cells, words, or characters where each line is one word."""
    separator = separator_of(lines, ";,")
    if separator:
        return [
            len(cells_of(line, separator, MAX_ORDER + 1))
            if '"' in line.text
            else min(line.text.count(separator), MAX_ORDER) + 1
            for line in lines
        ]
    words = [line.text.replace("|", " ").split(None, MAX_ORDER + 1)[: MAX_ORDER + 1] for line in lines]
    boxed = [row for row in words if max(map(len, row), default=0) > 1]  # no words of numbers, of which few fit
    if boxed and all(len(row) <= COMPACT_ORDER and all(map(COMPACT.fullmatch, row)) for row in boxed):
        return [sum(map(len, row)) for row in words]
    return [max(len(row), len(line.text.split("\t", MAX_ORDER))) for row, line in zip(words, lines, strict=True)]
