"""One target as a text has it, not checked yet, and the puzzle that it makes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from puzzles.errors import PuzzleError
from puzzles.rna.puzzle import (
    LONGEST,
    MODEL_NAMES,
    OBJECTIVES,
    RnaPuzzle,
    only_bases,
    partners_of,
    restraints_of,
    start_of,
)
from puzzles.text.fields import Field, Joined, joined
from puzzles.text.quoting import counted

MOST_RECORDS = 10_000
"""Targets of one text; Eterna's and NEMO's lists have 100. A larger text is refused before it is read to its end."""

MOST_WORDS = 4 * LONGEST
"""Words of one record: a target and three sequences, each letter a word."""

SETTINGS: Mapping[str, tuple[str, ...]] = {"model": MODEL_NAMES, "objective": OBJECTIVES}
"""Settings of a puzzle that a text can contain, in comments or a header."""

_STRUCTURE = frozenset(".()[]{}<>")


@dataclass(slots=True)
class Record:
    """One target and the words around it, in order; `line` is where the record begins, `text` its part of the whole."""

    line: int = 1
    name: str = ""
    target: list[Field] = field(default_factory=list)
    sequences: list[Field] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    note: str = ""
    number: int = 0
    variant: str = ""
    text: str = ""


def is_structure(word: str) -> bool:
    """True if at least half of the characters are a structure's, so a structure with a wrong letter is still one."""
    return 2 * sum(letter in _STRUCTURE for letter in word[:2000]) >= min(len(word), 2000)


def puzzle_of(record: Record) -> RnaPuzzle:
    """The record's puzzle; PuzzleError, at its place in the text, if it is not one.

    A sequence with a letter other than A, C, G and U holds restraints. One without is a design: a start sequence, if it
    is the only one or follows restraints; a note says so. A start sequence that can't pair as the target does is
    left out, with a note: natural sequences are like that.
    """
    if not record.target:
        raise PuzzleError("there is no target", "a structure in dot-bracket, such as (((...)))", line=record.line)
    target = joined(record.target)
    partners = partners_of(target)
    length = len(partners)
    found = sequences_of(record.sequences, length)
    if len(found) > 2:
        raise found[2].error(0, "a third sequence", "restraints, then a start sequence at most")
    notes = [record.note] if record.note else []
    start = found.pop() if found and only_bases(found[-1].text) else None
    if len(found) > 1:
        raise found[1].error(0, "a second line of restraints", "a start sequence of A, C, G and U")
    restraints = restraints_of(found[0], partners) if found else "N" * length
    chosen = ""
    if start is not None:
        try:
            chosen = start_of(start, partners, restraints)
            notes += [] if found else ["the sequence is read as a start; no base is fixed"]
        except PuzzleError as error:
            if "can't" not in error.found:
                raise
            notes.append(f"the sequence is no start: {error.found}")
    return RnaPuzzle(target.text, restraints, chosen, record.name, **record.settings, note="; ".join(notes))


def sequences_of(words: Sequence[Field], length: int) -> list[Joined]:
    """The sequences of that length which the words make, one after the other; PuzzleError for what is left."""
    found: list[Joined] = []
    begun: list[Field] = []
    have = 0
    for word in words:
        begun.append(word)
        have += len(word.text)
        if have == length:
            found.append(joined(begun))
            begun, have = [], 0
        elif have > length:
            break
    if begun:
        line = [one for one in begun if one.line == begun[0].line] if len(begun) > 1 else begun
        short = joined(line if have > length else begun)
        at = min(length, len(short.text) - 1)
        raise short.error(
            at, f"the sequence has {counted(len(short.text), 'letter')}", f"{length:,}, one a position of the target"
        )
    return found


def check_size(count: int, record: Record, line: int) -> None:
    """Raises PuzzleError, on the line, if there are too many records, or too many words in this one."""
    if count > MOST_RECORDS:
        raise PuzzleError(f"the text holds more than {MOST_RECORDS:,} puzzles", "fewer", line=line)
    if len(record.target) + len(record.sequences) > MOST_WORDS:
        raise PuzzleError(f"the puzzle has more than {MOST_WORDS:,} words", "a target and sequences", line=line)


def settings_of(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The words without those at their end that set something, such as model=eterna-v1, and what these set."""
    kept, found = list(words), {}
    while kept and (setting := re.fullmatch(r"(model|objective)=(\S+)", kept[-1])):
        if setting.group(2) not in SETTINGS[setting.group(1)]:
            break
        found[setting.group(1)] = setting.group(2)
        kept.pop()
    return kept, found


def settings_text(puzzle: RnaPuzzle) -> dict[str, str]:
    """The puzzle's settings that are not the defaults."""
    own = {"model": puzzle.model, "objective": puzzle.objective}
    return {name: value for name, value in own.items() if value != SETTINGS[name][0]}
