"""What the lines of one record are: structures, sequences, and what programs that fold write around them.

RNAfold's lines (`-p`, and its dialogue on a terminal) belong to the record of their sequence, whose first structure,
that of the MFE, is the target; the others are left out, with a note. Several structures of one sequence are states of
one design; with an energy behind each (RNAsubopt) they are as many targets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from puzzles.rna.bases import FREE_SIGNS
from puzzles.rna.formats.target_record import Record, is_structure, positions
from puzzles.text.fields import Field, joined
from puzzles.text.quoting import counted

_ENERGY = re.compile(
    r"(?<!\s)\s+(?:([(\[{])\s*)?[-+]?[0-9]+(?:\.[0-9]+)?(?:\s*kcal/mol|\s+(?:d|MEA)=[0-9.]+)?(?:\s*[)\]}])?\s*$"
)  # each stretch of blanks is read once, so a text of nothing else takes linear time
"""What RNAfold and similar programs write after a structure, such as ` (-12.30)`, ` [ -9.80]` or ` { -9.60 d=1.2}`."""

_RANGE = re.compile(r"(?<=[A-Za-z])\s+-?[0-9]+\s+[0-9]+\s*$")
"""What RNAsubopt writes behind the sequence."""

_PROGRAM = re.compile(
    r"\s*(?:input (?:string|sequence|structure)|use '&'|[.,]{9}1[.,]+|length = |(?:gquad |mfe |minimum |scaled )?"
    r"(?:(?:minimum )?(?:free )?energy|mfe)\b.*[=:]|frequency of mfe|ensemble diversity|delta g|@\s*$|[;*]\s*$)",
    re.IGNORECASE,
)
"""A line that is RNAfold's own, or the end of a list of structures."""

_NO_PAIR = frozenset(FREE_SIGNS + "-~:,")

BESIDE = "of RNAfold's structures the first, of the MFE, is read"


def of_program(line: str) -> bool:
    return _PROGRAM.match(line) is not None


def is_letters(word: str) -> bool:
    """True for a sequence, perhaps of IUPAC letters with dots where a position is free."""
    return not is_structure(word) or (
        any(map(str.isalpha, word[:2000])) and all(one.isalpha() or one in _NO_PAIR or one in "&+" for one in word)
    )


def words_of(line: Field) -> list[Field]:
    """The words of a line of a record, without the energy behind a structure."""
    first = line.text.split(maxsplit=1)[0]
    behind = _ENERGY if not is_letters(first) else _RANGE
    return line._replace(text=behind.sub("", line.text)).words()


def take_line(record: Record, line: Field) -> bool:
    """Takes a line that a program wrote around a structure of the record; False if it is none.

    A structure with other brackets than ( ) around its energy is one of RNAfold's, of an ensemble.
    """
    if of_program(line.text):
        if line.text.split()[0].lower() == "length":  # what was typed before comes again
            record.sequences, record.typed = [], record.sequences
        elif "free energy" in line.text.lower():
            record.folded = True
        return True
    energy = _ENERGY.search(line.text)
    if record.target and energy and energy.group(1) in ("[", "{") and not is_letters(line.text.split(maxsplit=1)[0]):
        record.beside = True
        return True
    return False


def has_energy(line: Field) -> bool:
    return _ENERGY.search(line.text) is not None


def take_words(record: Record, words: Sequence[Field]) -> None:
    """Adds structures and sequences to the record. A blank within a structure is noted."""
    for word in words:
        if is_letters(word.text):
            record.sequences.append(word)
            continue
        before = record.target[-1] if record.target else None
        if before is not None and before.line == word.line and not record.blank:
            place = len(joined([one for one in record.target if one.line == word.line]).text)
            record.blank = f"the blank behind position {place} of line {word.line} is left out of the structure"
        record.target.append(word)


def settled(record: Record) -> list[Record]:
    """The record with one target: its other structures are states of the design, left out, or records of their own."""
    if record.typed and not record.sequences:
        record.sequences = record.typed
    rows: dict[int, list[Field]] = {}
    for word in record.target:
        rows.setdefault(word.line, []).append(word)
    structures = list(rows.values())
    lengths = {sum(map(positions, row)) for row in structures}
    letters = sum(map(positions, record.sequences))
    several = len(structures) > 1 and len(lengths) == 1 and letters in {k * one for one in lengths for k in (1, 2)}
    if record.beside or (several and record.folded and letters != len(structures) * min(lengths)):
        record.notes.append(BESIDE)
        record.target = structures[0] if several else record.target
        return [record]
    if not several or letters == len(structures) * min(lengths):  # one structure, perhaps wrapped as its sequence is
        return [record]
    if record.energies > 1:
        return [_alone(record, row) for row in structures]
    record.target = structures[0]
    add_states(record, [joined(row).fields for row in structures[1:]])
    return [record]


def add_states(record: Record, structures: Sequence[Sequence[Field]]) -> None:
    """Makes the structures states of the record's design, beside those that it has."""
    for row in structures:
        record.state_lines.append(row[0]._replace(text="".join(one.text for one in row)))
    text = ", ".join(one.text for one in record.state_lines)
    record.demands["state"] = record.state_lines[0]._replace(text=text)
    what = f"{counted(1 + len(structures), 'structure')} of one sequence are read as states of one design"
    record.notes.append(what)


def _alone(record: Record, row: list[Field]) -> Record:
    sequences = " ".join(one.text for one in record.sequences)
    text = f"{sequences}\n{' '.join(one.text for one in row)}\n"
    return replace(record, line=row[0].line - 1, target=row, text=text, notes=[*record.notes])


def length_of(words: Sequence[Field]) -> int:
    return sum(map(positions, words))
