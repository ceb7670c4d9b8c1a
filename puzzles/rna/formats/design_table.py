"""Designs as CSV: a row each, with its figures; read back for its targets and sequences."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from itertools import accumulate

from puzzles.errors import PuzzleError
from puzzles.parameters import Value
from puzzles.rna.formats.target_record import SETTINGS, Record, check_size
from puzzles.rna.puzzle import RnaPuzzle, only_bases
from puzzles.text.fields import Field
from puzzles.text.quoting import cleaned, quoted

FIGURES = ("fold", "energy", "target_energy", "gap", "distance", "gc", "unique", "probability", "defect")
"""The figures of a design, as the checker names them; empty where it has none."""

COLUMNS = ("name", "model", "objective", "target", "restraints", "sequence", "solved", *FIGURES)


def likeness(text: str) -> float:
    """1 if the first line is a header with the columns target and sequence; else 0."""
    header = text.lstrip("\n").partition("\n")[0].lower().replace('"', "").split(",")
    return 1.0 if {"target", "sequence"} <= {one.strip() for one in header} else 0.0


def read(text: str) -> list[Record]:
    """The records, one a row: target and sequence, and what else there are columns for."""
    rows = csv.reader(io.StringIO(text))
    records: list[Record] = []
    columns: list[str] = []
    try:
        for row in rows:
            if not any(one.strip() for one in row):
                continue
            if not columns:
                columns = [one.strip().lower() for one in row]
                continue
            line = rows.line_num
            if len(row) != len(columns):
                found = f"the row has {len(row)} cells"
                raise PuzzleError(found, f"{len(columns)}, as the header", line=line, column=1)
            cells = dict(zip(columns, (one.strip() for one in row), strict=True))
            starts = accumulate((len(one) + 1 for one in row), initial=1)
            fields = {name: Field(cells[name], line, start) for name, start in zip(columns, starts, strict=False)}
            record = Record(
                line - 1, cleaned(cells.get("name", "")), number=len(records) + 1
            )  # its own text has the header
            record.target = [fields["target"]]
            words = [fields[name] for name in ("restraints", "sequence") if cells.get(name)]
            record.sequences = words
            if len(words) == 1 and cells.get("restraints") and only_bases(words[0].text):
                record.sequences = [words[0], words[0]]  # restraints that fix all: one alone would be a start
            for key, known in SETTINGS.items():
                if cells.get(key):
                    if cells[key] not in known:
                        raise PuzzleError(f"{key} is {quoted(cells[key])}", " or ".join(known), line=line)
                    record.settings[key] = cells[key]
            record.text = _text([columns, row])
            records.append(record)
            check_size(len(records), record, line)
    except csv.Error as error:
        raise PuzzleError(f"this is no CSV: {error}", line=rows.line_num) from None
    if not records:
        raise PuzzleError("the table has no row", "a target and a sequence below the header")
    return records


def write(puzzle: RnaPuzzle, sequences: Sequence[str], facts: Sequence[Mapping[str, Value]]) -> str:
    """The table of the designs, without any that of the start sequence. A design with a distance of 0 is solved."""
    lines: list[list[Value]] = [list(COLUMNS)]
    for sequence, given in zip(sequences or [puzzle.start], facts or [{}], strict=True):
        solved = _shown(given["distance"] == 0) if "distance" in given else ""
        figures = [_shown(given[name]) if name in given else "" for name in FIGURES]
        own = [cleaned(puzzle.name), puzzle.model, puzzle.objective, puzzle.target, puzzle.restraints]
        lines.append([*own, sequence, solved, *figures])
    return _text(lines)


def _shown(value: Value) -> Value:
    """The value as tables have it: yes and no, and numbers to six digits."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else value


def _text(rows: Sequence[Sequence[Value]]) -> str:
    found = io.StringIO()
    csv.writer(found, lineterminator="\n").writerows(rows)
    return found.getvalue()
