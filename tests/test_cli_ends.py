"""How commands end for each way in which a run can end, with runs whose events are written by the test."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from command_line import LATIN, LATIN_SOLUTION, invoke, one_line, run

from solvers.runs.events import AnyEvent, Counted, Failed, Finished, Note, Solved, Started, encode
from solvers.runs.folder import Run, new_run
from solvers.runs.spec import RunSpec

STARTED = Started(pid=1, time="2026-01-01T00:00:00+00:00", version="0")
Begin = Callable[..., None]


@pytest.fixture
def runs_end_with(monkeypatch: pytest.MonkeyPatch) -> Begin:
    """Makes every run that a command starts one that has ended with these events."""

    def prepare(*events: AnyEvent) -> None:
        def start(spec: RunSpec, *, transient: bool = False) -> Run:
            run = new_run(spec)
            run.events_path.write_bytes(b"".join(map(encode, (STARTED, *events))))
            return run

        for module in ("solve", "check", "generating", "train", "warm"):
            monkeypatch.setattr(f"tui.commands.{module}.start", start)

    return prepare


def solved(board: list[int]) -> tuple[AnyEvent, ...]:
    return Solved(score=0.0, board=board, seconds=0.25, playouts=12), Finished(reason="solved", playouts=12)


def test_a_solution_that_fails_the_checker_is_not_called_one(runs_end_with: Begin) -> None:
    wrong = [LATIN_SOLUTION[1], LATIN_SOLUTION[0], *LATIN_SOLUTION[2:]]
    runs_end_with(*solved(wrong))
    result = invoke("solve", "-", "-q", given=LATIN)
    assert (result.exit_code, result.stdout) == (70, "")
    assert "did not pass the checker" in one_line(result.stderr)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("unique", "solved in 250 ms (12 dead ends), verified; this is the only solution"),
        (
            "unknown",
            "solved in 250 ms (12 dead ends), verified; whether it is the only solution is not known "
            "(time for counting spent)",
        ),
    ],
)
def test_what_is_said_of_the_number_of_solutions(number: str, words: str, runs_end_with: Begin) -> None:
    first, last = solved(LATIN_SOLUTION)
    runs_end_with(first, Counted(solutions=number, boards=[LATIN_SOLUTION]), last)
    assert invoke("solve", "-", "-q", given=LATIN).stdout.splitlines()[-1] == words


@pytest.mark.parametrize(
    ("reason", "code", "words"),
    [
        ("budget", 1, "not solved within the budget: 2.5 s (1 dead end)"),
        ("exhausted", 3, "proved that there is no solution, in 2.5 s (1 dead end)"),
        ("stopped", 130, "stopped after 2.5 s (1 dead end)"),
    ],
)
def test_ends_without_a_solution(reason: str, code: int, words: str, runs_end_with: Begin) -> None:
    runs_end_with(Finished(reason=reason, at=2.5, playouts=1))
    result = invoke("solve", "-", "-q", given=LATIN)
    assert (result.exit_code, one_line(result.stdout)) == (code, words)


@pytest.mark.parametrize(
    "command",
    [
        ["solve", "-", "-q"],
        ["check", "-", "-q", "--solutions", "1"],
        ["generate", "latin", "-q"],
        ["train", "latin", "-q", "--shape", "order-6"],
        ["warm", "-q"],
    ],
)
def test_a_failed_worker_is_one_line_with_its_log(command: list[str], runs_end_with: Begin) -> None:
    runs_end_with(Failed(message="the disk is made of cheese"))
    result = invoke(*command, given=LATIN)
    assert (result.exit_code, result.stdout) == (70, "")
    line = one_line(result.stderr)
    assert line.startswith("mcs-tui: the disk is made of cheese (log: ")
    assert line.endswith("worker-0.log)")


def test_notes_of_a_run_are_told_unless_quiet(runs_end_with: Begin) -> None:
    runs_end_with(Note(text="compiling kernels, once: 3 of 7"), *solved(LATIN_SOLUTION))
    assert "compiling kernels, once: 3 of 7" in invoke("solve", "-", given=LATIN).stderr.splitlines()
    assert invoke("solve", "-", "-q", given=LATIN).stderr == ""


def test_warming_tells_what_is_compiled(runs_end_with: Begin) -> None:
    runs_end_with(Finished(reason="done"))
    found = json.loads(invoke("warm", "--json", "-q").stdout)
    assert isinstance(found["kernels"], list)
    assert invoke("warm", "-q").stdout == f"{len(found['kernels'])} kernels are compiled, in {found['folder']}\n"


def test_a_benchmark_takes_the_command_s_place() -> None:
    helped = run(["bench", "--help"])
    assert (helped.returncode, helped.stderr) == (0, b"")
    assert b"latin" in helped.stdout
    assert run(["bench", "no-such-benchmark"]).returncode == 2
