"""Experiments in Python are those of TOML files."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from drivers.command_line import KAKURO, LATIN, run

import mcs_tui

TOML = """
title = "Two"
playouts = [5, 20]
seeds = 2
[[puzzles]]
files = ["square.txt"]
[[row]]
algorithm = "nrpa"
parameters = {level = [2, 3]}
[[row]]
algorithm = "sampling"
"""


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch, own_folders: None) -> None:
    """Children begin with interpreted kernels: none waits for a compiler."""
    monkeypatch.setenv("MCS_TUI_JIT", "0")


@pytest.mark.parametrize("workers", [1, 2])
def test_its_figures_are_those_of_the_file(workers: int, tmp_path: Path) -> None:
    (tmp_path / "square.txt").write_text(LATIN)
    (tmp_path / "two.toml").write_text(TOML)
    folder = str(tmp_path / "kept")
    assert run(["experiment", "run", str(tmp_path / "two.toml"), "--folder", folder, "-q"]).returncode == 0
    done = run(["experiment", "report", folder, "--format", "csv"])
    assert done.returncode == 0, done.stderr
    rows: list[Any] = [{"algorithm": "nrpa", "level": [2, 3]}, "sampling"]
    heard: list[str] = []
    measured = mcs_tui.experiment(
        {"square": LATIN}, rows, playouts=[5, 20], seeds=2, workers=workers, callback=lambda one: heard.append(one.row)
    )
    assert measured.to_csv() == done.stdout.decode()
    assert len(heard) == len(measured.results) == 6
    assert not any(one.error for one in measured.results)
    assert "NRPA, level 2" in repr(measured)


def test_puzzles_of_two_families_are_two_groups() -> None:
    measured = mcs_tui.experiment([mcs_tui.read(LATIN), KAKURO], ["sampling"], playouts=5, seeds=[3])
    assert {(one.group, one.puzzle, one.seed) for one in measured.results} == {("latin", "1", 3), ("kakuro", "2", 3)}


def test_a_frame_has_the_columns_of_the_csv(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = mcs_tui.experiment([LATIN], ["sampling"], playouts=5, seeds=1)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="to_frame needs pandas, which is not installed"):
        measured.to_frame()
    stand_in = SimpleNamespace(read_csv=lambda file: file.read().splitlines()[0].split(","))
    monkeypatch.setitem(sys.modules, "pandas", stand_in)  # type: ignore[arg-type]
    assert measured.to_frame()[:4] == ["kind", "row", "group", "puzzle"]


@pytest.mark.parametrize(
    ("rows", "options", "said"),
    [
        (["nrppa"], {"playouts": 5}, "there is no algorithm 'nrppa'"),
        (["nrpa"], {}, "there is no budget"),
        ([{"algorithm": "nrpa", "leve": 3}], {"playouts": 5}, "nrpa has no parameter 'leve'"),
        (["nrpa"], {"playouts": 5, "seed": 3}, "there is no setting 'seed'"),
        (["nrpa"], {"playouts": 5, "workers": 0}, "workers is 0"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(rows: Any, options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said) as refused:
        mcs_tui.experiment([LATIN], rows, **options)
    assert "\n" not in str(refused.value)
