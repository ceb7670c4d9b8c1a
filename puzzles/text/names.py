"""Names and descriptions, as they come from a text that anybody may have written."""

from __future__ import annotations

LONGEST_NAME = 200
"""Characters kept of a name."""


def cleaned(text: str, longest: int = LONGEST_NAME) -> str:
    """The text on one line, without what can't be shown or written, cut to that many characters."""
    shown = "".join(one for one in text[: 4 * longest] if one.isprintable() or one.isspace())
    return " ".join(shown.split())[:longest].strip()
