"""FASTA: a header and the lines of one sequence a record, as every program reads it.

The header has all else as words `key=value` behind the record's name, a value with blanks in quotes: the target, the
restraints, settings and demands, and a design's figures. Read as well are a structure among the lines, and demands and
settings below the header. Of two strands each has a record of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from puzzles.errors import PuzzleError
from puzzles.rna.bases import only_bases
from puzzles.rna.formats.lines import (
    cut,
    has_energy,
    is_header,
    is_letters,
    settled,
    take_line,
    take_words,
    words_of,
)
from puzzles.rna.formats.target_record import DEFAULTS, Record, check_size, setting, settings_text, take_header
from puzzles.rna.puzzle import DEMANDS, RnaPuzzle
from puzzles.rna.report import Report
from puzzles.text.fields import Field, used_lines
from puzzles.text.quoting import cleaned

HEADER_FIGURES = ("mfe", "unique", "p", "defect", "gc", "checks")
"""Figures of a design in a header."""

NAMELESS = "target"
"""The header of what has no name: some programs fail on an empty one."""

DEMANDED = "demanded-"
STRANDS = ("1/2", "2/2")

_WORD = re.compile(r'[^\s="]+="[^"]*"|\S+')
_GIVEN = re.compile(
    rf"({'|'.join((*DEFAULTS, *HEADER_FIGURES, 'name', 'target', 'restraints', 'strand'))}"
    rf'|{DEMANDED}(?:{"|".join(DEMANDS)}))=("[^"]*"|\S+)'
)


def likeness(text: str) -> float:
    """1 if the first line that is neither blank nor a comment is a header, with a target; 0.5 without one; else 0."""
    rows = [line.text.strip() for line in used_lines(text, ("#", ";"))]
    if not rows or not rows[0].startswith(">"):
        return 0.0
    below = [row for row in rows[1:200] if not row.startswith(">") and ":" not in row[:100]]
    known = " target=" in rows[0] or any(not is_letters(row.split()[0]) for row in below)
    return 1.0 if known else 0.5


def read(text: str) -> list[Record]:
    """The records of the text, one a header, or one for two strands."""
    records: list[Record] = []
    early = Record()
    strand = ""
    for line in used_lines(text):
        if line.text.lstrip().startswith((";", "#")) or is_header(line):
            record = records[-1] if records else early
            take_header(record, line, quiet=False)
            if not record.bare and record is early:
                raise line.error("a setting above the first header", "settings below the header that they are for")
            continue
        if line.text.lstrip().startswith(">"):
            record, before, strand = _header(line), strand, ""
            if "strand" in record.named:
                strand = record.named.pop("strand").text
                if strand == STRANDS[1] and before == STRANDS[0]:
                    records[-1].sequences.append(Field("&", line.line, 1))
                    continue
            records.append(record)
            check_size(len(records), record, line.line)
            continue
        if not records:
            raise line.error("the text doesn't begin with a header", "a line such as >name")
        record = records[-1]
        if take_line(record, line):
            continue
        words = words_of(line)
        inside = next((one for one in words if "target" in record.named and not is_letters(one.text)), None)
        if inside is not None:
            raise inside.error("a second target", "the one of the header alone")
        take_words(record, words)
        record.energies += has_energy(line)
        check_size(len(records), record, line.line)
    for record in records:
        if "target" in record.named:
            record.target = [record.named.pop("target")]
    return cut([one for record in records for one in settled(record)], text.split("\n"))


def _header(line: Field) -> Record:
    """The record that the header begins: what its last words give, and its name."""
    start = line.text.index(">") + 1
    words = line.part(line.text[start:], start).words(pattern=_WORD)
    record = Record(line.line)
    names: list[str] = []
    while words and (given := _GIVEN.fullmatch(words[-1].text)):
        key, text = given.group(1), given.group(2)
        value = words[-1].part(text.strip('"'), given.start(2) + text.startswith('"'))
        if text.startswith('"'):
            value = value._replace(text=unquote(value.text))
        if key in DEFAULTS:
            try:
                record.settings[key] = setting(key, value.text)
            except PuzzleError:
                break  # a word of the name
        elif key in ("target", "restraints", "strand"):
            record.named[key] = value
        elif key.startswith(DEMANDED):
            record.demands[key.removeprefix(DEMANDED)] = value
        elif key == "name":
            names.append(value.text)
        words.pop()
    name = cleaned(names[-1] if names else " ".join(one.text for one in words))
    if "strand" in record.named and not names:
        name = re.sub("_[AB]$", "", name)
    record.name = "" if name == NAMELESS and not names else name
    return record


def write(puzzle: RnaPuzzle, reports: Sequence[Report]) -> str:
    """A record for each design, or for each strand of it; of the puzzle alone its start sequence, or its restraints."""
    start = puzzle.start or (puzzle.restraints if only_bases(puzzle.restraints) else "")
    told = [(one.sequence, _figures(one)) for one in reports] or [(puzzle.with_nick(start or puzzle.restraints), [])]
    given = {"target": puzzle.with_nick(puzzle.target)}
    if set(puzzle.restraints) != {"N"} and (reports or start):
        given["restraints"] = puzzle.with_nick(puzzle.restraints)
    given |= settings_text(puzzle) | {f"{DEMANDED}{key}": value for key, value in puzzle.demands.items()}
    lines = []
    for number, (sequence, figures) in enumerate(told, 1):
        behind = f" {number}" if len(told) > 1 else ""
        name = cleaned(puzzle.name or ("design" if reports else NAMELESS)) + behind
        called = re.sub(r"[^\w.-]+", "_", name)
        own = {} if called == name and (name != NAMELESS or not puzzle.name) else {"name": name}
        strands = sequence.split("&")
        for strand, letters in enumerate(strands):
            one_of = {"strand": STRANDS[strand]} if len(strands) > 1 else {}
            ident = f"{called}_{'AB'[strand]}" if one_of else called
            words = figures + [f"{key}={_value(value)}" for key, value in (one_of | own | given).items()]
            lines += [" ".join([f">{ident}", *words]), letters]
    return "\n".join(lines) + "\n"


def _value(text: str) -> str:
    """The text as it is, or in quotes where blanks would part it; % and a quote within those as in a URL."""
    if re.search(r'[\s"%]', text):
        return '"' + text.replace("%", "%25").replace('"', "%22") + '"'
    return text


def _figures(told: Report) -> list[str]:
    """The figures as words, such as p=0.62; `checks` are those of synthesis. They are no part of the name."""
    if not told.figures:
        return []
    figures = {name: f"{told.figures[name]:.4g}" for name in ("energy", "probability", "defect", "gc")}
    unique = "yes" if told.figures.get("unique") else "no" if "unique" in told.figures else "unknown"
    words = (figures["energy"], unique, figures["probability"], figures["defect"], figures["gc"])
    checks = "fail" if told.failed else "pass"
    return [f"{name}={value}" for name, value in zip(HEADER_FIGURES, (*words, checks), strict=True)]
