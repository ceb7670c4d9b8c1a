"""NEMO's list: a target in quotes a line, then perhaps a start sequence whose letters other than N are fixed."""

from __future__ import annotations

import re

from puzzles.errors import PuzzleError
from puzzles.rna.formats.target_record import Record, check_size
from puzzles.rna.restraints import BASES, unified
from puzzles.text.placed_letters import span

_ROW = re.compile(r'\s*"([^"]*)"\s*(\S*)\s*')


def likeness(text: str) -> float:
    """1 if the first line that is not blank is a structure in quotes, 0.6 if it begins with a quote and a bracket."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    if re.fullmatch(r'\s*"[.()]+"(?:\s+[A-Za-z]+)?\s*', first):
        return 1.0
    return 0.6 if re.match(r'\s*"[.(\[{<]', first) else 0.0


def read(text: str) -> list[Record]:
    """The records, one a line."""
    records: list[Record] = []
    for number, row in enumerate(text.split("\n"), start=1):
        if not row.strip():
            continue
        found = _ROW.fullmatch(row)
        if not found:
            raise PuzzleError("this is no line of NEMO's list", '"target" in quotes', line=number, column=1)
        record = Record(number, number=len(records) + 1, text=row + "\n")
        record.target = [span(found.group(1), number, found.start(1) + 1)]
        if found.group(2):
            fixed = span(found.group(2), number, found.start(2) + 1)
            all_fixed = not set(unified(fixed.text)) - set(BASES)
            record.sequences = [fixed, fixed] if all_fixed else [fixed]  # one without an N alone would be a start
        records.append(record)
        check_size(len(records), record, number)
    return records
