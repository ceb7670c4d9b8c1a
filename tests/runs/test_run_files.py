"""A run's files: for their user alone; pipes and folders in their place; what killed writers leave; a full disk."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from drivers.command_line import LATIN, invoke, one_line
from drivers.ended_runs import ended_run, improved
from drivers.run_driver import latin_spec

from puzzles import user_data
from puzzles.user_data import data_root, decoded, make_folder, read_file, remove_abandoned, replace_file
from solvers.runs import folder, launcher
from solvers.runs.folder import all_runs, new_run, remove_run, runs_root
from solvers.runs.launcher import start_run, start_worker
from solvers.runs.reader import view

FILES = ("spec.json", "events.jsonl", "result.json", "control", "status-0.json", "checkpoint-0.npz", "worker-0.log")
FILES = (*FILES, "worker-0.lock", "worker-0.exit")


@pytest.fixture
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(root: Path) -> dict[str, int]:
    return {str(path.relative_to(root)): stat.S_IMODE(path.stat().st_mode) for path in root.rglob("*")}


@pytest.mark.usefixtures("no_umask")
def test_what_a_run_makes_is_its_users_alone() -> None:
    assert invoke("solve", "-", "-q", "--playouts", "2000", given=LATIN).exit_code == 0
    found = modes(data_root())
    assert len(found) > 6
    for name, mode in found.items():
        assert mode == (0o700 if (data_root() / name).is_dir() else 0o600), name
    assert stat.S_IMODE(data_root().stat().st_mode) == 0o700


def test_folders_of_earlier_versions_that_others_may_read_work_as_before() -> None:
    old = ended_run(improved())
    for path in (data_root(), runs_root(), old.folder):
        path.chmod(0o755)
    for path in old.folder.iterdir():
        path.chmod(0o644)
    assert view(old).best_score is not None
    assert invoke("runs").stdout.count("\n") == 2
    folder.request(old, "stop")
    assert stat.S_IMODE(old.control_path.stat().st_mode) == 0o600
    assert stat.S_IMODE(old.folder.stat().st_mode) == 0o755
    remove_run(old)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
@pytest.mark.parametrize("name", FILES)
def test_a_pipe_or_a_folder_in_a_files_place_blocks_nothing(name: str, make: type) -> None:
    sound, odd = new_run(latin_spec()), new_run(latin_spec())
    (odd.folder / name).unlink(missing_ok=True)
    make(odd.folder / name)
    assert view(odd).ended
    for command in (["runs"], ["show", odd.id], ["watch", odd.id]):
        done = invoke(*command)
        assert not isinstance(done.exception, OSError), done.exception
    assert {one.id for one in all_runs()} == {sound.id, odd.id}
    if name not in ("control", "status-0.json"):
        with pytest.raises(OSError, match=r"regular file|Is a directory"):
            start_worker(odd, 0)
    remove_run(odd)


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("spec.json", '{"kind": "solve", "puzzle": {"a": '),
        ("events.jsonl", '{"event": "generated", "solution": [], "puzzle": {"a": '),
        ("result.json", '{"x": '),
        ("status-0.json", '{"x": '),
    ],
)
def test_deeply_nested_json_is_damage_of_one_run(name: str, begins: str) -> None:
    sound, odd = ended_run(improved()), ended_run(improved())
    (odd.folder / name).write_text(begins + "[" * 100_000 + "\n")
    assert view(odd).ended
    done = invoke("runs")
    assert done.exit_code == 0, done.output
    assert sound.id in done.stdout


def test_a_file_of_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file"):
        read_file(tmp_path / "pipe")


def test_what_a_killed_writer_left_is_removed_by_the_next_process_that_writes_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    names = [f".status-0.json.{int(dead.stdout)}", f".new.{int(dead.stdout)}", f".own.{os.getpid()}", ".profile"]
    for name in names:
        (tmp_path / name).touch()
        if name != names[1]:
            os.utime(tmp_path / name, (time.time() - 3600,) * 2)
    monkeypatch.setattr(user_data, "_tidied", set())
    replace_file(tmp_path / "status-0.json", b"{}")
    assert {path.name for path in tmp_path.iterdir()} == {"status-0.json", *names[1:]}
    remove_abandoned(tmp_path / "nothing", time.time())


def test_a_full_disk_leaves_no_run_and_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, *_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(folder, "replace_file", full)
    done = invoke("solve", "-", "-q", "--json", given=LATIN)
    assert done.exit_code == 74
    message = "the run can't be started: the disk is full: spec.json can't be written"
    assert one_line(done.stderr) == f"mcs-tui: {message}\n".rstrip()
    assert one_line(done.stdout) == f'{{"status": "failed", "exit_code": 74, "message": "{message}"}}'
    assert all_runs() == ()


def test_a_worker_that_can_not_be_started_leaves_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", "worker-0.lock")

    monkeypatch.setattr(launcher, "hold", full)
    with pytest.raises(OSError, match="No space left"):
        start_run(latin_spec())
    assert all_runs() == ()


def test_a_folder_is_made_with_those_above_it(tmp_path: Path) -> None:
    make_folder(tmp_path / "one" / "two")
    assert modes(tmp_path) == {"one": 0o700, "one/two": 0o700}
    (tmp_path / "file").touch()
    with pytest.raises(OSError):  # noqa: PT011 - of one kind or another
        make_folder(tmp_path / "file" / "two")


@pytest.mark.parametrize("number", [0, 2**63 - 1, -(2**63), 1e300, 0.1234567890123456789])
def test_what_64_bits_hold_is_read(number: float) -> None:
    text = json.dumps({"long": "9" * 30 + '\\"', "number": number})
    assert decoded(json.loads, text.encode()) == json.loads(text)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**400])
def test_a_whole_number_beyond_64_bits_is_not_read(number: int) -> None:
    with pytest.raises(ValueError, match="more than 64 bits"):
        decoded(json.loads, json.dumps({"number": [number]}).encode())
