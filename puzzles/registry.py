"""The puzzle families, and reading a text of any of them.

A new family is one line in FAMILY_MODULES, or an entry point of another distribution (`puzzles.foreign`).
"""

from __future__ import annotations

import codecs
import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, cast

from puzzles import user_data
from puzzles.alike import ALIKE, LONGEST, is_either, preferred
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.foreign import FAMILIES, added, family_of
from puzzles.refusals import Ranked, error_of, helped, of_no_family, of_unknown
from puzzles.text.format_table import Entry, choose
from puzzles.text.json_texts import is_json, joined, load
from puzzles.text.quoting import listed
from puzzles.text.signs import OTHERS, binary, strongest

Result = TypeVar("Result")
_EXCEL = re.compile(r"""\A\s*"?sep=[,;|\t]"?[,;|\t ]*(?:\n|\Z)""", re.IGNORECASE)

FAMILY_MODULES = {
    "latin": "puzzles.latin",
    "kakuro": "puzzles.kakuro",
    "sudoku": "puzzles.sudoku",
    "morpion": "puzzles.morpion",
    "rna": "puzzles.rna",
    "samegame": "puzzles.samegame",
    "tsptw": "puzzles.tsptw",
}

LARGEST_TEXT = user_data.LARGEST_TEXT
"""Bytes of one puzzle's text. The largest known puzzle file is far below; a larger paste is refused, not parsed."""

MOST_LINES = 250_000
"""Lines of one text. Lists of 10,000 targets have a third of that; more would keep a reader busy for seconds."""

NEARLY_AS_LIKELY = 0.1
"""By how much less a text may look like a second family, and it is still asked which of the two is meant."""


class AmbiguousError(PuzzleError):
    """A text that looks like several families, one of which reads it; `families` are their names, likeliest first."""

    def __init__(self, families: Sequence[str], *, source: str = "") -> None:
        titles = " or ".join(get_family(name).title for name in families)
        labels = " or ".join(f'"# {name}"' for name in families)
        super().__init__(f"the text could be {titles}", f"a first line {labels}", source=source)
        self.families = tuple(families)

    def within(self, source: str) -> AmbiguousError:
        """The same error, with its source named."""
        return AmbiguousError(self.families, source=source)


def alike(text: str) -> bool:
    """Whether the text is a plain grid that may be of either family of ALIKE, and has no label that says which."""
    label, text = labelled(unified(text[: LONGEST + 1]))
    return not label and is_either(text)


@cache
def get_family(name: str) -> Family:
    """The family of that name; KeyError if there is none."""
    if name not in FAMILY_MODULES:
        return _unlisted[name] if name in _unlisted else _foreign()[name]
    found: Family = importlib.import_module(FAMILY_MODULES[name]).FAMILY
    return found


def families() -> tuple[Family, ...]:
    """All families, in the registry's order, then those of other distributions."""
    return tuple(get_family(name) for name in names())


def names() -> tuple[str, ...]:
    """The names of all families, in their order."""
    return (*FAMILY_MODULES, *_foreign())


def is_family(name: str) -> bool:
    return name in FAMILY_MODULES or name in _unlisted or name in _foreign()


def not_here(name: str, versions: Mapping[str, str] = MappingProxyType({})) -> str:
    """One line on a family that there is not on this machine, such as that of a run from elsewhere; empty if it is.

    `versions`: the distributions that were there when it was used, with their versions.
    """
    if not name or is_family(name):
        return ""
    return f"there is no family {name!r} here; expected {what_adds(versions)}, or one of: {', '.join(names())}"


def what_adds(versions: Mapping[str, str]) -> str:
    """The distribution that adds a family that is missing, in words; its name, if `versions` has it."""
    known = listed((f"{name} {version}" for name, version in versions.items()), "and")
    return "the distribution that adds it" + (f" ({known}; pip install its folder)" if known else "")


def add(found: Family, *, listed: bool = True) -> None:
    """Registers a family in this process alone; ValueError if its name is taken.

    One that is not `listed` is known by its name alone: `names` does not have it, and no text is shown to it.
    """
    if is_family(found.name):
        raise ValueError(f"there is a family {found.name!r} already")
    (_foreign() if listed else _unlisted)[found.name] = found


_unlisted: dict[str, Family] = {}


@cache
def _foreign() -> dict[str, Family]:
    return added(FAMILIES, family_of, FAMILY_MODULES)


def families_that_generate() -> tuple[Family, ...]:
    """Those with a generator, in the registry's order."""
    return tuple(one for one in families() if one.generator is not None)


def families_that_train() -> tuple[Family, ...]:
    """Those with a prior that is counted, over generated puzzles or over a file, in the registry's order."""
    counted = ("counted", "corpus")
    return tuple(one for one in families() if any(kind.source in counted for kind in one.priors.kinds))


def read(text: str, *, source: str = "<text>", family_name: str | None = None, entry: str = "") -> Puzzle:
    """The puzzle in a text of any known format; PuzzleError, with the source named, otherwise.

    `entry`: which one of a text with several, by number or name (`puzzles.text.format_table.choose`).
    AmbiguousError if a second family is nearly as likely as the one that reads the text.
    """
    try:
        return _read(text, family_name, entry, source)
    except PuzzleError as error:
        raise error.within(source) from None


def read_bytes(data: bytes, *, source: str = "<text>", family_name: str | None = None, entry: str = "") -> Puzzle:
    """As `read`, from the bytes of a file: UTF-8 with or without a byte-order mark."""
    return read(decode(data, source=source), source=source, family_name=family_name, entry=entry)


def read_entries(
    text: str, *, source: str = "<text>", family_name: str | None = None
) -> tuple[Family, tuple[Entry, ...]]:
    """The family that the text looks like, and the puzzles in it, not yet checked; errors as of `read`."""
    try:
        family, text, ranked = _family_and_text(text, family_name, source)
        try:
            entries = family.entries(text)
        except PuzzleError as error:
            raise (refusal(error, ranked, text, "", source) if ranked else error) from None
        if ranked:
            _require_clear(ranked)
        return family, entries
    except PuzzleError as error:
        raise error.within(source) from None


def part(family: Family, text: str, entry: str, reader: Callable[[str], Result]) -> Result:
    """What the reader makes of the named puzzle of the text; its errors name the line in the whole text."""
    chosen = choose(family.entries(text), entry)
    try:
        return reader(chosen.text)
    except PuzzleError as error:
        raise error.below(chosen.line - 1) from None


def read_file(path: Path, *, family_name: str | None = None) -> Puzzle:
    """As `read`, from a file; OSError if it can't be opened."""
    return read_bytes(user_data.read_named(path, LARGEST_TEXT), source=str(path), family_name=family_name)


def decode(data: bytes, *, source: str = "<text>") -> str:
    """The bytes as text, UTF-8 or UTF-16 with its mark; PuzzleError for what is not text, which is named if known."""
    known = binary(data)
    if known:
        raise PuzzleError(f"this is {known[0]}", known[1], source=source)
    if len(data) > LARGEST_TEXT:
        raise too_large().within(source)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        with suppress(UnicodeDecodeError):
            return data.decode("utf-16")
    nul = data.find(b"\0")
    try:
        if nul >= 0:
            raise UnicodeDecodeError("utf-8", data, nul, nul + 1, "")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        found = f"this is not text (byte {data[error.start]:#04x})"
        raise PuzzleError(found, "UTF-8 text", line=line, column=column, source=source) from None


def too_large() -> PuzzleError:
    """The refusal of a text over LARGEST_TEXT."""
    most = f"{LARGEST_TEXT >> 20} MiB"
    return PuzzleError(f"the text has over {most}", f"at most {most}")


def unified(text: str) -> str:
    """The text as readers want it: no byte-order mark, lines end with a line feed; PuzzleError over MOST_LINES.

    Excel's first line, `sep=;`, is left empty: readers find the separator themselves.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text = _EXCEL.sub("\n", text, count=1)
    if text.count("\n") > MOST_LINES:
        raise PuzzleError(f"the text has more than {MOST_LINES:,} lines", "fewer")
    return text


def _read(text: str, family_name: str | None, entry: str, source: str) -> Puzzle:
    whole = text
    family, text, ranked = _family_and_text(text, family_name, source)
    try:
        puzzle = family.parse(text) if not entry else part(family, text, entry, family.parse)
    except PuzzleError as error:
        raise (refusal(error, ranked, text, entry, source) if ranked else error) from None
    if ranked:
        _require_clear(ranked)
    if family_name is None and family.name == ALIKE[0] and not preferred() and alike(whole):
        other = get_family(ALIKE[1])
        more = f'a first line "# {other.name}" makes it a {other.title}'
        return cast(Puzzle, replace(cast(Any, puzzle), note=f"{puzzle.note}; {more}" if puzzle.note else more))
    return puzzle


def labelled(text: str) -> tuple[str, str]:
    """The family that a first line such as `# samegame` names, and the text with that line left empty; else "" and it.

    Nothing else may stand on the line, and only blank lines before it. It is there for people who know what they mean;
    no format has to know it, and lines keep their numbers.
    """
    start = len(text) - len(text.lstrip())
    line = text[start:].partition("\n")[0]
    name = line.strip().removeprefix("#").strip().lower()
    if not line.startswith("#") or not is_family(name):
        return "", text
    return name, "\n" * text.count("\n", 0, start) + text[start + len(line) :]


def _family_and_text(text: str, family_name: str | None, source: str) -> tuple[Family, str, Ranked]:
    """The family that reads the text, the text as it reads it, and all families by likeness, none if it is certain."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LARGEST_TEXT:
        raise too_large()
    label, text = labelled(unified(joined(text)))
    if not text.strip():
        raise PuzzleError("the text is empty", "a puzzle in any known format")
    if (held := _puzzle_of_game(text)) is not None and family_name in (None, held[0].name):
        return *held, ()
    if family_name is not None or label:
        return get_family(family_name or label), text, ()
    if preferred() and is_either(text):
        return get_family(preferred()), text, ()
    ranked = []
    for one in families():
        ranked.append((one.recognise(text), one))
        if ranked[-1][0] == 1.0:  # certain: no other family is asked
            return one, text, ()
    ranked.sort(key=lambda pair: -pair[0])
    if ranked[0][0] == 0.0:
        raise refusal(None, ranked, text, "", source)
    return ranked[0][1], text, ranked


def _puzzle_of_game(text: str) -> tuple[Family, str] | None:
    """The family, and the puzzle's text, of a game that the app has saved (`GAME`); None for another text."""
    if f'"{GAME}"' not in text or not is_json(text):
        return None
    with suppress(PuzzleError):
        data = load(text, "a game")
        if isinstance(data, dict) and isinstance(data.get("puzzle"), str) and is_family(str(data.get("family"))):
            return get_family(str(data["family"])), unified(data["puzzle"])
    return None


GAME = "game"
"""A game as a file is a JSON object: its family, its puzzle as a text, and under this key the steps."""


def _require_clear(ranked: Ranked) -> None:
    least = max(LIKELY, ranked[0][0] - NEARLY_AS_LIKELY)
    likely = [one.name for likeness, one in ranked if likeness >= least]
    if len(likely) > 1:
        raise AmbiguousError(likely)


LIKELY = 0.75
"""Likeness from which a family may be meant; a text that looks less like any has a mistake, and is refused anyway."""

LARGEST_READ_AGAIN = 100_000
"""Characters of a text that is refused, up to which other families are asked whether they can read it."""


def refusal(error: PuzzleError | None, ranked: Ranked, text: str, entry: str, source: str) -> PuzzleError:
    """What to say of a text that the likeliest family refuses with that error; None if the text looks like none."""
    likeness, chosen = ranked[0] if error else (0.0, None)
    if lack := not_here(_named(text, likeness)):
        return PuzzleError(lack, line=text[: len(text) - len(text.lstrip())].count("\n") + 1)
    other = strongest(OTHERS, text, source)
    signs = [(found, one) for _, one in ranked if (found := strongest(one.signs, text, source))]
    found, family = max(signs, key=lambda pair: pair[0].strength, default=(None, None))
    if other and other.strength > max(likeness, found.strength if found else 0.0):
        return of_no_family(other, text, ranked)
    by_itself = found is not None and found.sign.read is not None
    surer = found is not None and (found.strength > likeness if family is not chosen else likeness < LIKELY)
    if found and family and (by_itself or surer):
        own = error if family is chosen and not by_itself else error_of(family, text, entry, found.sign.read)
        if own:
            return helped(own, f"this looks like {found.what}: {own.found}", family)
    if error is None:
        return _with_other_reading(of_unknown(text, ranked), None, ranked, text, entry)
    if chosen and likeness < LIKELY:
        error = helped(error, error.found, chosen)
        if (first := _FIRST_WORD.match(text)) and not is_family(first[1]):
            hint = f"{error.expected}; or, if {first[1]!r} is a family, {what_adds({})}"
            return PuzzleError(error.found, hint, line=error.line, column=error.column)
    return _with_other_reading(error, chosen, ranked, text, entry)


_MARK = re.compile(r"\A\s*#\s*family\s*[:=]\s*([a-z][a-z0-9_]*)\s*$", re.MULTILINE)
_FIRST_WORD = re.compile(r"\A\s*(?:#\s*)?([a-z][a-z0-9_]{2,39})[ \t]*\n\s*\S")


def _named(text: str, likeness: float) -> str:
    """The family that a text says it is of: by a first line `# family: NAME`, or in JSON of ours; else empty."""
    if mark := _MARK.match(text):
        return mark[1]
    if likeness < LIKELY and is_json(text):
        with suppress(PuzzleError):
            data = load(text, "an object")
            if isinstance(data, dict) and isinstance(data.get("text", data.get("puzzle")), str):
                return str(data.get("family", ""))[:40]
    return ""


def _with_other_reading(
    error: PuzzleError, family: Family | None, ranked: Ranked, text: str, entry: str
) -> PuzzleError:
    """The error, with another family named at its end, the likeliest that can read the text, if there is one."""
    if len(text) > LARGEST_READ_AGAIN:
        return error
    for _, other in ranked:
        if other is not family and error_of(other, text, entry) is None:
            hint = f'or, if this is {other.title}, a first line "# {other.name}"'
            found, expected = error.found, f"{error.expected}; {hint}"
            if not error.expected:
                found, expected = f"{error.found}; {hint}", ""
            return PuzzleError(found, expected, line=error.line, column=error.column)
    return error
