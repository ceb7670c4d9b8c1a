"""Eterna's table: tab-separated with a header; a puzzle a line, one or more columns of secondary structures."""

from __future__ import annotations

import re

from puzzles.errors import PuzzleError
from puzzles.rna.formats.target_record import Record, check_size
from puzzles.text.names import cleaned
from puzzles.text.placed_letters import span


def likeness(text: str) -> float:
    """1 if the first line is a header of tab-separated columns, a structure's among them; else 0."""
    header = text.lstrip("\n").partition("\n")[0]
    return 1.0 if "\t" in header and _structures(header.split("\t")) else 0.0


def read(text: str) -> list[Record]:
    """The records, one a structure: of one line the last column first, which is the newest version."""
    records: list[Record] = []
    columns: list[str] = []
    structures: list[tuple[int, str]] = []
    number_at = name_at = -1
    count = 0
    for line, row in enumerate(text.split("\n"), start=1):
        if not row.strip():
            continue
        fields = row.split("\t")
        if not columns:
            columns = [one.strip().lower() for one in fields]
            structures = _structures(fields)
            number_at = next((i for i, one in enumerate(columns) if "#" in one or one in ("id", "number")), -1)
            name_at = next((i for i, one in enumerate(columns) if one.endswith("name")), -1)
            continue
        if len(fields) <= structures[-1][0]:
            wanted = f"{len(columns)}, as the header"
            raise PuzzleError(f"the line has {len(fields)} columns", wanted, line=line, column=1)
        count += 1
        numbered = fields[number_at].strip() if number_at >= 0 else ""
        number = int(numbered) if re.fullmatch(r"[0-9]{1,9}", numbered) else count
        name = cleaned(fields[name_at]) if name_at >= 0 else ""
        for at, variant in reversed(structures):
            before = sum(len(one) + 1 for one in fields[:at])
            field = fields[at]
            if not field.strip():
                continue
            column = before + len(field) - len(field.lstrip()) + 1
            record = Record(line, name, [span(field.strip(), line, column)], number=number, variant=variant)
            record.note = f"{variant}, puzzle {number}" if variant else f"puzzle {number}"
            named = "\t".join(("Puzzle #", "Puzzle Name", columns_name(variant)))
            record.text = f"{named}\n{number}\t{name}\t{field.strip()}\n"
            record.line = line - 1  # the header of its own text comes first
            records.append(record)
            check_size(len(records), record, line)
    if not records:
        raise PuzzleError("the table has no puzzle", "lines with a structure below the header")
    return records


def columns_name(variant: str) -> str:
    """The header of the column of that version's structures."""
    return f"Secondary Structure {variant}".strip()


def _structures(fields: list[str]) -> list[tuple[int, str]]:
    """The columns that hold structures: index, and the version in the header's name, such as V2."""
    found = []
    for index, name in enumerate(fields):
        told = re.fullmatch(r".*\bstructure\b\W*(\w*)\W*", name.strip(), re.IGNORECASE)
        if told:
            found.append((index, told.group(1).upper()))
    return found
