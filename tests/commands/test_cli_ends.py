"""How commands end for each way in which a run can end, with runs whose events are written by the test."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from drivers.command_line import (
    KAKURO,
    KAKURO_SOLUTION,
    LATIN,
    LATIN_SEVERAL,
    LATIN_SOLUTION,
    invoke,
    one_line,
    run,
    start,
)

from puzzles import registry
from solvers.runs.events import AnyEvent, Counted, Failed, Finished, Improved, Note, Solved, Started, encode
from solvers.runs.folder import Run, all_runs, new_run
from solvers.runs.groups import Group
from solvers.runs.reader import Follower
from solvers.runs.spec import RunSpec, SolveSpec
from tui.commands import generate
from tui.commands.names import run_named
from tui.words.run_table import state_text
from tui.words.wording import run_status_text

STARTED = Started(pid=1, time="2026-01-01T00:00:00+00:00", version="0")
Begin = Callable[..., None]


@pytest.fixture
def runs_end_with(monkeypatch: pytest.MonkeyPatch) -> Begin:
    """Makes every run that a command starts one that has ended with these events."""

    def prepare(*events: AnyEvent) -> None:
        def begin(spec: RunSpec, *, transient: bool = False) -> Run:
            run = new_run(spec)
            run.events_path.write_bytes(b"".join(map(encode, (STARTED, *events))))
            return run

        for module in ("solve", "priors", "following"):
            monkeypatch.setattr(f"tui.commands.{module}.start", begin)

    return prepare


def solved(board: list[int]) -> tuple[AnyEvent, ...]:
    return Solved(score=0.0, board=board, seconds=0.25, playouts=12), Finished(reason="solved", playouts=12)


def ended_run(text: str, *events: AnyEvent) -> str:
    """The id of a run of this puzzle that has ended with these events."""
    puzzle = registry.read(text)
    data = registry.get_family(puzzle.family).to_json(puzzle)
    spec = SolveSpec(family=puzzle.family, puzzle=data, title=puzzle.title, algorithm="backtracking", seconds=60.0)
    run = new_run(spec)
    run.events_path.write_bytes(b"".join(map(encode, (STARTED, *events))))
    return run.id


@pytest.mark.parametrize("changes", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}, {"TERM": "dumb"}])
def test_a_drawing_in_ascii_where_nothing_else_fits(changes: dict[str, str]) -> None:
    shown = run(["watch", "-q", ended_run(KAKURO, *solved(KAKURO_SOLUTION))], **changes)
    assert (shown.returncode, shown.stderr) == (0, b"")
    lines = shown.stdout.decode("ascii").splitlines()
    assert lines[1] == "      +-----+-----+"
    assert lines[2] == r"   \3 |  1  |  2  |"


def test_a_drawing_in_box_characters_where_they_fit() -> None:
    name = ended_run(KAKURO, *solved(KAKURO_SOLUTION))
    changes = {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8", "TERM": "xterm"}
    assert run(["watch", "-q", name], **changes).stdout.decode().splitlines()[1] == "      ┌─────┬─────┐"
    assert run(["--ascii", "watch", "-q", name], **changes).stdout.isascii()


def test_a_reader_that_leaves_does_not_change_the_exit_code() -> None:
    process = start(["watch", "-q", ended_run(LATIN, Finished(reason="exhausted"))])
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 3


def test_both_solutions_are_shown_on_demand(runs_end_with: Begin) -> None:
    one, other = [[0, 1, 2, 3, 1, 0, 3, 2], [1, 0, 2, 3, 0, 1, 3, 2]]
    rest = [2, 3, 0, 1, 3, 2, 1, 0]
    first, last = solved([*one, *rest])
    runs_end_with(first, Counted(solutions="several", boards=[[*one, *rest], [*other, *rest]]), last)
    brief = invoke("solve", "-", "-q", given=LATIN_SEVERAL).stdout
    assert brief.startswith("1 2 3 4\n2 1 4 3\n")
    assert brief.endswith("; there are at least two solutions; --all shows the second\n")
    drawn, second, line = invoke("solve", "-", "-q", "--all", given=LATIN_SEVERAL).stdout.split("\n\n")
    assert (drawn[:7], second[:7]) == ("1 2 3 4", "2 1 3 4")
    assert line.endswith("; there are at least two solutions\n")


def test_a_format_for_programs_is_all_there_is_on_stdout(runs_end_with: Begin) -> None:
    runs_end_with(*solved(LATIN_SOLUTION))
    result = invoke("solve", "-", "--format", "pls", given=LATIN)
    puzzle = registry.read(LATIN)
    assert registry.get_family("latin").parse_board(puzzle, result.stdout) == tuple(LATIN_SOLUTION)
    assert "solved in 250 ms" in result.stderr


def test_the_output_file_has_the_format_of_its_suffix(tmp_path: Path, runs_end_with: Begin) -> None:
    runs_end_with(*solved(KAKURO_SOLUTION))
    path = tmp_path / "solved.json"
    result = invoke("solve", "-", "-q", "--output", str(path), given=KAKURO)
    assert one_line(result.stdout).startswith("solved in ")
    puzzle = registry.read(KAKURO)
    assert json.loads(path.read_text())
    assert registry.get_family("kakuro").parse_board(puzzle, path.read_text()) == tuple(KAKURO_SOLUTION)
    assert result.stderr == ""
    printed = invoke("solve", "-", "--output", str(path), given=KAKURO)
    assert printed.stderr.splitlines()[-1] == f"wrote {path}"


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
def test_the_words_for_the_number_of_solutions(number: str, words: str, runs_end_with: Begin) -> None:
    first, last = solved(LATIN_SOLUTION)
    runs_end_with(first, Counted(solutions=number, boards=[LATIN_SOLUTION]), last)
    assert invoke("solve", "-", "-q", given=LATIN).stdout.splitlines()[-1] == words


@pytest.mark.parametrize(
    ("reason", "code", "words"),
    [
        ("budget", 1, "not solved within the budget: 2.5 s (1 dead end)"),
        ("exhausted", 3, "no solution (proved), in 2.5 s (1 dead end)"),
        ("stopped", 130, "stopped after 2.5 s (1 dead end)"),
    ],
)
def test_ends_without_a_solution(reason: str, code: int, words: str, runs_end_with: Begin) -> None:
    runs_end_with(Finished(reason=reason, at=2.5, playouts=1))
    result = invoke("solve", "-", "-q", given=LATIN)
    assert (result.exit_code, one_line(result.stdout)) == (code, words)


def test_a_best_board_that_is_no_solution_is_not_written_and_this_is_said(runs_end_with: Begin, tmp_path: Path) -> None:
    path = tmp_path / "best.txt"
    runs_end_with(
        Improved(at=0.2, playouts=1, score=3, board=[*LATIN_SOLUTION[:-1], -1]),
        Finished(reason="budget", at=2.5, playouts=1, best_score=3),
    )
    result = invoke("solve", "-", "--output", str(path), given=LATIN)
    assert (result.exit_code, path.exists()) == (1, False), result.stderr
    assert f"{path} is not written; mcs-tui show " in result.stderr.splitlines()[-1]
    assert result.stderr.splitlines()[-1].endswith(f" --output {path} writes the best so far")


@pytest.mark.parametrize(
    "command",
    [
        ["solve", "-", "-q"],
        ["check", "-", "-q", "--solutions", "1"],
        ["generate", "latin", "-q"],
        ["train", "latin", "-q", "--shape", "order-6"],
        ["compile", "-q"],
    ],
)
def test_a_failed_worker_is_one_line_with_its_log(command: list[str], runs_end_with: Begin) -> None:
    runs_end_with(Failed(message="the disk is made of cheese"))
    result = invoke(*command, given=LATIN)
    assert (result.exit_code, result.stdout) == (70, "")
    line = one_line(result.stderr)
    assert line.startswith("mcs-tui: the disk is made of cheese (log: ")
    assert line.endswith("worker-0.log)")


def test_notes_of_a_run_are_reported_unless_quiet(runs_end_with: Begin) -> None:
    runs_end_with(Note(text="compiling kernels, once: 3 of 7"), *solved(LATIN_SOLUTION))
    assert "compiling kernels, once: 3 of 7" in invoke("solve", "-", given=LATIN).stderr.splitlines()
    assert invoke("solve", "-", "-q", given=LATIN).stderr == ""


@pytest.mark.parametrize("name", ["compile", "warm"])
def test_compiling_reports_what_is_compiled(name: str, runs_end_with: Begin) -> None:
    runs_end_with(Finished(reason="done"))
    before = json.loads(invoke(name, "--json", "-q", "--workers", "1").stdout)
    assert isinstance(before["kernels"], list)
    said = invoke(name, "rna/annealing", "-q", "--workers", "1").stdout
    after = json.loads(invoke(name, "--json", "-q", "--workers", "1").stdout)
    number = int(said.split()[0])
    many = "1 kernel is" if number == 1 else f"{number} kernels are"
    assert said == f"{many} compiled, in {before['folder']}\n"
    # other tests compile kernels into the same folder meanwhile
    assert len(before["kernels"]) <= number <= len(after["kernels"])


def test_what_is_to_be_compiled_first_must_be_known() -> None:
    refused = invoke("compile", "chess", "--only")
    assert refused.exit_code == 2
    assert one_line(refused.stderr).startswith("mcs-tui: no kernel is of 'chess'; expected a family (latin, kakuro, ")
    assert invoke("compile", "--only").exit_code == 2


def test_an_earlier_name_of_a_command_is_in_no_list() -> None:
    listed = invoke("--help").stdout
    assert "\n  compile " in listed
    assert "warm" not in listed


def test_a_benchmark_takes_the_command_s_place() -> None:
    helped = run(["bench", "--help"])
    assert (helped.returncode, helped.stderr) == (0, b"")
    assert b"latin" in helped.stdout
    assert run(["bench", "no-such-benchmark"]).returncode == 2


def test_every_command_and_the_app_say_no_solution_for_that_end() -> None:
    name = ended_run(LATIN, Finished(at=2.5, playouts=1, reason="exhausted"))
    view = Follower(run_named(name)).poll()
    assert "  no solution  " in invoke("runs").stdout
    assert invoke("watch", name).stdout.splitlines()[-1].startswith("no solution (proved), in ")
    assert state_text(Group(view.id, (view,))) == "no solution"
    assert run_status_text(view) == "no solution (proved)"
    assert [line.text for line in view.log][-1] == "No solution (proved)."
    for command in ("stop", "pause"):
        assert "no live worker: no solution" in run([command, name]).stderr.decode()


def test_runs_shows_in_words_what_has_been_seen() -> None:
    ended_run(LATIN, Finished(reason="exhausted"))
    ended_run("0 1 1\n0 1 1\n", Improved(score=4.0, board=[1], at=0.1, playouts=1), Finished(reason="exhausted"))
    rows = {line.split()[1]: line for line in invoke("runs").stdout.splitlines()[1:]}
    assert "  no solution  " in rows["Latin"]
    assert "  all seen  " in next(line for name, line in rows.items() if name.startswith("SameGame"))
    assert {json.loads(line)["status"] for line in invoke("runs", "--json").stdout.splitlines()} == {"exhausted"}


def test_what_was_asked_for_and_can_not_be_done_is_bad_input() -> None:
    failed = Failed(message="the prior is absent", wrong_input=True)
    shown = invoke("show", ended_run(LATIN, failed))
    assert (shown.exit_code, shown.stdout, one_line(shown.stderr)) == (2, "", "mcs-tui: the prior is absent")
    assert invoke("show", ended_run(LATIN, Failed(message="a fault"))).exit_code == 70


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["kakuro", "--rows", "1"], "a crossword of 1 x 1; expected 3 or more rows and columns"),
        (["latin", "--order", "3", "--set", "hole_count=10"], "hole_count is 10; expected at most 9 for order 3"),
    ],
)
def test_generator_settings_that_do_not_go_together_are_refused_before_a_worker_starts(
    settings: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setattr(generate, "generate_puzzles", lambda *arguments: started.append(arguments) or 0)
    result = invoke("generate", *settings)
    assert (result.exit_code, result.stdout, started) == (2, "", [])
    assert one_line(result.stderr) == f"mcs-tui generate {settings[0]}: {message}"


def test_a_run_whose_spec_is_damaged_is_bad_input() -> None:
    name = ended_run(LATIN)
    spec = next(found.spec_path for found in all_runs() if found.id == name)
    text = spec.read_text()
    for damaged, words in (
        (text[:40], "spec.json is damaged: "),
        (
            text.replace('"latin"', '"chess"'),
            "there is no family 'chess' here; expected the distribution that adds it, or one of: latin, kakuro, ",
        ),
        (text.replace('"rows"', '"lines"'), "spec.json: the JSON object has no grid"),
    ):
        spec.write_text(damaged)
        for command in ("show", "watch"):
            shown = invoke(command, name, "-q")
            assert (shown.exit_code, shown.stdout) == (2, "")
            assert words in one_line(shown.stderr)
