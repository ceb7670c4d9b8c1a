"""URLs of pzpr, the program behind puzz.link: known, taken apart, and what most of its varieties have in the body.

`variety/columns/rows/body`, behind an address that ends with `?`, or alone. The codes are those of pzpr's Encode.js.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from puzzles.errors import PuzzleError
from puzzles.text.fields import Field, Places
from puzzles.text.format_table import Entry, at_each_line, beginning, divided
from puzzles.text.quoting import listed, quoted
from puzzles.text.signs import PZPR_HOSTS

_URL = re.compile(
    r"\s*<?(?:\S*?[?/])??([a-z0-9_-]+)/(?:v:/|[a-z]/)?([0-9]{1,4})/([0-9]{1,4})/([^\s/<>\"']*)/?[>\"'),;]*(?!\S)"
)
_LINK = re.compile(rf"\s*<?(?:https?://)?(?:www\.)?(?:{PZPR_HOSTS})/", re.IGNORECASE)
_BEGIN = re.compile(r"\s*<?(?:\S*?[?/])??([a-z0-9-]+)(?:_edit|_play)?/(?:v:/|[a-z]/)?[0-9]{1,4}/[0-9]")
_COMMENT = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4_096), "%": (3, 8_192), "*": (4, 12_240), "$": (5, 77_776)}
"""Before numbers above 15: how many hexadecimal digits follow, and what is added to them."""
is_comment = beginning("#")


def bare(text: str) -> str:
    """The text with its comments left empty, so lines keep their numbers."""
    return _COMMENT.sub("", text) if "#" in text else text


def likeness(text: str, names: Container[str]) -> float:
    """1 for a URL of these varieties, or its part from the name on; 0.6 for one of another (to refuse it)."""
    text = bare(text)
    found = _BEGIN.match(text)
    if found and found[1] in names:
        return 0.0 if text.lstrip().startswith("pzprv3/") else 1.0
    return 0.6 if _LINK.match(text) else 0.0


def divide(text: str) -> tuple[Entry, ...]:
    """The puzzles, one a line."""
    return divided(text, is_comment, at_each_line)


class Body:
    """The characters behind the size, taken one after the other."""

    def __init__(self, places: Places, start: int, end: int) -> None:
        self._places, self._at, self._end = places, start, end

    def __bool__(self) -> bool:
        """Whether any are left."""
        return self._at < self._end

    def following(self, expected: str, count: int = 1) -> Field:
        """The next characters; PuzzleError if there are fewer."""
        start, self._at = self._at, self._at + count
        if self._at > self._end:
            raise self._places.field("", self._end).error("the URL ends early", expected)
        return self._places.field(self._places.text[start : self._at], start)

    def end(self, behind: str) -> None:
        """PuzzleError if any are left."""
        if self:
            rest = self._places.text[self._at : self._end]
            raise self._places.field(rest, self._at).error(f"{quoted(rest)} after the last {behind}", "the end")


class Url(NamedTuple):
    """`name`: the variety's, without `_edit`; `size`: the place of columns and rows."""

    name: str
    width: int
    height: int
    size: Field
    body: Body


def read(text: str, names: Sequence[str]) -> Url:
    """The text's one URL; PuzzleError, also for one of another variety than these."""
    text = bare(text)
    found = _URL.match(text)
    if not found:
        expected = f"one with ?{names[0]}/columns/rows/body"
        raise PuzzleError(f"the URL {quoted(text.split()[0])}", expected, line=1, column=1)
    places = Places(text)
    name = found[1].removesuffix("_edit").removesuffix("_play")
    if name not in names:
        raise places.field("", found.start(1)).error(f"this is a puzz.link URL of {found[1]!r}", listed(names, "or"))
    rest = text[found.end() :].lstrip()
    if rest:
        raise places.field("", len(text) - len(rest)).error("more text after the URL", "one puzzle")
    size = places.field(found[2], found.start(2))
    return Url(name, int(found[2]), int(found[3]), size, Body(places, *found.span(4)))


def written(name: str, width: int, height: int, body: str) -> str:
    return f"https://puzz.link/p?{name}/{width}/{height}/{body}\n"


def read_signs(body: Body, count: int, what: str, gap: str = "g") -> list[Field]:
    """That many signs, numbers with all their digits; "" where a letter from `gap` on says that there are none."""
    found: list[Field] = []
    while len(found) < count:
        at = body.following(f"{count} {what}, {len(found)} are there")
        if at.text in LONG:
            rest = body.following("a number", LONG[at.text][0])
            found.append(at._replace(text=at.text + rest.text))
        elif gap <= at.text <= "z":
            found += [at._replace(text="")] * (ord(at.text) - ord(gap) + 1)
        else:
            found.append(at)
    if len(found) > count:
        raise at.error(f"{len(found)} {what}", str(count))
    return found


def write_signs(signs: Sequence[str], gap: str = "g") -> str:
    """As `read_signs` reads them."""
    return "".join(_joined(signs, gap))


def _joined(signs: Sequence[str], gap: str) -> Iterator[str]:
    for empty, group in groupby(signs, lambda sign: not sign):
        if not empty:
            yield from group
            continue
        most = ord("z") - ord(gap) + 1
        whole, rest = divmod(len(list(group)), most)
        yield "z" * whole + (chr(ord(gap) + rest - 1) if rest else "")


def read_number(sign: Field, most: int, least: int = 1) -> int:
    """The number of a sign, 0 for none and for `.`, one that pzpr's page shows as `?`; PuzzleError."""
    text = sign.text
    if text in ("", "."):
        return 0
    digits, more = (text[1:], LONG[text[0]][1]) if text[0] in LONG else (text, 0)
    if not set(digits) <= {*DIGITS[:16]}:
        raise sign.error(f"{quoted(text)} for a number", "hexadecimal digits")
    number = int(digits, 16) + more
    if not least <= number <= most:
        raise sign.error(f"the number {number}", f"{least} to {most}")
    return number


def write_number(number: int) -> str:
    """The sign of a number, "" for 0; PuzzleError above the greatest that there is."""
    if number < 16:
        return DIGITS[number] if number else ""
    for sign, (length, more) in LONG.items():
        if number - more < 16**length and (sign not in "%*" or number < (12_240 if sign == "%" else 77_776)):
            return f"{sign}{number - more:0{length}x}"
    raise PuzzleError(f"the number {number}", f"at most {16**5 + 77_775}")


def read_packed(body: Body, count: int, base: int, each: int) -> list[int]:
    """That many digits to this base, `each` of them in a character."""
    found: list[int] = []
    while len(found) < count:
        at = body.following(f"{count} marks, {len(found)} are there")
        number = DIGITS.find(at.text)
        if not 0 <= number < base**each:
            raise at.error(f"{quoted(at.text)} for marks", f"0 to {DIGITS[base**each - 1]}")
        found += [number // base**k % base for k in reversed(range(each))]
    return found[:count]


def write_packed(digits: Sequence[int], base: int, each: int) -> str:
    """As `read_packed` reads them."""
    padded = [*digits, *[0] * (-len(digits) % each)]
    parts = (padded[at : at + each] for at in range(0, len(padded), each))
    return "".join(DIGITS[sum(digit * base**k for k, digit in enumerate(reversed(part)))] for part in parts)
