"""Which family reads a text: by its first line, else by its content; and the hint at another that could read it."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest
from drivers.command_line import KAKURO, invoke, one_line
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.registry import LARGEST_READ_AGAIN

BOARD = "0 2 .\n0 1 1\n2 1 0\n"
HINT = '; or, if this is SameGame, a first line "# samegame"'


def refusal(text: str, family_name: str | None = None) -> str:
    """The line that a user reads, without the source's name."""
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, family_name=family_name)
    return str(caught.value).removeprefix("<text>:")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            BOARD,
            "2:1: 0 twice in column 1 (rows 1 and 2), first on line 1, column 1; "
            "expected each value at most once in column 1",
        ),
        (
            "1 2 3\n2 2 1\n3 1 2\n",
            "2:3: 2 twice in row 2 (columns 1 and 2), first on line 2, column 1; "
            "expected each value at most once in row 2",
        ),
        (  # two boards
            f"{BOARD}\n{BOARD}",
            " the text holds 2 puzzles; expected one of them, by number behind the file's name: #1, #2",
        ),
    ],
)
def test_a_refusal_names_the_family_that_could_read_the_text(text: str, line: str) -> None:
    assert refusal(text) == line + HINT
    assert refusal(text, "latin") == line
    assert "if this is" not in refusal(f"# latin\n{text}")
    assert registry.read_entries(f"# samegame\n{text}")[0] is registry.get_family("samegame")


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3\n2 9 1\n3 1 2\n",  # 9 is no colour either
        "# samegame: 2 x 2\n1 2\n2 9\n",
        "0 1 2\n1 2 0\n2 0 1\nmoves\n0 0\n",
        BOARD + " " * LARGEST_READ_AGAIN,
    ],
)
def test_no_hint_where_nobody_could_read_it_or_no_one_doubts(text: str) -> None:
    assert "if this is" not in refusal(text)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (".......\n", 'or, if this is Inverse RNA folding, a first line "# rna"'),
        ('{"rows": [[0, 1, 1], [0, 1, 1]]}', 'or, if this is SameGame, a first line "# samegame"'),
    ],
)
def test_the_hint_is_for_any_two_families(text: str, other: str) -> None:
    assert refusal(text).endswith(f"; {other}")
    label = other.partition('"')[2].rstrip('"')
    assert registry.read(f"{label}\n{text}").family == label.removeprefix("# ")


@settings(max_examples=200)
@given(st.text(alphabet="0123. \n#x,", max_size=40))
def test_a_refusal_is_one_line(text: str) -> None:
    with contextlib.suppress(PuzzleError):
        registry.read(text)
        return
    assert "\n" not in refusal(text)


@pytest.mark.parametrize("name", registry.FAMILY_MODULES)
def test_a_first_line_names_the_family_of_any_text(name: str) -> None:
    family = registry.get_family(name)
    puzzle = family.parse(family.examples[0].text)
    for form in family.writable(puzzle):
        if form.reads and form.name not in ("sol", "tour"):
            text = family.write(puzzle, form.name)
            for line in (f"# {name}\n", f"\n\n #{name.upper()} \r\n"):
                label, rest = registry.labelled(registry.unified(line + text))
                assert (label, rest.strip()) == (name, text.strip())
                assert registry.read(line + text) == registry.read(text, family_name=name), form.name


@pytest.mark.parametrize("line", ["# samegame: 3 x 3", "# latin square", "samegame", "1 2 # latin", "#", "# name: rna"])
def test_other_first_lines_name_no_family(line: str) -> None:
    assert registry.labelled(f"{line}\n{BOARD}") == ("", f"{line}\n{BOARD}")


def test_a_name_alone_is_no_puzzle() -> None:
    assert refusal("# samegame\n") == " the text is empty; expected a puzzle in any known format"


def test_the_place_of_an_error_is_that_in_the_whole_text() -> None:
    assert refusal("# samegame\n0 1 1\n2 9 2\n").startswith("3:3: the cell is '9'")


@pytest.mark.parametrize("text", ["1 1\n2 2\n", "0 0\n1 1\n", "1 1 1\n2 2 2\n3 3 3\n", "12\n12\n"])
def test_a_square_that_fits_two_families_is_not_read_as_either(text: str) -> None:
    with pytest.raises(registry.AmbiguousError) as caught:
        registry.read(text)
    assert caught.value.families == ("samegame", "latin")
    assert refusal(text) == (
        ' the text could be SameGame or Latin square completion; expected a first line "# samegame" or "# latin"'
    )
    with pytest.raises(registry.AmbiguousError):
        registry.read_entries(text)
    assert registry.read(f"# samegame\n{text}").family == "samegame"
    assert registry.read(text, family_name="samegame").family == "samegame"
    assert "twice in" in refusal(text, "latin")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1 1 2\n2 1 1\n2 2 1\n", "samegame"),  # two symbols in three rows
        ("1 1 -1\n2 1 -1\n2 2 1\n", "samegame"),  # empty cells, and a third of the colours repeated
        ("1 2\n2 1\n", "latin"),
        ("1 2\n. 1\n", "latin"),
        ("\n0 1 1 2\n0 0 1 2\n1 0 2 2\n", "samegame"),  # no square
        (("0 1 2 3 4 " * 3 + "\n" + "4 1 2 2 4 " * 3 + "\n") * 7 + "0 1 2 3 4 " * 3, "samegame"),
    ],
)
def test_a_clear_reading_needs_no_question(text: str, name: str) -> None:
    assert registry.read(text).family == name


def test_every_example_goes_by_itself() -> None:
    for family in registry.families():
        for one in (*family.examples, *filter(None, [family.sample])):
            assert registry.read(one.text).family == family.name, one.name


def test_no_benchmark_puzzle_is_asked_about(benchmark_data: Path) -> None:
    asked = []
    for path in sorted(path for path in benchmark_data.rglob("*") if path.suffix in (".txt", ".pls", ".json", ".dzn")):
        try:
            registry.read_bytes(path.read_bytes())
        except registry.AmbiguousError:
            asked.append(path)
        except PuzzleError:
            continue
    assert asked == []


def test_an_ambiguous_text_on_the_command_line() -> None:
    for command in (["check"], ["solve"], ["convert", "--format", "rows"]):
        refused = invoke(*command, "-", given="1 1\n2 2\n")
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert one_line(refused.stderr) == (
            "<stdin>: the text could be SameGame or Latin square completion; "
            'expected --family samegame or --family latin, or a first line "# samegame" or "# latin"'
        )
    assert invoke("check", "-", "--family", "samegame", given="1 1\n2 2\n").exit_code == 0


def test_on_the_command_line(tmp_path: Path) -> None:
    refused = invoke("check", "-", given=BOARD)
    assert refused.exit_code == 2
    assert one_line(refused.stderr).endswith(HINT)
    path = tmp_path / "named.txt"
    path.write_text(f"# kakuro\n{KAKURO}")
    assert invoke("check", str(path), "--board", str(path)).exit_code == 1  # read, and not filled in


@pytest.mark.parametrize("family", registry.families(), ids=lambda one: one.name)
@pytest.mark.parametrize("data", ["text", 3, None, ["family"]])
def test_json_values_that_are_no_object_are_refused(family: Family, data: Any) -> None:
    with pytest.raises(PuzzleError, match=r"the puzzle is .*; expected an object"):
        family.from_json(data)
