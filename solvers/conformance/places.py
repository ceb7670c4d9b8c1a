"""A check, and where in a family's files an error comes from, with its cause in a line (Numba says it at length)."""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from puzzles.foreign import in_one_line

PLACE = re.compile(r"\bat (\S[^\n]*?\.py) \((\d+)\)|File \"([^\"\n]+)\", line (\d+)")
"""As Numba names a line: by its full path, and from the current folder."""
STEP = re.compile(r"^\s*(?:\w+Error: )?Failed in \w+ mode pipeline \(step: [^\n]*\)\n", re.MULTILINE)
SIGNATURE = re.compile(r">>> (\w+)\((.*)\)")
IN_WORDS = (
    (r"Unknown attribute '(\w+)' of type (\w+).*", r"\2 has no '\1'"),
    (r"Cannot unify (.*?) and (.*?) for '([^']*)'.*", r"one value would be both \1 and \2"),
    (r"Untyped global name '([^']+)'.*", r"compiled code can't use '\1'"),
    (r"Literal\[(\w+)\]\((.*?)\)", r"\1 \2"),
)
"""Numba's causes, and what people call them."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must hold. `run` gives the first fault found, one line; empty if it holds."""

    name: str
    run: Callable[[], str]

    def fault(self, folder: str = "") -> str:
        """As `run`; an exception is a fault too, with its place in the family's folder."""
        try:
            return self.run()
        except Exception as error:  # whatever other people's code does
            return told(error, folder)


def folder_of(module: str) -> str:
    """The folder of the top-level package that the module is in, or of the module itself; of ours that of the family.

    Empty if it can't be found.
    """
    parts = module.split(".")
    package = ".".join(parts[:2]) if parts[0] == "puzzles" else parts[0]
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return ""
    return str(Path(spec.origin).resolve().parent) if spec is not None and spec.origin else ""


def told(error: BaseException, folder: str) -> str:
    """The error in one line, with `file:line: ` of the family before it, where that is known."""
    if type(error).__module__.startswith("numba"):
        return _of_numba(error, folder)
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return f"{_shown(error.filename)}:{error.lineno}: {type(error).__name__}: {error.msg}"
    frames = [one for one in traceback.extract_tb(error.__traceback__) if _within(one.filename, folder)]
    cause = in_one_line(error)
    if isinstance(error, IndexError):
        cause = f"{cause}; compiled, it would read or write what is not its own"
    return f"{_shown(frames[-1].filename)}:{frames[-1].lineno}: {cause}" if frames else cause


def _of_numba(error: BaseException, folder: str) -> str:
    text = re.sub(r"\x1b\[\d*m", "", str(error))
    steps = [0, *(one.end() for one in STEP.finditer(text))]
    found = next((one for one in _places(text) if _within(one[1], folder)), None)
    begin = max(one for one in steps if found is None or one <= found[0])
    cause = text[begin:].lstrip().partition("\n")[0].strip()
    if signature := SIGNATURE.search(text, begin) if cause.startswith("No implementation") else None:
        cause = f"{signature[1]} is not possible with ({signature[2]})"
    for pattern, words in IN_WORDS:
        cause = re.sub(pattern, words, cause)
    where = found[1:] if found else _rule_of(text[:begin], cause, folder)
    return f"{_shown(where[0])}:{where[1]}: does not compile: {cause}" if where else f"does not compile: {cause}"


def _places(text: str) -> Iterator[tuple[int, str, int]]:
    for one in PLACE.finditer(text):
        yield one.start(), str(Path(one[1] or one[3]).resolve()), int(one[2] or one[4])


def _rule_of(outer: str, cause: str, folder: str) -> tuple[str, int] | None:
    """The line of the rule that was called last, of which Numba names no line, or the line with the name it lacks."""
    called = SIGNATURE.findall(outer)
    name = re.search(r"'(\w+)'", cause)
    for path in sorted(Path(folder).rglob("*.py")) if called and folder else ():
        lines = path.read_text("utf-8", "replace").split("\n")
        rule = next((at for at, line in enumerate(lines) if re.match(rf"@rule\({called[-1][0]}\b", line)), None)
        if rule is not None:
            uses = (at for at in range(rule, len(lines)) if name and re.search(rf"\b{name[1]}\b", lines[at]))
            return str(path), next(uses, rule) + 1
    return None


def _within(path: str, folder: str) -> bool:
    return bool(folder) and Path(path).resolve().is_relative_to(folder)


def _shown(path: str) -> str:
    """The path, from the current folder if it is below it."""
    full, here = Path(path).resolve(), Path(os.getcwd())
    return str(full.relative_to(here)) if full.is_relative_to(here) else str(full)
