"""LZ-String's packing to base64, as web pages do it: for links that tests read."""

from __future__ import annotations

from puzzles.text.lz_string import ALPHABET


def pack(text: str) -> str:
    """The text packed."""
    numbers: dict[str, int] = {}
    new: set[str] = set()
    bits: list[int] = []
    width, room = 2, 2

    def write(value: int, length: int) -> None:
        bits.extend(value >> at & 1 for at in range(length))

    def count() -> None:
        nonlocal width, room
        room -= 1
        if room == 0:
            room = 1 << width
            width += 1

    def put(piece: str) -> None:
        if piece in new:
            narrow = ord(piece) < 256
            write(0 if narrow else 1, width)
            write(ord(piece), 8 if narrow else 16)
            count()
            new.discard(piece)
        else:
            write(numbers[piece], width)
        count()

    piece = ""
    for letter in text:
        if letter not in numbers:
            numbers[letter] = len(numbers) + 3
            new.add(letter)
        if piece + letter in numbers:
            piece += letter
        else:
            put(piece)
            numbers[piece + letter] = len(numbers) + 3
            piece = letter
    if piece:
        put(piece)
    write(2, width)
    bits += [0] * (6 - len(bits) % 6)
    letters = (bits[at : at + 6] for at in range(0, len(bits), 6))
    return "".join(ALPHABET[sum(bit << (5 - at) for at, bit in enumerate(six))] for six in letters)
