"""One target as a text has it, not checked yet, and the puzzle that it makes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from puzzles.errors import PuzzleError
from puzzles.rna.bases import only_bases, unified
from puzzles.rna.objective import OF_THE_FOLD, cleaned_objective, weights_of
from puzzles.rna.puzzle import DEMANDS, LONGEST_DEMAND, MODEL_NAMES, RnaPuzzle, restraints_of, start_of
from puzzles.rna.specification.conflicts import specification_of
from puzzles.rna.structure import LONGEST, UNPAIRED, check_joined, cut_alike, partners_of, strands_of, without_open
from puzzles.text.fields import Field, Joined, joined
from puzzles.text.quoting import cleaned, counted, quoted
from puzzles.text.separated import Columns, column_names

MOST_RECORDS = 10_000
"""Targets of one text; Eterna's and NEMO's lists have 100. A larger text is refused before it is read to its end."""

MOST_WORDS = 4 * LONGEST
"""Words of one record: a target and three sequences, each letter a word."""

DEFAULTS: Mapping[str, str] = {"model": MODEL_NAMES[0], "objective": OF_THE_FOLD[0]}
"""Settings of a puzzle that a text can contain, in comments or a header."""

_STRUCTURE = frozenset("()[]{}<>?|&+" + UNPAIRED)

SYNONYMS: Columns = {
    "target": ("structure", "secondary structure", "target structure", "dot bracket", "dotbracket", "dbn"),
    "sequence": ("seq", "rna sequence", "design"),
    "restraints": ("restraint", "constraints", "constraint", "sequence constraints", "sequence constraint", "iupac"),
    "name": ("id", "title", "puzzle name", "puzzle"),
    "model": ("energy model",),
}
"""What others call that which a text says of a target."""


@dataclass(slots=True)
class Record:
    """One target and the words around it, in order; `line` is where the record begins, `text` its part of the whole."""

    line: int = 1
    name: str = ""
    target: list[Field] = field(default_factory=list)
    sequences: list[Field] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    named: dict[str, Field] = field(default_factory=dict)
    """`restraints` and `start`, where the text says which is which."""
    demands: dict[str, Field] = field(default_factory=dict)
    state_lines: list[Field] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    number: int = 0
    variant: str = ""
    text: str = ""
    typed: list[Field] = field(default_factory=list)
    folded: bool = False
    beside: bool = False
    energies: int = 0
    blank: str = ""
    """What `puzzles.rna.formats.lines` has seen: a sequence that comes again, RNAfold's lines, energies, a blank."""

    @property
    def bare(self) -> bool:
        """True if nothing is known of the target but its structure."""
        return not (self.name or self.sequences or self.settings or self.named or self.demands)


def is_structure(word: str) -> bool:
    """True if at least half of the characters are a structure's, so a structure with a wrong letter is still one."""
    return 2 * sum(map(_STRUCTURE.__contains__, word[:2000])) >= min(len(word), 2000)


def puzzle_of(record: Record) -> RnaPuzzle:
    """The record's puzzle; PuzzleError, at its place in the text, if it is not one.

    A sequence with a letter other than A, C, G and U holds restraints. One without is a design: a start sequence, if it
    is the only one or follows restraints; a note says so. A start sequence that can't pair as the target does is
    left out, with a note: natural sequences are like that.
    """
    if not record.target:
        raise PuzzleError("there is no target", "a structure in dot-bracket, such as (((...)))", line=record.line)
    target, nick = strands_of(joined(record.target))
    partners = partners_of(without_open(target), nick)
    check_joined(target, partners, nick)
    if nick and "?" in target.text:
        at = target.text.index("?")
        raise target.error(at, f"position {at + 1}: '?', a free position, is for one strand", "( ) . and one &")
    length = len(partners)
    found = [cut_alike(one, nick, "sequence") for one in sequences_of(record.sequences, length)]
    named = {key: cut_alike(joined([one]), nick, key) for key, one in record.named.items()}
    if len(found) + len(named) > 2:
        raise found[2 - len(named)].error(0, "a third sequence", "restraints, then a start sequence at most")
    notes = [*record.notes, *([record.blank] if record.blank else [])]
    fixed, start = named.get("restraints"), named.get("start")
    if start is None and found and (fixed or only_bases(found[-1].text)):
        start = found.pop()
        if fixed and "N" in unified(start.text):
            notes.append("the sequence has open positions: it is no start")
            start = None
    if len(found) > (not fixed):
        raise found[-1].error(0, "a second line of restraints", "a start sequence of A, C, G and U")
    fixed = fixed or (found[0] if found else None)
    restraints = restraints_of(fixed, partners) if fixed else "N" * length
    chosen = ""
    if start is not None:
        try:
            chosen = start_of(start, partners, restraints)
            notes += [] if fixed else ["the sequence is read as a start; no base is fixed"]
        except PuzzleError as error:
            if "can't" not in error.found:
                raise
            notes.append(f"the sequence is no start: {error.found}")
    if target.text and not target.text.replace("?", ""):
        notes.append("all positions are free: any fold will do, and only the demands on the sequence count")
    if record.demands:
        specification_of(record.demands, partners, restraints, nick, record.state_lines)  # for places of what is wrong
    demands = {key: value.text for key, value in record.demands.items()}
    note = "; ".join(notes)
    return RnaPuzzle(target.text, restraints, chosen, record.name, **record.settings, **demands, note=note, nick=nick)


def setting(key: str, text: str) -> str:
    """The value of that one of DEFAULTS; PuzzleError if it is not admitted."""
    if key == "model":
        if text not in MODEL_NAMES:
            raise PuzzleError(f"{key} is {quoted(text)}", " or ".join(MODEL_NAMES))
        return text
    weights_of(chosen := cleaned_objective(text))
    return chosen


_LETTERS = re.compile(r"[A-Za-z.·_*?&+]+")

HEADER = re.compile(r"([#;]?)\s*([A-Za-z][A-Za-z_ -]*?)\s*:\s*(.*)")
"""A header line: a key and its value, in a comment or not."""


def take_header(record: Record, line: Field, *, quiet: bool) -> bool:
    """Takes what a line `key: value` says of the record; False if it is none.

    PuzzleError for a value that is not admitted, a key that is there twice, and an unknown key: not in a comment, or
    if `quiet`, where such a line is only text.
    """
    whole = line.stripped()
    found = HEADER.fullmatch(whole.text)
    if not found:
        return False
    key, value = found.group(2).lower(), whole.part(found.group(3), found.start(3))
    if key == "name":
        record.name = cleaned(value.text)
    elif (called := column_names([key], SYNONYMS)[0]) in ("restraints", "start"):
        if found.group(1) and not _LETTERS.fullmatch(value.text):
            return False  # a comment on restraints
        if called in record.named:
            raise whole.error(f"a second line of {called}", "one")
        record.named[called] = value
    elif key in DEFAULTS:
        if key in record.settings:
            raise whole.error(f"a second {key}", "one")
        try:
            record.settings[key] = setting(key, value.text)
        except PuzzleError as error:
            raise value.error(error.found, error.expected) from None
    elif key in DEMANDS:
        if key == "state":
            record.state_lines.append(value)
            value = value._replace(text=", ".join(one.text for one in record.state_lines))
        elif key in record.demands:
            raise whole.error(f"a second line of {key}", "one; values are separated by commas")
        if len(value.text) > LONGEST_DEMAND:
            raise value.error(f"{key} has {len(value.text):,} letters", f"at most {LONGEST_DEMAND:,}")
        record.demands[key] = value
    elif quiet or found.group(1):
        return False
    else:
        expected = f"one of {', '.join(('name', *DEFAULTS, *DEMANDS))}"
        if key.startswith("concentration"):
            expected = "one copy of each strand, without concentrations (NUPACK has these)"
        raise whole.part(found.group(2), found.start(2)).error(f"{quoted(found.group(2))} is no key", expected)
    return True


def positions(word: Field) -> int:
    return len(word.text) - word.text.count("&") - word.text.count("+")


def sequences_of(words: Sequence[Field], length: int) -> list[Joined]:
    """The sequences of that length which the words make, one after the other; PuzzleError for what is left.

    An & between two strands does not count.
    """
    found: list[Joined] = []
    begun: list[Field] = []
    have = 0
    for word in words:
        begun.append(word)
        have += positions(word)
        if have == length:
            found.append(joined(begun))
            begun, have = [], 0
        elif have > length:
            break
    if begun:
        line = [one for one in begun if one.line == begun[0].line] if len(begun) > 1 else begun
        short = joined(line if have > length else begun)
        at = min(length, len(short.text) - 1)
        letters = sum(map(positions, short.fields))
        raise short.error(
            at, f"the sequence has {counted(letters, 'letter')}", f"{length:,}, one a position of the target"
        )
    return found


def check_size(count: int, record: Record, line: int) -> None:
    """Raises PuzzleError, on the line, if there are too many records, or too many words in this one."""
    if count > MOST_RECORDS:
        raise PuzzleError(f"the text holds more than {MOST_RECORDS:,} puzzles", "fewer", line=line)
    if len(record.target) + len(record.sequences) > MOST_WORDS:
        raise PuzzleError(f"the puzzle has more than {MOST_WORDS:,} words", "a target and sequences", line=line)


def demand_lines(puzzle: RnaPuzzle) -> list[str]:
    """The demands as lines of a header, one for each state."""
    listed = [
        (key, one) for key, text in puzzle.demands.items() for one in (text.split(",") if key == "state" else [text])
    ]
    return [f"{key}: {text.strip()}" for key, text in listed]


def settings_text(puzzle: RnaPuzzle) -> dict[str, str]:
    """The puzzle's settings that are not the defaults."""
    own = {"model": puzzle.model, "objective": puzzle.objective}
    return {name: value for name, value in own.items() if value != DEFAULTS[name]}


LIKENESS = 0.75
"""Of a misspelt name, as `difflib.SequenceMatcher.ratio` has it: `constraints` and `restraints` have 0.76."""


def check_spelling(given: Iterable[str], wanted: Collection[str], known: Collection[str], what: str) -> None:
    """PuzzleError for the first name that is not known, but like a wanted one; others are a text's own affair.

    `what`: what the names are, such as `key`.
    """
    for name in given:
        if name in known or name in wanted:
            continue
        if near := get_close_matches(name[:100].lower(), wanted, 1, LIKENESS):
            raise PuzzleError(f"{quoted(name)} is no {what}", near[0])
