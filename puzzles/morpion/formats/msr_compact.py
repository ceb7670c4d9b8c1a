"""MSR's compact form: `MS1:` and the record's JSON, deflated (RFC 1951), in unpadded base64 for URLs (RFC 4648, 5)."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace

from puzzles.errors import PuzzleError
from puzzles.morpion.formats import msr
from puzzles.morpion.formats.found_game import Reading
from puzzles.morpion.puzzle import Move
from puzzles.text.fields import NOWHERE, Places
from puzzles.text.quoting import quoted

MARK = "MS1:"
LARGEST = 1024 * 1024
"""Bytes of the JSON inside, at most; a game of 485 moves has some 30,000."""

_FOREIGN = re.compile(r"[^A-Za-z0-9_\-+/=\s]")
_RAW_DEFLATE = -zlib.MAX_WBITS


def likeness(text: str) -> float:
    """1 for a text that begins with `MS` and a number and a colon, else 0."""
    return 1.0 if re.match(r"\s*MS[0-9]{1,3}:", text) else 0.0


def read(text: str, expected: str = "") -> Reading:
    """The record inside; its faults have no line, as the text has none that a person reads."""
    start = len(text) - len(text.lstrip())
    line = text.count("\n", 0, start) + 1
    if not text.startswith(MARK, start):
        raise PuzzleError(f"found {quoted(text[start : start + 6])}", MARK, line=line, column=1)
    inside = _unpacked(text, start + len(MARK), line)
    try:
        reading = msr.read(inside, expected)
    except PuzzleError as error:
        raise PuzzleError(f"inside {MARK} {error.found}", error.expected, line=line) from None
    bare = tuple(replace(claim, at=NOWHERE) for claim in reading.claims)
    return replace(reading, lines=(0,) * len(reading.lines), claims=bare)


def write(variant: str, moves: Sequence[Move], about: Sequence[tuple[str, str]] = ()) -> str:
    """The game's record in one line."""
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW_DEFLATE)
    packed = packer.compress(msr.write_short(variant, moves, about).encode()) + packer.flush()
    return f"{MARK}{base64.urlsafe_b64encode(packed).rstrip(b'=').decode()}\n"


def _unpacked(text: str, start: int, line: int) -> str:
    """The JSON text; never more than LARGEST bytes of it are made."""
    foreign = _FOREIGN.search(text, start)
    if foreign:
        at = Places(text).field(foreign.group(), foreign.start())
        raise at.error(f"found {quoted(at.text)}", "base64 letters")
    letters = "".join(text[start:].split()).rstrip("=").translate(str.maketrans("+/", "-_"))
    if "=" in letters or len(letters) % 4 == 1:
        raise PuzzleError("this base64 is damaged or cut off", f"a whole {MARK} text", line=line)
    packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    unpacker = zlib.decompressobj(_RAW_DEFLATE)
    try:
        data = unpacker.decompress(packed, LARGEST)
    except zlib.error:
        raise PuzzleError("the packed data is damaged", f"a whole {MARK} text", line=line) from None
    if unpacker.unconsumed_tail:
        raise PuzzleError(f"the text unpacks to more than {LARGEST // 1024} KiB", "a game", line=line)
    if not unpacker.eof:
        raise PuzzleError("the packed data ends too early", f"a whole {MARK} text", line=line)
    if unpacker.unused_data:
        raise PuzzleError("something stands behind the packed data", f"one {MARK} text", line=line)
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise PuzzleError("the text inside is not UTF-8", "JSON", line=line) from None
