"""Separated values: rows of cells with their places, as spreadsheets, data frames and people write them.

Cells stand between tabs, semicolons, commas or bars (also those of a Markdown table), or else between blanks. A cell
may be in double quotes, as LibreOffice and pandas' QUOTE_ALL write it: two quotes inside are one, and a separator or a
line break inside is text. Rows in brackets, as Python and JSON print them, are read too (`puzzles.text.arrays`).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from puzzles.errors import PuzzleError
from puzzles.text.arrays import EMPTY, bracketed_rows, is_bracketed
from puzzles.text.fields import Field
from puzzles.text.quoting import counted, listed, quoted

SEPARATORS = "\t;|,"
BLANKS = ""
"""The separator of cells between blanks."""

LOOKED_AT = 50
"""Lines that decide on the separator."""

MOST_COLUMNS = 1000

_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_QUOTED_CELL = re.compile(r' *"((?:[^"]|"")*)" *')
_OPENS = re.compile(r' *"')
_WORD = re.compile(r'"(?:[^"]|"")*"(?!\S)|\S+')
_BETWEEN_DIGITS = re.compile(r"(?<=[0-9]),(?=[0-9])")
_DECIMAL = re.compile(r"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")
_INNERMOST = re.compile(r"[\[({]([^\[\](){}]*)")
_LISTED = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s,;]+")
_RULE = re.compile(r"(?=.*--)[\s|:+-]+")
_SPACING = re.compile(r"(?:[^\w#]|_)+")


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of cells, and what separated them; of rows in brackets that is a comma."""

    rows: list[list[Field]]
    separator: str = BLANKS


def sheet(lines: Sequence[Field], most: int, among: str = SEPARATORS) -> Sheet:
    """The rows of the lines, a row of over `most` cells cut behind one more; PuzzleError for a quote without end."""
    if is_bracketed(lines):
        return Sheet(bracketed_rows(lines, most + 1), ",")
    whole = unfolded(lines)
    separator = separator_of(whole, among)
    if separator == "|":
        whole = [line for line in whole if not _RULE.fullmatch(line.text)]
    return Sheet([cells_of(line, separator, most + 1) for line in whole], separator)


def texts_of(lines: Sequence[Field], most: int) -> list[list[str]]:
    """The texts of the cells as `sheet` has them, for a first look at a text, which may be torn; none if damaged."""
    if is_bracketed(lines):
        found = _INNERMOST.findall("\n".join(line.text for line in lines))
        rows = [row for one in found for row in one.split(";")]
        return [found for row in rows if (found := [_plain(one) for one in _LISTED.findall(row)])]
    if not any('"' in line.text or "|" in line.text for line in lines):
        separator, most = separator_of(lines), most + 1
        if separator == BLANKS:
            return [line.text.split(None, most)[:most] or [""] for line in lines]
        return [[one.strip() for one in line.text.split(separator, most)[:most]] for line in lines]
    try:
        return [[cell.text for cell in row] for row in sheet(lines, most).rows]
    except PuzzleError:
        return []


def _plain(word: str) -> str:
    return "" if word in EMPTY else word.strip("\"'").replace("\\\\", "\\")


def separator_of(lines: Sequence[Field], among: str = SEPARATORS) -> str:
    """The separator, that of `among` which is the most frequent in the first line that has any; BLANKS for none.

    Commas that all stand between digits are decimal commas if each line has a tab or semicolon.
    """
    texts = [_QUOTED.sub('""', line.text).strip(" ") if '"' in line.text else line.text for line in lines[:LOOKED_AT]]
    decimal = all(";" in one or "\t" in one.strip() for one in texts)
    decimal = decimal and not any("," in _BETWEEN_DIGITS.sub("", one) for one in texts)
    for text in texts:
        counts = {one: text.count(one) for one in among if one in text and not (one == "," and decimal)}
        if counts:
            return max(counts, key=lambda one: counts[one])
    return BLANKS


def cells_of(line: Field, separator: str, most: int = -1) -> list[Field]:
    """The cells of one line, stripped and without quotes, at most `most`; PuzzleError for a quote without end."""
    if separator == BLANKS:
        if '"' not in line.text:
            return line.words(most if most >= 0 else None) or [line.behind()]
        return [_unquoted(one) for one in line.words(most if most >= 0 else None, _WORD)] or [line.behind()]
    if separator == "|":
        line = _without_outer_bars(line)
    if '"' not in line.text:
        return line.parted(separator, most)
    cells: list[Field] = []
    at = 0
    while most < 0 or len(cells) < most:
        found = _QUOTED_CELL.match(line.text, at)
        if found and line.text[found.end() : found.end() + 1] in ("", separator):
            end = found.end()
            cells.append(_placed(line, found[1].replace('""', '"').strip(), found.start(1)))
        elif _OPENS.match(line.text, at):
            start = line.text.index('"', at)
            wanted = f"{quoted(separator)} behind its end" if found else "another quote at its end"
            raise _placed(line, "", start).error("a quote begins here", wanted)
        else:
            end = line.text.find(separator, at)
            end = len(line.text) if end < 0 else end
            cells.append(_placed(line, line.text[at:end], at).stripped())
        if end >= len(line.text):
            break
        at = end + 1
    return cells


def is_empty_row(line: str, separators: str = ",;") -> bool:
    """Whether the line is a row of empty cells, as a spreadsheet fills up sheets; a lone quote is none."""
    return not line.replace('""', "").strip(separators + "| \t")


def unfolded(lines: Sequence[Field]) -> list[Field]:
    """The lines, those joined that have a quoted line break between them."""
    if not any('"' in line.text for line in lines):
        return list(lines)
    joined: list[list[Field]] = []
    open_quote = False
    for line in lines:
        if open_quote:
            joined[-1].append(line)
        else:
            joined.append([line])
        open_quote ^= line.text.count('"') % 2 == 1
    if open_quote:  # a quote without end is refused where it begins
        return list(lines)
    return [one[0] if len(one) == 1 else _one_above_the_other(one) for one in joined]


def _one_above_the_other(lines: Sequence[Field]) -> Field:
    """The lines as one field, with as many line breaks between as there are in the text."""
    texts = [lines[0].text]
    for above, line in pairwise(lines):
        texts += ["\n" * max(1, line.line - above.line), line.text]
    return lines[0]._replace(text="".join(texts))


def with_point(cell: Field, separator: str) -> Field:
    """The cell with a decimal point for a decimal comma, which is one where tabs or semicolons separate."""
    decimal = separator in (";", "\t") and _DECIMAL.fullmatch(cell.text)
    return cell._replace(text=cell.text.replace(",", ".")) if decimal else cell


Columns = Mapping[str, Collection[str]]
"""The columns of a family's table: of each the synonyms of its name, in lower case, words separated by a blank."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a header. `names`: of each column the family's name, else its own, in lower case.

    `lines`: the text's line of each row, as it stands there; `heading`: that of the header.
    """

    names: tuple[str, ...]
    heading: Field
    lines: list[Field]
    rows: list[list[Field]]
    separator: str

    def records(self) -> Iterator[dict[str, Field]]:
        """Of each row the cells by their columns' names, without the marks of `puzzles.text.separated`."""
        meant = (
            [one._replace(text=as_meant(one.text)) if one.text[:1] == MARK else one for one in row] for row in self.rows
        )
        return (dict(zip(self.names, row, strict=True)) for row in meant)


def column_names(header: Sequence[str], columns: Columns) -> tuple[str, ...]:
    """The family's name of each column of a header, else its own in lower case."""
    own = [" ".join(one.casefold().split()) for one in header]
    plain = [_SPACING.sub(" ", one).strip() for one in own]
    exact = {_SPACING.sub(" ", name).strip(): name for name in columns}
    taken = {exact[one] for one in plain if one in exact}
    synonyms = {other: name for name, others in columns.items() if name not in taken for other in others}
    return tuple(exact.get(one) or synonyms.get(one) or kept for one, kept in zip(plain, own, strict=True))


def header_names(text: str, columns: Columns) -> tuple[str, ...]:
    """As `column_names` of a text's first line that is not blank; none if that is not several cells, or numbers."""
    line = Field(text.lstrip("\ufeff\n\r ").partition("\n")[0].rstrip("\r"), 1, 1)
    try:
        cells = sheet([line], MOST_COLUMNS).rows if any(map(str.isalpha, line.text)) else []
    except PuzzleError:
        return ()
    return column_names([one.text for one in cells[0]], columns) if cells and len(cells[0]) > 1 else ()


def table(lines: Sequence[Field], columns: Columns, needed: Collection[str] = (), most: int = MOST_COLUMNS) -> Table:
    """The table of the lines, of which the first is its header; PuzzleError for a column that is missing or doubled.

    Also for a row of other cells than the header has; empty ones at the ends of all rows are left out.
    """
    whole = unfolded(lines)
    separator = separator_of(whole[:1])
    if separator == "|":
        whole = [line for line in whole if not _RULE.fullmatch(line.text)]
    whole = [line for line in whole if not is_empty_row(line.text, separator)]
    header, *rows = [cells_of(line, separator, most + 1) for line in whole]
    while len(header) > 1 and not header[-1].text:
        header.pop()
    if len(header) > most:
        raise header[most].error(f"the header has over {most:,} columns", "fewer")
    names = column_names([one.text for one in header], columns)
    for name in columns:
        doubled = [one for one, called in zip(header, names, strict=True) if called == name]
        if len(doubled) > 1:
            called = listed(quoted(one.text) for one in doubled[:3])
            raise doubled[1].error(f"{called} both stand for the column {name}", "one of them")
    for name in needed:
        if name not in names:
            called = listed((name, *columns.get(name, ())), "or")
            raise header[0].error(f"the header has no column {name}", f"one called {called}")
    width = len(header)
    for row in rows:
        while len(row) > width and not row[-1].text:
            row.pop()
        if len(row) != width:
            at = row[width] if len(row) > width else row[-1].behind()
            raise at.error(f"the row has {counted(len(row), 'cell')}", f"{width}, as the header")
    return Table(names, whole[0], whole[1:], rows, separator)


def _without_outer_bars(line: Field) -> Field:
    line = line.stripped()
    text = line.text.removesuffix("|")
    return line.part(text[1:], 1) if text.startswith("|") else line._replace(text=text)


def _unquoted(word: Field) -> Field:
    text = word.text
    if len(text) < 2 or not (text.startswith('"') and text.endswith('"')):
        return word
    return word.part(text[1:-1].replace('""', '"').strip(), 1)


def _placed(line: Field, text: str, index: int) -> Field:
    """The field of that text at the index of a line, which may be several lines joined."""
    above = line.text.count("\n", 0, index)
    if not above:
        return line.part(text, index)
    return Field(text, line.line + above, index - line.text.rindex("\n", 0, index))


FORMULA = re.compile(r"'*(?:\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n])")
"""How a cell begins that a spreadsheet takes for a formula (OWASP, CSV injection), marks before it included."""
NUMBER = re.compile(r"\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\s*")
MARK = "'"


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """The rows as CSV: numbers as they are, texts that would be formulas with a `'` before them."""
    lines = _Lines()
    csv.writer(lines, lineterminator="\r\n").writerows([harmless(cell) for cell in row] for row in rows)
    return "".join(lines)


class _Lines(list[str]):
    """Lines with a line feed at their ends; `csv` quotes the characters of its own end only, which are both."""

    def write(self, line: str) -> None:
        self.append(line.removesuffix("\r\n") + "\n")


def harmless(cell: object) -> object:
    """The cell, a text that is no number with a MARK before it if a spreadsheet would run it; `as_meant` removes it."""
    if isinstance(cell, str) and FORMULA.match(cell) and not NUMBER.fullmatch(cell):
        return MARK + cell
    return cell


def as_meant(cell: str) -> str:
    """The text that `harmless` was given, from what it wrote."""
    marked = cell.startswith(MARK) and FORMULA.match(cell) and not NUMBER.fullmatch(cell[1:])
    return cell[1:] if marked else cell
