"""Sequences with their structures from a file, and the counts of two moves that follow each other in them.

A file is a table, alignments, or lines of letters each followed by brackets.

Alignments are in Stockholm format as Rfam's seed: `name  aligned sequence` a row, `#=GC SS_cons` with the consensus in
WUSS brackets, `#=GF AC` with the family, `//` at the end of each alignment; rows may be continued in later blocks.

Whatever is wrong is a PuzzleError that names file, line and what was expected.

The counts are those of the n-gram prior, Algorithm 5 of Cazenave, Learning a Prior, section 4.3. Imports no numba.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
import numpy.typing as npt

from puzzles.rna.bases import PAIR_MOVES, PAIRS
from puzzles.rna.puzzle import BASE_MOVES
from puzzles.rna.structure import HAIRPIN
from puzzles.text.long_file import LONGEST_LINE, LongFile

Counts = npt.NDArray[np.int64]

STRUCTURES = ("ss_mfe", "structure")
"""The columns that are looked for if none is named.

Not a family's consensus. A prior is to say what makes a sequence fold as wanted, so it has to see what each sequence
folds to itself; that of Rfam's consensus is its MFE structure in 4 % of the rows. The published n-gram prior has been
counted so, by its figures: its frequencies go from 0.010083 to 0.437825, ours by ss_mfe from 0.009284 to 0.443921,
and by ss_cons_projected from 0.027838 to 0.377662 (Rfam 14.2 seed).
"""

LETTERS = re.compile(r"[A-Za-z]+")
BRACKETS = re.compile(r"([.()]+)(\s+\(.*\))?")
"""A structure, and after it what folding programs add: an energy in parentheses."""
PLAIN = "a structure of . ( and )"

HEAD = "# STOCKHOLM"
FOLDED, CONSENSUS = "ss_mfe", "ss_cons"
"""The two structures that can be asked for."""
LONGEST_FOLDED = 1000
"""Letters of a sequence that is folded here. Of Rfam 14.2's seed 99 % are; the others would take nine tenths of the
time, the longest some twenty seconds each."""

GAPS = str.maketrans("", "", ".-_~")
OPENING = {"(": ")", "<": ">", "[": "]", "{": "}"}
CLOSING = {close: opening for opening, close in OPENING.items()}


@dataclass(frozen=True, slots=True)
class Design:
    """A sequence, upper case with U for T, and its structure, as long; `family` may be empty; it ended in `line`."""

    sequence: str
    structure: str
    family: str
    line: int


class Designs:
    """The designs in a file, one after the other.

    `column` names a table's column with the structures; the default is the first of STRUCTURES that it has. Once the
    first design is there it is the one that is read, empty for a file that is no table. PuzzleError as soon as
    something is wrong.
    """

    def __init__(self, file: LongFile, column: str = "") -> None:
        self.column = column.lower()
        self.passed_over: Counter[str] = Counter()
        """What was skipped, as a phrase, with its number."""
        self._designs = self._read(file)

    def __iter__(self) -> Iterator[Design]:
        return self._designs

    def _read(self, file: LongFile) -> Iterator[Design]:
        every = file.lines()
        head = next((text for text in every if text.strip()), "")
        if head.startswith(HEAD):
            yield from self._alignments(file, every)
            return
        every = chain([head], every)
        lines = (text for text in every if not text.startswith("#") and (text.strip() or "\t" in text))
        first = next(lines, None)
        if first is None:
            raise file.wrong("there is nothing in the file", "sequences with their structures", 0)
        if "\t" in first:
            header = _fields(first.lower())
            known = [name for name in ([self.column] if self.column else STRUCTURES) if name in header]
            if not known:
                wanted, names = self.column or " or ".join(STRUCTURES), ", ".join(name[:30] for name in header[:20])
                raise file.wrong(f"the table has no column {wanted}", f"--column and one of: {names}")
            self.column = known[0]
            yield from _rows(file, header, self.column, lines)
        elif self.column:
            raise file.wrong("this is no table: its first line has no tab", f"one with a column {self.column}")
        else:
            yield from _blocks(file, first.strip(), (text.strip() for text in lines))

    def _alignments(self, file: LongFile, lines: Iterator[str]) -> Iterator[Design]:
        known = (FOLDED, CONSENSUS)
        if self.column and self.column not in known:
            raise file.wrong(f"alignments have no column {self.column}", f"--column and one of: {', '.join(known)}")
        self.column = self.column or FOLDED
        yield from _aligned(file, lines, self.column, self.passed_over)


def _rows(file: LongFile, header: list[str], column: str, lines: Iterator[str]) -> Iterator[Design]:
    """From a table with tabs between its columns, named in its first line."""
    if "sequence" not in header:
        raise file.wrong("the table has no column sequence", "the columns' names in the first line")
    sequence, structure = header.index("sequence"), header.index(column)
    family = header.index("family") if "family" in header else None
    for text in lines:
        fields = _fields(text)
        if len(fields) != len(header):
            raise file.wrong(f"a row of {len(fields)} columns", f"{len(header)}, as in the first line")
        yield _design(file, fields[sequence], fields[structure], "" if family is None else fields[family], file.line)


def _fields(row: str) -> list[str]:
    return [field.strip() for field in row.split("\t")]


def _blocks(file: LongFile, first: str, lines: Iterator[str]) -> Iterator[Design]:
    """From lines `>name` (or none), then letters, then brackets, as folding programs write them."""
    text: str | None = first
    while text is not None:
        if text.startswith(">"):
            text = _next(file, lines, "a sequence after its name")
        letters: list[str] = []  # pieces, as adding each to a long text takes a time that grows with the square
        brackets: list[str] = []
        length = covered = 0
        while LETTERS.fullmatch(text):
            letters.append(text)
            length += len(text)
            if length > LONGEST_LINE:
                raise file.wrong(f"a sequence of over {LONGEST_LINE:,} letters", f"its structure, {PLAIN}")
            text = _next(file, lines, f"the structure of the sequence above, {PLAIN}")
        if not letters:
            raise file.wrong(f"{text[:30]!a} where a sequence is to begin", "a line of letters such as GGGAAACCC")
        line = file.line
        while covered < length and (found := BRACKETS.fullmatch(text or "")):
            brackets.append(found[1])
            covered += len(found[1])
            line = file.line
            text = next(lines, None)
        if not brackets:
            raise file.wrong(f"{(text or '')[:30]!a} after a sequence", PLAIN)
        yield _design(file, "".join(letters), "".join(brackets), "", line)


def _next(file: LongFile, lines: Iterator[str], expected: str) -> str:
    text = next(lines, None)
    if text is None:
        raise file.wrong("the file ends here", expected)
    return text


def _design(file: LongFile, sequence: str, structure: str, family: str, line: int) -> Design:
    if not LETTERS.fullmatch(sequence):
        raise file.wrong(f"a sequence of {sequence[:30]!a}", "letters alone, without gaps", line)
    if len(sequence) != len(structure):
        lengths = f"a sequence of {len(sequence):,} letters with a structure of {len(structure):,}"
        raise file.wrong(lengths, "both of one length", line)
    return Design(sequence.upper().replace("T", "U"), structure, family, line)


@dataclass(slots=True)
class _Alignment:
    family: str = ""
    consensus: list[str] = field(default_factory=list)  # in pieces, as the rows
    rows: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


def _aligned(file: LongFile, lines: Iterator[str], column: str, passed_over: Counter[str]) -> Iterator[Design]:
    """The rows of all alignments, whose head has been read. `passed_over` counts, in words, what can't be used.

    `column`: FOLDED, the MFE structure by ViennaRNA (Turner 2004, dangles 2), or CONSENSUS, the pairs of the consensus
    that the sequence can make. PuzzleError, with its line, for what is wrong.
    """
    found, ended = _Alignment(), False
    for text in lines:
        words = text.split(None, 2)
        if text.startswith(HEAD) and found.rows:
            raise file.wrong("an alignment begins within another", "// at the end of each")
        if not words or text.startswith(HEAD):
            continue
        ended = False
        if words[0] == "//":
            yield from _of(file, found, column, passed_over)
            found, ended = _Alignment(), True
        elif words[0] == "#=GF" and len(words) == 3 and words[1] == "AC":
            found.family = words[2].strip()
        elif words[0] == "#=GC" and len(words) == 3 and words[1] == "SS_cons":
            found.consensus.append(words[2].strip())
        elif not text.startswith("#"):
            if len(words) != 2:
                raise file.wrong(f"a row of {len(words)} words", "a name and an aligned sequence")
            found.lines.setdefault(words[0], file.line)
            found.rows.setdefault(words[0], []).append(words[1])
    if not ended:
        raise file.wrong("the file ends within an alignment", "// at the end of each")


def _of(file: LongFile, found: _Alignment, column: str, passed_over: Counter[str]) -> Iterator[Design]:
    """The rows of one alignment."""
    partners = _partners(file, "".join(found.consensus)) if column == CONSENSUS else []
    for name, pieces in found.rows.items():
        aligned = "".join(pieces)
        line = found.lines[name]
        letters = aligned.upper().replace("T", "U")
        sequence = letters.translate(GAPS)
        if not sequence.isascii() or not sequence.isalpha():
            raise file.wrong(f"a sequence of {aligned[:30]!a}", "letters, and . - _ ~ for gaps", line)
        if column == CONSENSUS:
            if len(aligned) != len(partners):
                lengths = f"{len(aligned):,} columns, and {len(partners):,} of #=GC SS_cons"
                raise file.wrong(lengths, "as many of both", line)
            structure = projected(letters, partners)
        elif len(sequence) > LONGEST_FOLDED:
            passed_over[f"sequences of over {LONGEST_FOLDED:,} letters, which are not folded"] += 1
            continue
        else:
            structure = folded(sequence)
        yield Design(sequence, structure, found.family, line)


def _partners(file: LongFile, consensus: str) -> list[int]:
    """For each column that of its partner, -1 without one. Letters (pseudoknots) and all other signs have none."""
    if not consensus:
        raise file.wrong("an alignment without #=GC SS_cons", "one with a consensus structure")
    partners, open_ = [-1] * len(consensus), list[int]()
    for column, sign in enumerate(consensus):
        if sign in OPENING:
            open_.append(column)
        elif sign in CLOSING:
            if not open_ or consensus[open_[-1]] != CLOSING[sign]:
                raise file.wrong(
                    f"{sign} without its partner in column {column + 1} of #=GC SS_cons", "nested brackets"
                )
            other = open_.pop()
            partners[column], partners[other] = other, column
    if open_:
        sign = consensus[open_[-1]]
        raise file.wrong(f"{sign} without its partner in column {open_[-1] + 1} of #=GC SS_cons", "nested brackets")
    return partners


def projected(letters: str, partners: list[int]) -> str:
    """The dot-bracket structure of an aligned sequence, without its gaps: of the columns' pairs those that it can make.

    Those are of two letters that pair, with at least HAIRPIN letters between them.
    """
    places, place = [-1] * len(letters), 0
    for column, letter in enumerate(letters):
        if letter.translate(GAPS):
            places[column], place = place, place + 1
    signs = ["."] * place
    for column, other in enumerate(partners):
        first, last = places[column], places[other] if other > column else -1
        if first >= 0 and last - first > HAIRPIN and letters[column] + letters[other] in PAIRS:
            signs[first], signs[last] = "(", ")"
    return "".join(signs)


def folded(sequence: str) -> str:
    """The sequence's MFE structure by ViennaRNA, whatever energies the process has loaded."""
    from puzzles.rna.energy_models import compound, energies

    structure: str = compound(sequence, energies("eterna-v2")).mfe()[0]
    return structure


MOVES = len(PAIR_MOVES) + len(BASE_MOVES)
FIRST = MOVES * MOVES
"""The code of a playout's first move, which follows none: never counted, so it is neutral (see `priors.table`)."""
CODES = FIRST + 1

_PAIRS = {pair: move for move, pair in enumerate(PAIR_MOVES)}
_BASES = {base: move for move, base in enumerate(BASE_MOVES, start=len(PAIR_MOVES))}
_NO_MOVE = -1


class Ngrams:
    """Counts over designs with their structures, given one by one to `add`.

    `counted` designs. `foreign` were left out as a whole, as they have letters other than A, C, G and U: what such
    a position holds is not known, so neither is whether the design folds as the structure says. `unpairable` pairs
    are none of the six moves: only they are left out, and the n-grams that they are in.
    """

    codes = CODES

    def __init__(self) -> None:
        self.counted = 0
        self.foreign = 0
        self.unpairable = 0
        self._following = [0] * FIRST

    def add(self, design: Design) -> None:
        """Counts one design: its sequence in upper case with U for T, of the structure's length (`.()` alone).

        ValueError, with the position, if the structure is not valid; nothing is counted then.
        """
        structure, sequence = design.structure, design.sequence
        partners = closing(structure)
        if not _BASES.keys() >= set(sequence):
            self.foreign += 1
            return
        self.counted += 1
        following = self._following
        before = _NO_MOVE
        for index, letter in enumerate(structure):
            if letter == ".":
                move = _BASES[sequence[index]]
            elif letter == "(":
                move = _PAIRS.get(sequence[index] + sequence[partners[index]], _NO_MOVE)
                self.unpairable += move == _NO_MOVE
            else:
                continue  # the pair's move was made at its opening bracket
            if before != _NO_MOVE != move:
                following[before * MOVES + move] += 1
            before = move

    @property
    def count(self) -> Counts:
        """int64[101]: how often a move came right after another, at 10 times the earlier one's number plus its own."""
        return np.array([*self._following, 0], np.int64)

    @property
    def nb(self) -> Counts:
        """int64[101]: how often that move was possible there.

        Algorithm 5 adds 1 for each move of the kind (pair or base) whenever one of the kind was made (lines 6 to 9),
        so all of a kind share the sum of their counts.
        """
        count = np.array(self._following, np.int64).reshape(MOVES, MOVES)
        pairs = len(PAIR_MOVES)
        possible = np.empty_like(count)
        possible[:, :pairs] = count[:, :pairs].sum(axis=1, keepdims=True)
        possible[:, pairs:] = count[:, pairs:].sum(axis=1, keepdims=True)
        return np.append(possible.ravel(), 0)

    @property
    def left_out(self) -> dict[str, int]:
        """What was left out, in words, each with its number; nothing that did not happen."""
        found = {
            "designs with letters other than A, C, G and U": self.foreign,
            "pairs that are none of the six": self.unpairable,
        }
        return {words: number for words, number in found.items() if number}


def closing(structure: str) -> dict[int, int]:
    """The index of the closing bracket by that of the opening one; ValueError, with the position, if it is not one."""
    opened: list[int] = []
    found: dict[int, int] = {}
    for index, letter in enumerate(structure):
        if letter == "(":
            opened.append(index)
        elif letter == ")":
            if not opened:
                raise ValueError(f"position {index + 1} of the structure: ')' closes no bracket")
            found[opened.pop()] = index
        elif letter != ".":
            raise ValueError(f"position {index + 1} of the structure: {letter!a}")
    if opened:
        raise ValueError(f"position {opened[-1] + 1} of the structure: '(' is never closed")
    return found
