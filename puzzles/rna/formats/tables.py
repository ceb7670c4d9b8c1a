"""Tables: Eterna's and NEMO's of puzzles, and ours of designs.

Eterna's is tab-separated with a header: a puzzle a line, one or more columns of secondary structures. NEMO's list has a
line for each target, which is in quotes, then perhaps a start sequence whose letters other than N are fixed. Ours is
CSV: a row a design, with its figures; it is read back for its targets and sequences. Others' tables are read by the
same columns (`puzzles.text.separated`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.parameters import Value
from puzzles.rna import strands
from puzzles.rna.bases import only_bases
from puzzles.rna.formats.target_record import DEFAULTS, SYNONYMS, Record, check_size, check_spelling, setting
from puzzles.rna.puzzle import DEMANDS, RnaPuzzle
from puzzles.rna.report import BOUND, Report, finding
from puzzles.text.fields import used_lines
from puzzles.text.quoting import cleaned, counted, quoted
from puzzles.text.separated import SEPARATORS, Columns, column_names, csv_text, header_names, table

MOST_COLUMNS = 1000
"""Columns of a table that are read."""

_NEMO_ROW = re.compile(r'"([^"]*)"(?:\s*(\S+))?')


def eterna_likeness(text: str) -> float:
    """1 if the first line is a header of tab-separated columns, of which one is Eterna's and one a structure's; else 0.

    Of other programs' tables all columns are read by `read_csv`.
    """
    header = text.lstrip("\n").partition("\n")[0]
    found = _structures(header.split("\t")) if "\t" in header else []
    return 1.0 if found and ("puzzle" in header.lower() or any(version for _, version in found)) else 0.0


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
            record.notes = [f"{variant}, puzzle {number}" if variant else f"puzzle {number}"]
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


FIGURES = ("fold", "energy", "target_energy", "gap", "distance", "gc", "unique", "probability", BOUND, "defect")
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


_DEMANDED = tuple(f"{DEMANDED}{key}" for key in DEMANDS)
_READ: Columns = {**SYNONYMS, **dict.fromkeys(("objective", *_DEMANDED), ())}
_COLUMNS: Columns = {**dict.fromkeys(COLUMNS, ()), **_READ}


def csv_likeness(text: str) -> float:
    """1 if the first line is a header with the column target, less for other columns that are read; else 0."""
    first = text.lstrip("\ufeff\n\r ").partition("\n")[0].strip()
    if not first or first[0] in "{[#>;" or ":" in first or not any(map(str.isalpha, first)):
        return 0.0
    names = set(header_names(text, _COLUMNS)) or {column_names([first.strip('"')], _COLUMNS)[0]}
    if not any(one in first for one in SEPARATORS):  # words may be a sentence
        return 1.0 if names in ({"target"}, {"target", "sequence"}) or names > {"target", "name"} else 0.0
    read = names & {"sequence", "restraints", "model", "objective"}
    return 1.0 if "target" in names else 0.9 if len(read) > 1 else 0.8 if read else 0.0


def read_csv(text: str, needed: str = "target") -> list[Record]:
    """The records, one a row: target and sequence, and what else there are columns for."""
    found = table(used_lines(text), _COLUMNS, (needed,))
    try:
        _check_columns(found.names)
    except PuzzleError as error:
        raise found.heading.error(error.found, error.expected) from None
    records: list[Record] = []
    for line, row, cells in zip(found.lines, found.rows, found.records(), strict=True):
        if not any(one.text for one in row):
            continue
        given = {name: cell for name, cell in cells.items() if cell.text}
        record = Record(line.line - 1, number=len(records) + 1)  # its own text has the header
        record.name = cleaned(given["name"].text) if "name" in given else ""
        record.target = [given["target"]] if "target" in given else []
        record.named = {key: given[key] for key in ("restraints",) if key in given}
        record.sequences = [given["sequence"]] if "sequence" in given else []
        for key in DEFAULTS:
            if key in given:
                try:
                    record.settings[key] = setting(key, given[key].text)
                except PuzzleError as error:
                    raise given[key].error(error.found, error.expected) from None
        if (share := given.get("gc")) and not re.fullmatch(r"[0-9]*[.,]?[0-9]+ ?%?", share.text):
            raise share.error(f"gc, the share of a design, is {quoted(share.text)}", f"{DEMANDED}gc")
        record.demands = {key: given[f"{DEMANDED}{key}"] for key in DEMANDS if f"{DEMANDED}{key}" in given}
        record.text = f"{found.heading.text}\n{line.text}\n"
        records.append(record)
        check_size(len(records), record, line.line)
    if not records:
        raise PuzzleError("the table has no row", "a target and a sequence below the header")
    numbers = [int(one.name) for one in records if re.fullmatch(r"[0-9]{1,9}", one.name)]
    if len(set(numbers)) == len(records):
        for record, number in zip(records, numbers, strict=True):
            record.number, record.name = number, ""
    return records


def _check_columns(columns: Sequence[str]) -> None:
    """PuzzleError for a column that is surely meant for what another name stands for."""
    for name in columns:
        if name in DEMANDS and name != "gc":  # the share of a design
            raise PuzzleError(f"{quoted(name)} is no column", f"{DEMANDED}{name}")
    check_spelling(columns, [one for one in _READ if one != "name"], COLUMNS, "column")


def write_csv(puzzle: RnaPuzzle, reports: Sequence[Report]) -> str:
    """The table of the designs, without any that of the start sequence."""
    more = list(strands.FIGURES) if puzzle.nick and not puzzle.states else []
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
    return csv_text(lines)


def _shown(value: Value) -> Value:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else value
