"""No text from outside moves a cursor, sets a title or turns a line around: fields of puzzles, runs, files, errors."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from drivers.command_line import invoke
from drivers.ended_runs import ended_run, morpion_spec
from drivers.fake_engine import make_app, wait_for
from textual.widgets import Static

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.text.quoting import LONGEST_LINE, one_line, printable
from solvers.runs.events import Failed, Note
from tui.widgets.lists import VimList
from tui.widgets.puzzle_text import PuzzleText

CONTROLS = "".join(map(chr, [*range(1, 9), 11, 12, *range(14, 32), *range(0x7F, 0xA0)]))
MARKS = "\u2028\u2029\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
SURROGATES = "\ud800\udbff\udc80\udfff"
HOSTILE = f"a\x1b]0;owned\x07b\x1b[38;5;99mc\x1b[2Jd{CONTROLS}e{MARKS}f{SURROGATES}g"
ARGUMENT = HOSTILE.replace("\ud800\udbff", "").replace("\udfff", "")
"""As far as bytes of an argument can be read as such a text."""
OWN_COLOURS = re.compile(r"\x1b\[[0-9]{1,2}m")
"""What `click.style` writes; the hostile text has none of these."""

EXAMPLES = {family.name: family.examples[0].text for family in registry.families()}


def strange(text: str) -> set[str]:
    """The characters that a terminal must not get."""
    return {one for one in OWN_COLOURS.sub("", text) if one in CONTROLS + MARKS + SURROGATES + "\r\0"}


def hostile_json(name: str) -> dict[str, Any]:
    """An example of the family as JSON, each field that may be any text hostile."""
    family = registry.get_family(name)
    data = family.to_json(registry.read(EXAMPLES[name], family_name=name))
    fields = {"note": HOSTILE, "name": HOSTILE, "title": HOSTILE, "about": {HOSTILE: HOSTILE}}
    if "text" in data:
        return data
    return data | {"family": name} | {key: value for key, value in fields.items() if key in data or key == "note"}


def command(*arguments: str) -> str:
    """What the command writes to stdout and stderr."""
    found = invoke(*arguments)
    assert "(details in " not in found.stderr, found.output
    assert len(max(found.stderr.split("\n"), key=len)) <= LONGEST_LINE
    return found.stdout + found.stderr


@pytest.fixture(autouse=True)
def in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is taken out because stdout is no terminal."""
    monkeypatch.setattr("tui.commands.terminal.colourful", lambda _stream: True)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_puzzles_note_and_name_are_plain_text(name: str, tmp_path: Path) -> None:
    family, path = registry.get_family(name), tmp_path / "puzzle.json"
    puzzle = family.from_json(hostile_json(name))
    assert not strange(puzzle.title + puzzle.note)
    if "json" not in [one.name for one in family.formats if one.reads]:
        return  # its JSON stands in runs alone
    path.write_text(json.dumps(hostile_json(name)))
    shown = command("check", str(path), "--family", name) + command("check", str(path), "--json")
    assert not strange(shown)
    for one in family.formats:
        assert not strange(command("convert", str(path), "--format", one.name)), one.name


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("at", [0, 1, -1])
def test_symbols_in_errors_are_plain_text(name: str, at: int, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    lines = EXAMPLES[name].split("\n")
    for word in (HOSTILE, HOSTILE * 2000, f"# name: {HOSTILE}", f"moves {HOSTILE}"):
        text = "\n".join([*lines[:at], word, *lines[at:]])
        path.write_bytes(text.encode(errors="replace"))
        assert not strange(command("check", str(path), "--family", name))
        assert not strange(command("check", str(path), "--board", str(path)))


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", ARGUMENT),
        ("check", f"example:{ARGUMENT}"),
        ("check", f"data:{ARGUMENT}"),
        ("check", "example:order-9", "--board", ARGUMENT),
        ("check", "example:order-9", "--output", ARGUMENT),
        ("convert", "example:order-9", "--format", ARGUMENT),
        ("convert", "example:order-9", "--output", f"{ARGUMENT}/x.txt"),
        ("solve", "example:order-9", "--algorithm", ARGUMENT),
        ("solve", "example:order-9", "--set", ARGUMENT),
        ("show", ARGUMENT),
        ("data", "path", ARGUMENT),
        ("data", "import", "eterna100", ARGUMENT),
        ("train", "rna", "--corpus", ARGUMENT),
        ("priors", "export", ARGUMENT, ARGUMENT),
        (ARGUMENT,),
        ("check", "x" * 100_000),
        ("check", f"example:{'x' * 100_000}"),
    ],
    ids=lambda words: " ".join(words)[:24].encode("ascii", "replace").decode(),
)
def test_names_in_errors_are_plain_text(arguments: tuple[str, ...]) -> None:
    assert not strange(command(*arguments))


def hostile_run() -> str:
    """The id of a run that has ended, everything in it hostile."""
    spec = morpion_spec(source=HOSTILE.encode(errors="replace").decode(), algorithm="sampling")
    words = HOSTILE.encode(errors="replace").decode()
    run = ended_run(Note(text=words), Failed(message=words + "\n" + words), spec=spec)
    data = json.loads(run.spec_path.read_text())
    run.spec_path.write_text(json.dumps(data | {"title": words + "\n" + words}))
    return run.id


def test_a_runs_title_and_messages_are_plain_text() -> None:
    name = hostile_run()
    for arguments in (["runs"], ["runs", "--json"], ["show", name], ["watch", name], ["stop", name], ["resume", name]):
        assert not strange(command(*arguments)), arguments
    assert invoke("runs").stdout.count("\n") == 2


async def test_the_app_draws_plain_text(tmp_path: Path) -> None:
    hostile_run()
    app = make_app(first="runs")
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for(pilot, lambda: app.screen.query_one(VimList).option_count == 1)
        assert not strange(drawn(app))
        app.say(HOSTILE, error=True)
        app.notify(HOSTILE, markup=False)
        await pilot.pause()
        assert "owned" in drawn(app)
        assert not strange(drawn(app))
        app.screen.query_one("#details", Static).update(HOSTILE)
        await pilot.press("3")
        await wait_for(pilot, lambda: app.current_mode == "edit" and app.screen.query(PuzzleText))
        for text in (HOSTILE, json.dumps(hostile_json("latin")), EXAMPLES["latin"] + HOSTILE):
            app.screen.query_one(PuzzleText).put(text)
            await wait_for(pilot, lambda: app.screen.loaded or app.screen.typed.error)
            assert not strange(drawn(app))


def drawn(app: Any) -> str:
    """All that goes to the terminal, controls included."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def test_escapes_say_what_was_there_and_a_long_line_loses_its_middle() -> None:
    assert printable("a\x1b[1m\u202e\ud800\u00a0\tb\n") == "a\\x1b[1m\\u202e\\ud800 \tb\n"
    assert not strange(printable(HOSTILE))
    line = one_line("a\nb" + "x" * 100_000 + "; expected y")
    assert (len(line), line[:3], line[-12:]) == (LONGEST_LINE, "a b", "; expected y")


def test_commands_write_by_one_module_alone() -> None:
    own = {"terminal.py": "all", "inputs.py": "a constant", "start.py": "its own words"}
    own |= {"judging.py": "JSON", "odds.py": "JSON", "serving.py": "`one_line`, which leaves out control characters"}
    for path in sorted(Path(registry.__file__).parents[1].joinpath("tui").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and path.name not in own:
                name = ast.unparse(call.func)
                writes = name in ("print", "click.secho") or re.search(r"std(out|err)(\.buffer)?\.write", name)
                assert not writes, f"{path}: {name}"


def test_an_error_is_one_line_wherever_it_comes_from() -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(HOSTILE * 1000)
    assert not strange(one_line(str(caught.value)))
