"""Tables: Eterna's and NEMO's of puzzles, and ours of designs.

Eterna's is tab-separated with a header: a puzzle a line, one or more columns of secondary structures. NEMO's list has a
line for each target, which is in quotes, then perhaps a start sequence whose letters other than N are fixed. Ours is
CSV: a row a design, with its figures; it is read back for its targets and sequences.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from itertools import accumulate

from puzzles.errors import PuzzleError
from puzzles.parameters import Value
from puzzles.rna import strands
from puzzles.rna.bases import only_bases
from puzzles.rna.formats.spelling import check_spelling
from puzzles.rna.formats.target_record import DEFAULTS, Record, check_size, setting
from puzzles.rna.puzzle import DEMANDS, RnaPuzzle
from puzzles.rna.report import Report, finding
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import cleaned, counted, quoted

MOST_COLUMNS = 1000
"""Columns of a table that are read."""

_NEMO_ROW = re.compile(r'"([^"]*)"(?:\s*(\S+))?')


def eterna_likeness(text: str) -> float:
    """1 if the first line is a header of tab-separated columns, a structure's among them; else 0."""
    header = text.lstrip("\n").partition("\n")[0]
    return 1.0 if "\t" in header and _structures(header.split("\t")) else 0.0


def read_eterna(text: str) -> list[Record]:
    """The records, one a structure: of one line the last column first, which is the newest version."""
    records: list[Record] = []
    columns: list[str] = []
    structures: list[tuple[int, str]] = []
    number_at = name_at = -1
    count = 0
    for line in used_lines(text):
        fields = line.parted("\t", MOST_COLUMNS)
        if not columns:
            columns = [one.text.lower() for one in fields]
            structures = _structures(line.text.split("\t", MOST_COLUMNS)[:MOST_COLUMNS])
            if not structures:
                raise line.error(f"no structure in the first {MOST_COLUMNS:,} columns", "a table of puzzles")
            number_at = next((i for i, one in enumerate(columns) if "#" in one or one in ("id", "number")), -1)
            name_at = next((i for i, one in enumerate(columns) if one.endswith("name")), -1)
            continue
        if len(fields) <= structures[-1][0]:
            raise line.error(f"the line has {counted(len(fields), 'column')}", f"{len(columns)}, as the header")
        count += 1
        numbered = fields[number_at].text if 0 <= number_at < len(fields) else ""
        number = int(numbered) if re.fullmatch(r"[0-9]{1,9}", numbered) else count
        name = cleaned(fields[name_at].text) if 0 <= name_at < len(fields) else ""
        for at, variant in reversed(structures):
            field = fields[at]
            if not field.text:
                continue
            record = Record(line.line - 1, name, [field], number=number, variant=variant)  # its own text has the header
            record.note = f"{variant}, puzzle {number}" if variant else f"puzzle {number}"
            column = f"Secondary Structure {variant}".strip()
            record.text = f"Puzzle #\tPuzzle Name\t{column}\n{number}\t{name}\t{field.text}\n"
            records.append(record)
            check_size(len(records), record, line.line)
    if not records:
        raise PuzzleError("the table has no puzzle", "lines with a structure below the header")
    return records


def nemo_likeness(text: str) -> float:
    """1 if the first line that is not blank is a structure in quotes, 0.6 if it begins with a quote and a bracket."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    if re.fullmatch(r'\s*"[.()]+"(?:\s+[A-Za-z]+)?\s*', first):
        return 1.0
    return 0.6 if re.match(r'\s*"[.(\[{<]', first) else 0.0


def read_nemo(text: str) -> list[Record]:
    """The records, one a line."""
    records: list[Record] = []
    for line in used_lines(text):
        row = line.stripped()
        found = _NEMO_ROW.fullmatch(row.text)
        if not found:
            raise line.error("this is no line of NEMO's list", '"target" in quotes')
        record = Record(line.line, number=len(records) + 1, text=line.text + "\n")
        record.target = [row.part(found.group(1), found.start(1))]
        if found.group(2):
            fixed = row.part(found.group(2), found.start(2))
            record.sequences = [fixed] * (2 if only_bases(fixed.text) else 1)  # one without an N alone would be a start
        records.append(record)
        check_size(len(records), record, line.line)
    return records


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


FIGURES = ("fold", "energy", "target_energy", "gap", "distance", "gc", "unique", "probability", "defect")
"""The figures of a design, as the checker names them; empty where it has none."""

SYNTHESIS = ("longest_run", "longest_repeat", "checks", "failed_checks")
"""Lengths, `pass` or `fail`, and what failed against which limit."""

COLUMNS = (
    *("name", "model", "objective", "target", "restraints", "sequence", "solved"),
    *(*FIGURES, "rivals", *SYNTHESIS),
)
"""`rivals`: structures and their shares of the probability, separated by blanks. Of two strands there are the columns
`strands.FIGURES` besides, of several states `OF_STATES`, such as `state_2_fold`."""

OF_STATES = ("fold", "energy", "gap", "probability", "defect")
"""The figures of each state."""


DEMANDED = "demanded "
"""What stands before a demand's key in the name of its column: `gc` alone is the design's."""


_READ = ("model", "objective", "target", "restraints", "sequence")
_DEMANDED = tuple(f"{DEMANDED}{key}" for key in DEMANDS)


def csv_likeness(text: str) -> float:
    """1 if the first line is a header with the columns target and sequence; else 0."""
    header = text.lstrip("\n").partition("\n")[0].lower().replace('"', "").split(",")
    return 1.0 if {"target", "sequence"} <= {one.strip() for one in header} else 0.0


def read_csv(text: str) -> list[Record]:
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
                if "target" not in columns:  # within quotes a comma separates nothing
                    raise PuzzleError("the header has no column target", "name,target,sequence", line=rows.line_num)
                try:
                    _check_columns(columns)
                except PuzzleError as error:
                    raise PuzzleError(error.found, error.expected, line=rows.line_num) from None
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
            for key in DEFAULTS:
                if cells.get(key):
                    try:
                        record.settings[key] = setting(key, cells[key])
                    except PuzzleError as error:
                        raise PuzzleError(error.found, error.expected, line=line) from None
            if (share := cells.get("gc")) and not re.fullmatch(r"[0-9]*\.?[0-9]+", share):
                raise PuzzleError(f"gc, the share of a design, is {quoted(share)}", f"{DEMANDED}gc", line=line)
            record.demands = {key: fields[f"{DEMANDED}{key}"] for key in DEMANDS if cells.get(f"{DEMANDED}{key}")}
            record.text = _text([columns, row])
            records.append(record)
            check_size(len(records), record, line)
    except csv.Error as error:
        raise PuzzleError(f"this is no CSV: {error}", line=rows.line_num) from None
    if not records:
        raise PuzzleError("the table has no row", "a target and a sequence below the header")
    return records


def _check_columns(columns: Sequence[str]) -> None:
    """PuzzleError for a column that is there twice, or is surely meant for what another name stands for."""
    for name in (*COLUMNS, *_DEMANDED):
        if columns.count(name) > 1:
            raise PuzzleError(f"two columns are called {name}", "one")
    for name in columns:
        if name in DEMANDS and name != "gc":  # the share of a design
            raise PuzzleError(f"{quoted(name)} is no column", f"{DEMANDED}{name}")
    check_spelling(columns, (*_READ, *_DEMANDED), COLUMNS, "column")


def write_csv(puzzle: RnaPuzzle, reports: Sequence[Report]) -> str:
    """The table of the designs, without any that of the start sequence."""
    more = list(strands.FIGURES) if puzzle.nick else []
    more += [f"state_{number}_{name}" for number in range(1, len(puzzle.states) + 1) for name in OF_STATES]
    lines: list[list[Value]] = [[*COLUMNS, *more, *(f"{DEMANDED}{key}" for key in puzzle.demands)]]
    own = [cleaned(puzzle.name), puzzle.model, puzzle.objective]
    own += [puzzle.with_nick(puzzle.target), puzzle.with_nick(puzzle.restraints)]
    for one in reports:
        figures = [_shown(one.figures[name]) if name in one.figures else "" for name in FIGURES]
        rivals = " ".join(f"{rival.structure} {rival.share:.6g}" for rival in one.rivals)
        failed = "; ".join(map(finding, one.failed))
        checks: list[Value] = [one.longest_run, one.longest_repeat, "fail" if one.failed else "pass", failed]
        known: list[Value] = [rivals, *checks] if one.figures else [""] * 5
        solved = _shown(one.solved) if one.figures else ""
        besides = [_shown(one.figures[name]) if name in one.figures else "" for name in more]
        lines.append([*own, one.sequence, solved, *figures, *known, *besides, *puzzle.demands.values()])
    if not reports:
        blank = [""] * (len(COLUMNS) + len(more) - len(own) - 1)
        lines.append([*own, puzzle.with_nick(puzzle.start), *blank, *puzzle.demands.values()])
    return _text(lines)


def _shown(value: Value) -> Value:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else value


def _text(rows: Sequence[Sequence[Value]]) -> str:
    found = io.StringIO()
    csv.writer(found, lineterminator="\n").writerows(rows)
    return found.getvalue()
