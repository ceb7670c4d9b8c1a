"""Lists of pairs: .ct (connect table) of mfold and RNAstructure, and .bpseq; a line a base, with its partner.

A .ct file begins with the number of bases, perhaps an energy, and a title, and may hold several structures, each with
such a line; its columns are number, base, number - 1, number + 1, partner (0: none), number. A line of .bpseq has
number, base and partner.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.rna.formats.target_record import Record, check_size
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.structure import LONGEST
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import cleaned, quoted

_HEAD = re.compile(r"\s*([0-9]{1,6})(?:\s+(.*))?")
_CT_ROW = re.compile(r"\s*1\s+[A-Za-z]\s+0\s+[0-9]+\s+[0-9]+(?:\s+[0-9]+)*\s*")
_BPSEQ_ROW = re.compile(r"\s*1\s+[A-Za-z]\s+-?[0-9]+\s*")
_ENERGY = re.compile(r"(?:d?g|energy)\s*=?\s*-?[0-9.]+(?:\s*kcal/mol)?|\[\s*initially[^]]*\]", re.IGNORECASE)


def ct_likeness(text: str) -> float:
    """1 if a number and then the row of a first base of .ct are the first lines that are no comments; else 0."""
    rows = [line.text for line in used_lines(text, ("#", ";", ">"))[:2]]
    return 1.0 if len(rows) == 2 and _HEAD.fullmatch(rows[0]) and _CT_ROW.fullmatch(rows[1]) else 0.0


def bpseq_likeness(text: str) -> float:
    """1 if one of the first lines is the row of a first base of .bpseq, behind lines of words alone; else 0."""
    for line in used_lines(text, ("#", ";"))[:20]:
        if _BPSEQ_ROW.fullmatch(line.text):
            return 1.0
        if not line.text.lstrip()[:1].isalpha():
            return 0.0
    return 0.0


def read_ct(text: str) -> list[Record]:
    """The records, one a structure."""
    lines = used_lines(text, ("#", ";", ">"))
    records: list[Record] = []
    while lines:
        head = _HEAD.fullmatch(lines[0].text)
        if not head:
            raise lines[0].error("this line begins no structure", "the number of bases, and a title")
        count = int(head.group(1))
        if not 0 < count <= LONGEST:
            raise lines[0].error(f"the structure has {count:,} bases", f"1 to {LONGEST:,}")
        rows = lines[1 : count + 1]
        if len(rows) < count:
            where = rows[-1] if rows else lines[0]
            raise where.error(f"the structure ends after {len(rows):,} bases", f"{count:,}, as its first line says")
        title = cleaned(_ENERGY.sub("", head.group(2) or "").removesuffix(NAMELESS))
        record = _record(lines[0], title, [row.words(8) for row in rows], 4, "number, base, number - 1, number + 1, ")
        record.number = len(records) + 1
        record.text = "\n".join(one.text for one in lines[: count + 1]) + "\n"
        records.append(record)
        check_size(len(records), record, lines[0].line)
        lines = lines[count + 1 :]
    return records


NAMELESS = "target"
"""The title of a structure without a name."""

_HEADING = re.compile(
    r"\s*(?:file ?name|name|title|organism|accession\b[^:]*|reference\w*|comment|date|source)\s*:|\s*citation\b",
    re.IGNORECASE,
)
"""What stands above the bases of .bpseq."""


def read_bpseq(text: str) -> list[Record]:
    """The one record of the text; lines of words before the first base, as `Filename: a.bpseq`, name it at most."""
    lines = used_lines(text, ("#", ";"))
    first = next(at for at, line in enumerate(lines) if _BPSEQ_ROW.fullmatch(line.text))
    for line in lines[:first]:
        if not _HEADING.match(line.text):
            raise line.error(f"found {quoted(line.text)}", "a line such as Filename: a.bpseq, or the first base")
    named = (
        re.fullmatch(r"\s*#?\s*(?:filename|name|organism)\s*:\s*(.*)", line.text, re.IGNORECASE)
        for line in used_lines(text)[: lines[first].line]
    )
    name = next((cleaned(one.group(1)) for one in named if one), "")
    record = _record(lines[first], name, [row.words(4) for row in lines[first:]], 2, "number, base, ")
    record.number, record.text = 1, text
    return [record]


def write_ct(puzzle: RnaPuzzle, sequences: Sequence[str]) -> str:
    """A structure for each design, the target with its letters; of the puzzle alone with those of its restraints."""
    title, lines = cleaned(puzzle.name) or NAMELESS, []
    for letters in _one_strand(puzzle, sequences):
        lines.append(f"{puzzle.length:>5} {title}")
        for number, (letter, other) in enumerate(zip(letters, puzzle.partners, strict=True), 1):
            behind = (number + 1) % (puzzle.length + 1)
            lines.append(f"{number:>5} {letter} {number - 1:>7} {behind:>4} {other + 1:>4} {number:>4}")
    return "\n".join(lines) + "\n"


def write_bpseq(puzzle: RnaPuzzle, sequences: Sequence[str]) -> str:
    """The target with the letters of the one design, or of the restraints; PuzzleError for several designs."""
    if len(sequences) > 1:
        raise PuzzleError(f"bpseq holds one design, not {len(sequences)}", "ct, or another format")
    (letters,) = _one_strand(puzzle, sequences)
    rows = zip(letters, puzzle.partners, strict=True)
    named = f"#Name: {cleaned(puzzle.name)}\n" if puzzle.name else ""
    return named + "".join(f"{number} {letter} {other + 1}\n" for number, (letter, other) in enumerate(rows, 1))


def _one_strand(puzzle: RnaPuzzle, sequences: Sequence[str]) -> Sequence[str]:
    if puzzle.nick:
        raise PuzzleError("the target is of two strands", "a format with &, such as dbn, or FASTA")
    return sequences or [puzzle.spelled(puzzle.start or puzzle.restraints)]


def _record(head: Field, name: str, rows: Sequence[list[Field]], column: int, expected: str) -> Record:
    """A record of the rows' bases and structure; PuzzleError where numbers or partners don't fit each other."""
    if len(rows) > LONGEST:
        raise rows[LONGEST][0].error("too many bases", f"at most {LONGEST:,}")
    partners: list[int] = []
    for number, words in enumerate(rows, 1):
        if len(words) <= column:
            raise words[-1].behind().error(f"the line ends after {len(words)} columns", f"{expected}partner")
        if words[0].text != str(number):
            raise words[0].error(f"found {quoted(words[0].text)}", f"{number}, the base's number")
        if len(words[1].text) != 1 or not words[1].text.isalpha():
            raise words[1].error(f"{quoted(words[1].text)} is no base", "one letter")
        partners.append(words[column]._replace(text=words[column].text.replace("-1", "0")).number("partner, or 0") - 1)
    for index, other in enumerate(partners):
        if other >= 0 and (other >= len(partners) or partners[other] != index or other == index):
            pairs = f"base {index + 1} pairs with {other + 1}, and that "
            behind = "is none" if other >= len(partners) else f"with {partners[other] + 1 or 'none'}"
            raise rows[index][column].error(pairs + behind, "partners that name each other")
    letters = _letters(partners)
    record = Record(head.line, name)
    record.target = [words[column]._replace(text=letter) for words, letter in zip(rows, letters, strict=True)]
    record.sequences = [words[1] for words in rows]
    return record


def _letters(partners: Sequence[int]) -> str:
    """The structure, with square brackets for a pair that crosses an earlier one: reading it says so."""
    found = ["."] * len(partners)
    opened: list[int] = []
    for index, other in enumerate(partners):
        if other > index:
            crossing = any(partners[one] < other for one in opened[-1:])
            found[index], found[other] = "[]" if crossing else "()"
            opened += [] if crossing else [index]
        elif opened and partners[opened[-1]] == index:
            opened.pop()
    return "".join(found)
