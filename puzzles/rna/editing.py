"""An RNA target in the making: brackets, and below them the bases that positions may hold. It grows as one types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from puzzles.editing import Count, Draft, Editor, Pen, Problem, Shown, Taken
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle
from puzzles.folder_family import own
from puzzles.parameters import Parameter, Value, resolve
from puzzles.rna import formats
from puzzles.rna.formats import lines
from puzzles.rna.formats.target_record import sequences_of
from puzzles.rna.puzzle import HAIRPIN, IUPAC, LONGEST, MODEL_NAMES, OBJECTIVES, PAIRS, RnaPuzzle, unified
from puzzles.text.quoting import counted

SIZES = (Parameter("length", int, 0, "positions; 0: as many as you type", 0, LONGEST),)
WIDTH, LINES = 40, 3
"""Positions of a line; lines of so many positions: a ruler, brackets and bases."""
BRACKETS = "()."
FREE = "N"


@dataclass(frozen=True)
class RnaDraft(Draft):
    """A ruler, brackets and bases by turns, WIDTH positions a line; behind the last position one may go on."""

    family = "rna"
    keys = "( ) . write the target; capitals the bases below, N any"
    columns = WIDTH
    gap = 0
    lined = False
    target: str = ""
    bases: str = ""
    name: str = ""
    model: str = MODEL_NAMES[0]
    objective: str = OBJECTIVES[0]
    start: str = ""

    @property
    def rows(self) -> int:
        return LINES * (1 + min(len(self.target), LONGEST - 1) // WIDTH)

    def position(self, place: int) -> int:
        row, column = divmod(place, WIDTH)
        return row // LINES * WIDTH + column

    def place(self, position: int, *, base: bool) -> int:
        return (LINES * (position // WIDTH) + 1 + base) * WIDTH + position % WIDTH

    def is_base(self, place: int) -> bool:
        """True for a cell of a line of bases."""
        return place // WIDTH % LINES == LINES - 1

    def stops(self, place: int) -> bool:
        return place // WIDTH % LINES > 0 and self.position(place) <= min(len(self.target), LONGEST - 1)

    def shown(self, place: int) -> Shown:
        position, base = self.position(place), self.is_base(place)
        if place // WIDTH % LINES == 0:
            return Shown(_ruler(position + 1) if position <= len(self.target) else "", "outside")
        if position >= len(self.target):
            return Shown("", "outside" if not self.stops(place) else "open")
        letter = (self.bases if base else self.target)[position]
        return Shown(letter, "open" if letter in (FREE, ".") else "filled" if base else "given")

    def takes(self, place: int, text: str) -> Taken:
        return "done" if len(text) == 1 and (text in BRACKETS + " " or unified(text) in IUPAC) else "no"

    def put(self, place: int, text: str) -> Draft:
        position, letter = self.position(place), unified(text)
        target, bases = self.target, self.bases
        if position == len(target):
            target, bases = f"{target}.", f"{bases}{FREE}"
        if text in BRACKETS + " ":
            target = target[:position] + text.replace(" ", ".") + target[position + 1 :]
        else:
            bases = bases[:position] + letter + bases[position + 1 :]
        return replace(self, target=target, bases=bases)

    def clear(self, place: int) -> Draft:
        return (
            self if self.position(place) == len(self.target) else self.put(place, FREE if self.is_base(place) else ".")
        )

    def erase(self, place: int) -> Pen:
        """Behind the last position it takes that one off."""
        position = self.position(place)
        if position == len(self.target) > 0:
            shorter = replace(self, target=self.target[:-1], bases=self.bases[:-1])
            return Pen(shorter, self.place(position - 1, base=self.is_base(place)))
        return super().erase(place)

    def onward(self, place: int, text: str) -> Pen:
        position = min(self.position(place) + 1, len(self.target), LONGEST - 1)
        return Pen(self, self.place(position, base=self.is_base(place)))

    def enter(self, place: int) -> Pen:
        """From the brackets to the bases below, and back."""
        return Pen(self, self.place(self.position(place), base=not self.is_base(place)))

    @cached_property
    def pairing(self) -> tuple[dict[int, int], list[int], list[int]]:
        """Partners, positions of brackets that are still open, and of those that close none."""
        partners: dict[int, int] = {}
        opened: list[int] = []
        wrong = []
        for position, letter in enumerate(self.target):
            if letter == "(":
                opened.append(position)
            elif letter == ")" and opened:
                other = opened.pop()
                partners |= {position: other, other: position}
            elif letter == ")":
                wrong.append(position)
        return partners, opened, wrong

    def count(self) -> Count:
        _, opened, _ = self.pairing
        still = f", {counted(len(opened), 'bracket')} open" if opened else ""
        return Count(len(self.target), 0, f"positions{still}")

    @property
    def title(self) -> str:
        return f"{self.name or 'RNA target'}, {len(self.target)} nt"

    @property
    def complete(self) -> bool:
        return bool(self.target) and not self.pairing[1]

    def problems(self) -> tuple[Problem, ...]:
        partners, _, wrong = self.pairing
        found = [Problem((self.place(one, base=False),), f"Position {one + 1}: ) closes no bracket.") for one in wrong]
        for one, other in sorted(partners.items()):
            if one > other:
                continue
            ends = self.place(one, base=False), self.place(other, base=False)
            if other - one <= HAIRPIN:
                words = f"Positions {one + 1} and {other + 1} are too near; a loop has {HAIRPIN} or more."
                found.append(Problem(ends, words))
            if not any(a + b in PAIRS for a in IUPAC[self.bases[one]] for b in IUPAC[self.bases[other]]):
                words = f"Positions {one + 1} and {other + 1}: {self.bases[one]} and {self.bases[other]} can't pair."
                found.append(Problem((self.place(one, base=True), self.place(other, base=True)), words))
        return tuple(found)

    def name_of(self, place: int) -> str:
        return f"Position {self.position(place) + 1}"

    def about(self, place: int) -> tuple[str, ...]:
        position = self.position(place)
        if position >= len(self.target):
            return ("the next position",)
        other = self.pairing[0].get(position)
        pair = "unpaired" if self.target[position] == "." else "open" if other is None else f"pairs with {other + 1}"
        letter = self.bases[position]
        return pair, "any base" if letter == FREE else f"{letter}: {' or '.join(IUPAC[letter])}"

    def related(self, place: int) -> frozenset[int]:
        """The other base of the pair."""
        other = self.pairing[0].get(self.position(place))
        return frozenset() if other is None else frozenset({self.place(other, base=self.is_base(place))})

    def sizes(self) -> dict[str, Value]:
        return {"length": len(self.target)}

    def sized(self, sizes: Mapping[str, Value]) -> Draft:
        length = int(resolve(SIZES, sizes, "an RNA target")["length"])
        target, bases = self.target[:length].ljust(length, "."), self.bases[:length].ljust(length, FREE)
        return replace(self, target=target, bases=bases)

    def to_puzzle(self) -> RnaPuzzle:
        """With the start sequence that came with it, as long as that fits."""
        plain = RnaPuzzle(self.target, self.bases, "", self.name, self.model, self.objective)
        try:
            return replace(plain, start=self.start)
        except PuzzleError:
            return plain

    def text(self) -> str:
        """As dot-bracket; as JSON where no bracket would tell that it is a target."""
        try:
            puzzle = self.to_puzzle()
            written = lines.write_dot_bracket(puzzle, []) if "(" in self.target else formats.write(puzzle, "json", None)
            return f"# rna\n{written}"
        except PuzzleError:
            settings = {"name": self.name, "model": self.model, "objective": self.objective}
            comments = [f"# {key}: {value}" for key, value in settings.items() if value]
            return "\n".join(["# rna", *comments, self.target, self.bases]) + "\n"

    def begin(self) -> Pen:
        return Pen(self, self.place(min(len(self.target), LONGEST - 1), base=False))


def _ruler(position: int) -> str:
    """The tens at each tenth position, a point at each fifth."""
    return str(position // 10 % 10) if position % 10 == 0 else "." if position % 5 == 0 else ""


class RnaEditor(Editor):
    def new(self, sizes: Mapping[str, Value]) -> RnaDraft:
        length = int(resolve(self.sizes, sizes, "an RNA target")["length"])
        return RnaDraft("." * length, FREE * length)

    def from_puzzle(self, puzzle: Puzzle) -> RnaDraft:
        one = own(puzzle, RnaPuzzle)
        return RnaDraft(one.target, one.restraints, one.name, one.model, one.objective, one.start)

    def read(self, text: str) -> RnaDraft:
        """Brackets may be open, and bases may not pair."""
        try:
            return self.from_puzzle(formats.read(text))
        except PuzzleError:
            if text.lstrip()[:1] in ("{", "[", ">"):
                raise
            record = lines.read(text)[0]
            target = "".join(one.text for one in record.target)
            if len(target) > LONGEST or set(target) - set(BRACKETS):
                raise
            found = [unified(one.text) for one in sequences_of(record.sequences, len(target))] or [FREE * len(target)]
            if set(found[0]) - set(IUPAC):
                raise
            return RnaDraft(target, found[0], record.name, **record.settings)


EDITOR = RnaEditor(SIZES)
