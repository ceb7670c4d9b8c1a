"""Signs of texts that are meant as Latin squares."""

from __future__ import annotations

from puzzles.text.signs import Sign

SIGNS = (
    Sign("lsencode's Latin square", r"\A\s*order\s+\d+\s*$", (".pls",)),
    Sign("JSON of a Latin square", r"\"(?:first_symbol|family\"\s*:\s*\"latin)\"?"),
    Sign("parameters in Essence'", r"^[ \t]*letting\s+(?:n|order|start)\b", (".param",)),
    Sign("MiniZinc data of a Latin square", r"^[ \t]*start\s*=\s*\[\|"),
)
