"""Signs of texts that are meant as games of Morpion Solitaire."""

from __future__ import annotations

from puzzles.text.signs import Sign

SIGNS = (
    Sign("a game of Morpion Solitaire", r"\A\s*morpion\b"),
    Sign("moves of Morpion Solitaire", r"\(\s*-?\d+\s*,\s*-?\d+\s*\)\s*in\s*\(\s*-?\d+"),
    Sign("Pentasol's moves", r"^[ \t]*\(\s*-?\d+\s*,\s*-?\d+\s*\)\s*[-|/\\]\s*[+-]?\d\s*$", (".psol",)),
    Sign("a Morpion Solitaire Record", r"\A\s*MS\d+:|\"dir\"\s*:\s*\"(?:H|V|DP|DN)\"", (".msr",)),
    Sign("JSON of a game of Morpion Solitaire", r"\"(?:InitialDots|LineLength|NoTouchingRule|SegmentLength)\"\s*:"),
)
