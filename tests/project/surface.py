"""What people and programs use of the product, a line each: commands, options, formats, searches, settings, keys, JSON.

`python tests/project/surface.py [PROGRAM ...]` prints it of an installed program (`mcs-tui` where none is named), asked
from outside, so versions can be compared: `test_surface.py` holds today's against that of version 0.1.0.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

Ask = Callable[..., str]
"""Gives what a command prints; its keyword `given` is standard input."""

PUZZLES = {
    "latin": ". . 3 4\n. . 4 3\n3 4 1 2\n4 3 2 1\n",
    "kakuro": "3,3\n*,C4,C6\nF3,?,?\nF7,?,?\n",
    "sudoku": "boxes 2 x 2\n. . 3 4\n. . 1 2\n3 4 2 1\n1 2 4 3\n",
    "rna": "((((....))))\n",
    "samegame": "1 1 2\n2 2 1\n1 2 2\n",
    "morpion": "5D\n",
    "tsptw": "3\n0 2 3\n2 0 2\n3 2 0\n0 20\n0 20\n0 20\n",
}
"""A small one of each family."""

EXPERIMENT = """\
title = "two rows"
playouts = 40
seeds = 2
[[puzzles]]
family = "latin"
generate = { order = 6 }
count = 1
[[row]]
algorithm = "nrpa"
[[row]]
algorithm = "sampling"
"""


DEPENDS_ON_TIME = ("insight", "insights")
"""Fields of JSON that have others in them only where a search took some seconds."""


def fields(found: Any, before: str = "") -> Iterator[str]:
    """The paths of all fields of what was read from JSON, such as `parameters[].name`."""
    if isinstance(found, dict):
        for name, value in found.items():
            yield f"{before}.{name}".lstrip(".")
            if name not in DEPENDS_ON_TIME:
                yield from fields(value, f"{before}.{name}")
    elif isinstance(found, list):
        for value in found:
            yield from fields(value, f"{before}[]")


def read(text: str) -> Iterator[Any]:
    """What is in a JSON text, or in each of its lines."""
    try:
        yield json.loads(text)
    except ValueError:
        yield from (json.loads(line) for line in text.splitlines() if line.startswith(("{", "[")))


def commands(ask: Ask, *names: str) -> Iterator[str]:
    """Commands with their options and the choices of these."""
    page = ask(*names, "--help")
    before = " ".join(("mcs-tui", *names))
    yield f"command {before}"
    options, _, below = page.partition("\nCommands:\n")
    for line in re.findall(r"^ {2}(-.*)$", options, re.MULTILINE):
        said = re.match(r"(?:-\w, )?(-[\w-]+)(?: / (-[\w-]+))?(?: (\[[^\]]*\]))?", line)
        assert said is not None, line
        for option in filter(None, said.group(1, 2)):
            yield f"option {before} {option}"
            for choice in (said[3] or "").strip("[]").split("|") if said[3] else ():
                yield f"choice {before} {option} {choice}"
    for name in re.findall(r"^ {2}([a-z][\w-]*)(?: {2}.*)?$", below.partition("\n\n")[0], re.MULTILINE):
        yield from commands(ask, *names, name)


def lists(ask: Ask) -> Iterator[str]:
    """Formats, searches with their parameters, settings and keys."""
    for one in json.loads(ask("formats", "--json")):
        ways = [way for way in ("reads", "writes") if one[way]]
        yield from (f"format {one['family']} {one['name']} {way} {one['suffix']}" for way in ways)
    for one in json.loads(ask("algorithms", "--json")):
        yield from (f"search {one['name']} {family}" for family in one["families"])
        yield from (f"default search {one['name']} {family}" for family in one["default_of"])
        for own in one["parameters"]:
            yield f"parameter {one['name']} {own['name']} = {own['default']}"
            yield from (f"parameter {one['name']} {own['name']} {choice}" for choice in own["choices"])
            for family, value in own["family_defaults"].items():
                yield f"parameter {one['name']} {own['name']} = {value} ({family})"
        for family, found in one["family_parameters"].items():
            yield from (f"parameter {one['name']} {own['name']} = {own['default']} ({family})" for own in found)
    section = ""
    for line in ask("config").splitlines():
        if found := re.match(r"\[(\w+)\]", line):
            section = f"{found[1]}."
        elif found := re.match(r"# (\w+ = .*?) +# .*?(?:\(([^()]* or [^()]*)\))?$", line):
            name, _, default = found[1].partition(" = ")
            yield f"setting {section}{name} = {default}"
            yield from (f"setting {section}{name} {choice}" for choice in (found[2] or "").split(" or ") if choice)
    for line in ask("config", "--keys").splitlines():
        if (found := re.match(r"#? ?\"?([\w.-]+)\"? = (\".*?\")", line)) is not None:
            yield f"key {found[1]} = {found[2]}"


def written(ask: Ask, data: Path) -> Iterator[str]:
    """Fields of the JSON that commands print, the heads of their CSV, and fields of the files in folders of runs."""
    short = ("--playouts", "50", "--quiet")

    def json_of(name: str, *arguments: str, given: str | None = None) -> Iterator[str]:
        for one in read(ask(*arguments, given=given)):
            yield from (f"json {name} {field}" for field in fields(one))

    for family, text in PUZZLES.items():
        yield from json_of(f"solve {family}", "solve", "--json", *short, "-", given=text)
        yield from json_of(f"check {family}", "check", "--json", "-", given=text)
    yield from json_of("solve --seeds", "solve", "--json", *short, "--seeds", "2", "-", given=PUZZLES["samegame"])
    yield from json_of("solve --designs", "solve", "--json", *short, "--designs", "2", "-", given=PUZZLES["rna"])
    table = ask("solve", "--csv", *short, "--seeds", "2", "-", given=PUZZLES["samegame"])
    yield from (f"csv solve --seeds {column}" for column in table.splitlines()[0].split(","))
    for name, arguments in {
        "runs": ("runs", "--json"),
        "priors": ("priors", "--json"),
        "data": ("data", "--json"),
        "doctor": ("doctor", "--json"),
        "formats": ("formats", "--json"),
        "algorithms": ("algorithms", "--json"),
        "config": ("config", "--json"),
    }.items():
        yield from json_of(name, *arguments)
    yield from (f"csv runs {column}" for column in ask("runs", "--csv").splitlines()[0].split(","))
    runs = [json.loads(line) for line in ask("runs", "--json").splitlines()]
    named = next(one["run"] for one in runs if one["family"] == "samegame")  # the clock may go back between two runs
    yield from json_of("show", "show", "--json", named)
    yield from json_of("watch", "watch", "--json", named)
    (data / "two.toml").write_text(EXPERIMENT)
    ask("experiment", "run", str(data / "two.toml"))
    yield from json_of("experiment report", "experiment", "report", "--format", "json", str(data / "two.toml"))
    table = ask("experiment", "report", "--format", "csv", str(data / "two.toml"))
    yield from (f"csv experiment report {column}" for column in table.splitlines()[0].split(","))
    for path in sorted((data / "data").rglob("*.json*")):
        if path.name in ("spec.json", "events.jsonl", "result.json", "summary.json", "status-0.json"):
            for one in read(path.read_text()):
                kind = f" {one['kind']}" if isinstance(one, dict) and "kind" in one else ""
                yield from (f"file {path.name}{kind} {field}" for field in fields(one))


def surface(ask: Ask, data: Path) -> list[str]:
    """All lines, sorted, each once. Fields that hang on the machine, the moment or a puzzle's numbers are left out."""
    found = {*commands(ask), *lists(ask), *written(ask, data)}
    return sorted(line for line in found if not re.search(r"versions\.|\.puzzle\.|parameters\.| search\[\]", line))


def main(program: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        own = {"MCS_TUI_DATA": str(data / "data"), "MCS_TUI_CONFIG": str(data / "none.toml"), "COLUMNS": "200"}
        environment = {**os.environ, "MCS_TUI_JIT": "0", **own}

        def ask(*arguments: str, given: str | None = None) -> str:
            words = [*program, *arguments]
            answer = subprocess.run(words, input=given, capture_output=True, text=True, env=environment)
            assert answer.returncode in (0, 1), (arguments, answer.stderr)
            return answer.stdout

        print("\n".join(surface(ask, data)))


if __name__ == "__main__":
    main(sys.argv[1:] or ["mcs-tui"])
