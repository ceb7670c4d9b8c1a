"""Signs of texts that are meant as boards of SameGame."""

from __future__ import annotations

from puzzles.text.signs import Sign

SIGNS = (
    Sign("a board of SameGame", r"^[ \t]*#\s*samegame\b"),
    Sign("CodinGame's test of SameGame", r"\"testIn\"\s*:"),
    Sign("JSON of a board of SameGame", r"\"family\"\s*:\s*\"samegame\""),
    Sign("a game of SameGame", r"^[ \t]*moves\s*:?\s*$", strength=0.85),
)
