"""`import mcs_tui`: what a researcher reads, solves, generates and checks in Python is what the commands do."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from drivers.command_line import KAKURO, LATIN, invoke

import mcs_tui
from puzzles.registry import get_family


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch, own_folders: None) -> None:
    monkeypatch.setenv("MCS_TUI_JIT", "0")


def test_a_text_a_path_and_an_example_are_read(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(LATIN)
    puzzle = mcs_tui.read(LATIN)
    assert puzzle == mcs_tui.read(path) == mcs_tui.read(str(path))
    assert puzzle.family == "latin"
    assert mcs_tui.read("example:paper-10").family == "kakuro"


def test_a_file_of_several_is_a_list(tmp_path: Path) -> None:
    path = tmp_path / "targets.txt"
    path.write_text("(((...)))\n((((....))))\n")
    assert [one.title for one in mcs_tui.read(path, many=True)] == [
        mcs_tui.read("(((...)))").title,
        mcs_tui.read("((((....))))").title,
    ]
    assert mcs_tui.read(LATIN, many=True) == [mcs_tui.read(LATIN)]
    with pytest.raises(mcs_tui.PuzzleError):
        mcs_tui.read(path)


@pytest.mark.parametrize(
    ("source", "options", "said"),
    [
        ("no-such-file.csv", {}, "No such file"),
        ("1 2\n2 2\n", {}, "<text>:"),
        (LATIN, {"family": "lattin"}, "there is no family 'lattin'; expected one of: latin, kakuro"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(source: str, options: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said) as refused:
        mcs_tui.read(source, **options)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", [LATIN, KAKURO])
def test_solving_is_what_the_command_does(text: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(text)
    result = mcs_tui.solve(mcs_tui.read(path), seconds=20, seed=3)
    assert result.board is not None
    shown = json.loads(invoke("solve", str(path), "--seconds", "20", "--seed", "3", "--json").stdout)
    assert result.board.tolist() == shown["board"]
    assert (result.status, result.solved) == ("solved", True)
    assert result.notation == shown["board_notation"]
    assert result.board.dtype == np.int64
    assert mcs_tui.check(result.puzzle, result.board) == result.verdict
    assert mcs_tui.check(result.puzzle, result.text()).solved
    assert "solved" in repr(result)
    assert str(result) in result._repr_html_()


def test_a_best_score_is_that_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    puzzle = mcs_tui.generate("samegame", seed=4, width=6, height=6)[0]
    path.write_text(get_family("samegame").write(puzzle, get_family("samegame").formats[0].name))
    assert mcs_tui.read(path) == puzzle
    result = mcs_tui.solve(puzzle, "gnrpa", level=2, playouts=60, seed=2)
    command = ("solve", str(path), "--algorithm", "gnrpa", "--set", "level=2", "--playouts", "60", "--seed", "2")
    shown = json.loads(invoke(*command, "--json").stdout)
    assert (result.notation, result.score) == (shown["board_notation"], shown["score"])
    assert result.status == "budget"
    history = result.history
    assert (history.playouts.dtype, history.seconds.dtype, history.best.dtype) == (np.int64, np.float64, np.float64)
    assert history.best[-1] == result.score
    assert all(np.all(np.diff(one) >= 0) for one in history)
    assert len(history.to_frame()) == len(history.best) if "pandas" in sys.modules else True


def test_steps_are_the_whole_search() -> None:
    puzzle = mcs_tui.generate("samegame", seed=4, width=6, height=6)[0]
    whole = mcs_tui.solve(puzzle, "nrpa", level=2, playouts=40, seed=5)
    with mcs_tui.start(puzzle, "nrpa", level=2, seed=5) as search:
        assert search.best is None
        statuses = [search.advance(10) for _ in range(4)]
        assert statuses == ["running"] * 4
        assert search.playouts == 40
        assert search.insight is not None
        found = search.result()
    assert whole.board is not None
    assert np.array_equal(found.board, whole.board)  # type: ignore[arg-type]
    assert np.array_equal(found.history.best, whole.history.best)
    assert np.array_equal(found.history.playouts, whole.history.playouts)


def test_generating_is_what_the_command_does() -> None:
    pairs = mcs_tui.generate("latin", 2, order=5, seed=7, boards=True)
    shown = invoke("generate", "latin", "--order", "5", "--seed", "7", "--count", "2", "--json").stdout.splitlines()
    assert [get_family("latin").to_json(puzzle) for puzzle, _ in pairs] == [json.loads(one)["puzzle"] for one in shown]
    assert all(mcs_tui.check(puzzle, board).solved for puzzle, board in pairs)
    assert mcs_tui.generate("latin", 2, order=5, seed=7) == [puzzle for puzzle, _ in pairs]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"algorithm": "nrpa", "leve": 3}, "nrpa has no parameter 'leve'; expected one of: level"),
        ({"algorithm": "nrppa"}, "latin can't be searched by nrppa; expected one of"),
        ({"algorithm": "nrpa", "level": 0}, "level is 0; expected 1 to"),
        ({"prior": "none of these"}, "latin has no prior 'none of these'; expected one of"),
    ],
)
def test_options_that_do_not_fit_are_refused_in_one_line(options: dict[str, object], said: str) -> None:
    with pytest.raises(mcs_tui.ParameterError, match=said):
        mcs_tui.solve(mcs_tui.read(LATIN), **options)  # type: ignore[arg-type]


def test_a_callback_hears_and_ends_it() -> None:
    puzzle = mcs_tui.generate("samegame", seed=4, width=6, height=6)[0]
    heard: list[mcs_tui.Progress] = []

    def callback(progress: mcs_tui.Progress) -> bool:
        heard.append(progress)
        return len(heard) < 2

    result = mcs_tui.solve(puzzle, "sampling", callback=callback)
    assert result.status == "interrupted"
    assert [one.best for one in heard][-1] == result.score


def test_workers_are_threads_and_the_best_counts() -> None:
    puzzle = mcs_tui.generate("samegame", seed=4, width=6, height=6)[0]
    result = mcs_tui.solve(puzzle, "sampling", playouts=30, workers=3)
    one = mcs_tui.solve(puzzle, "sampling", playouts=30)
    assert result.score is not None
    assert one.score is not None
    assert result.score >= one.score


def test_it_works_in_another_thread() -> None:
    found: list[mcs_tui.Result] = []
    thread = threading.Thread(target=lambda: found.append(mcs_tui.solve(mcs_tui.read(LATIN))))
    thread.start()
    thread.join()
    assert found[0].solved


def test_importing_it_imports_neither_numpy_nor_numba() -> None:
    code = "import sys, mcs_tui; assert not {'numpy', 'numba', 'textual'} & set(sys.modules); print(dir(mcs_tui))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "solve" in done.stdout


def test_an_unknown_name_is_refused_with_those_that_are_there() -> None:
    with pytest.raises(AttributeError, match=r"it has: .*solve"):
        mcs_tui.solv  # noqa: B018
