"""What a supplier is sent: sequences alone, and the table of an order, a row a strand, without figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from puzzles.rna.puzzle import RnaPuzzle
from puzzles.text.quoting import cleaned
from puzzles.text.separated import harmless

T7_PROMOTER = "TAATACGACTCACTATA"
"""Of the coding strand, up to -1: transcription by T7 RNA polymerase begins behind it, best with GG (Milligan and
others, Nucleic Acids Research 15, 1987)."""

SCALE = "25 nmol"
"""The smallest that suppliers of oligonucleotides usually offer: a cell to be changed."""

NAMELESS = "design"


def write_sequences(puzzle: RnaPuzzle, sequences: Sequence[str]) -> str:
    """A sequence a line, of two strands with &; of the puzzle alone its start sequence or its restraints."""
    return "\n".join(sequences or [puzzle.with_nick(puzzle.start or puzzle.restraints)]) + "\n"


def write_order(puzzle: RnaPuzzle, sequences: Sequence[str], promoter: str = "") -> str:
    """A table with tabs; the DNA has the promoter in front."""
    rows = [("Name", "RNA sequence", "DNA", "Scale")]
    for name, letters in strands(puzzle, sequences or [puzzle.with_nick(puzzle.start or puzzle.restraints)]):
        rows.append((str(harmless(name)), letters.replace("T", "U"), promoter + letters.replace("U", "T"), SCALE))
    return "".join("\t".join(row) + "\n" for row in rows)


def write_order_t7(puzzle: RnaPuzzle, sequences: Sequence[str]) -> str:
    return write_order(puzzle, sequences, T7_PROMOTER)


def strands(puzzle: RnaPuzzle, sequences: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The name of each strand of each design, a word as order forms want it, and its letters."""
    for number, sequence in enumerate(sequences, 1):
        name = f"{word_of(puzzle)}_{number}" if len(sequences) > 1 else word_of(puzzle)
        parts = sequence.split("&")
        for strand, letters in enumerate(parts):
            yield f"{name}_{'AB'[strand]}" if len(parts) > 1 else name, letters


def word_of(puzzle: RnaPuzzle) -> str:
    """The puzzle's name as one word."""
    return re.sub(r"[^\w.-]+", "_", cleaned(puzzle.name) or NAMELESS)
