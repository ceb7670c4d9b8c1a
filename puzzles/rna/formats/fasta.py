"""FASTA: a header `>name`, then a structure and sequences, in either order and wrapped as one likes."""

from __future__ import annotations

from puzzles.rna.formats.lines import cut, without_energy
from puzzles.rna.formats.target_record import Record, check_size, is_structure, settings_of, settings_text
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.text.fields import used_lines
from puzzles.text.quoting import cleaned

NAMELESS = "target"
"""The header of what has no name: some programs stumble over an empty one."""


def likeness(text: str) -> float:
    """1 if the first line that is neither blank nor a comment is a header with a structure below, 0.5 without one."""
    rows = [line.strip() for line in text.split("\n")]
    rows = [line for line in rows if line and not line.startswith(("#", ";"))]
    if not rows or not rows[0].startswith(">"):
        return 0.0
    below = [row for row in rows[1:200] if not row.startswith(">")]
    return 1.0 if any(is_structure(row.split()[0]) for row in below) else 0.5


def read(text: str) -> list[Record]:
    """The records of the text, one a header."""
    records: list[Record] = []
    for line in used_lines(text, ("#", ";")):
        if line.text.lstrip().startswith(">"):
            words, settings = settings_of(line.text.strip()[1:].split())
            name = cleaned(" ".join(words))
            records.append(Record(line.line, "" if name == NAMELESS else name, settings=settings))
            check_size(len(records), records[-1], line.line)
            continue
        if not records:
            raise line.error("the text doesn't begin with a header", "a line such as >name")
        for word in without_energy(line).words():
            record = records[-1]
            (record.target if is_structure(word.text) else record.sequences).append(word)
            check_size(len(records), record, line.line)
    return cut(records, text.split("\n"))


def write(puzzle: RnaPuzzle, sequence: str = "", name: str = "") -> str:
    """The header, the design and the target; without a design the target, the restraints and the start sequence."""
    told = " ".join(f"{key}={value}" for key, value in settings_text(puzzle).items())
    lines = [f">{cleaned(name or puzzle.name or NAMELESS)} {told}".rstrip()]
    if sequence:
        return "\n".join([*lines, sequence, puzzle.target]) + "\n"
    lines.append(puzzle.target)
    if set(puzzle.restraints) != {"N"}:
        lines.append(puzzle.restraints)
    if puzzle.start or not set(puzzle.restraints) - set("ACGU"):
        lines.append(puzzle.start or puzzle.restraints)
    return "\n".join(lines) + "\n"
