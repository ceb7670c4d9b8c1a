"""`new-family` and `new-search`: what they write runs and keeps to the contract, from the folder and installed."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from drivers.command_line import HOME, run
from drivers.distributions import install_ladder, install_project

INTERPRETED = {"MCS_TUI_JIT": "0"}


def new(folder: Path, *arguments: str) -> list[str]:
    """The lines printed; whatever is written is below the folder."""
    done = run(arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode().splitlines()
    paths = [Path(line) for line in lines if not line.startswith(("next: ", "then: "))]
    assert all(path.is_file() and path.is_relative_to(folder) for path in paths)
    return lines


def test_a_family_is_checked_where_it_was_written(tmp_path: Path) -> None:
    new(tmp_path, "new-family", "long_hills")
    words = [path.read_text().lower() for path in (tmp_path / "long_hills").rglob("*") if path.is_file()]
    assert words
    assert not any("ladder" in text for text in words)
    done = run(("check-family", "long_hills_family", "--interpreted"), cwd=tmp_path / "long_hills", **INTERPRETED)
    assert (done.returncode, b"FAILS" in done.stdout) == (0, False), done.stdout


def test_an_installed_family_is_generated_solved_and_passes_its_own_tests(tmp_path: Path) -> None:
    new(tmp_path, "new-family", "hills")
    site = tmp_path / "site"
    site.mkdir()
    install_project(tmp_path / "hills", site)
    changes = {"PYTHONPATH": os.pathsep.join((str(site), str(HOME))), **INTERPRETED}
    generated = run(("generate", "hills", "--rungs", "4"), **changes)
    assert generated.stdout.startswith(b"hills\n"), generated.stderr
    solved = run(("solve", "-", "--playouts", "200", "--json"), generated.stdout, **changes)
    assert json.loads(solved.stdout)["family"] == "hills", solved.stderr
    tests = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "hills"))
    checked = run(tests, cwd=tmp_path / "hills", program=(), **changes)
    assert checked.returncode == 0, checked.stdout


def test_a_search_is_found_by_its_entry_point_and_passes_the_checks(tmp_path: Path) -> None:
    new(tmp_path, "new-search", "retry")
    site = tmp_path / "site"
    site.mkdir()
    install_ladder(site)
    install_project(tmp_path / "retry", site)
    changes = {"PYTHONPATH": os.pathsep.join((str(site), str(HOME))), **INTERPRETED}
    asked = ("solve", "-", "--algorithm", "retry", "--playouts", "300", "--json")
    solved = run(asked, b"1 . 3\n. 3 .\n3 . 2\n", **changes)
    assert json.loads(solved.stdout)["status"] == "solved", solved.stderr
    checked = run(("check-family", "ladder", "--interpreted"), **changes)
    lines = checked.stdout.decode().splitlines()
    assert (checked.returncode, [one for one in lines if one.startswith("FAILS")]) == (0, []), checked.stderr
    assert any(one.startswith("holds") and "retry" in one.split("  ")[1] for one in lines), lines
    tests = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "retry"))
    done = run(tests, cwd=tmp_path / "retry", program=(), **changes)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("example", ["weak_schur", "graph_conjectures"])
def test_an_example_of_the_docs_keeps_to_the_contract_and_passes_its_own_tests(example: str, tmp_path: Path) -> None:
    folder = HOME / "docs" / "examples" / example
    install_project(folder, tmp_path)
    (package,) = (path.name for path in tmp_path.iterdir() if path.name.endswith("_family"))
    changes = {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(HOME))), **INTERPRETED}
    checked = run(("check-family", package, "--interpreted"), cwd=tmp_path, **changes)
    assert (checked.returncode, b"FAILS" in checked.stdout) == (0, False), checked.stdout
    tests = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder / "tests"))
    done = run(tests, cwd=tmp_path, program=(), **changes)
    assert done.returncode == 0, done.stdout


def test_a_plain_puzzle_is_one_file_that_runs(tmp_path: Path) -> None:
    assert new(tmp_path, "new-family", "sums", "--plain")[0] == str(tmp_path / "sums.py")
    assert "class Sums:" in (tmp_path / "sums.py").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("new-family", "latin"), "there is a family latin already"),
        (("new-search", "nrpa"), "there is a search nrpa already"),
        (("new-family", "My puzzle"), "is no name for a module; expected a-z, 0-9 and _"),
        (("new-family", "json"), "json is a word of Python"),
        (("new-family", "there"), "there is there already; expected another name"),
        (("new-search", "../up"), "is no name for a module"),
    ],
)
def test_a_name_that_can_t_be_used_is_one_line_and_writes_nothing(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    (tmp_path / "there").mkdir()
    done = run(arguments, cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert said in done.stderr.decode()
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
