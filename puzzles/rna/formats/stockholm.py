"""Stockholm alignments, as of Rfam: the consensus structure in WUSS, and the sequences.

Rows may be wrapped over blocks. Of one sequence the columns in which it has a base are read, with the sequence; of
several the consensus structure alone. Without one, each sequence that has a structure of its own (`#=GR NAME SS`) is a
target.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.rna.formats.orders import NAMELESS, strands, word_of
from puzzles.rna.formats.target_record import Record, check_size
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.structure import partners_of
from puzzles.text.fields import Field, joined, used_lines
from puzzles.text.quoting import cleaned, counted, quoted

_FIRST = re.compile(r"\s*#\s*STOCKHOLM\b", re.IGNORECASE)
_GAPS = frozenset("-._~*")
_WUSS = str.maketrans("()", "<>")


def likeness(text: str) -> float:
    """1 if the first line is Stockholm's; else 0."""
    return 1.0 if _FIRST.match(text.lstrip("\n")) else 0.0


def read(text: str) -> list[Record]:
    """The records of all alignments of the text; PuzzleError for one without a structure."""
    records: list[Record] = []
    part: list[Field] = []
    for line in used_lines(text):
        if line.text.strip() != "//":
            part.append(line)
            continue
        records += _records(part)
        part = []
    if any(not line.text.lstrip().startswith("#") for line in part):
        records += _records(part)
    if not records:
        raise PuzzleError("the alignment has no structure", "a line #=GC SS_cons or #=GR NAME SS", line=1)
    for number, record in enumerate(records, 1):
        record.number = number
        check_size(number, record, record.line)
    return records


def _records(part: list[Field]) -> list[Record]:
    rows: dict[str, list[Field]] = {}
    structures: dict[str, list[Field]] = {}
    name = ""
    for line in part:
        words = line.words(5)
        kind = words[0].text
        if kind == "#=GF" and len(words) > 2 and words[1].text in ("ID", "AC"):
            name = name or cleaned(words[2].text)
        elif kind == "#=GC" and len(words) > 2 and words[1].text == "SS_cons":
            structures.setdefault("", []).extend(words[2:])
        elif kind == "#=GR" and len(words) > 3 and words[2].text == "SS":
            structures.setdefault(words[1].text, []).extend(words[3:])
        elif not kind.startswith("#"):
            if len(words) != 2:
                at = words[min(len(words) - 1, 2)]
                raise at.error(f"the line has {counted(len(words), 'word')}", "a name and aligned letters")
            rows.setdefault(kind, []).extend(words[1:])
    if not structures:
        where = part[0] if part else Field("")
        raise where.error("the alignment has no structure", "a line #=GC SS_cons or #=GR NAME SS")
    if "" in structures and len(rows) != 1:
        note = f"the consensus structure is read; of {counted(len(rows), 'sequence')} none is"
        return [_record(name, structures[""], [], note)]
    owners = list(rows) if "" in structures else [one for one in structures if one in rows]
    for one, row in rows.items():
        if one not in owners:
            raise row[0].error(f"the sequence {quoted(one)} has no structure", "#=GR NAME SS of each, or #=GC SS_cons")
    return [
        _record(name if len(owners) == 1 and name else one, structures.get("", structures.get(one, [])), rows[one], "")
        for one in owners
    ]


def write(puzzle: RnaPuzzle, sequences: Sequence[str]) -> str:
    """One alignment of the designs, without a gap, and the target; of the puzzle alone with its restraints."""
    if puzzle.nick:
        raise PuzzleError("the target is of two strands", "a format with &, such as dbn, or FASTA")
    rows = [
        *strands(puzzle, sequences or [puzzle.spelled(puzzle.start or puzzle.restraints)]),
        ("#=GC SS_cons", puzzle.target.translate(_WUSS)),
    ]
    width = max(len(name) for name, _ in rows)
    title = [f"#=GF ID {word_of(puzzle)}"] if puzzle.name else []
    return "\n".join(["# STOCKHOLM 1.0", *title, *(f"{name:<{width}} {row}" for name, row in rows), "//"]) + "\n"


def _record(name: str, structure: list[Field], sequence: list[Field], note: str) -> Record:
    """The record of one structure; columns in which the sequence has a gap are left out, and so are their pairs."""
    record = Record(
        structure[0].line, "" if name == NAMELESS else name, structure, list(sequence), notes=[note] if note else []
    )
    letters = joined(sequence)
    gaps = {index for index, letter in enumerate(letters.text) if letter in _GAPS}
    whole = joined(structure)
    if sequence and len(letters.text) != len(whole.text):
        at = min(len(letters.text), len(whole.text)) - 1
        raise whole.error(
            at, f"the structure has {len(whole.text):,} columns", f"{len(letters.text):,}, as {name or 'the sequence'}"
        )
    if gaps:
        partners = partners_of(whole)
        kept = [index for index in range(len(partners)) if index not in gaps]
        lost = sum(
            1 for index in gaps if partners[index] >= 0 and not (partners[index] in gaps and partners[index] < index)
        )
        target = "".join(
            "." if partners[index] < 0 or partners[index] in gaps else "(" if partners[index] > index else ")"
            for index in kept
        )
        record.target = [structure[0]._replace(text=target)]
        record.sequences = [sequence[0]._replace(text="".join(letters.text[index] for index in kept))]
        record.notes.append(
            f"{counted(len(gaps), 'column')} with a gap, and {counted(lost, 'pair')} there, are left out"
        )
    named = f"#=GF ID {name}\n" if name else ""
    rows = [f"s {''.join(one.text for one in record.sequences)}\n"] if sequence else []
    target = "".join(one.text for one in record.target)
    record.text = f"# STOCKHOLM 1.0\n{named}{''.join(rows)}#=GC SS_cons {target}\n//\n"
    return record
