"""Designs for a known puzzle, from any text with a sequence in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from puzzles.errors import PuzzleError
from puzzles.rna.bases import FREE, unified
from puzzles.rna.formats import lines
from puzzles.rna.formats.target_record import Record, positions, sequences_of
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.structure import cut_alike
from puzzles.text.fields import Joined, joined
from puzzles.text.json_texts import load
from puzzles.text.quoting import counted, quoted

_CODES = {letter: code for code, letter in enumerate("NACGU")}


def read(puzzle: RnaPuzzle, text: str, records_of: Callable[[str], list[Record] | None]) -> tuple[int, ...]:
    """The board of the one design in the text: 1 A, 2 C, 3 G, 4 U, and 0, open, for N. T is read as U.

    Between two strands is &.

    The text is a sequence, in whatever lines and words, or any of the formats; a structure beside it is not looked at.
    `records_of`: the records of a text of another format than plain lines; None for those. PuzzleError for another
    letter or length, and if there are several designs.
    """
    found = [one for one in _designs(puzzle, text, records_of) if one.text]
    if not found:
        raise PuzzleError("the text has no sequence", f"{puzzle.length:,} letters A, C, G or U", line=1)
    if len(found) > 1:
        several = text.lstrip()[:1] == "{" or records_of(text) is not None
        expected = "one of them, such as #1 behind the file's name" if several else "one; in FASTA each has its number"
        raise PuzzleError(f"the text holds {len(found):,} designs", expected, line=found[1].line)
    design = cut_alike(found[0], puzzle.nick, "sequence")
    codes = []
    for index, letter in enumerate(unified(design.text.translate(FREE))):
        if letter not in _CODES:
            found_there = f"position {index + 1}: {quoted(design.text[index])} is no base"
            raise design.error(index, found_there, "A, C, G or U; N where it is open")
        codes.append(_CODES[letter])
    if len(codes) != puzzle.length:
        at = min(len(codes), puzzle.length)
        raise design.error(
            at, f"the sequence has {counted(len(codes), 'letter')}", f"{puzzle.length:,}, one a position of the target"
        )
    return tuple(codes)


def _designs(puzzle: RnaPuzzle, text: str, records_of: Callable[[str], list[Record] | None]) -> list[Joined]:
    """The sequences in the text; of a record with several, such as restraints and a start, the last."""
    if text.lstrip()[:1] in ("{", "[") and not lines.likeness(text):
        return [Joined(one) for one in _sequences(load(text, "an object or a list with sequences"))]
    if re.match(r'\s*"[.()]', text):
        raise PuzzleError("NEMO's list holds no design", "a sequence, FASTA, .dbn, CSV or JSON", line=1)
    records = records_of(text)
    if records is not None:
        return [_last(record, puzzle.length) for record in records]
    records = lines.read(text)
    if len(records) == 1 and not records[0].target:
        words = records[0].sequences
        rows = [joined(row) for _, row in groupby(words, key=lambda word: word.line)]
        several = len(rows) > 1 and all(_bases(row) == puzzle.length for row in rows)
        return rows if several else [joined(words)]
    for record in records:
        if record.target and not record.sequences and any(one.sequences for one in records):
            raise PuzzleError("a structure without a design", "a sequence with it, or the end", line=record.line)
    return [_last(record, puzzle.length) for record in records]


def _last(record: Record, length: int) -> Joined:
    """The record's design: all its words if they make one, else the last of its sequences."""
    beside = joined(record.target)
    if record.target and record.sequences and _bases(beside) != length:
        raise beside.error(0, f"a structure of {counted(_bases(beside), 'position')}", f"{length:,}, as the puzzle")
    whole = joined(record.sequences)
    if _bases(whole) == length or not record.target:
        return whole
    found = sequences_of(record.sequences, length)
    return found[-1] if found else whole


def _bases(letters: Joined) -> int:
    return sum(map(positions, letters.fields))


def _sequences(data: Any) -> list[str]:
    """The sequences in JSON: a list of texts or objects, or an object with `sequence`, `designs` or `start`."""
    if isinstance(data, list):
        return [sequence for one in data for sequence in _sequences(one)]
    if isinstance(data, str):
        return [data]
    if isinstance(data, Mapping):
        for key in ("designs", "sequence", "start"):
            if data.get(key):
                return _sequences(data[key])
        return []
    raise PuzzleError(f"{quoted(data)} is no sequence", "a text of A, C, G and U")
