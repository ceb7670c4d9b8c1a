"""The sequences of alignments in Stockholm format, each with the structure it folds to, or with the consensus.

The format is that of Rfam's seed alignments: `name  aligned sequence` a row, `#=GC SS_cons` with the consensus in WUSS
brackets, `#=GF AC` with the family, `//` at the end of each alignment; rows may be continued in later blocks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from priors.long_file import LongFile

HEAD = "# STOCKHOLM"
FOLDED, CONSENSUS = "ss_mfe", "ss_cons"
"""The two structures that can be asked for."""
LONGEST_FOLDED = 1000
"""Letters of a sequence that is folded here. Of Rfam 14.2's seed 99 % are; the others would take nine tenths of the
time, the longest some twenty seconds each."""

GAPS = str.maketrans("", "", ".-_~")
OPENING = {"(": ")", "<": ">", "[": "]", "{": "}"}
CLOSING = {close: opening for opening, close in OPENING.items()}
PAIRS = frozenset(("AU", "UA", "GC", "CG", "GU", "UG"))
HAIRPIN = 3
"""Fewest letters between the two of a pair."""


@dataclass(frozen=True, slots=True)
class Row:
    """A sequence without gaps, upper case with U for T; its structure, as long; its family; where it begins."""

    sequence: str
    structure: str
    family: str
    line: int


@dataclass(slots=True)
class _Alignment:
    family: str = ""
    consensus: str = ""
    rows: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


def rows(file: LongFile, lines: Iterator[str], column: str, passed_over: Counter[str]) -> Iterator[Row]:
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
            found.consensus += words[2].strip()
        elif not text.startswith("#"):
            if len(words) != 2:
                raise file.wrong(f"a row of {len(words)} words", "a name and an aligned sequence")
            found.lines.setdefault(words[0], file.line)
            found.rows[words[0]] = found.rows.get(words[0], "") + words[1]
    if not ended:
        raise file.wrong("the file ends within an alignment", "// at the end of each")


def _of(file: LongFile, found: _Alignment, column: str, passed_over: Counter[str]) -> Iterator[Row]:
    """The rows of one alignment."""
    partners = _partners(file, found.consensus) if column == CONSENSUS else []
    for name, aligned in found.rows.items():
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
        yield Row(sequence, structure, found.family, line)


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
    from puzzles.rna.vienna import compound, energies

    structure: str = compound(sequence, energies("eterna-v2")).mfe()[0]
    return structure
