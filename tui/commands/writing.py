"""Where a board or puzzle goes: which text format, which file, and the drawing for people."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from puzzles.family import Family, Puzzle, TextFormat
from puzzles.parameters import Value
from puzzles.registry import families, get_family
from tui.commands.exits import Refused

STYLES: dict[str, dict[str, Any]] = {
    "given": {"bold": True},
    "filled": {"fg": "green"},
    "sum": {"bold": True},
    "line": {"dim": True},
    "black": {"dim": True},
    "age2": {"fg": "blue"},
    "age3": {"fg": "green"},
    "age4": {"fg": "yellow"},
    "A": {"fg": "yellow"},
    "C": {"fg": "green"},
    "G": {"fg": "red"},
    "U": {"fg": "bright_blue"},
    "quiet": {"dim": True},
    "wrong": {"reverse": True},
    "fixed": {"bold": True},
    "c0": {"fg": "red"},
    "c1": {"fg": "green"},
    "c2": {"fg": "bright_blue"},
    "c3": {"fg": "yellow"},
    "c4": {"fg": "magenta"},
    "c5": {"fg": "cyan"},
    "c6": {"fg": "white"},
    "c7": {"fg": "bright_red"},
    "c8": {"fg": "bright_green"},
    "lit": {"reverse": True},
}
"""How the kinds of pieces look on a terminal, word by word of a kind; nothing is shown by colour alone."""

PICTURES = frozenset({".svg", ".png", ".pdf"})
"""Suffixes of files in which nobody expects text."""


def known_format(family: Family, name: str) -> str:
    """The name of a format that the family writes; UsageError for another."""
    known = [one.name for one in family.formats if one.writes]
    if name not in known:
        raise click.UsageError(f"{family.name} writes no format {name!r}; expected one of: {', '.join(known)}")
    return name


def choose_format(puzzle: Puzzle, name: str | None, output: Path | None = None) -> str:
    """The format to write: the named one, else of those that can hold the puzzle by the file's suffix, else the first.

    UsageError for a format the family doesn't write, or a suffix that promises one it doesn't write.
    """
    family = get_family(puzzle.family)
    if name is not None:
        return known_format(family, name)
    writable = family.writable(puzzle)
    return format_of(family, writable, output) or writable[0].name


def format_of(family: Family, among: Sequence[TextFormat], output: Path | None) -> str:
    """The name of the first format with the file's suffix; empty if the suffix promises nothing.

    UsageError if it promises a picture, or a format of any family, that is not among these.
    """
    suffix = "" if output is None else output.suffix.lower()
    for one in among:
        if suffix == one.suffix:
            return one.name
    if suffix in PICTURES or suffix in {one.suffix for other in families() for one in other.formats}:
        expected = ", ".join(dict.fromkeys(one.suffix for one in among))
        raise click.UsageError(f"{output}: {family.name} writes no {suffix} here; expected one of: {expected}")
    return ""


def check_holds_puzzle(family: Family, name: str) -> None:
    """UsageError for a format that has a board alone, where a puzzle is to be written."""
    one = next(one for one in family.formats if one.name == name)
    if one.board_only:
        others = ", ".join(one.name for one in family.formats if one.writes and not one.board_only)
        raise click.UsageError(f"the format {name} has nothing of the puzzle; expected one of: {others}")


def write_file(path: Path, text: str) -> None:
    """Nothing; the text is in the file. Refused, in one line, if it can't be."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None


def check_writable(path: Path) -> None:
    """Refused if the file can surely not be written: reported before a search is spent on it."""
    if str(path) == "-":
        raise Refused("--output -: expected a file; without --output, --format NAME prints")
    if path.is_dir():
        raise Refused(f"{path}: Is a directory")
    if not path.absolute().parent.is_dir():
        raise Refused(f"{path}: there is no folder {path.absolute().parent}")


def numbered(path: Path, number: int, total: int) -> Path:
    """The path for one of several files: `a.txt` becomes `a-03.txt`; the path itself if there is only one."""
    if total == 1:
        return path
    return path.with_name(f"{path.stem}-{number:0{len(str(total))}d}{path.suffix}")


def drawn(puzzle: Puzzle, board: Sequence[int], *, ascii_only: bool, facts: Mapping[str, Value] | None = None) -> str:
    """The board as text for people, as wide as the terminal allows; with colours, which `emit` drops where none fit.

    `facts`: what the checker has said of it.
    """
    from tui.boards.drawing import draw

    lines = draw(puzzle, board, width=shutil.get_terminal_size().columns, plain=ascii_only, facts=facts)
    return "\n".join("".join(_styled(text, kind) for text, kind, _ in line).rstrip() for line in lines)


def _styled(text: str, kind: str) -> str:
    style: dict[str, Any] = {}
    for word in kind.split("-"):
        style |= STYLES.get(word, {})
    return click.style(text, **style) if style and not text.isspace() else text
