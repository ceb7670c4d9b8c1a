"""Folders and files of a user that are named as our packages, or as modules of Python's, are in nobody's way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from drivers.app_in_terminal import Terminal
from drivers.command_line import HOME, KAKURO, one_line
from drivers.distributions import LADDER

from mcs_tui.guard import LAST, OURS
from solvers.runs.processes import child_environment, program

COMMAND = [sys.executable, "-m", "mcs_tui"]
SCRIPT = [sys.executable, "-P", "-c", "from mcs_tui.start import main; main()"]
"""As what pip installs: the current folder is on the path by PYTHONPATH alone."""
EXPERIMENT = """\
title = "One"
playouts = 5
[[puzzles]]
family = "kakuro"
files = "puzzle.txt"
[[row]]
algorithm = "sampling"
"""


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """A folder with packages and files that nobody may import."""
    folder = tmp_path / "there"
    for name in OURS:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise SystemExit('the package of a user')\n")
    for name in ("random", "numpy", "logging", "click", "numba"):
        (folder / f"{name}.py").write_text("raise SystemExit('the module of a user')\n")
    (folder / "puzzle.txt").write_text(KAKURO)
    (folder / "one.toml").write_text(EXPERIMENT)
    return folder


def run(there: Path, *command: str, **changes: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": ".", "MCS_TUI_JIT": "0", **changes}
    return subprocess.run(command, cwd=there, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--version", "mcs-tui "),
        ("algorithms", "nrpa"),
        ("runs", "there is no run yet"),
        ("solve puzzle.txt --algorithm gnrpa", "solved in"),
        ("generate latin --order 4 --seed 1", "4"),
        ("compile --help", "compile"),
        ("experiment run one.toml", ""),
        ("bench kernel --help", "--instances"),
    ],
)
def test_every_command_runs_beside_them(there: Path, words: str, said: str) -> None:
    done = run(there, *(SCRIPT if words.startswith("solve") else COMMAND), *words.split())
    assert done.returncode == 0, done.stderr
    assert said in done.stdout + done.stderr
    assert "of a user" not in done.stdout + done.stderr


def test_doctor_names_them(there: Path) -> None:
    areas = {one["area"]: one for one in json.loads(run(there, *SCRIPT, "doctor", "--json").stdout)}
    assert (areas["packages"]["ok"], str(HOME) in areas["packages"]["about"]) == (True, True)
    assert all(f"not {there / name}," in areas["packages"]["about"] for name in OURS)


def test_the_app_starts(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(there)
    with Terminal(COMMAND, {"PYTHONPATH": ".", "MCS_TUI_JIT": "0"}) as app:
        app.wait_for("Home")
        app.type("\x11")  # Ctrl+Q
        assert app.end() == 0


def test_pages_of_a_browser_are_served(there: Path) -> None:
    pytest.importorskip("textual_serve")
    with subprocess.Popen(
        [*COMMAND, "serve", "--port", "0"],
        cwd=there,
        env={**os.environ, "PYTHONPATH": "."},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        server.send_signal(signal.SIGTERM)
    assert "http://" in said


@pytest.mark.parametrize("module", ["tui.processes.judging", "solvers.peer_process", "tui.boards.rna.odds"])
def test_processes_of_ours_import_ours_wherever_they_are_begun(there: Path, module: str) -> None:
    done = run(there, *program(module), PYTHONPATH=str(there))
    assert "of a user" not in done.stdout + done.stderr
    assert "user" not in run(there, *program("solvers.worker", "--nothing"), PYTHONPATH=str(there)).stderr


def test_families_in_the_current_folder_are_found(there: Path) -> None:
    shutil.copytree(LADDER / "ladder_family", there / "ladder_family")
    done = run(there, *COMMAND, "check-family", "ladder_family", "--interpreted")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_processes_elsewhere_find_modules_of_the_folder_last(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(there)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((".", "sub", "/elsewhere")))
    found = child_environment()
    assert found["PYTHONPATH"].split(os.pathsep) == [str(HOME), str(there / "sub"), "/elsewhere"]
    assert found[LAST] == str(there)
    (there / "own.py").write_text("import random, solvers\nprint(random.random() < 1, solvers.__file__)\n")
    done = subprocess.run(program("own"), cwd="/", env=found, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", str(HOME / "solvers" / "__init__.py")]


def test_one_that_was_imported_before_is_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "solvers").mkdir()
    (tmp_path / "solvers" / "__init__.py").touch()
    (tmp_path / "sitecustomize.py").write_text("import solvers\n")
    done = run(tmp_path, *COMMAND, "--version")
    assert (done.returncode, done.stdout) == (2, "")
    assert one_line(done.stderr).startswith(f"mcs-tui: {tmp_path / 'solvers'} is in the way: it has been imported as")
    done = run(tmp_path, sys.executable, "-c", "import solvers, mcs_tui")
    assert done.stderr.splitlines()[-1].startswith(f"ImportError: {tmp_path / 'solvers'} is in the way")
