"""Signs of texts that are meant as Kakuro."""

from __future__ import annotations

from puzzles.text.signs import Sign

SIGNS = (
    Sign("KakuroApp's text", r"^[*?0-9,; \t]*\b[CF]\d+(?:F\d+)?[,;\t]", (".kak",)),
    Sign("a Kakuro of down\\across cells", r"(?:^|[,;\t |\"])\d{0,2}\\\d{0,2}(?:[,;\t |\"]|$)"),
    Sign("a puzz.link URL of Kakuro", r"kakuro/\d+/\d+"),
    Sign("pzprv3 text of Kakuro", r"\A\s*pzprv3[.0-9]*[\s/]+kakuro"),
    Sign("two grids of a Kakuro", r"^[ \t]*(?:horizontal|vertical)\s*:?\s*$"),
    Sign("MiniZinc data of a Kakuro", r"\b(?:grid_data|h_clue|v_clue)\s*="),
    Sign("JSON of a Kakuro", r"\"(?:nRows|family\"\s*:\s*\"kakuro)\"?"),
)
