"""`mcs-tui solve` and `check` end to end, with workers: results, formats, exit codes."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from drivers.command_line import (
    ENDLESS,
    HOME,
    KAKURO,
    KAKURO_SOLUTION,
    LATIN,
    LATIN_NONE,
    LATIN_SEVERAL,
    environment,
    invoke,
    one_line,
    run,
    start,
)

CYCLIC = "1 2 3 4 5 6\n2 3 4 5 6 1\n3 4 5 6 1 2\n4 5 6 1 2 3\n5 6 1 2 3 4\n6 1 2 3 4 5\n"


def solved(*arguments: str, given: str) -> dict[str, Any]:
    """The JSON object that `solve` prints for the text."""
    result = invoke("solve", "-", "--json", "-q", *arguments, given=given)
    assert result.stderr == ""
    found: dict[str, Any] = json.loads(one_line(result.stdout))
    assert found["exit_code"] == result.exit_code
    return found


def test_a_latin_square_for_people() -> None:
    ended = run(["solve", "-"], given=LATIN.encode())
    drawing, line = ended.stdout.decode().split("\n\n")
    assert ended.returncode == 0
    assert f"{drawing}\n" == CYCLIC
    assert re.fullmatch(r"solved in \S+ m?s \(\d+ dead ends?\), verified; this is the only solution\n", line)
    notes = ended.stderr.decode()
    assert "<stdin>: Latin square, order 6, 8 holes; symbols read as 1 to 6" in notes
    assert re.search(r"^run \d{8}-\d{6}-latin-\w+, prior dual for order-6 \(not trained yet\)$", notes, re.MULTILINE)
    assert "\x1b" not in notes + line


def test_a_kakuro_as_json() -> None:
    found = solved(given=KAKURO)
    assert (found["board"], found["solutions"], found["second_board"]) == (KAKURO_SOLUTION, "unique", None)
    assert (found["board_notation"], found["second_board_notation"]) == (["* * *", "* 1 2", "* 3 4"], None)
    assert (found["status"], found["verified"], found["mode"]) == ("solved", True, "strong")
    page = (HOME / "docs" / "commands.md").read_text(encoding="utf-8")
    assert [name for name in found if f"`{name}`" not in page] == []


@pytest.mark.parametrize(("term", "bar"), [("xterm-256color", True), ("dumb", False)])
def test_a_terminal_gets_a_progress_line_and_stdout_none_of_it(term: str, bar: bool) -> None:
    master, slave = pty.openpty()
    options = [*ENDLESS, *(["--playouts", "1000000000000"] if bar else ["--playouts", "300"])]
    process = start(
        ["solve", "-", *options], stdin=subprocess.PIPE, stderr=slave, env=environment(TERM=term, NO_COLOR="1")
    )
    os.close(slave)
    assert process.stdin is not None
    process.stdin.write(LATIN_NONE.encode())
    process.stdin.close()
    shown, asked = b"", False
    with contextlib.suppress(OSError):  # Linux says EIO once the other side is closed
        while data := os.read(master, 65536):
            shown += data
            if bar and not asked and b"running  " in shown:
                process.send_signal(signal.SIGINT)
                asked = True
    os.close(master)
    assert process.stdout is not None
    out = process.stdout.read()
    assert process.wait() == (130 if bar else 1)
    assert one_line(out.decode()).startswith("stopped after " if bar else "not solved within the budget: ")
    assert (b"running  " in shown) == bar
    assert b"\x1b[3" not in shown, "NO_COLOR"


def test_no_solution_is_proved() -> None:
    result = invoke("solve", "-", "-q", given=LATIN_NONE)
    assert result.exit_code == 3
    assert one_line(result.stdout).startswith("no solution (proved), in ")


def test_a_spent_budget_and_the_same_search_again() -> None:
    found = [solved(*ENDLESS, "--playouts", "1000", "--seed", "7", given=LATIN_NONE) for _ in range(2)]
    assert found[0]["exit_code"] == 1
    assert (found[0]["status"], found[0]["playouts"], found[0]["seed"]) == ("budget", 1000, 7)
    assert found[0]["board"] == found[1]["board"]
    assert found[0]["score"] == found[1]["score"]


def test_of_several_files_the_worst_counts(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("good.txt", "bad.txt", "absent.txt", "none.txt")]
    for path, text in zip((paths[0], paths[1], paths[3]), (LATIN, "1 2\n2 2\n", LATIN_NONE), strict=True):
        path.write_text(text)
    result = invoke("solve", "-q", "--json", *map(str, paths))
    assert result.exit_code == 3
    assert [json.loads(line)["exit_code"] for line in result.stdout.splitlines()] == [0, 2, 2, 3]
    bad, absent = result.stderr.splitlines()
    assert bad.startswith(f"{paths[1]}:2:3: ")
    assert absent == f"{paths[2]}: No such file or directory"


def test_runs_that_can_not_be_kept_are_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MCS_TUI_DATA", str(tmp_path / "file"))
    result = invoke("solve", "-", "-q", given=LATIN)
    assert result.exit_code == 70
    assert one_line(result.stderr).startswith("mcs-tui: the run can't be started: ")


def test_check_finds_what_is_wrong_with_a_board(tmp_path: Path) -> None:
    puzzle, board = tmp_path / "puzzle.txt", tmp_path / "board.txt"
    puzzle.write_text(LATIN)

    def check(text: str, *options: str) -> tuple[int, list[str]]:
        board.write_text(text)
        result = invoke("check", "-q", str(puzzle), "--board", str(board), *options)
        return result.exit_code, result.stdout.splitlines()

    assert check(CYCLIC) == (0, ["Latin square, order 6, 8 holes", "the board is a solution"])
    assert check(LATIN.replace(". . 3", "1 . 3")) == (
        1,
        ["Latin square, order 6, 8 holes", "the board is incomplete; no fault so far"],
    )
    code, lines = check(CYCLIC.replace("1 2 3 4 5 6", "2 1 3 4 5 6", 1))
    assert code == 1
    assert len(lines) == 3, "one line for each of the two columns in which a symbol repeats"
    code, lines = check(CYCLIC, "--json")
    assert (code, json.loads(lines[0])["solved"]) == (0, True)


@pytest.mark.parametrize(
    ("most", "words"), [(3, "at least 3"), (4, "at least 4"), (5, "exactly 4"), (900, "exactly 4")]
)
def test_check_counts_up_to_as_many_as_it_is_told(most: int, words: str) -> None:
    result = invoke("check", "-", "-q", "--solutions", str(most), given="1 . .\n. . .\n. . .\n")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1].startswith(f"{words} solutions")


@pytest.mark.parametrize(
    ("text", "words", "code"),
    [
        (LATIN, "exactly one solution (proved)", 0),
        (LATIN_SEVERAL, "at least 2 solutions", 1),
        (LATIN_NONE, "no solution (proved)", 3),
    ],
)
def test_check_counts_solutions(text: str, words: str, code: int, tmp_path: Path) -> None:
    result = invoke("check", "-", "-q", "--solutions", "2", given=text)
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (code, words)
    assert not (tmp_path / "data" / "runs").exists(), "a count is no run of the user's"
