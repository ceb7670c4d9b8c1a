"""What a target, its restraints and its start sequence must be, checked by the letter, with the place of each fault."""

from __future__ import annotations

from puzzles.rna.restraints import BASES, IUPAC, PAIRS, admits, can_pair, unified
from puzzles.text.placed_letters import Span

LONGEST = 1000
"""Positions of a target. ViennaRNA folds a design of 1,000 in some 0.8 s and says in some 9 s how probable its fold is,
in under 100 MB; at 2,000 these are 5 s, 50 s and 280 MB. Eterna's longest target has 400."""

HAIRPIN = 3
"""The fewest unpaired positions that a pair can enclose with nothing else in it (ViennaRNA's `min_loop_size`)."""

_PSEUDOKNOT = frozenset("[]{}<>")


def shown(letter: str) -> str:
    """The character for a message, always printable."""
    return ascii(letter)


def partners_of(target: Span) -> tuple[int, ...]:
    """The position that each position pairs with, from 0; -1 where unpaired. PuzzleError if it is no target."""
    text = target.text
    if not text:
        raise target.error(0, "the target is empty", "a structure in dot-bracket, such as (((...)))")
    if len(text) > LONGEST:
        raise target.error(LONGEST, f"the target has {len(text):,} positions", f"at most {LONGEST:,}")
    partners = [-1] * len(text)
    opened: list[int] = []
    for index, letter in enumerate(text):
        if letter == "(":
            opened.append(index)
        elif letter == ")":
            if not opened:
                raise target.error(index, f"position {index + 1}: ')' closes no bracket", "a balanced structure")
            start = opened.pop()
            if index - start <= HAIRPIN:
                short = f"positions {start + 1} and {index + 1} enclose {index - start - 1}"
                raise target.error(index, short, f"a hairpin loop of at least {HAIRPIN}")
            partners[start], partners[index] = index, start
        elif letter in _PSEUDOKNOT or letter.isalpha():
            found = f"position {index + 1}: {shown(letter)} is a pseudoknot's; pseudoknots can't be designed"
            raise target.error(index, found, "a structure of . ( and )")
        elif letter != ".":
            raise target.error(index, f"position {index + 1}: {shown(letter)}", "a structure of . ( and )")
    if opened:
        index = opened[-1]
        raise target.error(index, f"position {index + 1}: '(' is never closed", "a balanced structure")
    return tuple(partners)


def restraints_of(letters: Span, partners: tuple[int, ...]) -> str:
    """The restraints, upper case and with U for T; PuzzleError if they don't fit the target's pairs."""
    text = unified(letters.text)
    _check_length(letters, len(partners), "restraints")
    for index, letter in enumerate(text):
        if letter not in IUPAC:
            found = f"position {index + 1}: {shown(letters.text[index])} is no restraint"
            raise letters.error(index, found, f"one of {' '.join(IUPAC)}")
    for index, other in enumerate(partners):
        if other > index and not can_pair(text[index], text[other]):
            found = f"positions {index + 1} and {other + 1} are to pair; {text[index]} and {text[other]} can't"
            raise letters.error(other, found, "restraints that admit a pair")
    return text


def start_of(bases: Span, partners: tuple[int, ...], restraints: str) -> str:
    """The start sequence, upper case and with U for T; PuzzleError if it is no design for the target."""
    text = unified(bases.text)
    _check_length(bases, len(partners), "start sequence")
    for index, base in enumerate(text):
        if base not in BASES:
            found = f"position {index + 1}: {shown(bases.text[index])} is no base"
            raise bases.error(index, found, f"one of {' '.join(BASES)}")
        if not admits(restraints[index], base):
            found = f"position {index + 1}: the start sequence has {base}"
            raise bases.error(index, found, f"{restraints[index]}, as the restraints")
    for index, other in enumerate(partners):
        if other > index and text[index] + text[other] not in PAIRS:
            found = f"positions {index + 1} and {other + 1} are to pair; the start sequence has "
            raise bases.error(other, f"{found}{text[index]} and {text[other]}, which can't")
    return text


def _check_length(piece: Span, wanted: int, what: str) -> None:
    if len(piece.text) != wanted:
        at = min(wanted, max(len(piece.text) - 1, 0))
        found = f"{len(piece.text):,} {'letter' if len(piece.text) == 1 else 'letters'} of {what}"
        raise piece.error(at, found, f"{wanted:,}, one a position of the target")
