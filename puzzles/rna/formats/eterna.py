"""Eterna's table: tab-separated with a header; a puzzle a line, one or more columns of secondary structures."""

from __future__ import annotations

import re

from puzzles.errors import PuzzleError
from puzzles.rna.formats.target_record import Record, check_size
from puzzles.text.fields import used_lines
from puzzles.text.quoting import cleaned, counted


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
    for line in used_lines(text):
        fields = line.parted("\t")
        if not columns:
            columns = [one.text.lower() for one in fields]
            structures = _structures(line.text.split("\t"))
            number_at = next((i for i, one in enumerate(columns) if "#" in one or one in ("id", "number")), -1)
            name_at = next((i for i, one in enumerate(columns) if one.endswith("name")), -1)
            continue
        if len(fields) <= structures[-1][0]:
            raise line.error(f"the line has {counted(len(fields), 'column')}", f"{len(columns)}, as the header")
        count += 1
        numbered = fields[number_at].text if number_at >= 0 else ""
        number = int(numbered) if re.fullmatch(r"[0-9]{1,9}", numbered) else count
        name = cleaned(fields[name_at].text) if name_at >= 0 else ""
        for at, variant in reversed(structures):
            field = fields[at]
            if not field.text:
                continue
            record = Record(line.line - 1, name, [field], number=number, variant=variant)  # its own text has the header
            record.note = f"{variant}, puzzle {number}" if variant else f"puzzle {number}"
            named = "\t".join(("Puzzle #", "Puzzle Name", columns_name(variant)))
            record.text = f"{named}\n{number}\t{name}\t{field.text}\n"
            records.append(record)
            check_size(len(records), record, line.line)
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
        *before, last = re.findall(r"\w+", name) or [""]
        if last.lower() == "structure":
            found.append((index, ""))
        elif before and before[-1].lower() == "structure":
            found.append((index, last.upper()))
    return found
