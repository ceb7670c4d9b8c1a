"""NEMO's list: a target in quotes a line, then perhaps a start sequence whose letters other than N are fixed."""

from __future__ import annotations

import re

from puzzles.rna.formats.target_record import Record, check_size
from puzzles.rna.puzzle import BASES, unified
from puzzles.text.fields import used_lines

_ROW = re.compile(r'"([^"]*)"(?:\s*(\S+))?')


def likeness(text: str) -> float:
    """1 if the first line that is not blank is a structure in quotes, 0.6 if it begins with a quote and a bracket."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    if re.fullmatch(r'\s*"[.()]+"(?:\s+[A-Za-z]+)?\s*', first):
        return 1.0
    return 0.6 if re.match(r'\s*"[.(\[{<]', first) else 0.0


def read(text: str) -> list[Record]:
    """The records, one a line."""
    records: list[Record] = []
    for line in used_lines(text):
        row = line.stripped()
        found = _ROW.fullmatch(row.text)
        if not found:
            raise line.error("this is no line of NEMO's list", '"target" in quotes')
        record = Record(line.line, number=len(records) + 1, text=line.text + "\n")
        record.target = [row.part(found.group(1), found.start(1))]
        if found.group(2):
            fixed = row.part(found.group(2), found.start(2))
            all_fixed = not set(unified(fixed.text)) - set(BASES)
            record.sequences = [fixed, fixed] if all_fixed else [fixed]  # one without an N alone would be a start
        records.append(record)
        check_size(len(records), record, line.line)
    return records
