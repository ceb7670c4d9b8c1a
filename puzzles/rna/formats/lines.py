"""Targets in plain lines: dot-bracket with the structure first, and .dbn with the sequence first; comments with #."""

from __future__ import annotations

import re

from puzzles.errors import PuzzleError
from puzzles.rna.formats.target_record import SETTINGS, Record, check_size, is_structure, settings_text
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import cleaned, quoted

_ENERGY = re.compile(
    r"(?<!\s)\s+(?:[(\[{]\s*)?[-+]?[0-9]+(?:\.[0-9]+)?(?:\s*kcal/mol)?(?:\s*[)\]}])?\s*$"
)  # each stretch of blanks is gone through once: a text of nothing else is no trouble
"""What RNAfold and similar programs write after a structure, such as ` (-12.30)`."""

_TOLD = re.compile(r"#\s*(name|model|objective)\s*:\s*(.*)", re.IGNORECASE)

_LETTERS = re.compile(r"[A-Za-z]+")


def likeness(text: str) -> float:
    """How much the text looks like a target in plain lines, 0 to 1."""
    rows = [line.strip() for line in text.split("\n")]
    rows = [line for line in rows if line and not line.startswith("#")]
    if not rows or rows[0][0] in '>"{[\t':
        return 0.0
    words = [_ENERGY.sub("", row).split()[0] for row in rows[:50]]
    brackets = [word for word in words if is_structure(word) and set(word) & set("()[]{}<>")]
    if brackets and words[0] == brackets[0]:
        return 0.95 if len(words[0]) > 2 else 0.2
    if brackets and _LETTERS.fullmatch(words[0]):
        return 0.95
    if len(words[0]) > 4 and _LETTERS.fullmatch(words[0]) and "." * len(words[0]) in words:
        return 0.5
    return 0.05 if len(words) == 1 and not set(words[0]) - set(".") else 0.0


def read(text: str) -> list[Record]:
    """The records of the text; PuzzleError for a word that is neither structure nor sequence, settings of nothing."""
    records: list[Record] = []
    current = Record()
    begun = sequence_first = False
    for line in used_lines(text):
        if line.text.lstrip().startswith("#"):
            if current.target:
                records.append(current)
                current = Record(line.line)
            comment = line.stripped()
            told = _TOLD.fullmatch(comment.text)
            if told:
                _tell(current, told.group(1).lower(), comment.part(told.group(2), told.start(2)))
            continue
        for word in without_energy(line).words():
            kind = is_structure(word.text)
            if not begun:
                begun, sequence_first = True, not kind
            follows = bool(current.target)
            new_line = follows and current.target[-1].line != word.line
            if follows and ((kind and not sequence_first and new_line) or (not kind and sequence_first)):
                records.append(current)
                current = Record(word.line)
            (current.target if kind else current.sequences).append(word)
            check_size(len(records) + 1, current, word.line)
    if current.target or current.sequences or not records:
        records.append(current)
    elif current.settings:
        found = f"the {' and '.join(current.settings)} of this comment is behind the last target"
        raise PuzzleError(found, "settings before the target that they are for", line=current.line)
    return cut(records, text.split("\n"))


def cut(records: list[Record], rows: list[str]) -> list[Record]:
    """The records, each with its number and its part of the text's rows."""
    ends = [record.line - 1 for record in records[1:]] + [len(rows)]
    for number, (record, end) in enumerate(zip(records, ends, strict=True), start=1):
        record.number = number
        record.text = "\n".join(rows[record.line - 1 : end]) + "\n"
    return records


def without_energy(line: Field) -> Field:
    """The line without the energy behind a structure."""
    first = line.text.split(maxsplit=1)[0]
    return line._replace(text=_ENERGY.sub("", line.text)) if is_structure(first) else line


def write_dot_bracket(puzzle: RnaPuzzle, sequence: str = "") -> str:
    """The target, then the design; without one, the restraints and the start sequence, as far as there are any."""
    lines = [*_comments(puzzle), puzzle.target]
    if sequence:
        return "\n".join([*lines, sequence]) + "\n"
    if set(puzzle.restraints) != {"N"}:
        lines.append(puzzle.restraints)
    if puzzle.start or not set(puzzle.restraints) - set("ACGU"):
        lines.append(puzzle.start or puzzle.restraints)  # twice if all is fixed: one alone would be a start
    return "\n".join(lines) + "\n"


def write_dbn(puzzle: RnaPuzzle, sequence: str = "") -> str:
    """The design, or the restraints, then the target. A start sequence has no place in it: PuzzleError."""
    if not sequence and puzzle.start:
        raise PuzzleError("format dbn can't hold a start sequence", "format dot-bracket, fasta or json")
    if not sequence and not set(puzzle.restraints) - set("ACGU"):
        raise PuzzleError("format dbn can't hold restraints that fix all", "format dot-bracket, fasta or json")
    return "\n".join([*_comments(puzzle), sequence or puzzle.restraints, puzzle.target]) + "\n"


def _comments(puzzle: RnaPuzzle) -> list[str]:
    told = ({"name": cleaned(puzzle.name)} if puzzle.name else {}) | settings_text(puzzle)
    return [f"# {name}: {value}" for name, value in told.items()]


def _tell(record: Record, key: str, value: Field) -> None:
    """Sets what a comment says; PuzzleError for a model or an objective that there is not."""
    if key == "name":
        record.name = cleaned(value.text)
    elif value.text not in SETTINGS[key]:
        raise value.error(f"{key} is {quoted(value.text)}", " or ".join(SETTINGS[key]))
    else:
        record.settings[key] = value.text
