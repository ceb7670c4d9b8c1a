"""What a person chooses to play: a family, a size and a grade; what of that there is, and what was chosen last."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzles.family import Family
from puzzles.groups import Size
from puzzles.registry import families, get_family, is_family
from tui.kept.loaded import Loaded
from tui.kept.stored_files import UNREADABLE, keep_damaged, read_json, write_aside

if TYPE_CHECKING:
    from solvers.runs.spec import GenerateSpec

MADE = "generated"
"""How the source of a puzzle begins that was generated."""
EXAMPLE = "example "
DAILY = re.compile(r", of (\d{4}-\d{2}-\d{2})$")
"""How the source of the puzzle of a day ends."""
USUAL = Size("usual size", {})
"""Of a family that generates puzzles and names no size."""


@dataclass(frozen=True, slots=True)
class Choice:
    """`size`: the name of one of the family's sizes, or of an example; `grade`: empty where nothing is graded."""

    family: str
    size: str
    grade: str = ""

    @property
    def label(self) -> str:
        """Such as `9 x 9, easy`."""
        return ", ".join(one for one in (self.size, self.grade) if one)

    @property
    def title(self) -> str:
        """Such as `Kakuro 9 x 9, easy`."""
        return f"{get_family(self.family).title} {self.label}"

    def source(self, day: str = "") -> str:
        """The source of a puzzle that was generated for the choice; `day`: as the puzzle of that day, in ISO form."""
        return f"{MADE} {self.label}{f', of {day}' if day else ''}"


def playable() -> list[Family]:
    """The families that can be played by hand, in the registry's order."""
    return [one for one in families() if one.by_hand is not None]


def sizes(family: Family) -> Mapping[str, tuple[str, ...]]:
    """What can be chosen of the family, by name, each with its grades; of examples, which have none, these names."""
    if family.generator is not None:
        return {one.name: one.grades for one in family.generator.sizes or (USUAL,)}
    about = family.about
    names = (about.to_play or (about.starter,)) if about is not None else [one.name for one in family.examples]
    return dict.fromkeys(names, ())


def in_a_row(family: Family) -> str:
    """The family's title, and what else of its own name there is to play, such as KenKen beside Sudoku."""
    own = [name for name in sizes(family) if family.generator is not None and not name[0].isdigit()]
    kinds = ", ".join(name.removesuffix(f" {family.title}") for name in own)
    return f"{family.title}, also {kinds}" if len(own) > 2 else family.title


def in_short(family: Family) -> str:
    """The rules in one sentence; empty if the family states none."""
    return family.about.in_short or family.about.rules[0] if family.about is not None else ""


def example_words(family: Family, name: str) -> str:
    """What is said of the example of that name; empty for a size."""
    found = [one.explanation for one in family.examples if one.name == name]
    return found[0] if found and family.generator is None else ""


def generated(choice: Choice) -> bool:
    """True if there is always another puzzle of the choice."""
    family = get_family(choice.family)
    return family.generator is not None and choice.size in sizes(family)


def example(choice: Choice) -> Loaded | None:
    """The bundled puzzle that was chosen; None where puzzles are generated."""
    family = get_family(choice.family)
    if family.generator is not None:
        return None
    found = next(one for one in family.examples if one.name == choice.size)
    return Loaded(family.parse(found.text), f"{EXAMPLE}{found.name}")


def first(choice: Choice) -> Loaded | None:
    """The puzzle that comes with the program for whom none was generated yet; None for most choices."""
    family = get_family(choice.family)
    size = next((one for one in family.needed_generator().sizes if one.name == choice.size), USUAL)
    if not size.first or choice.grade not in ("", *size.grades[:1]):
        return None
    return Loaded(family.parse(size.first), choice.source())


def daily(family: Family, day: date) -> Choice:
    """What the puzzle of that day is: the family's second size, if it has one, the harder the later in the week."""
    names = list(sizes(family))
    size = names[min(1, len(names) - 1)]
    grades = sizes(family)[size]
    return Choice(family.name, size, grades[day.weekday() * len(grades) // 7] if grades else "")


def generate_spec(choice: Choice, seed: int) -> GenerateSpec:
    """The job that generates such a puzzle."""
    from solvers.runs.spec import GenerateSpec

    family = get_family(choice.family)
    size = next(one for one in family.needed_generator().sizes or (USUAL,) if one.name == choice.size)
    parameters = dict(size.parameters) | ({"grade": choice.grade} if choice.grade else {})
    return GenerateSpec(family=family.name, title=family.title, parameters=parameters, seed=seed)


def harder(choice: Choice) -> Choice | None:
    """The next grade of the same size, else the next size, with the easiest grade; None for the hardest."""
    known = sizes(get_family(choice.family))
    if choice.size not in known:
        return None
    grades, names = known[choice.size], list(known)
    if choice.grade in grades[:-1]:
        return replace(choice, grade=grades[grades.index(choice.grade) + 1])
    following = names[names.index(choice.size) + 1 :]
    return Choice(choice.family, following[0], next(iter(known[following[0]]), "")) if following else None


def choice_of(family: str, source: str) -> Choice | None:
    """The choice that a puzzle of this source was made for; None for one that came otherwise."""
    if source.startswith(EXAMPLE):
        return Choice(family, source.removeprefix(EXAMPLE))
    if not source.startswith(f"{MADE} "):
        return None
    size, _, grade = DAILY.sub("", source.removeprefix(f"{MADE} ")).partition(", ")
    return Choice(family, size, grade)


class LastChoices:
    """What was chosen of each family, and the family chosen last, kept in the data folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "play-choices.json"
        try:
            self._choices = read_choices(self.path)
        except FileNotFoundError:
            self._choices = []
        except UNREADABLE:
            keep_damaged(self.path)
            self._choices = []

    @property
    def family(self) -> str:
        """The family chosen last; empty if there was none."""
        return self._choices[0].family if self._choices else ""

    def of(self, family: Family) -> Choice:
        """What was chosen of the family last, as far as there is such a thing; else its first size and grade."""
        known = sizes(family)
        last = next((one for one in self._choices if one.family == family.name and one.size in known), None)
        size = last.size if last is not None else next(iter(known))
        if last is not None and (last.grade in known[size] or not known[size]):
            return Choice(family.name, size, last.grade if known[size] else "")
        return Choice(family.name, size, next(iter(known[size]), ""))

    def add(self, choice: Choice) -> None:
        self._choices = [choice, *(one for one in self._choices if one.family != choice.family)]
        data = [{"family": one.family, "size": one.size, "grade": one.grade} for one in self._choices]
        write_aside(self.path, json.dumps(data, indent=1) + "\n")


def read_choices(path: Path) -> list[Choice]:
    """The choices in the file, but those of families that are not here; one of UNREADABLE if there are none."""
    data: list[dict[str, Any]] = read_json(path)
    found = [Choice(str(one["family"]), str(one["size"]), str(one["grade"])) for one in data]
    return [one for one in found if is_family(one.family)]
