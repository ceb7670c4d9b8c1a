"""The demands on a sequence as values, and their reader: a text for each key, such as `gc: 45-55, 30-70 in 20`.

Positions count from 0 here, from 1 in texts. Whatever is wrong in a text is collected, each fault at its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from puzzles.errors import PuzzleError, together
from puzzles.rna.bases import IUPAC, unified
from puzzles.rna.specification.codons import BY_LOWER_CASE, CODE, CODONS_OF, SITES, USAGES
from puzzles.rna.specification.states import State
from puzzles.text.fields import NOWHERE, Field
from puzzles.text.quoting import quoted

KEYS: Mapping[str, str] = {
    "free": "positions that may pair or not, such as 5-9 12; the target may have ? there",
    "gc": "percent of G and C, such as 45-55; 30-70 in 20: in each stretch of 20 too",
    "forbid": "motifs that may not occur: GGGG, N{5} (a run), EcoRI, GGNCC except 5-12",
    "require": "motifs that must occur: GAAA, UUCG at 10-30",
    "repeat": "the longest stretch of bases that may occur twice, such as 8",
    "protein": "amino acids that codons spell, such as MKV at 4: from position 4 on",
    "codons": "human, e-coli, yeast or a table; from 15: codons used in 15 % of cases or more",
    "temperature": "degrees Celsius at which a design folds, 0 to 100; 37 if it is not given",
    "state": "other structures of the same design: ((...)) at 55, with theophylline, strand 1; weight 2; within 0.5",
    "synthesis": "on: no runs over 5 (4 of G, U), GC 20-80 in 50, no repeat over 10; off; on by p or defect",
}
"""Each key of a specification, and what its value is."""

MOST_ITEMS = 64
"""Items of one key."""
LONGEST_MOTIF = 64
RAREST = 10
"""The least share of a codon, in percent, where a usage is given without one: the usual limit of a rare codon."""

Bases = str
"""The bases that a position admits, such as AG."""
Pattern = tuple[Bases, ...]


@dataclass(frozen=True, slots=True)
class GcRange:
    """The least and most G and C in any `window` positions in a row."""

    name: str
    least: int
    most: int
    window: int
    at: Field = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Motif:
    """Patterns of one length, any of which is the motif. Forbidden ones may occur wholly within `places`, required
    ones must occur wholly within them. No motif lies on both sides of a `nick`, the positions of the first strand."""

    name: str
    patterns: tuple[Pattern, ...]
    places: frozenset[int]
    nick: int = 0
    at: Field = field(default=NOWHERE, compare=False)

    @property
    def length(self) -> int:
        return len(self.patterns[0])

    def within(self, start: int) -> bool:
        """True if the motif at that position lies wholly within its places."""
        return all(start + index in self.places for index in range(self.length))

    def whole(self, start: int) -> bool:
        """True if it lies on one strand there."""
        return not start < self.nick < start + self.length

    def counts(self, start: int) -> bool:
        """True if a required motif may lie there."""
        return self.whole(start) and self.within(start)

    def barred(self, start: int) -> bool:
        """True if a forbidden motif may not lie there."""
        return self.whole(start) and not self.within(start)


@dataclass(frozen=True, slots=True)
class Frame:
    """A protein: `codons` are those admitted for each amino acid, the first at the position `start`."""

    start: int
    protein: str
    codons: tuple[tuple[str, ...], ...]
    at: Field = field(default=NOWHERE, compare=False)

    def place(self, index: int) -> Field:
        """The field of an amino acid."""
        return self.at.part(self.protein[index], index)


@dataclass(frozen=True, slots=True)
class Specification:
    """All demands; false where nothing is demanded of the sequence. `repeat` 0: no limit.

    `states`: two or more, that of the target first; empty where the target is the only one. `synthesis`: the demands
    that it stands for are among the others (`puzzles.rna.specification.synthesis`).
    """

    free: frozenset[int] = frozenset()
    gc: tuple[GcRange, ...] = ()
    forbidden: tuple[Motif, ...] = ()
    required: tuple[Motif, ...] = ()
    repeat: int = 0
    frames: tuple[Frame, ...] = ()
    temperature: float = 37.0
    states: tuple[State, ...] = ()
    synthesis: bool = False
    repeat_at: Field = field(default=NOWHERE, compare=False)
    free_at: Field = field(default=NOWHERE, compare=False)

    def __bool__(self) -> bool:
        return bool(
            self.free or self.gc or self.forbidden or self.required or self.repeat or self.frames or self.states
        )


OF_ONE_STRAND = ("free", "repeat", "synthesis")
"""Keys that are not for two strands."""
SYNTHESIS = {"on": True, "off": False}


def read_demands(texts: Mapping[str, Field], length: int, nick: int = 0) -> Specification:
    """The demands in the texts by key, for a target of that length; PuzzleError with all that is wrong in them.

    `nick`: the positions of the first of two strands.
    """
    faults: list[PuzzleError] = []
    given = {key: texts.get(key, NOWHERE).stripped() for key in KEYS}
    for key in OF_ONE_STRAND if nick else ():
        if given[key].text.lower() not in ("", "off"):
            faults.append(given[key].error(f"{key} is for one strand", "a target of one, or no such demand"))

    def items(key: str, reader: Callable[[Field], Item]) -> tuple[Item, ...]:
        found = []
        for item in _items(given[key], faults):
            try:
                found.append(reader(item))
            except PuzzleError as error:
                named = bool(item.line) or key in error.found
                faults.append(error if named else PuzzleError(f"{key}: {error.found}", error.expected))
        return tuple(found)

    def single(key: str, reader: Callable[[Field], Item], default: Item) -> Item:
        found = items(key, reader)
        if len(found) > 1:
            faults.append(given[key].parted(",", 2)[1].error(f"a second value of {key}", "one"))
        return found[0] if found else default

    usage: Mapping[str, float] = {}
    least = Fraction(0)
    try:
        if given["codons"].text:
            usage, least = _usage(given["codons"])
            if not given["protein"].text:
                raise given["codons"].error("codons of no protein", "a protein too")
    except PuzzleError as error:
        faults.append(error)
    found = Specification(
        free=frozenset().union(*items("free", lambda one: _positions(one, one.words(), length))),
        gc=items("gc", lambda one: _gc(one, length, nick)),
        forbidden=items("forbid", lambda one: _motif(one, length, "except", nick)),
        required=items("require", lambda one: _motif(one, length, "at", nick)),
        repeat=single("repeat", lambda one: _number(one, 1, LONGEST_MOTIF), 0),
        frames=items("protein", lambda one: _frame(one, length, usage, least, nick)),
        temperature=single("temperature", _temperature, 37.0),
        synthesis=single("synthesis", _synthesis, False),
        repeat_at=given["repeat"],
        free_at=given["free"],
    )
    if faults:
        raise together(faults)
    return found


Item = TypeVar("Item")


def _items(value: Field, faults: list[PuzzleError]) -> Iterator[Field]:
    """The parts between commas; none of an empty value."""
    parts = value.parted(",", MOST_ITEMS + 1) if value.text else []
    if len(parts) > MOST_ITEMS:
        faults.append(parts[MOST_ITEMS].error(f"more than {MOST_ITEMS} items", "fewer"))
        parts = parts[:MOST_ITEMS]
    for part in parts:
        if part.text:
            yield part
        else:
            faults.append(part.error("nothing between commas", "a value"))


def _number(word: Field, least: int, most: int) -> int:
    expected = f"a whole number from {least} to {most:,}"
    number = word.number(expected)
    if not least <= number <= most:
        raise word.error(f"found {number:,}", expected)
    return number


def _temperature(item: Field) -> float:
    if not re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{1,2})?", item.text) or float(item.text) > 100:
        raise item.error(f"temperature is {quoted(item.text)}", "degrees Celsius from 0 to 100")
    return float(item.text)


def _synthesis(item: Field) -> bool:
    if item.text.lower() not in SYNTHESIS:
        raise item.error(f"synthesis is {quoted(item.text)}", " or ".join(SYNTHESIS))
    return SYNTHESIS[item.text.lower()]


def _positions(item: Field, words: list[Field], length: int) -> frozenset[int]:
    found: set[int] = set()
    if not words:
        raise item.behind().error("no position", "positions such as 5-12 or 7")
    for word in words:
        ends = word.parted("-", 3)
        if len(ends) > 2:
            raise word.error(f"found {quoted(word.text)}", "positions such as 5-12 or 7")
        first, last = _number(ends[0], 1, length), _number(ends[-1], 1, length)
        if first > last:
            raise word.error(f"positions from {first} to {last}", "the smaller one first")
        found |= set(range(first - 1, last))
    return frozenset(found)


_PERCENT = r"([0-9]{1,3}(?:\.[0-9]{1,4})?)\s*%?"
_GC = re.compile(rf"{_PERCENT}\s*-\s*{_PERCENT}(?:\s+in\s+(\S+))?")


def _gc(item: Field, length: int, nick: int) -> GcRange:
    found = _GC.fullmatch(item.text)
    if not found:
        raise item.error(f"gc is {quoted(item.text)}", "percents such as 45-55, or 30-70 in 20 for stretches of 20")
    low, high = Fraction(found.group(1)), Fraction(found.group(2))
    if not 0 <= low <= high <= 100:
        raise item.error(f"gc is {quoted(item.text)}", "two percents from 0 to 100, the smaller one first")
    if low > 0 and high <= 1 and "%" not in item.text:
        raise item.error(f"gc is {quoted(item.text)}", f"percents, such as {float(100 * low):g}-{float(100 * high):g}")
    window = length
    if found.group(3):
        window = _number(item.part(found.group(3), found.start(3)), 1, length)
        if nick:
            raise item.error("gc in windows is for one strand", "percents over both strands, such as 45-55")
    least, most = -(-low * window // 100), high * window // 100
    if least > most:
        few, words = float(100 * most / window), f"no number of G and C among {window} bases is {quoted(item.text)}"
        raise item.error(words, f"a window that has one, such as {few:.4g}-{float(100 * least / window):.4g}")
    return GcRange(f"gc {item.text}", int(least), int(most), window, item)


def forbidden_motif(text: str, length: int, nick: int) -> Motif:
    """The motif in an item of `forbid`, for a target of that length and nick; PuzzleError if it is none."""
    return _motif(Field(text, 1, 1), length, "except", nick)


_ELEMENT = re.compile(r"([A-Z])(?:\{([0-9]{1,3})\})?")


def _motif(item: Field, length: int, limit: str, nick: int) -> Motif:
    """A motif, then perhaps `both strands`, then perhaps `except` or `at` with positions."""
    words = item.words()
    first, rest = words[0], words[1:]
    both = [one.text.lower() for one in rest[:2]] == ["both", "strands"]
    rest = rest[2:] if both else rest
    name = first.text + (" on both strands" if both else "")
    enzyme = BY_LOWER_CASE.get(first.text.lower(), "")
    patterns = _patterns(first._replace(text=SITES[enzyme]) if enzyme else first)
    if both or enzyme:
        patterns = tuple(dict.fromkeys((*patterns, *map(reverse_complement, patterns))))
    places = frozenset[int]() if limit == "except" else frozenset(range(length))
    if rest:
        if rest[0].text.lower() != limit:
            raise rest[0].error(f"found {quoted(rest[0].text)}", f"both strands, or {limit} and positions")
        places = _positions(rest[0], rest[1:], length)
    if limit == "at" and len(patterns[0]) > length:
        raise first.error(f"the motif has {len(patterns[0])} bases", f"at most {length}, as the target")
    return Motif(enzyme or name, patterns, places, nick, item)


def _patterns(word: Field) -> tuple[Pattern, ...]:
    """The patterns of IUPAC letters, each perhaps with a number of times; N{5} alone is a run of one base."""
    text = unified(word.text)
    elements = list(_ELEMENT.finditer(text))
    expected = "IUPAC letters such as GGNCC or A{6}, or an enzyme such as EcoRI"
    if "".join(one.group() for one in elements) != text:
        raise word.error(f"{quoted(word.text)} is no motif", expected)
    pattern: list[Bases] = []
    for one in elements:
        if one.group(1) not in IUPAC:
            what = f"{quoted(word.text)} is no motif or known enzyme: {quoted(one.group(1))} is no IUPAC letter"
            raise word.error(what, expected, one.start())
        times = int(one.group(2) or 1)
        if not 1 <= times <= LONGEST_MOTIF or len(pattern) + times > LONGEST_MOTIF:
            raise word.error("the motif has no base or too many", f"1 to {LONGEST_MOTIF} bases", one.start())
        pattern += [IUPAC[one.group(1)]] * times
    if len(elements) == 1 and elements[0].group(1) == "N" and elements[0].group(2):
        return tuple((base,) * len(pattern) for base in IUPAC["N"])
    return (tuple(pattern),)


_COMPLEMENT = str.maketrans("ACGU", "UGCA")


def reverse_complement(pattern: Pattern) -> Pattern:
    return tuple("".join(sorted(bases.translate(_COMPLEMENT))) for bases in reversed(pattern))


def _frame(item: Field, length: int, usage: Mapping[str, float], least: Fraction, nick: int) -> Frame:
    """Amino acids, then perhaps `at` and the position of the first base."""
    words = item.words(4)
    first, start = words[0], 0
    if len(words) > 1:
        if words[1].text.lower() != "at" or len(words) != 3:
            raise words[1].error(f"found {quoted(words[1].text)}", "at and the position of the first base")
        start = _number(words[2], 1, length) - 1
    protein = first.text.upper() if first.text.isascii() else first.text
    for index, acid in enumerate(protein):
        if acid not in CODONS_OF:
            raise first.error(f"{quoted(acid)} is no amino acid", f"one of {' '.join(CODONS_OF)}", index)
    end = start + 3 * len(protein)
    if end > length:
        most = (length - start) // 3
        found = f"the protein has {len(protein):,} amino acids from position {start + 1}"
        expected = f"at most {most:,}, a codon each up to position {length:,}"
        raise first.error(found, expected, min(most, len(protein) - 1))
    if start < nick < end:
        found = f"the protein is on both strands, which part behind position {nick}"
        raise first.error(found, "a protein within one strand")
    codons = []
    for index, acid in enumerate(protein):
        kept = tuple(codon for codon in CODONS_OF[acid] if acid == "X" or usage.get(codon, 1.0) >= least)
        if not kept:
            what = f"no codon of {acid} is used in {float(100 * least):g} % of cases"
            raise first.error(what, "a lower limit of codons", index)
        codons.append(kept)
    return Frame(start, protein, tuple(codons), first)


def _usage(value: Field) -> tuple[Mapping[str, float], Fraction]:
    """The share of codons among those of their amino acid, and the least one that is admitted.

    An organism, or codons each with a number, such as `AAA 74 AAG 26`; then perhaps `from` and a percent.
    """
    words = value.words(200)
    least = Fraction(RAREST, 100)
    if len(words) > 1 and words[-2].text.lower() == "from":
        found = re.fullmatch(_PERCENT, words[-1].text)
        if not found or Fraction(found.group(1)) > 100:
            raise words[-1].error(f"found {quoted(words[-1].text)}", "a percent from 0 to 100")
        least, words = Fraction(found.group(1)) / 100, words[:-2]
    if len(words) == 1 and words[0].text.lower() in USAGES:
        return USAGES[words[0].text.lower()], least
    expected = f"{', '.join(USAGES)}, or codons with their use, such as AAA 74 AAG 26; then from 15"
    if not words or len(words) % 2:
        raise value.error(f"codons are {quoted(value.text)}", expected)
    amounts: dict[str, float] = {}
    for codon, amount in zip(words[::2], words[1::2], strict=True):
        name = unified(codon.text)
        if name not in CODE or name in amounts:
            what = "is there twice" if name in amounts else "is no codon"
            raise codon.error(f"{quoted(codon.text)} {what}", expected)
        if not re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", amount.text):
            raise amount.error(f"found {quoted(amount.text)}", "how often the codon is used, such as 74 or 0.74")
        amounts[name] = float(amount.text)
    totals: dict[str, float] = {}
    for name, number in amounts.items():
        totals[CODE[name]] = totals.get(CODE[name], 0.0) + number
    every = {codon: amounts.get(codon, 0.0) for acid in totals for codon in CODONS_OF[acid]}
    return {codon: number / (totals[CODE[codon]] or 1.0) for codon, number in every.items()}, least
