"""Every family keeps to what the program relies on, and a family that does not is reported of, line by line."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from drivers.command_line import HOME, one_line, run
from drivers.distributions import LADDER

from puzzles import registry
from puzzles.engine import kernel_cache
from solvers.conformance import checks

pytestmark = pytest.mark.compiled


def check_family(
    name: str, folder: Path = LADDER, kernels: str = "--interpreted", **changes: str
) -> subprocess.CompletedProcess[bytes]:
    """The command with the folder on the path."""
    path = os.pathsep.join((str(folder), str(HOME)))
    return run(["check-family", name, kernels], PYTHONPATH=path, **changes)


@pytest.mark.parametrize("name", registry.FAMILY_MODULES)
def test_every_family_keeps_to_all_of_it(name: str) -> None:
    found = [(check.name, check.fault("")) for check in checks(registry.get_family(name))]
    assert [(check, fault) for check, fault in found if fault] == []
    assert len(found) >= 15
    done = check_family(name)  # interpreted: an index out of bounds is an error there alone
    assert (done.returncode, done.stderr) == (0, b""), done.stdout.decode()
    assert len(done.stdout.splitlines()) >= 15


def test_the_command_says_of_each_check_that_it_holds() -> None:
    done = check_family("ladder_family")
    assert (done.returncode, done.stderr) == (0, b""), done.stdout.decode()
    assert all(line.startswith("holds  ") for line in done.stdout.decode().splitlines())
    assert len(done.stdout.splitlines()) >= 15


@pytest.mark.parametrize(
    ("name", "kernels", "setting"), [("tsptw", "--compiled", "0"), ("ladder_family", "--interpreted", "1")]
)
def test_the_same_checks_run_with_compiled_and_with_interpreted_kernels(
    name: str, kernels: str, setting: str, tmp_path: Path
) -> None:
    for kernel in kernel_cache.parent().glob("*/*.kernel"):
        if ".conformance.games.look-" not in kernel.name:  # this one alone is compiled here
            (tmp_path / kernel.parent.name).mkdir(exist_ok=True)
            (tmp_path / kernel.parent.name / kernel.name).symlink_to(kernel)
    done = check_family(name, kernels=kernels, MCS_TUI_JIT=setting, MCS_TUI_KERNELS=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, b""), done.stdout.decode()
    assert done.stdout == check_family(name).stdout
    assert any(tmp_path.rglob("*.conformance.games.look-*.kernel")) == (kernels == "--compiled")


def test_a_reader_that_has_gone_ends_the_checks_without_a_word() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "solvers.conformance", "latin"]
    ended = subprocess.run(
        command, cwd=HOME, env=os.environ | {"MCS_TUI_JIT": "0"}, stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (-signal.SIGPIPE, b"")


CLIMB = "        frame[2 + height] = np.uint64(state.climb[height])\n"

EDITS = (
    ("rules", "return np.float64(state.now[1])", "return np.float64(state.now[1] + 1)", "rules and checker agree"),
    ("rules", "min(state.climb[height - 1] + 2, width)", "width", "rules and checker agree"),
    ("rules", CLIMB, "        pass\n", "a saved position comes back"),
    ("rules", "state.now[1] -= state.rungs", "state.now[1] += state.rungs", "undone moves leave no trace"),
    ("rules", "policy_codes=count * width", "policy_codes=2", "games keep within the limits"),
    ("rules", "@rule(agrees, LadderState)\n", "", "the rules have all operations"),
    ("family", "except ValueError:", "except KeyError:", "spoiled texts are read or refused"),
    ("family", "line=number,", "line=number * 100,", "a refusal names line and column"),
    ("family", "str(place + 1) for place", "str(place + 2) for place", "boards come back"),
    ("instances", "stream(purpose, seed, index)", "None", "the generator depends on seed"),
    ("__init__", "undo=True", "undo=False", "the rules have all operations"),
)


@pytest.mark.parametrize(("module", "old", "new", "described"), EDITS)
def test_what_does_not_hold_is_named(module: str, old: str, new: str, described: str, tmp_path: Path) -> None:
    shutil.copytree(LADDER / "ladder_family", tmp_path / "ladder_family")
    edited = tmp_path / "ladder_family" / f"{module}.py"
    assert old in edited.read_text()
    edited.write_text(edited.read_text().replace(old, new))
    done = check_family("ladder_family", tmp_path)
    failed = [line for line in done.stdout.decode().splitlines() if line.startswith("FAILS")]
    assert any(line.startswith(f"FAILS  {described}") for line in failed), done.stdout.decode()
    assert done.returncode == 1


NO_FAMILY = [("no_such_module", "ModuleNotFoundError"), ("json", "TypeError: the module has no FAMILY")]


@pytest.mark.parametrize(("name", "said"), NO_FAMILY)
def test_what_is_no_family_is_one_line(name: str, said: str) -> None:
    done = check_family(name)
    assert (done.returncode, done.stdout) == (2, b"")
    assert one_line(done.stderr.decode()).startswith(f"mcs-tui check-family: {name}: {said}")
