"""An RNA target in the making: brackets, and below them the bases that positions may hold. It grows as one types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from puzzles.editing import Count, Draft, Editor, Pen, Problem, Shown, Stage, Taken
from puzzles.errors import PuzzleError
from puzzles.family import Puzzle, own
from puzzles.parameters import Parameter, Value, resolve
from puzzles.rna.bases import IUPAC, PAIRS, unified
from puzzles.rna.formats import FORMATS, lines
from puzzles.rna.formats.target_record import sequences_of
from puzzles.rna.objective import OF_THE_FOLD
from puzzles.rna.puzzle import MODEL_NAMES, RnaPuzzle
from puzzles.rna.structure import HAIRPIN, LONGEST
from puzzles.text.quoting import counted

SIZES = (Parameter("length", int, 0, "positions; 0: as many as you type", 0, LONGEST),)
WIDTH, LINES = 40, 3
"""Positions of a line; lines of so many positions: a ruler, brackets and bases."""
BRACKETS = "()."
NICK = "&"
"""Between two strands, in both lines."""
FREE = "N"


@dataclass(frozen=True)
class RnaDraft(Draft):
    """A ruler, brackets and bases by turns, WIDTH positions a line; behind the last position one may go on."""

    family = "rna"
    stages = (
        Stage(
            "Target",
            "( ) and . write the target; & parts two strands.",
            "Below it capitals are the bases; N is any base.",
        ),
    )
    columns = WIDTH
    gap = 0
    lined = False
    target: str = ""
    bases: str = ""
    name: str = ""
    model: str = MODEL_NAMES[0]
    objective: str = OF_THE_FOLD[0]
    start: str = ""
    demands: tuple[tuple[str, str], ...] = ()
    """What the target came with, by key; it is kept as it is."""

    @property
    def rows(self) -> int:
        return LINES * (1 + min(len(self.target), LONGEST - 1) // WIDTH)

    def position(self, place: int) -> int:
        row, column = divmod(place, WIDTH)
        return row // LINES * WIDTH + column

    def number(self, position: int) -> int:
        """The position's number from 1; an & has none."""
        return position + 1 - self.target[:position].count(NICK)

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
            counts = position <= len(self.target) and self.target[position : position + 1] != NICK
            return Shown(_ruler(self.number(position)) if counts else "", "outside")
        if position >= len(self.target):
            return Shown("", "outside" if not self.stops(place) else "open")
        letter = (self.bases if base else self.target)[position]
        return Shown(letter, "open" if letter in (FREE, ".") else "filled" if base and letter != NICK else "given")

    def takes(self, place: int, text: str) -> Taken:
        return "done" if len(text) == 1 and (text in BRACKETS + NICK + " " or unified(text) in IUPAC) else "no"

    def put(self, place: int, text: str) -> Draft:
        position, letter = self.position(place), unified(text)
        target, bases = self.target, self.bases
        if position == len(target):
            target, bases = f"{target}.", f"{bases}{FREE}"
        if NICK in (text, target[position]):  # it takes both lines
            signs = (NICK, NICK) if text == NICK else (".", FREE)
            target, bases = (
                f"{one[:position]}{sign}{one[position + 1 :]}" for one, sign in zip((target, bases), signs, strict=True)
            )
        if text == NICK:
            pass
        elif text in BRACKETS + " ":
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

    def went_on(self, place: int) -> bool:
        return False

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
        return Count(self._bases, 0, f"positions{still}")

    @property
    def _bases(self) -> int:
        return len(self.target) - self.target.count(NICK)

    @property
    def title(self) -> str:
        strands = " + ".join(str(len(one)) for one in self.target.split(NICK))
        return f"{self.name or 'RNA target'}, {strands} nt"

    @property
    def complete(self) -> bool:
        return bool(self.target) and not self.pairing[1]

    def problems(self) -> tuple[Problem, ...]:
        partners, opened, wrong = self.pairing
        found = [
            Problem((self.place(one, base=False),), f"Position {self.number(one)}: ) closes no bracket.")
            for one in wrong
        ]
        nicks = [position for position, letter in enumerate(self.target) if letter == NICK]
        for nick in nicks:
            if len(nicks) > 1 or nick in (0, len(self.target) - 1):
                found.append(Problem((self.place(nick, base=False),), "One & parts two strands."))
        if nicks and not found and not opened and not any(one < nicks[0] < other for one, other in partners.items()):
            found.append(Problem((self.place(nicks[0], base=False),), "No pair joins the two strands."))
        for one, other in sorted(partners.items()):
            if one > other:
                continue
            ends = self.place(one, base=False), self.place(other, base=False)
            both = f"{self.number(one)} and {self.number(other)}"
            if other - one <= HAIRPIN and NICK not in self.target[one:other]:
                words = f"Positions {both} are too near; a loop has {HAIRPIN} or more."
                found.append(Problem(ends, words))
            if not any(a + b in PAIRS for a in IUPAC[self.bases[one]] for b in IUPAC[self.bases[other]]):
                words = f"Positions {both}: {self.bases[one]} and {self.bases[other]} can't pair."
                found.append(Problem((self.place(one, base=True), self.place(other, base=True)), words))
        return tuple(found)

    def name_of(self, place: int) -> str:
        return f"Position {self.number(self.position(place))}"

    def about(self, place: int) -> tuple[str, ...]:
        position = self.position(place)
        if position >= len(self.target):
            return ("the next position",)
        if self.target[position] == NICK:
            return ("between the strands",)
        other = self.pairing[0].get(position)
        paired = "open" if other is None else f"pairs with {self.number(other)}"
        pair = "unpaired" if self.target[position] == "." else paired
        letter = self.bases[position]
        return pair, "any base" if letter == FREE else f"{letter}: {' or '.join(IUPAC[letter])}"

    def related(self, place: int) -> frozenset[int]:
        """The other base of the pair."""
        other = self.pairing[0].get(self.position(place))
        return frozenset() if other is None else frozenset({self.place(other, base=self.is_base(place))})

    def sizes(self) -> dict[str, Value]:
        return {"length": self._bases}

    def sized(self, sizes: Mapping[str, Value]) -> Draft:
        length = int(resolve(SIZES, sizes, "an RNA target")["length"])
        length += self.target[:length].count(NICK)
        target, bases = self.target[:length].ljust(length, "."), self.bases[:length].ljust(length, FREE)
        return replace(self, target=target, bases=bases)

    def to_puzzle(self) -> RnaPuzzle:
        """With the start sequence that came with it, as long as that fits."""
        own = (self.target, self.bases, "", self.name, self.model, self.objective)
        plain = RnaPuzzle(*own, nick=0, **dict(self.demands))
        try:
            return replace(plain, start=self.start)
        except PuzzleError:
            return plain

    def text(self) -> str:
        """As dot-bracket; as JSON where no bracket would tell that it is a target."""
        try:
            puzzle = self.to_puzzle()
            written = lines.write_dot_bracket(puzzle, []) if "(" in self.target else FORMATS.write(puzzle, "json", None)
            return f"# rna\n{written}"
        except PuzzleError:
            settings = {"name": self.name, "model": self.model, "objective": self.objective, **dict(self.demands)}
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
        demands = tuple(one.demands.items())
        target, bases = one.with_nick(one.target), one.with_nick(one.restraints)
        return RnaDraft(target, bases, one.name, one.model, one.objective, one.start, demands)

    def read(self, text: str) -> RnaDraft:
        """Brackets may be open, and bases may not pair."""
        try:
            return self.from_puzzle(FORMATS.read(text))
        except PuzzleError:
            if text.lstrip()[:1] in ("{", "[", ">"):
                raise
            record = lines.read(text)[0]
            words = sorted((*record.target, *record.sequences), key=lambda one: (one.line, one.column))
            if len(words) == 2 and NICK in words[0].text:  # as a draft writes it: a word such as (& may look like bases
                target, bases = words[0].text, unified(words[1].text)
            else:
                target = "".join(one.text for one in record.target)
                found = [unified(one.text) for one in sequences_of(record.sequences, len(target))]
                bases = found[0] if found else "".join(NICK if one == NICK else FREE for one in target)
            alike = [one == NICK for one in bases] == [one == NICK for one in target]
            if len(target) > LONGEST or set(target) - set(BRACKETS + NICK) or set(bases) - {*IUPAC, NICK} or not alike:
                raise
            demands = tuple((key, value.text) for key, value in record.demands.items())
            return RnaDraft(target, bases, record.name, **record.settings, demands=demands)


EDITOR = RnaEditor(SIZES)
