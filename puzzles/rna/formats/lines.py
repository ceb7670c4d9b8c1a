"""Targets in lines: dot-bracket with the structure first, and .dbn with the sequence first; comments with #."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from puzzles.errors import PuzzleError
from puzzles.rna.bases import FREE_SIGNS, only_bases
from puzzles.rna.formats.target_record import (
    HEADER,
    Record,
    check_size,
    demand_lines,
    is_structure,
    positions,
    settings_text,
    take_header,
)
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.text.arrays import is_bracketed
from puzzles.text.fields import Field, joined, used_lines
from puzzles.text.format_table import is_rule
from puzzles.text.quoting import cleaned, counted

_PAIRS = re.compile(r"[][(){}<>]+[.:,_~?-][][(){}<>.:,_~?|&+-]*")
_LETTERS = re.compile(r"(?=[.·_*?&+]*[A-Za-z])[A-Za-z.·_*?&+]+")


def likeness(text: str) -> float:
    """How much the text looks like a target in plain lines, 0 to 1."""
    rows = [line.text.strip() for line in used_lines(text, ("#",)) if not is_header(line)]
    rows = [row for row in rows if not of_program(row)] if any(map(of_program, rows[:4])) else rows
    if is_bracketed([Field(row) for row in rows[:2]]):
        return 0.0
    if not rows or rows[0][0] in '>"\t' or (rows[0][0] in "{[" and not _PAIRS.fullmatch(rows[0].split()[0])):
        return 0.0
    words = [row.split(maxsplit=1)[0] for row in rows[:50]]
    brackets = [word for word in words if not is_letters(word) and set(word) & set("()[]{}<>")]
    if brackets and words[0] == brackets[0]:
        return 0.95 if len(words[0]) > 2 else 0.2
    if brackets and _LETTERS.fullmatch(words[0]):
        return 0.95
    if len(words[0]) > 4 and _LETTERS.fullmatch(words[0]) and "." * len(words[0]) in words:
        return 0.5
    if len(words[0]) > 4 and "?" in words[0] and not set(words[0]) - set(".?"):
        return 0.5
    return 0.05 if len(words) == 1 and not set(words[0]) - set(".") else 0.0


def read(text: str) -> list[Record]:
    """The records of the text; PuzzleError for settings in a comment behind the last target."""
    records: list[Record] = []
    current = Record()
    begun = sequence_first = False
    for line in used_lines(text):
        if is_header(line) or line.text.lstrip().startswith("#"):
            if current.target:
                records.append(current)
                current = Record(line.line)
            take_header(current, line, quiet=False)
            continue
        if take_line(current, line) or (is_rule(line.text) and not sequence_first):
            continue
        for word in words_of(line):
            letters = is_letters(word.text)
            if not begun:
                begun, sequence_first = True, letters
            follows = bool(current.target)
            new_line = follows and current.target[-1].line != word.line
            if follows and ((not letters and not sequence_first and new_line) or (letters and sequence_first)):
                records.append(current)
                current = Record(word.line)
            elif letters and not sequence_first and not follows and current.bare and records:
                current = records.pop()  # a comment stands between structures and letters
            take_words(current, [word])
            check_size(len(records) + 1, current, word.line)
        current.energies += has_energy(line)
    if current.target or current.sequences or not records:
        records.append(current)
    elif current.settings or current.demands or current.named:
        found = f"the {' and '.join((*current.settings, *current.named, *current.demands))} of this line is behind"
        raise PuzzleError(f"{found} the last target", "settings before the target that they are for", line=current.line)
    whole = [one for record in records for one in settled(record)] if sequence_first else _with_states(records)
    return cut(whole, text.split("\n"))


def _with_states(records: list[Record]) -> list[Record]:
    """The records; structures of one length on consecutive lines above one line of letters are states of one design.

    As RNAdesign, RNAblueprint and switch.pl read them.
    """
    found: list[Record] = []
    above: list[Record] = []
    for record in records:
        last = above[-1].target[-1].line if above else 0
        same = bool(above and record.target) and length_of(record.target) == length_of(above[-1].target)
        if not (same and record.target[0].line == last + 1 and (record.bare or _only_letters(record))):
            found += above
            above = []
        if above and record.sequences:
            first = above[0]
            first.sequences = record.sequences
            add_states(first, [one.target for one in (*above[1:], record)])
            found.append(first)
            above = []
        elif record.target and not record.sequences and not record.named:
            above.append(record)
        else:
            found.append(record)
    return found + above


def _only_letters(record: Record) -> bool:
    return bool(record.sequences) and replace(record, sequences=[]).bare


def is_header(line: Field) -> bool:
    """True for a line `key: value` that is no comment; a structure or a sequence has no colon in it."""
    return ":" in line.text[:100] and HEADER.match(line.text.lstrip()) is not None


def cut(records: list[Record], rows: list[str]) -> list[Record]:
    """The records, each with its number and its part of the text's rows."""
    ends = [record.line - 1 for record in records[1:]] + [len(rows)]
    for number, (record, end) in enumerate(zip(records, ends, strict=True), start=1):
        record.number = number
        record.text = record.text or "\n".join(rows[record.line - 1 : end]) + "\n"
    return records


def write_dot_bracket(puzzle: RnaPuzzle, sequences: Sequence[str]) -> str:
    """The target, then the design, for each; without one, the restraints and the start sequence, if there are any."""
    rows = [[puzzle.with_nick(puzzle.target), one] for one in sequences] or [_without_design(puzzle)]
    comments = _comments(puzzle, restrained=bool(sequences))
    return "\n".join("\n".join([*comments, *row]) + "\n" for row in rows)


def write_dbn(puzzle: RnaPuzzle, sequences: Sequence[str]) -> str:
    """The design, the start sequence or the restraints, then the target. What is not above it stands in comments."""
    start = puzzle.start or (puzzle.restraints if only_bases(puzzle.restraints) else "")
    written = sequences or [puzzle.with_nick(start or puzzle.restraints)]
    comments = _comments(puzzle, restrained=bool(sequences or start))
    rows = [[*comments, sequence, puzzle.with_nick(puzzle.target)] for sequence in written]
    return "\n".join("\n".join(row) + "\n" for row in rows)


def _without_design(puzzle: RnaPuzzle) -> list[str]:
    lines = [puzzle.target]
    if set(puzzle.restraints) != {"N"}:
        lines.append(puzzle.restraints)
    if puzzle.start or only_bases(puzzle.restraints):
        lines.append(puzzle.start or puzzle.restraints)  # twice if all is fixed: one alone would be a start
    return [puzzle.with_nick(one) for one in lines]


def _comments(puzzle: RnaPuzzle, *, restrained: bool) -> list[str]:
    """The header. `restrained`: with the restraints, as a sequence below is something else."""
    settings = ({"name": cleaned(puzzle.name)} if puzzle.name else {}) | settings_text(puzzle)
    if restrained and set(puzzle.restraints) != {"N"}:
        settings["restraints"] = puzzle.with_nick(puzzle.restraints)
    return [f"# {line}" for line in (*(f"{name}: {value}" for name, value in settings.items()), *demand_lines(puzzle))]


_ENERGY = re.compile(
    r"(?<!\s)\s+(?:([(\[{])\s*)?[-+]?[0-9]+(?:\.[0-9]+)?(?:\s*kcal/mol|\s+(?:d|MEA)=[0-9.]+)?(?:\s*[)\]}])?\s*$"
)  # each stretch of blanks is read once, so a text of nothing else takes linear time
"""What RNAfold and similar programs write after a structure, such as ` (-12.30)`, ` [ -9.80]` or ` { -9.60 d=1.2}`."""

_RANGE = re.compile(r"(?<=[A-Za-z])\s+-?[0-9]+\s+[0-9]+\s*$")
"""What RNAsubopt writes behind the sequence."""

_PROGRAM = re.compile(
    r"\s*(?:input (?:string|sequence|structure)|use '&'|[.,]{9}1[.,]+|length = |(?:gquad |mfe |minimum |scaled )?"
    r"(?:(?:minimum )?(?:free )?energy|mfe)\b.*[=:]|frequency of mfe|ensemble diversity|delta g|@\s*$|[;*]\s*$)",
    re.IGNORECASE,
)
"""A line that is RNAfold's own, or the end of a list of structures."""

_NO_PAIR = frozenset(FREE_SIGNS + "-~:,")

BESIDE = "of RNAfold's structures the first, of the MFE, is read"


def of_program(line: str) -> bool:
    return _PROGRAM.match(line) is not None


def is_letters(word: str) -> bool:
    """True for a sequence, perhaps of IUPAC letters with dots where a position is free."""
    return not is_structure(word) or (
        any(map(str.isalpha, word[:2000])) and all(one.isalpha() or one in _NO_PAIR or one in "&+" for one in word)
    )


def words_of(line: Field) -> list[Field]:
    """The words of a line of a record, without the energy behind a structure."""
    first = line.text.split(maxsplit=1)[0]
    behind = _ENERGY if not is_letters(first) else _RANGE
    return line._replace(text=behind.sub("", line.text)).words()


def take_line(record: Record, line: Field) -> bool:
    """Takes a line that a program wrote around a structure of the record; False if it is none.

    A structure with other brackets than ( ) around its energy is one of RNAfold's, of an ensemble.
    """
    if of_program(line.text):
        if line.text.split()[0].lower() == "length":  # what was typed before comes again
            record.sequences, record.typed = [], record.sequences
        elif "free energy" in line.text.lower():
            record.folded = True
        return True
    energy = _ENERGY.search(line.text)
    if record.target and energy and energy.group(1) in ("[", "{") and not is_letters(line.text.split(maxsplit=1)[0]):
        record.beside = True
        return True
    return False


def has_energy(line: Field) -> bool:
    return _ENERGY.search(line.text) is not None


def take_words(record: Record, words: Sequence[Field]) -> None:
    """Adds structures and sequences to the record. A blank within a structure is noted."""
    for word in words:
        if is_letters(word.text):
            record.sequences.append(word)
            continue
        before = record.target[-1] if record.target else None
        if before is not None and before.line == word.line and not record.blank:
            place = len(joined([one for one in record.target if one.line == word.line]).text)
            record.blank = f"the blank behind position {place} of line {word.line} is left out of the structure"
        record.target.append(word)


def settled(record: Record) -> list[Record]:
    """The record with one target: its other structures are states of the design, left out, or records of their own."""
    if record.typed and not record.sequences:
        record.sequences = record.typed
    rows: dict[int, list[Field]] = {}
    for word in record.target:
        rows.setdefault(word.line, []).append(word)
    structures = list(rows.values())
    lengths = {sum(map(positions, row)) for row in structures}
    letters = sum(map(positions, record.sequences))
    several = len(structures) > 1 and len(lengths) == 1 and letters in {k * one for one in lengths for k in (1, 2)}
    if record.beside or (several and record.folded and letters != len(structures) * min(lengths)):
        record.notes.append(BESIDE)
        record.target = structures[0] if several else record.target
        return [record]
    if not several or letters == len(structures) * min(lengths):  # one structure, perhaps wrapped as its sequence is
        return [record]
    if record.energies > 1:
        return [_alone(record, row) for row in structures]
    record.target = structures[0]
    add_states(record, [joined(row).fields for row in structures[1:]])
    return [record]


def add_states(record: Record, structures: Sequence[Sequence[Field]]) -> None:
    """Makes the structures states of the record's design, beside those that it has."""
    for row in structures:
        record.state_lines.append(row[0]._replace(text="".join(one.text for one in row)))
    text = ", ".join(one.text for one in record.state_lines)
    record.demands["state"] = record.state_lines[0]._replace(text=text)
    what = f"{counted(1 + len(structures), 'structure')} of one sequence are read as states of one design"
    record.notes.append(what)


def _alone(record: Record, row: list[Field]) -> Record:
    sequences = " ".join(one.text for one in record.sequences)
    text = f"{sequences}\n{' '.join(one.text for one in row)}\n"
    return replace(record, line=row[0].line - 1, target=row, text=text, notes=[*record.notes])


def length_of(words: Sequence[Field]) -> int:
    return sum(map(positions, words))
