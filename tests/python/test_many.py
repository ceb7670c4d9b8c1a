"""Many puzzles in one call; processes, threads and Ctrl-C around searches in Python."""

from __future__ import annotations

import multiprocessing
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from drivers.command_line import KAKURO, LATIN, LATIN_NONE, environment

import mcs_tui
from puzzles.family import Puzzle

GAME = """
import os, signal, mcs_tui

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have begun this in the background
puzzle = mcs_tui.generate("samegame", width=6, height=6)[0]

def later(progress):
    if progress.playouts > 20:
        os.kill(os.getpid(), signal.SIGINT)
"""


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch, own_folders: None) -> None:
    """Children begin with interpreted kernels: none waits for a compiler."""
    monkeypatch.setenv("MCS_TUI_JIT", "0")


def script(text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", text], env=environment(), capture_output=True, text=True, check=False)


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_order_as_of_one_call_each(workers: int, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(KAKURO)
    given = [LATIN, path, mcs_tui.read(KAKURO), LATIN_NONE] * 5
    results = list(mcs_tui.solve_many(given, workers=workers, seconds=20))
    single = [mcs_tui.solve(mcs_tui.read(one), seconds=20) for one in (LATIN, path, KAKURO, LATIN_NONE)]
    assert [(one.status, one.notation) for one in results] == [(one.status, one.notation) for one in single] * 5
    assert [one.status for one in single] == ["solved"] * 3 + ["exhausted"]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_endless_iterator_is_taken_as_far_as_it_is_wanted(workers: int) -> None:
    def endless() -> Iterator[Puzzle]:
        while True:
            taken.append(1)
            yield mcs_tui.read(LATIN)

    taken: list[int] = []
    results = mcs_tui.solve_many(endless(), workers=workers)
    assert next(results).solved
    results.close()  # type: ignore[attr-defined]
    assert len(taken) < 100


@pytest.mark.parametrize("workers", [1, 2])
def test_a_text_that_cannot_be_read_is_refused(workers: int) -> None:
    results = mcs_tui.solve_many([LATIN, "neither this\nnor that\n"], workers=workers)
    with pytest.raises(mcs_tui.PuzzleError):
        list(results)
    with pytest.raises(mcs_tui.ParameterError, match="workers is 0; expected 1 or more"):
        mcs_tui.solve_many([LATIN], workers=0)


def test_a_script_needs_no_main_guard() -> None:
    done = script(f"import mcs_tui; print([one.status for one in mcs_tui.solve_many([{LATIN!r}] * 3, workers=2)])")
    assert done.stdout == "['solved', 'solved', 'solved']\n", done.stderr


def test_ctrl_c_ends_a_search_and_returns_what_it_has() -> None:
    done = script(
        f"{GAME}\n"
        "result = mcs_tui.solve(puzzle, 'sampling', callback=later)\n"
        "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
        "print(result.status, result.score == mcs_tui.check(puzzle, result.board).score)\n"
    )
    assert done.stdout == "interrupted True\n", done.stderr


def test_ctrl_c_ends_many_searches_with_the_present_one() -> None:
    done = script(
        f"{GAME}\nprint([one.status for one in mcs_tui.solve_many([puzzle] * 9, 'sampling', callback=later)])\n"
    )
    assert done.stdout == "['interrupted']\n", done.stderr


def solved(seed: int) -> bool:
    return mcs_tui.solve(mcs_tui.read(LATIN), seed=seed).solved


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_it_works_under_multiprocessing(way: str) -> None:
    assert solved(1)
    with multiprocessing.get_context(way).Pool(2) as pool:
        assert pool.map(solved, [1, 2, 3]) == [True] * 3


def test_it_works_in_threads() -> None:
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(solved, range(6))) == [True] * 6


def test_no_signal_handler_is_set() -> None:
    before = [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    list(mcs_tui.solve_many([LATIN] * 2, workers=2))
    assert [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == before
