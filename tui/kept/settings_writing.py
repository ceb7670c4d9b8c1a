"""Changing the settings file: the lines of what is changed are written anew, all else in it stays as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from puzzles.parameters import Value
from puzzles.user_data import read_file, write_named
from tui.kept.settings import (
    LARGEST,
    SETTINGS,
    Settings,
    as_text,
    line_of,
    parse,
    toml,
)

SET = re.compile(r"""(?P<name>[^=]*=\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s#]*)(?P<rest>.*)""")
"""A line that sets a value on one line."""
Changes = Mapping[tuple[str, str], Value]
"""By section and name of a setting, its new value."""


def change_settings(path: Path, changes: Changes) -> None:
    """Writes the values into the file, which is made if it is missing.

    What another app or an editor has changed in it meanwhile stays. OSError, and ValueError with one line for people,
    leave the file as it was.
    """
    try:
        text = read_file(path, LARGEST).decode("utf-8")
    except FileNotFoundError:
        text = as_text(Settings(path))
        path.parent.mkdir(parents=True, exist_ok=True)
    except UnicodeDecodeError:
        raise ValueError(f"{path} is no UTF-8 text") from None
    write_named(path, changed(text, changes, path).encode())


def changed(text: str, changes: Changes, path: Path) -> str:
    """The text with these values; ValueError if it would not be read so, as in a table of one line."""
    lines = text.split("\n")
    for (section, name), value in changes.items():
        _set(lines, section, name, toml(value))
    new = "\n".join(lines)
    found = parse(new, path)
    for (section, name), value in changes.items():
        if found.get(section, name) != value:
            raise ValueError(f"{path}: {name} can't be changed here; change it in the file")
    return new


def _set(lines: list[str], section: str, name: str, value: str) -> None:
    number = line_of(lines, section, name)
    if number:
        found = SET.fullmatch(lines[number - 1])
        if found is not None:
            lines[number - 1] = f"{found['name']}{value}{found['rest']}"
        return
    begin, end = _part(lines, section)
    for at in range(begin, end):
        if re.match(rf"#\s*{name}\s*=", lines[at]):  # the default, with its explanation
            about = lines[at].rpartition("  # ")[2] if "  # " in lines[at] else ""
            lines[at] = f"{name} = {value}".ljust(24) + (f"  # {about}" if about else "")
            return
    while end > begin and not lines[end - 1].strip():
        end -= 1
    lines.insert(end, f"{name} = {value}")


def _part(lines: list[str], section: str) -> tuple[int, int]:
    """The first line of the section, below its heading, and the one behind its last; a missing one is added."""
    headings = [at for at, line in enumerate(lines) if re.match(r"\s*\[", line)]
    if not section:
        return 0, headings[0] if headings else len(lines)
    for at in headings:
        if re.match(rf"\s*\[\s*{section}\s*\]", lines[at]):
            return at + 1, next((one for one in headings if one > at), len(lines))
    while lines and not lines[-1].strip():
        lines.pop()
    lines += [*([""] if lines else []), f"[{section}]", ""]
    return len(lines) - 1, len(lines) - 1


def differing(before: Mapping[str, Value], now: Mapping[str, Value]) -> dict[tuple[str, str], Value]:
    """What has been changed, of values by their names alone, which are different in all sections."""
    sections = {one.name: section for section, parameters in SETTINGS.items() for one in parameters}
    return {(sections[name], name): value for name, value in now.items() if value != before[name]}
