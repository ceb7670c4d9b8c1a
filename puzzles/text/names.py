"""The name of a puzzle, as it comes from a text that anybody may have written."""

from __future__ import annotations

LONGEST_NAME = 200
"""Characters kept of a name."""


def cleaned(name: str) -> str:
    """A name on one line, without what can't be shown or written, cut to LONGEST_NAME characters."""
    shown = "".join(one for one in name[: 4 * LONGEST_NAME] if one.isprintable() or one.isspace())
    return " ".join(shown.split())[:LONGEST_NAME].strip()
