"""`mcs-tui doctor`: each fault is found in a really damaged file, and repaired; what can't be made again is kept."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from drivers.command_line import environment, invoke, one_line
from drivers.doctor import examined, not_repaired, repaired
from drivers.ended_runs import ended_run, improved

from priors import store
from priors.provenance import provenance
from puzzles import registry
from puzzles.engine import kernel_cache
from puzzles.user_data import data_root, make_folder
from solvers.runs.checkpoint import Checkpoint, write_checkpoint
from solvers.runs.folder import Run, all_runs, hold, runs_root
from solvers.runs.reader import view
from solvers.runs.result import Result, merge_result
from solvers.runs.status import Status, write_status
from tui.commands import doctor
from tui.kept.loaded import Loaded
from tui.kept.user_files import EditText, OwnPuzzles, RecentFiles
from tui.play.store import OwnStore

DEEP = b'{"x": ' + b"[" * 100_000
KERNEL = b"a kernel"


@pytest.fixture(autouse=True)
def own_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCS_TUI_KERNELS", str(tmp_path / "cache" / "numba"))


def whole_run() -> Run:
    """An ended run with all files that a run may have."""
    run = ended_run(improved())
    run.events_path.chmod(0o600)
    merge_result(run.result_path, Result(board=list(improved().board), score=improved().score))
    write_status(run.status_path(0), Status(pid=1, phase="ended"))
    place = Checkpoint(
        stage="plain",
        elapsed=1.0,
        playouts=5,
        earlier_playouts=0,
        earlier_restarts=0,
        best_score=None,
        best_board=[],
        spec="",
    )
    write_checkpoint(run.checkpoint_path(0), place, {"search.x": np.arange(3)})
    for path in (run.control_path, run.lock_path(0), run.log_path(0)):
        path.touch()
    return run


def stored_prior() -> Path:
    family = registry.get_family("latin")
    name = family.priors.kinds[0].name
    counts = np.array([3, 1, 0, 0], np.int64), np.array([4, 4, 5, 0], np.int64)
    return store.save(*counts, provenance(family, name, "order-8", asked=10, counted=10, seed=7))


def kernel_file() -> Path:
    """A sound file of a kernel, and its marker."""
    place = kernel_cache.folder("latin")
    make_folder(place)
    path = place / "puzzles.latin.f-0123456789abcdef.kernel"
    path.write_bytes(hashlib.sha256(KERNEL).digest() + KERNEL)
    kernel_cache.mark_compiled("latin/sampling", [path])
    return path


def test_all_is_well_with_nothing_and_with_everything() -> None:
    assert examined()[0] == 0
    whole_run(), stored_prior(), kernel_file()
    code, areas = examined()
    assert (code, list(areas)) == (0, list(doctor.AREAS))
    assert areas["kernels"]["about"] == f"1 kernel compiled, 0 MiB in {kernel_cache.parent()}"
    assert (areas["priors"]["about"], areas["runs"]["about"]) == ("1 trained here", "1 run")
    done = invoke("doctor")
    assert (done.exit_code, done.stderr) == (0, "")
    assert [line.split(" ok: ")[0].strip() for line in done.stdout.splitlines()] == list(doctor.AREAS)


FILES = ["events.jsonl", "result.json", "status-0.json", "checkpoint-0.npz"]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("content", [DEEP, b"\x1b]0;owned\x07{}\n"], ids=["deep", "escape"])
def test_a_damaged_file_of_a_run_is_set_aside(name: str, content: bytes) -> None:
    path = whole_run().folder / name
    path.write_bytes(content)
    repaired("runs", f"{name}: it is damaged (")
    assert path.with_name(f"{name}.damaged").read_bytes() == content
    assert not path.exists()
    assert view(Run(path.parent)).ended


def test_events_that_can_be_read_stay() -> None:
    run = whole_run()
    sound = run.events_path.read_bytes()
    lines = sound.splitlines(keepends=True)
    run.events_path.write_bytes(lines[0] + b'{"event":"improved","sco' + b"\n" + b"\x00\x00}\n" + lines[1])
    repaired("runs", "events.jsonl: it is damaged (line 3), what it says there is not shown")
    assert view(run).best_score == improved().score
    run.events_path.write_bytes(sound + lines[0][:20])  # as a killed worker leaves it
    assert examined()[0] == 0


@pytest.mark.parametrize("name", [*FILES, "control", "worker-0.lock", "worker-0.log"])
def test_a_pipe_in_the_place_of_a_file_blocks_nothing_and_is_set_aside(name: str) -> None:
    path = whole_run().folder / name
    path.unlink()
    os.mkfifo(path)
    repaired("runs", f"{name}: it can't be read (it is not a regular file)")


@pytest.mark.parametrize("content", [None, DEEP, b'{"kind": "\x1b]0;owned\x07"}'])
def test_a_run_without_a_sound_spec_is_left_to_its_owner(content: bytes | None) -> None:
    run = whole_run()
    run.spec_path.write_bytes(content) if content is not None else run.spec_path.unlink()
    assert not_repaired("runs", run.id, "spec.json: it ") == f"mcs-tui runs remove {run.id} removes the run"
    assert [one.id for one in all_runs()] == [run.id]
    assert invoke("runs").exit_code == 0
    assert "\x1b" not in invoke("doctor").stdout


def test_a_run_of_a_family_that_is_not_installed_is_named_and_left_as_it_is() -> None:
    run = whole_run()
    run.spec_path.write_text(json.dumps(json.loads(run.spec_path.read_text()) | {"family": "ladder"}))
    before = {path.name: path.read_bytes() for path in run.folder.iterdir()}
    (finding,) = examined()[1]["runs"]["findings"]
    assert finding["what"] == f"1 run of the family ladder, which is not installed here: {run.id}"
    assert "family missing" in invoke("runs").stdout
    for command in ("show", "resume"):
        refused = invoke(command, run.id)
        assert (refused.exit_code, "there is no family 'ladder' here; " in one_line(refused.stderr)) == (2, True)
    assert before == {path.name: path.read_bytes() for path in run.folder.iterdir()}


def test_a_run_that_can_not_be_listed_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    closed, odd = whole_run(), whole_run()
    odd.result_path.write_bytes(b"")
    listdir = os.listdir

    def refuse(place: Path) -> list[str]:
        if place == closed.folder:
            raise PermissionError(13, "Permission denied", str(place))
        return listdir(place)

    monkeypatch.setattr(os, "listdir", refuse)
    found = [one["what"] for one in examined()[1]["runs"]["findings"]]
    assert len(found) == 2
    assert any(f"{closed.id}: it can't be listed (Permission denied)" in one for one in found)


def test_nothing_of_a_live_run_is_touched() -> None:
    run = whole_run()
    run.result_path.write_bytes(b"")
    lock = hold(run.lock_path(0))
    assert examined("--repair")[0] == 0
    os.close(lock)
    assert examined()[0] == 1


def test_a_second_damaged_file_leaves_the_first_one_where_it_was_set_aside() -> None:
    path = whole_run().result_path
    for content in (b"one", b"two"):
        path.write_bytes(content)
        assert examined("--repair")[0] == 0
    assert [path.with_name(f"result.json.damaged{end}").read_bytes() for end in ("", "-2")] == [b"one", b"two"]


def test_damaged_and_outdated_priors_are_set_aside() -> None:
    path = stored_prior()
    sound = path.read_bytes()
    path.write_bytes(sound[:-70] + b"?" + sound[-69:])
    repaired("priors", f"the prior {path.name} can't be used (its checksum is wrong)")
    other = path.with_name(path.name.replace("latin", "sudoku"))
    other.write_bytes(sound)
    repaired("priors", "it holds latin")
    os.mkfifo(path)
    repaired("priors", "it is not a regular file")
    assert len(list(store.folder().glob("*.damaged*"))) == 3


def test_a_prior_of_a_family_that_is_not_there_is_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    path = stored_prior()
    monkeypatch.setattr(registry, "get_family", lambda name: {}[name])
    repaired("priors", "there is no latin dual any more" if "dual" in path.name else "there is no latin")
    assert path.with_name(f"{path.name}.outdated").exists()


@pytest.mark.parametrize("damage", [b"", b"\0" * 64, b"short"])
def test_a_damaged_kernel_is_removed_with_its_mark(damage: bytes) -> None:
    path = kernel_file()
    path.write_bytes(damage)
    assert len(examined()[1]["kernels"]["findings"]) == 1
    code, areas = examined("--repair")
    damaged, mark = areas["kernels"]["findings"]
    assert code == 0
    assert f"the kernel's file {path.name} is damaged" in damaged["what"]
    assert "latin/sampling is marked as compiled" in mark["what"]
    assert not path.exists()
    assert examined()[0] == 0


def test_a_mark_without_its_file_is_removed() -> None:
    kernel_file().unlink()
    repaired("kernels", "latin/sampling is marked as compiled, but its files are missing")


def test_a_mark_that_is_a_pipe_blocks_nothing() -> None:
    (mark,) = (kernel_file().parent / kernel_cache.COMPILED).iterdir()
    mark.unlink()
    os.mkfifo(mark)
    repaired("kernels", "latin/sampling is marked as compiled")


@pytest.mark.parametrize("whose", ["all kernels", "a family's kernels"])
def test_kernels_that_others_could_write_are_removed(whose: str) -> None:
    path = kernel_file()
    place = kernel_cache.parent() if whose == "all kernels" else path.parent
    place.chmod(0o770)
    what = [one["what"] for one in examined()[1]["kernels"]["findings"]]
    assert what == [f"others may write into the kernel cache {place}, and kernels are programs: " + mend(place)]
    assert examined("--repair")[0] == 0
    assert not path.exists()
    assert examined()[0] == 0


def mend(place: Path) -> str:
    return f"remove it if somebody did, else chmod go-w {place}"


def test_another_user_s_folders_are_left_to_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_file()
    monkeypatch.setattr(os, "getuid", lambda: 4321)
    code, areas = examined("--repair")
    whose = {one["what"].split(" is another user's")[0] for one in areas["folders"]["findings"]}
    assert (code, str(kernel_cache.application_cache()) in whose) == (1, True)
    assert kernel_cache.folder("latin").exists()


def test_folders_of_earlier_versions_are_closed_to_others() -> None:
    run = whole_run()
    for path in (data_root(), runs_root(), run.folder):
        path.chmod(0o755)
    repaired("folders", f"other users may look into {data_root()} and 2 more folders")
    assert run.folder.stat().st_mode & 0o777 == 0o700


def test_what_killed_writers_left_is_removed() -> None:
    dead = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    run = whole_run()
    old, new = (run.folder / f".{name}.{int(dead.stdout)}" for name in ("status-0.json", "result.json"))
    for path in (old, new):
        path.touch()
    os.utime(old, (time.time() - 3600,) * 2)
    repaired("folders", f"{old} was left by a killed process")
    assert new.exists()


@pytest.mark.parametrize("name", ["recent.json", "own-puzzles/1-latin.json", "own-games/samegame-0.json"])
@pytest.mark.parametrize("content", [DEEP, b"[1, ", b'"text"', b"null"])
def test_a_damaged_file_of_the_user_is_set_aside(name: str, content: bytes) -> None:
    path = data_root() / name
    make_folder(path.parent)
    path.write_bytes(content)
    repaired("files", f"{path} can't be read")
    assert path.with_name(f"{path.name}.damaged").read_bytes() == content


def test_a_draft_in_another_encoding_is_set_aside() -> None:
    make_folder(data_root())
    path = data_root() / "draft.txt"
    path.write_bytes("Größe".encode("latin-1"))
    repaired("files", f"{path} can't be read")


def test_what_the_user_has_is_read() -> None:
    make_folder(data_root())
    family = registry.get_family("samegame")
    puzzle = registry.read(family.examples[0].text)
    draft = EditText(data_root())
    draft.text = "a draft \ud800"
    draft.save()
    RecentFiles(data_root()).add(Path("/puzzles/a.txt"))
    OwnPuzzles(data_root()).add(Loaded(puzzle, "here"))
    OwnStore(data_root()).save(puzzle)
    assert len(list(data_root().rglob("*.json"))) == 3
    assert examined()[0] == 0


@pytest.mark.parametrize("content", [DEEP, b"{}", b"[1"])
def test_the_app_sets_its_damaged_files_aside_and_goes_on(content: bytes) -> None:
    make_folder(data_root())
    recent = data_root() / "recent.json"
    recent.write_bytes(content)
    files = RecentFiles(data_root())
    assert files.paths == []
    files.add(Path("/puzzles/a.txt"))
    assert recent.with_name("recent.json.damaged").read_bytes() == content
    puzzle = registry.read(registry.get_family("samegame").examples[0].text)
    games = OwnStore(data_root())
    assert games.save(puzzle)
    (path,) = (data_root() / "own-games").iterdir()
    path.write_bytes(content)
    assert OwnStore(data_root()).of(puzzle).games == ()
    assert path.with_name(f"{path.name}.damaged").read_bytes() == content
    (data_root() / "own-puzzles").mkdir()
    (data_root() / "own-puzzles" / "1.json").write_bytes(content)
    assert OwnPuzzles(data_root()).puzzles == {}


def test_what_a_read_only_disk_refuses_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    run = whole_run()
    run.result_path.write_bytes(b"")
    monkeypatch.setattr(Path, "replace", refuse)
    assert not_repaired("runs", "result.json") == "it can't be repaired (Read-only file system)"
    monkeypatch.undo()


def test_a_folder_that_can_not_be_listed_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    make_folder(runs_root().parent)
    runs_root().touch()
    code, areas = examined()
    assert code == 1
    assert [one["what"] for one in areas["runs"]["findings"]] == [f"{runs_root()} can't be read: Not a directory"]


def test_numba_is_not_imported() -> None:
    whole_run(), stored_prior(), kernel_file()
    program = (
        "from tui.commands import main\ntry: main()\nfinally: print('numba' in sys.modules, 'textual' in sys.modules)"
    )
    command = [sys.executable, "-c", f"import sys\n{program}", "doctor"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "False False"
    assert (done.returncode, done.stderr) == (0, "")


def test_names_from_outside_are_escaped() -> None:
    run = whole_run()
    odd = run.folder.rename(run.folder.with_name("a\x1b]0;owned\x07\u202e"))
    (odd / "result.json").write_bytes(b"")
    found = invoke("doctor").stdout
    assert "a\\x1b]0;owned\\x07\\u202e/result.json: it is damaged" in found
    assert "\x1b" not in found
