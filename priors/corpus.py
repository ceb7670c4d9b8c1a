"""Sequences with their structures from a file: a table, alignments, or lines of letters each followed by brackets.

Whatever is wrong is a PuzzleError that names file, line and what was expected. Imports no numba.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from priors import stockholm
from priors.long_file import LONGEST_LINE, LongFile

STRUCTURES = ("ss_mfe", "structure")
"""The columns that are looked for if none is named.

Not a family's consensus. A prior is to say what makes a sequence fold as wanted, so it has to see what each sequence
folds to itself; that of Rfam's consensus is its MFE structure in 4 % of the rows. The published n-gram prior has been
counted so, by its figures: its frequencies go from 0.010083 to 0.437825, ours by ss_mfe from 0.009284 to 0.443921,
and by ss_cons_projected from 0.027838 to 0.377662 (Rfam 14.2 seed).
"""

LETTERS = re.compile(r"[A-Za-z]+")
BRACKETS = re.compile(r"([.()]+)(\s+\(.*\))?")
"""A structure, and after it what folding programs add: an energy in parentheses."""
PLAIN = "a structure of . ( and )"


@dataclass(frozen=True, slots=True)
class Design:
    """A sequence, upper case with U for T, and its structure, as long; `family` may be empty; it ended in `line`."""

    sequence: str
    structure: str
    family: str
    line: int


class Designs:
    """The designs in a file, one after the other.

    `column` names a table's column with the structures; the default is the first of STRUCTURES that it has. Once the
    first design is there it is the one that is read, empty for a file that is no table. PuzzleError as soon as
    something is wrong.
    """

    def __init__(self, file: LongFile, column: str = "") -> None:
        self.column = column.lower()
        self.passed_over: Counter[str] = Counter()
        """What was not even offered, in words, each with its number."""
        self._designs = self._read(file)

    def __iter__(self) -> Iterator[Design]:
        return self._designs

    def _read(self, file: LongFile) -> Iterator[Design]:
        every = file.lines()
        head = next((text for text in every if text.strip()), "")
        if head.startswith(stockholm.HEAD):
            yield from self._alignments(file, every)
            return
        every = chain([head], every)
        lines = (text for text in every if not text.startswith("#") and (text.strip() or "\t" in text))
        first = next(lines, None)
        if first is None:
            raise file.wrong("there is nothing in the file", "sequences with their structures", 0)
        if "\t" in first:
            header = _fields(first.lower())
            known = [name for name in ([self.column] if self.column else STRUCTURES) if name in header]
            if not known:
                wanted, names = self.column or " or ".join(STRUCTURES), ", ".join(name[:30] for name in header[:20])
                raise file.wrong(f"the table has no column {wanted}", f"--column and one of: {names}")
            self.column = known[0]
            yield from _rows(file, header, self.column, lines)
        elif self.column:
            raise file.wrong("this is no table: its first line has no tab", f"one with a column {self.column}")
        else:
            yield from _blocks(file, first.strip(), (text.strip() for text in lines))

    def _alignments(self, file: LongFile, lines: Iterator[str]) -> Iterator[Design]:
        known = (stockholm.FOLDED, stockholm.CONSENSUS)
        if self.column and self.column not in known:
            raise file.wrong(f"alignments have no column {self.column}", f"--column and one of: {', '.join(known)}")
        self.column = self.column or stockholm.FOLDED
        for row in stockholm.rows(file, lines, self.column, self.passed_over):
            yield Design(row.sequence, row.structure, row.family, row.line)


def _rows(file: LongFile, header: list[str], column: str, lines: Iterator[str]) -> Iterator[Design]:
    """From a table with tabs between its columns, named in its first line."""
    if "sequence" not in header:
        raise file.wrong("the table has no column sequence", "the columns' names in the first line")
    sequence, structure = header.index("sequence"), header.index(column)
    family = header.index("family") if "family" in header else None
    for text in lines:
        fields = _fields(text)
        if len(fields) != len(header):
            raise file.wrong(f"a row of {len(fields)} columns", f"{len(header)}, as in the first line")
        yield _design(file, fields[sequence], fields[structure], "" if family is None else fields[family], file.line)


def _fields(row: str) -> list[str]:
    return [field.strip() for field in row.split("\t")]


def _blocks(file: LongFile, first: str, lines: Iterator[str]) -> Iterator[Design]:
    """From lines `>name` (or none), then letters, then brackets, as folding programs write them."""
    text: str | None = first
    while text is not None:
        if text.startswith(">"):
            text = _next(file, lines, "a sequence after its name")
        sequence = structure = ""
        while LETTERS.fullmatch(text):
            sequence += text
            if len(sequence) > LONGEST_LINE:
                raise file.wrong(f"a sequence of over {LONGEST_LINE:,} letters", f"its structure, {PLAIN}")
            text = _next(file, lines, f"the structure of the sequence above, {PLAIN}")
        if not sequence:
            raise file.wrong(f"{text[:30]!a} where a sequence is to begin", "a line of letters such as GGGAAACCC")
        line = file.line
        while len(structure) < len(sequence) and (found := BRACKETS.fullmatch(text or "")):
            structure += found[1]
            line = file.line
            text = next(lines, None)
        if not structure:
            raise file.wrong(f"{(text or '')[:30]!a} after a sequence", PLAIN)
        yield _design(file, sequence, structure, "", line)


def _next(file: LongFile, lines: Iterator[str], expected: str) -> str:
    text = next(lines, None)
    if text is None:
        raise file.wrong("the file ends here", expected)
    return text


def _design(file: LongFile, sequence: str, structure: str, family: str, line: int) -> Design:
    if not LETTERS.fullmatch(sequence):
        raise file.wrong(f"a sequence of {sequence[:30]!a}", "letters alone, without gaps", line)
    if len(sequence) != len(structure):
        lengths = f"a sequence of {len(sequence):,} letters with a structure of {len(structure):,}"
        raise file.wrong(lengths, "both of one length", line)
    return Design(sequence.upper().replace("T", "U"), structure, family, line)
