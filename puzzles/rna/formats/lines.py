"""Targets in lines: dot-bracket with the structure first, .dbn with the sequence first, and FASTA; comments with #.

FASTA has a header `>name`, then a structure and sequences, in either order, over any number of lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.rna.bases import only_bases
from puzzles.rna.formats.target_record import (
    HEADER,
    HEADER_FIGURES,
    Record,
    check_size,
    demand_lines,
    is_structure,
    settings_of,
    settings_text,
    take_header,
)
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.report import Report
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import cleaned

_ENERGY = re.compile(
    r"(?<!\s)\s+(?:[(\[{]\s*)?[-+]?[0-9]+(?:\.[0-9]+)?(?:\s*kcal/mol)?(?:\s*[)\]}])?\s*$"
)  # each stretch of blanks is read once, so a text of nothing else takes linear time
"""What RNAfold and similar programs write after a structure, such as ` (-12.30)`."""

NAMELESS = "target"
"""FASTA's header of what has no name: some programs fail on an empty one."""

_LETTERS = re.compile(r"[A-Za-z]+(?:&[A-Za-z]*)?")


def likeness(text: str) -> float:
    """How much the text looks like a target in plain lines, 0 to 1."""
    rows = [line.text.strip() for line in used_lines(text, ("#",)) if not _is_header(line)]
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
        if _is_header(line) or line.text.lstrip().startswith("#"):
            if current.target:
                records.append(current)
                current = Record(line.line)
            take_header(current, line, quiet=False)
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
    elif current.settings or current.demands:
        found = f"the {' and '.join((*current.settings, *current.demands))} of this line is behind the last target"
        raise PuzzleError(found, "settings before the target that they are for", line=current.line)
    return cut(records, text.split("\n"))


def _is_header(line: Field) -> bool:
    """True for a line `key: value` that is no comment; a structure or a sequence has no colon in it."""
    return ":" in line.text[:100] and HEADER.match(line.text.lstrip()) is not None


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
    below = [row for row in rows[1:200] if not row.startswith(">") and ":" not in row]
    return 1.0 if any(is_structure(row.split()[0]) for row in below) else 0.5


def read_fasta(text: str) -> list[Record]:
    """The records of the text, one a header."""
    records: list[Record] = []
    for line in used_lines(text):
        if line.text.lstrip().startswith(("#", ";")) or _is_header(line):
            if records:
                take_header(records[-1], line, quiet=False)
            continue
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
    target = puzzle.with_nick(puzzle.target)
    rows = [[target, sequence] for sequence in sequences] or [_without_design(puzzle)]
    return "\n".join("\n".join([*_comments(puzzle), *row]) + "\n" for row in rows)


def write_fasta(puzzle: RnaPuzzle, reports: Sequence[Report]) -> str:
    """The header, the design and the target, for each; without one as in dot-bracket.

    The header has the name, the puzzle's settings, and the design's figures.
    """
    name = cleaned(puzzle.name or ("design" if reports else NAMELESS))
    settings = [f"{key}={value}" for key, value in settings_text(puzzle).items()]
    names = [name] if len(reports) < 2 else [f"{name} {number}" for number in range(1, len(reports) + 1)]
    figures = [_header_figures(one) for one in reports] or [[]]
    rows = [[one.sequence, puzzle.with_nick(puzzle.target)] for one in reports] or [_without_design(puzzle)]
    demands = [f"; {line}" for line in demand_lines(puzzle)]
    heads = [
        "\n".join([" ".join([f">{one}", *told, *settings]), *demands]) for one, told in zip(names, figures, strict=True)
    ]
    return "".join("\n".join([head, *row]) + "\n" for head, row in zip(heads, rows, strict=True))


def _header_figures(told: Report) -> list[str]:
    """The figures as words, such as p=0.62; `checks` are those of synthesis. They are no part of the name."""
    if not told.figures:
        return []
    figures = {name: f"{told.figures[name]:.4g}" for name in ("energy", "probability", "defect", "gc")}
    unique = "yes" if told.figures.get("unique") else "no" if "unique" in told.figures else "unknown"
    words = (figures["energy"], unique, figures["probability"], figures["defect"], figures["gc"])
    checks = "fail" if told.failed else "pass"
    return [f"{name}={value}" for name, value in zip(HEADER_FIGURES, (*words, checks), strict=True)]


def write_dbn(puzzle: RnaPuzzle, sequences: Sequence[str]) -> str:
    """The design, or the restraints, then the target. A start sequence has no place in it: PuzzleError."""
    if not sequences and puzzle.start:
        raise PuzzleError("format dbn can't hold a start sequence", "format dot-bracket, fasta or json")
    if not sequences and only_bases(puzzle.restraints):
        raise PuzzleError("format dbn can't hold restraints that fix all", "format dot-bracket, fasta or json")
    written = sequences or [puzzle.with_nick(puzzle.restraints)]
    rows = [[*_comments(puzzle), sequence, puzzle.with_nick(puzzle.target)] for sequence in written]
    return "\n".join("\n".join(row) + "\n" for row in rows)


def _without_design(puzzle: RnaPuzzle) -> list[str]:
    lines = [puzzle.target]
    if set(puzzle.restraints) != {"N"}:
        lines.append(puzzle.restraints)
    if puzzle.start or only_bases(puzzle.restraints):
        lines.append(puzzle.start or puzzle.restraints)  # twice if all is fixed: one alone would be a start
    return [puzzle.with_nick(one) for one in lines]


def _comments(puzzle: RnaPuzzle) -> list[str]:
    settings = ({"name": cleaned(puzzle.name)} if puzzle.name else {}) | settings_text(puzzle)
    return [
        *(f"# {name}: {value}" for name, value in settings.items()),
        *(f"# {line}" for line in demand_lines(puzzle)),
    ]
