"""`mcs-tui bench start`: its arguments, its tables from given seconds, and one real start with an empty cache."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial

import pytest

from puzzles.engine import kernel_cache
from solvers.bench import start
from solvers.bench.__main__ import parser
from solvers.compiling import in_order


@pytest.mark.parametrize("arguments", [["--repeats", "0"], ["--repeats", "some"], ["--cold"]])
def test_wrong_arguments_are_refused_in_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parser().parse_args(["start", *arguments])
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("mcs-tui bench")


def given(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The examples whose kernels are compiled; each measurement takes 3, 1 and 8 seconds in turns, warm a tenth."""
    compiled: list[str] = []
    folders: set[str] = set()
    kernels = len(in_order())

    def measured() -> Callable[..., float]:
        taken = [3.0, 1.0, 8.0]

        def measure(*_: str) -> float:
            taken.append(taken.pop(0))
            warm = os.environ["MCS_TUI_CACHE"] in folders
            assert len(kernel_cache.compiled()) == (kernels if warm else 0)  # the app compiles nothing more
            return taken[-1] / (10 if warm else 1)

        return measure

    def compile(name: str, warm: str) -> None:
        compiled.append(name)
        folders.add(warm)

    monkeypatch.setattr(start, "_compile", compile)
    for name in ("_solved", "_first_board", "_first_paint", "_key"):
        monkeypatch.setattr(start, name, measured())
    return compiled


def test_the_tables_have_medians_cold_and_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = given(monkeypatch)
    found = json.loads(start.run(parser().parse_args(["start", "--repeats", "3"])).json())
    commands, keys = found["tables"]
    assert commands["columns"] == keys["columns"] == ["", "cold", "warm"]
    assert [row[0] for row in keys["rows"]] == [
        "mcs-tui, first paint",
        "Enter on example:crossword-12, solved and checked",
        "Enter on example:paper-20, solved and checked",
    ]
    assert len(commands["rows"]) == 6  # a row for each family
    assert all(row[1:] == ["3.00", "0.30"] for row in commands["rows"] + keys["rows"])
    assert len(compiled) == 6


def test_without_warm_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = given(monkeypatch)
    found = json.loads(start.run(parser().parse_args(["start", "--repeats", "3", "--no-warm"])).json())
    assert all(row[1:] == ["3.00"] for table in found["tables"] for row in table["rows"])
    assert compiled == []


def test_a_kakuro_is_solved_on_an_empty_cache() -> None:
    assert float(start._median(1, partial(start._solved, "crossword-12"), "")) > 0
