"""In which line of a TOML text a value stands: `tomllib` gives lines for errors of syntax alone."""

from __future__ import annotations

import re
import tomllib

Path = tuple[str | int, ...]
"""Keys and places in lists that lead to a value, such as ("row", 2, "parameters", "level")."""

NAME = r"[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*'"
NAMES = rf"(?:{NAME})(?:\s*\.\s*(?:{NAME}))*"
HEADING = re.compile(rf"\s*(\[\[?)\s*({NAMES})\s*\]")
ENTRY = re.compile(rf"\s*({NAMES})\s*=(.*)")
LONG_TEXT = re.compile(r"\"\"\"|'''")
QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'")


def value_lines(text: str) -> dict[Path, int]:
    """The line, from 1, of each heading and of each value that is written as `name =` at the beginning of a line."""
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    here: Path = ()
    depth, quote = 0, ""  # inside a list that goes over several lines, or a text that does
    for number, line in enumerate(text.split("\n"), 1):
        if quote:
            quote = "" if quote in line else quote
            continue
        if depth > 0:
            depth += _deeper(line)
            continue
        if heading := HEADING.match(line):
            here = _within(_names(heading[2]), counts)
            if heading[1] == "[[":
                counts[here] = counts.get(here, -1) + 1
                here = (*here, counts[here])
            found.setdefault(here, number)
        elif entry := ENTRY.match(line):
            path: Path = (*here, *_names(entry[1]))
            for end in range(len(here) + 1, len(path) + 1):
                found.setdefault(path[:end], number)
            marks = LONG_TEXT.findall(entry[2])
            quote = marks[0] if len(marks) == 1 else ""
            depth = 0 if quote else _deeper(entry[2])
    return found


def line_of(lines: dict[Path, int], path: Path) -> int:
    """The line of the value, else of the nearest thing around it; 0 if it is the whole text."""
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), 0)


def column_of(text: str, line: int, path: Path) -> int:
    """The column, from 1, of the value at the path, if it stands on that line; of an item of a list that of the item.

    0 if it stands elsewhere.
    """
    found = ENTRY.match(text.split("\n")[line - 1]) if line else None
    if found is None:
        return 0
    plain = QUOTED.sub(lambda quoted: "x" * len(quoted[0]), found[2]).partition("#")[0]
    begin = len(plain) - len(plain.lstrip())
    if isinstance(path[-1], int):
        depth, item, begin = 0, 0, -1
        for at, sign in enumerate(plain):
            if depth == 1 and item == path[-1] and begin < 0 and sign not in " \t,":
                begin = at
            depth += (sign in "[{") - (sign in "]}")
            item += sign == "," and depth == 1
    return found.start(2) + begin + 1 if begin >= 0 else 0


def syntax_fault(error: Exception, lines: list[str]) -> tuple[int, str]:
    """Line, from 1, and words of what `tomllib` says of a text of these lines; 0 if it can't tell a line.

    Besides TOMLDecodeError it raises RecursionError, and ValueError for a number of thousands of digits.
    """
    if not isinstance(error, tomllib.TOMLDecodeError):
        return 0, "the file is nested too deeply" if isinstance(error, RecursionError) else "a number is too long"
    found = re.search(r"\(at line (\d+)", str(error))
    number = int(found[1]) if found else len(lines)
    while number > 1 and not lines[number - 1].strip():
        number -= 1  # an error at the end of the text belongs to its last line
    if not lines[number - 1].strip():
        return 0, "the file is no TOML"
    why = re.sub(r" \(at .*?\)$", "", str(error))
    return number, why[:1].lower() + why[1:]


def _deeper(text: str) -> int:
    """By how many brackets the text opens more than it closes, without its quotes and comments."""
    plain = QUOTED.sub("", text).partition("#")[0]
    return sum(plain.count(sign) for sign in "[{") - sum(plain.count(sign) for sign in "]}")


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(one.strip("\"'") for one in re.findall(NAME, dotted))


def _within(names: tuple[str, ...], counts: dict[Path, int]) -> Path:
    """The heading's names, each list of tables on the way with the number of its latest one."""
    path: Path = ()
    for at, name in enumerate(names):
        path = (*path, name)
        if path in counts and at < len(names) - 1:
            path = (*path, counts[path])
    return path
