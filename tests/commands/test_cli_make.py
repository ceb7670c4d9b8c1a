"""`mcs-tui generate`, `train` and `priors`, and the lists read from registries."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from drivers.command_line import LATIN, invoke, one_line

from puzzles import registry
from solvers.registry import offered
from tui.commands.names import stored_priors
from tui.commands.root import cli
from tui.words.printing import formats_of


def test_generated_puzzles_are_those_asked_for_and_repeatable() -> None:
    asked = ["generate", "latin", "--order", "6", "--hole-count", "9", "--count", "3", "--seed", "5"]
    lines = invoke(*asked, "--json", "--solution", "-q").stdout.splitlines()
    family = registry.get_family("latin")
    assert len(set(lines)) == 3
    for line in lines:
        made = json.loads(line)
        puzzle = family.from_json(made["puzzle"])
        assert puzzle.title == made["title"] == "Latin square, order 6, 9 holes"
        assert family.judge(puzzle, made["solution"]).solved
    texts = invoke(*asked, "-q", "--format", "pls").stdout.split("\n\n")
    assert [registry.read(text) for text in texts] == [family.from_json(json.loads(line)["puzzle"]) for line in lines]


def test_puzzles_are_generated_also_where_the_cache_can_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["generate", "latin", "--order", "5"]
    made = invoke(*asked, "-q")
    (tmp_path / "a-file").touch()
    monkeypatch.setenv("MCS_TUI_CACHE", str(tmp_path / "a-file"))
    again = invoke(*asked, "-q")
    assert (again.exit_code, again.stdout) == (0, made.stdout)
    assert "runs" not in {path.name for path in (tmp_path / "data").iterdir()}


def test_generated_files_are_numbered_with_their_solutions_beside(tmp_path: Path) -> None:
    path = tmp_path / "square.txt"
    result = invoke("generate", "latin", "-q", "--set", "order=5", "--count", "2", "--solution", "--output", str(path))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert sorted(one.name for one in tmp_path.glob("square*")) == [
        "square-1.solution.txt",
        "square-1.txt",
        "square-2.solution.txt",
        "square-2.txt",
    ]
    printed = invoke("generate", "latin", "--set", "order=5", "--count", "2", "--output", str(path))
    assert printed.stderr.splitlines()[-1] == f"wrote {tmp_path / 'square-1.txt'} to square-2.txt"
    checked = invoke("check", "-q", str(tmp_path / "square-2.txt"), "--board", str(tmp_path / "square-2.solution.txt"))
    assert checked.exit_code == 0


def test_a_generated_kakuro_has_one_solution() -> None:
    made = invoke("generate", "kakuro", "--rows", "5", "--columns", "5", "--seed", "4", "--format", "kak")
    assert "generated from seed 4" in made.stderr
    result = invoke("solve", "-", "-q", "--json", given=made.stdout)
    assert json.loads(result.stdout)["solutions"] == "unique"


def test_a_prior_from_training_to_removal(tmp_path: Path) -> None:
    trained = invoke("train", "latin", "-q", "--json", "--shape", "order-6", "--puzzles", "40", "--seed", "3")
    assert trained.exit_code == 0
    about = json.loads(trained.stdout)
    assert (about["name"], about["counted"], about["asked"]) == ("latin-dual-order-6", 40, 40)
    listed = [one for one in json.loads(invoke("priors", "--json").stdout) if one["origin"] == "trained"]
    assert [(one["name"], one["shape"], one["seed"]) for one in listed] == [("latin-dual-order-6", "order-6", 3)]
    words = [line.split() for line in invoke("priors").stdout.splitlines()]
    assert ["latin-dual-order-6", "latin", "dual", "order-6", "40"] in [line[:5] for line in words]
    histogram = json.loads(invoke("priors", "show", "latin", "--json").stdout)["histogram"]
    assert sum(histogram["counts"]) > 0
    assert "█" in invoke("priors", "show", "latin").stdout
    assert invoke("priors", "show", "latin", "--ascii").stdout.isascii()
    context = click.Context(cli)
    assert stored_priors(context, click.Argument(["name"]), "lat") == ["latin-dual-order-6"]
    picture = tmp_path / "prior.svg"
    assert one_line(invoke("priors", "plot", "latin", "--output", str(picture)).stdout) == str(picture)
    assert b"<svg" in picture.read_bytes()
    assert "prior dual for order-6 (from 40 puzzles)" in invoke("solve", "-", given=LATIN).stderr
    assert one_line(invoke("priors", "remove", "latin").stdout) == "removed latin-dual-order-6"
    assert "latin" not in invoke("priors").stdout


@pytest.mark.parametrize("wish", [["--set", "order=6"], ["--like", "-"]])
def test_the_shape_to_train_is_found_from_a_wish(wish: list[str]) -> None:
    result = invoke("train", "latin", "-q", "--detach", "--json", "--puzzles", "10", *wish, given=LATIN)
    started = json.loads(result.stdout)
    assert (started["prior"], started["shape"]) == ("dual", "order-6")
    ended = invoke("watch", started["run"], "-q", "--json")
    assert (ended.exit_code, json.loads(ended.stdout)["status"]) == (0, "done")


def test_algorithms_are_those_of_the_registry() -> None:
    listed = json.loads(invoke("algorithms", "--json").stdout)
    assert [one["name"] for one in listed] == [one.name for one in offered()]
    for one, printed in zip(offered(), listed, strict=True):
        assert [parameter["name"] for parameter in printed["parameters"]] == [p.name for p in one.parameters]
    text = invoke("algorithms", "nrpa").stdout
    assert text.startswith("nrpa - NRPA\n")
    assert "--set level=3  nesting level; level 1 learns from playouts (1 to 8)" in text
    assert "expected one of: backtracking" in one_line(invoke("algorithms", "magic").stderr)


def test_formats_are_those_of_the_families() -> None:
    listed = json.loads(invoke("formats", "--json").stdout)
    assert [(one["family"], one["name"], one["writes"]) for one in listed] == [
        (family.name, one.name, one.writes) for family in registry.families() for one in formats_of(family)
    ]
    only = invoke("formats", "--family", "latin").stdout.splitlines()
    assert {line.split()[0] for line in only[1:]} == {"latin"}
