"""Structures in brackets: which position pairs with which.

Pairs may be written with ( ), [ ], { }, < > or a capital and its small letter; unpaired positions as a dot or, as in
Stockholm's WUSS, one of : , - _ ~. Brackets of several kinds are a pseudoknot only if pairs cross.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase

from puzzles.text.fields import Joined, joined
from puzzles.text.quoting import quoted

LONGEST = 2000
"""Positions of a target. ViennaRNA folds a design of 1,000 in some 0.8 s and computes the probability of its fold in
some 9 s, in under 100 MB; at 2,000 these are 5 s, 50 s and 280 MB. Eterna's longest target has 400."""

STRUCTURE = "a structure of . ( and )"

LONGEST_LOOP = 30
"""Unpaired bases that an interior loop or bulge of a fold may have (ViennaRNA's MAXLOOP)."""

HAIRPIN = 3
"""The fewest unpaired positions that a pair can enclose with nothing else in it (ViennaRNA's `min_loop_size`)."""

_CLOSING = dict(zip(")]}>", "([{<", strict=True)) | dict(zip(ascii_lowercase, ascii_uppercase, strict=True))
_OPENING = frozenset(_CLOSING.values())
UNPAIRED = ".:,-_~"
BREAKS = str.maketrans("+", "&")
"""NUPACK's sign between two strands is read as ViennaRNA's."""


def strands_of(text: Joined) -> tuple[Joined, int]:
    """The text without its & (or +), and how many letters stand before that: 0 if there is none.

    PuzzleError for a second &, and for one at either end.
    """
    text = replace(text, text=text.text.translate(BREAKS))
    nick = text.text.find("&")
    if nick < 0:
        return text, 0
    again = text.text.find("&", nick + 1)
    if again >= 0:
        raise text.error(again, f"a second '&', behind position {again - 1}", "two strands at most (NUPACK takes more)")
    if nick in (0, len(text.text) - 1):
        where = "before the first" if nick == 0 else "behind the last"
        raise text.error(nick, f"'&' {where} position", "a strand on either side, such as ((((&))))")
    parts = []
    for piece, start in zip(text.fields, text.starts, strict=True):
        at = nick - start
        whole = not 0 <= at < len(piece.text)
        parts += [piece] if whole else [piece.part(piece.text[:at], 0), piece.part(piece.text[at + 1 :], at + 1)]
    return replace(joined(parts), text=text.text.replace("&", "")), nick


def cut_alike(letters: Joined, nick: int, what: str) -> Joined:
    """The letters of both strands; PuzzleError unless their & stands behind as many as the target's."""
    found, own = strands_of(letters)
    if own == nick:
        return found
    expected = f"'&' behind position {nick}, as the target" if nick else "one strand, as the target"
    if own:
        raise letters.error(own, f"the {what} has '&' behind position {own}", expected)
    raise letters.error(min(nick, max(len(letters.text) - 1, 0)), f"the {what} has no '&'", expected)


def check_joined(target: Joined, partners: tuple[int, ...], nick: int) -> None:
    """PuzzleError if no pair joins the two strands."""
    if nick and not any(other >= nick for other in partners[:nick]):
        raise target.error(nick, "no pair joins the two strands", "a pair between them, or two targets")


def partners_of(target: Joined, nick: int = 0) -> tuple[int, ...]:
    """The position that each position pairs with, from 0; -1 where unpaired. PuzzleError if it is no target.

    `nick`: the positions of the first of two strands.
    """
    text = target.text
    if not text:
        raise target.error(0, "the target is empty", "a structure in dot-bracket, such as (((...)))")
    if len(text) > LONGEST:
        raise target.error(LONGEST, f"the target has {len(text):,} positions", f"at most {LONGEST:,}")
    partners = [-1] * len(text)
    opened: dict[str, list[int]] = {}
    for index, letter in enumerate(text):
        if letter in _OPENING:
            opened.setdefault(letter, []).append(index)
        elif letter in _CLOSING:
            if not opened.get(_CLOSING[letter]):
                what = f"position {index + 1}: {quoted(letter)}"
                if letter.isalpha():
                    raise target.error(index, what, STRUCTURE)
                raise target.error(index, f"{what} closes no bracket", "a balanced structure")
            start = opened[_CLOSING[letter]].pop()
            if index - start <= HAIRPIN and not start < nick <= index:
                short = f"positions {start + 1} and {index + 1} enclose {index - start - 1}"
                raise target.error(index, short, f"a hairpin loop of at least {HAIRPIN}")
            partners[start], partners[index] = index, start
        elif letter == "&":
            raise target.error(index, f"position {index + 1}: '&' begins a second strand", "a structure of one strand")
        elif letter not in UNPAIRED:
            raise target.error(index, f"position {index + 1}: {quoted(letter)}", STRUCTURE)
    left = max((one[-1] for one in opened.values() if one), default=-1)
    if left >= 0:
        what = f"position {left + 1}: {quoted(text[left])}"
        if text[left].isalpha():
            raise target.error(left, what, STRUCTURE)
        raise target.error(left, f"{what} is never closed", "a balanced structure")
    if len(opened) > 1:  # of one kind they are nested
        _check_nested(target, partners)
    return tuple(partners)


def _check_nested(target: Joined, partners: Sequence[int]) -> None:
    """PuzzleError at the first bracket whose pair crosses another one's."""
    opened: list[int] = []
    for index, other in enumerate(partners):
        if other > index:
            opened.append(index)
        elif other >= 0 and opened[-1] != other:
            inner = opened[opened.index(other) + 1]
            at = inner if target.text[inner] != "(" else other
            found = f"position {at + 1}: {quoted(target.text[at])} is a pseudoknot's; pseudoknots can't be designed"
            crossing = f"{inner + 1}-{partners[inner] + 1} crosses {other + 1}-{index + 1}"
            raise target.error(at, f"{found} here (DesiRNA can): {crossing}", "a structure of nested pairs")
        elif other >= 0:
            opened.pop()


def paired(structure: str) -> tuple[int, ...]:
    """The partner of each position of a balanced dot-bracket structure, from 0; -1 for none."""
    opened: list[int] = []
    found = [-1] * len(structure)
    for place, letter in enumerate(structure):
        if letter == "(":
            opened.append(place)
        elif letter == ")":
            found[place] = opened.pop()
            found[found[place]] = place
    return tuple(found)


def pairs_of(structure: str) -> frozenset[tuple[int, int]]:
    """The pairs of a balanced dot-bracket structure, by positions from 0. An & between strands is no position."""
    return frozenset(pair for pair in enumerate(paired(structure.replace("&", ""))) if pair[1] > pair[0])


def brackets(partners: Sequence[int]) -> str:
    return "".join("." if other < 0 else "(" if other > place else ")" for place, other in enumerate(partners))


def without_open(target: Joined) -> Joined:
    """The target with a dot for each ?."""
    return replace(target, text=target.text.replace("?", "."))


def with_open(free: str, target: str) -> str:
    """The free positions and those that the target has as ?, from 1 in ranges, such as `5-9 12`."""
    opened = dict.fromkeys(index for index, letter in enumerate(target) if letter == "?")
    starts = [index for index in opened if index - 1 not in opened]
    ends = [index for index in opened if index + 1 not in opened]
    ranges = [f"{a + 1}-{b + 1}" if b > a else f"{a + 1}" for a, b in zip(starts, ends, strict=True)]
    return " ".join([*free.replace(",", " ").split(), *ranges])
