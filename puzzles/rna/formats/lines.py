"""Targets in lines: dot-bracket with the structure first, .dbn with the sequence first, and FASTA; comments with #.

FASTA has a header `>name`, then a structure and sequences, in either order, over any number of lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.rna.formats.target_record import SETTINGS, Record, check_size, is_structure, settings_of, settings_text
from puzzles.rna.puzzle import RnaPuzzle, only_bases
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import cleaned, quoted

_ENERGY = re.compile(
    r"(?<!\s)\s+(?:[(\[{]\s*)?[-+]?[0-9]+(?:\.[0-9]+)?(?:\s*kcal/mol)?(?:\s*[)\]}])?\s*$"
)  # each stretch of blanks is read once, so a text of nothing else takes linear time
"""What RNAfold and similar programs write after a structure, such as ` (-12.30)`."""

_COMMENT = re.compile(r"#\s*(name|model|objective)\s*:\s*(.*)", re.IGNORECASE)

NAMELESS = "target"
"""FASTA's header of what has no name: some programs fail on an empty one."""

_LETTERS = re.compile(r"[A-Za-z]+")


def likeness(text: str) -> float:
    """How much the text looks like a target in plain lines, 0 to 1."""
    rows = [line.text.strip() for line in used_lines(text, ("#",))]
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
    """The records of the text; PuzzleError for settings in a comment behind the last target."""
    records: list[Record] = []
    current = Record()
    begun = sequence_first = False
    for line in used_lines(text):
        if line.text.lstrip().startswith("#"):
            if current.target:
                records.append(current)
                current = Record(line.line)
            comment = line.stripped()
            setting = _COMMENT.fullmatch(comment.text)
            key = setting.group(1).lower() if setting else ""
            if setting and key == "name":
                current.name = cleaned(setting.group(2))
            elif setting and setting.group(2) not in SETTINGS[key]:
                value = comment.part(setting.group(2), setting.start(2))
                raise value.error(f"{key} is {quoted(value.text)}", " or ".join(SETTINGS[key]))
            elif setting:
                current.settings[key] = setting.group(2)
            continue
        for word in without_energy(line).each_word():
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


def fasta_likeness(text: str) -> float:
    """1 if the first line that is neither blank nor a comment is a header with a structure below, 0.5 without one."""
    rows = [line.text.strip() for line in used_lines(text, ("#", ";"))]
    if not rows or not rows[0].startswith(">"):
        return 0.0
    below = [row for row in rows[1:200] if not row.startswith(">")]
    return 1.0 if any(is_structure(row.split()[0]) for row in below) else 0.5


def read_fasta(text: str) -> list[Record]:
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
        for word in without_energy(line).each_word():
            record = records[-1]
            (record.target if is_structure(word.text) else record.sequences).append(word)
            check_size(len(records), record, line.line)
    return cut(records, text.split("\n"))


def write_dot_bracket(puzzle: RnaPuzzle, sequences: Sequence[str]) -> str:
    """The target, then the design, for each; without one, the restraints and the start sequence, if there are any."""
    rows = [[puzzle.target, sequence] for sequence in sequences] or [_without_design(puzzle)]
    return "\n".join("\n".join([*_comments(puzzle), *row]) + "\n" for row in rows)


def write_fasta(puzzle: RnaPuzzle, sequences: Sequence[str]) -> str:
    """The header, the design and the target, for each; without one as in dot-bracket."""
    name = cleaned(puzzle.name or ("design" if sequences else NAMELESS))
    settings = [f"{key}={value}" for key, value in settings_text(puzzle).items()]
    names = [name] if len(sequences) < 2 else [f"{name} {number}" for number in range(1, len(sequences) + 1)]
    rows = [[sequence, puzzle.target] for sequence in sequences] or [_without_design(puzzle)]
    heads = [" ".join([f">{one}", *settings]) for one in names]
    return "".join("\n".join([head, *row]) + "\n" for head, row in zip(heads, rows, strict=True))


def write_dbn(puzzle: RnaPuzzle, sequences: Sequence[str]) -> str:
    """The design, or the restraints, then the target. A start sequence has no place in it: PuzzleError."""
    if not sequences and puzzle.start:
        raise PuzzleError("format dbn can't hold a start sequence", "format dot-bracket, fasta or json")
    if not sequences and only_bases(puzzle.restraints):
        raise PuzzleError("format dbn can't hold restraints that fix all", "format dot-bracket, fasta or json")
    rows = [[*_comments(puzzle), sequence, puzzle.target] for sequence in sequences or [puzzle.restraints]]
    return "\n".join("\n".join(row) + "\n" for row in rows)


def _without_design(puzzle: RnaPuzzle) -> list[str]:
    lines = [puzzle.target]
    if set(puzzle.restraints) != {"N"}:
        lines.append(puzzle.restraints)
    if puzzle.start or only_bases(puzzle.restraints):
        lines.append(puzzle.start or puzzle.restraints)  # twice if all is fixed: one alone would be a start
    return lines


def _comments(puzzle: RnaPuzzle) -> list[str]:
    settings = ({"name": cleaned(puzzle.name)} if puzzle.name else {}) | settings_text(puzzle)
    return [f"# {name}: {value}" for name, value in settings.items()]
