"""Texts packed by LZ-String (pieroxy, 2013), as web pages put them into their links: base64, packed bits of LZ78."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.errors import PuzzleError

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
BITS = 6
LARGEST = 1 << 20
"""Characters of an unpacked text; some links could be unpacked into gigabytes."""


def unpack(packed: str) -> str:
    """The text; PuzzleError for what was not packed so, or is longer than LARGEST characters."""
    found: list[str] = []
    length = 0
    try:
        for piece in _pieces(_Bits(packed)):
            found.append(piece)
            length += len(piece)
            if length > LARGEST:
                break
    except (IndexError, ValueError):
        raise PuzzleError("the link is cut off or damaged", "all of it, as it was copied") from None
    if length > LARGEST:
        raise PuzzleError(f"the link holds over {LARGEST:,} characters", "a puzzle")
    return "".join(found)


class _Bits:
    """Bits of the letters, the highest of each first; a number has its lowest bit first."""

    def __init__(self, packed: str) -> None:
        self._values = [ALPHABET.index(letter) for letter in packed.rstrip("=")]
        self._at = 0

    def number(self, bits: int) -> int:
        found = 0
        for power in range(bits):
            letter, within = divmod(self._at, BITS)
            found |= (self._values[letter] >> (BITS - 1 - within) & 1) << power
            self._at += 1
        return found


LETTER, WIDE_LETTER, END = range(3)


def _pieces(bits: _Bits) -> Iterator[str]:
    """Each number stands for a new letter or a piece that is known; a piece and the next one's first letter is new."""
    known, room, width = ["", "", ""], 1, 2
    last = ""
    while (number := bits.number(width)) != END:
        if number in (LETTER, WIDE_LETTER):
            known.append(chr(bits.number(8 if number == LETTER else 16)))
            piece = known[-1]
            room, width = _wider(room, width)
        else:
            piece = last + last[:1] if number == len(known) else known[number]
        yield piece
        if last:
            known.append(last + piece[0])
            room, width = _wider(room, width)
        last = piece


def _wider(room: int, width: int) -> tuple[int, int]:
    """How many more pieces have numbers of so many bits, after one more; then as many bits as the next ones need."""
    return (room - 1, width) if room > 1 else (1 << width, width + 1)
