"""Changes of files outside runs on a disk that fails or whose power is cut: `python cut_files.py [CHANGE]`.

It prints a JSON object: for each change how many faults of writing, cuts of the power and faults of reading there were,
and what went wrong in each after which there was neither the old state nor the new one.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import click
import numpy as np
from morpion_games import random_game
from recorded_disk import FAULTS, RecordedDisk, failing

from priors import store
from priors.provenance import provenance
from puzzles import registry
from puzzles.datasets import registry as data_registry
from puzzles.datasets import stored as datasets
from puzzles.datasets.download import CHUNK, download
from puzzles.datasets.registry import DataFile, Dataset
from puzzles.engine import kernel_cache, kernel_sources
from puzzles.morpion.puzzle import board_of
from puzzles.user_data import make_folder
from solvers import kernel_archive, kernel_costs
from solvers.runs.events import Finished, Started, encode
from solvers.runs.folder import all_runs, new_run
from solvers.runs.listing import RunList
from solvers.runs.spec import GenerateSpec
from tui.commands.writing import write_file
from tui.kept.loaded import Loaded
from tui.kept.user_files import EditText, OwnPuzzles, RecentFiles
from tui.play.store import OwnStore

KERNEL = "latin/nrpa"
CODE = b"machine code" * 2000
URL = "https://localhost/toy.bin"
BODY = hashlib.shake_256(b"some file").digest(3 * CHUNK)
TOY = DataFile("toy.bin", "a file", hashlib.sha256(BODY).hexdigest(), len(BODY), URL)
DATASET = Dataset("toy", "a file for tests", "rna", "CC0-1.0", "https://localhost", (TOY,))
REFUSED = (OSError, click.ClickException, datasets.DataError)
"""What a change raises that could not be made."""


@dataclass(frozen=True)
class Change:
    """`make` makes the old state (0), then the new one (1), `read` says which there is; `given` comes before both.

    `noticed`: what is read besides where a cut has damaged what can be made again; readers say so. `silent`: the
    change does not say whether it was made.
    """

    make: Callable[[Path, int], object]
    read: Callable[[Path], Any]
    given: Callable[[Path], object] = lambda folder: None
    noticed: tuple[Any, ...] = ()
    silent: bool = False


def _saved(done: bool) -> None:
    if not done:
        raise OSError("the disk refuses")


def _train(_folder: Path, which: int) -> None:
    count, nb = np.array([3 + which, 1, 0, 0], np.int64), np.array([5, 4, 5, 0], np.int64)
    store.save(count, nb, provenance(registry.get_family("latin"), "dual", "order-8", asked=10, counted=10, seed=7))


def _prior(_folder: Path) -> Any:
    found = store.look_up("latin", "dual", "order-8")
    return found.notice if found.stored is None else found.stored.count.tolist()


def _place() -> Path:
    return kernel_cache.folder_of(KERNEL) / f"advance-0123456789abcdef{kernel_sources.SUFFIX}"


def _compile(_folder: Path, which: int = 1) -> None:
    if which:
        kernel_cache.write_kernel(_place(), CODE)
        kernel_cache.mark_compiled(KERNEL, [_place()])


def _kernel(_folder: Path) -> Any:
    """`loaded`, `absent`, `damaged`, or what must not be: other code, or a kernel that counts as compiled and is not.

    One that is there and does not count as compiled, as its marker was lost, is only marked again.
    """
    marked, there, loaded = kernel_cache.is_compiled(KERNEL), _place().exists(), kernel_cache.read_kernel(_place())
    if loaded is None:
        return "damaged" if there else "marked without a file" if marked else "absent"
    return "loaded" if loaded == CODE else "other code"


def _export(folder: Path, which: int) -> None:
    if which:
        kernel_archive.export_kernels(folder / "kernels.zip")
    else:
        (folder / "kernels.zip").write_bytes(b"old")


def _archive(folder: Path) -> Any:
    if (folder / "kernels.zip").read_bytes() == b"old":
        return "old"
    with zipfile.ZipFile(io.BytesIO((folder / "kernels.zip").read_bytes())) as archive:
        return archive.testzip(), sorted(archive.namelist())


def _only_archive(folder: Path) -> None:
    _compile(folder)
    _export(folder, 1)
    shutil.rmtree(kernel_cache.parent())
    make_folder(kernel_cache.folder_of(KERNEL) / kernel_cache.COMPILED)


def _import(folder: Path, which: int) -> None:
    if which:
        kernel_archive.import_kernels(folder / "kernels.zip")


def _type(folder: Path, which: int) -> None:
    draft = EditText(folder)
    draft.load()
    draft.text = f"a text of number {which}"
    _saved(draft.save())


def _generated() -> Loaded:
    return Loaded(registry.read("1 . 3\n. 3 .\n3 . 2\n", family_name="latin"), "generated")


def _add_puzzle(folder: Path, which: int) -> None:
    own = OwnPuzzles(folder)
    if which:
        _saved(own.kept(own.add(_generated())))


def _play(folder: Path, which: int) -> None:
    puzzle, games = registry.read("morpion 5D\n"), OwnStore(folder)
    games.of(puzzle).games = (tuple(board_of(random_game("5D", 3)[: 1 + which])),)
    _saved(games.save(puzzle))


def _list_runs(_folder: Path, which: int) -> None:
    if which:
        for run in all_runs():
            os.utime(run.events_path, (7, 7))
        RunList().look()


def _two_runs(_folder: Path) -> None:
    for number in (1, 2):
        run = new_run(GenerateSpec(family="latin", title=f"{number}"))
        run.events_path.write_bytes(encode(Started(pid=1, time="", version="")) + encode(Finished(reason="done")))
        run.lock_path(0).touch()


def _runs(_folder: Path) -> Any:
    return sorted((one.spec.title if one.spec else "", one.status) for one in RunList().look().values())


class _Answer(io.BytesIO):
    """The answer of a server that sends the file, or of it what was requested."""

    def __init__(self, _url: str, headers: Mapping[str, str], **_options: Any) -> None:
        begun = int(headers.get("Range", "bytes=0-")[6:-1])
        super().__init__(BODY[begun:])
        self.status_code, self.reason, self.url, self.raw = 206 if begun else 200, "", URL, self
        self.headers = {"Content-Length": str(len(BODY) - begun), "ETag": '"one"'}
        if begun:
            self.headers["Content-Range"] = f"bytes {begun}-{len(BODY) - 1}/{len(BODY)}"

    def iter_content(self, size: int) -> Iterator[bytes]:
        while data := self.read(size):
            yield data


def _download(_folder: Path, which: int) -> None:
    if which:
        with mock.patch.object(data_registry, "DATASETS", (DATASET,)), mock.patch("requests.get", _Answer):
            download(datasets.Stored(DATASET, DATASET.files[0]), lambda done, total: None)


def _downloaded(_folder: Path) -> str:
    """What of the file is there; a part, beside, is not the file."""
    path = datasets.Stored(DATASET, DATASET.files[0]).path
    return "absent" if not path.exists() else "whole" if path.read_bytes() == BODY else "other bytes"


CHANGES: Mapping[str, Change] = {
    "prior": Change(_train, _prior),
    "kernel": Change(_compile, _kernel, noticed=("damaged",), silent=True),
    "export": Change(_export, _archive, _compile),
    "import": Change(_import, _kernel, _only_archive, noticed=("damaged",), silent=True),
    "pace": Change(
        lambda folder, which: kernel_costs.note("latin/nrpa", 1.0 + which),
        lambda folder: kernel_costs._measured()[1] > 0,  # an estimate may begin anew
        lambda folder: make_folder(kernel_cache.application_cache()),
        noticed=(False,),
        silent=True,
    ),
    "draft": Change(_type, lambda folder: EditText(folder).load()),
    "recent": Change(
        lambda folder, which: RecentFiles(folder).add(Path(f"/puzzle-{which}")),
        lambda folder: [str(path) for path in RecentFiles(folder).paths],
        silent=True,
    ),
    "own puzzle": Change(
        _add_puzzle,
        lambda folder: [one.puzzle.title for one in OwnPuzzles(folder).puzzles.values()],
        lambda folder: make_folder(folder / "own-puzzles"),
    ),
    "own game": Change(_play, lambda folder: OwnStore(folder).of(registry.read("morpion 5D\n")).games),
    "output": Change(
        lambda folder, which: write_file(folder / "board.txt", f"{which} " * 9000),
        lambda folder: (folder / "board.txt").read_text()[:1],
    ),
    "checksums": Change(
        lambda folder, which: datasets._pin("rfam/Rfam.seed", f"{which}" * 64),
        lambda folder: datasets.pinned(),
        lambda folder: make_folder(datasets.folder()),
    ),
    "download": Change(_download, _downloaded, lambda folder: make_folder(datasets.folder())),
    "list of runs": Change(_list_runs, _runs, _two_runs, silent=True),
}
"""By their names: all that is replaced as a whole, in the cache, in the data folder and where the user says."""


@contextmanager
def _state(folder: Path) -> Iterator[Path]:
    """The folder while cache and data are in it; it is removed afterwards."""
    folder.mkdir(exist_ok=True)
    own = {"MCS_TUI_DATA": f"{folder}", "MCS_TUI_CACHE": f"{folder}", "MCS_TUI_KERNELS": f"{folder}/kernels"}
    with mock.patch.dict(os.environ, own):
        yield folder
    shutil.rmtree(folder)


def _contents(folder: Path) -> set[bytes]:
    return {path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _is_aside(folder: Path) -> bool:
    return any(path.name.endswith(".damaged") for path in folder.rglob("*"))


def _leftovers(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob(".*") if path.name.endswith(str(os.getpid()))]


def _failing(disk: RecordedDisk, call: int, code: int) -> str:
    """Makes that call fail; what it is called."""
    if code:
        disk.fault = failing(call, code)
        return f"call {call}, {os.strerror(code)}"
    disk.short = call
    return f"call {call}, half written"


def examine(change: Change, folder: Path) -> dict[str, Any]:
    """All faults and cuts of one change."""
    wrong: dict[str, str] = {}
    tried = {"faults": 0, "cuts": 0, "read faults": 0}

    def judge(what: str, place: Path, allowed: tuple[Any, ...]) -> None:
        try:
            seen = change.read(place)
        except Exception as error:
            wrong[what] = f"{type(error).__name__}: {error}"
            return
        if seen not in allowed:
            wrong[what] = f"read as {seen!r}, not {' or '.join(map(repr, allowed))}"

    with _state(folder / "quiet") as place:
        change.given(place)
        change.make(place, 0)
        old = change.read(place)
        disk = RecordedDisk(place, reads=True)
        disk.adopt()
        begun = len(disk.operations)
        with disk.recording():
            change.make(place, 1)
        new, calls, cuts = change.read(place), disk.calls, list(disk.cuts(begun, any_order=True))
    for call in range(1, calls + 1):
        for code in (*FAULTS, 0):
            with _state(folder / "failing") as place:
                change.given(place)
                change.make(place, 0)
                disk, tried["faults"] = RecordedDisk(place, reads=True), tried["faults"] + 1
                disk.adopt()
                what, allowed = _failing(disk, call, code), (old, new)
                try:
                    with disk.recording():
                        change.make(place, 1)
                    allowed = allowed if change.silent else (new,)
                except REFUSED:
                    pass
                except Exception as error:
                    wrong[what] = f"{type(error).__name__}: {error}"
                if not _is_aside(place):  # what could not be read is beside, untouched
                    judge(what, place, allowed)
                if left := _leftovers(place):
                    wrong[what] = f"left behind: {left}"
    for number, files in enumerate(cuts):
        with _state(folder / "cut") as place:
            tried["cuts"] += 1
            for name, data in files.items():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                (place / name).write_bytes(data)
            kept = sorted((name, len(data), data.count(0)) for name, data in files.items())
            judge(f"cut {number}: (name, bytes, zeros) {kept}", place, (old, new, *change.noticed))
    tried["read faults"] = _read_faults(change, folder / "read", new, wrong)
    return {**tried, "old and new": [str(old)[:80], str(new)[:80]], "wrong": wrong}


def _read_faults(change: Change, folder: Path, new: Any, wrong: dict[str, str]) -> int:
    """How many: each call of a reader that may fail does, and then it reads as before, or the file was set aside."""
    tried = 0
    with _state(folder) as place:
        change.given(place)
        change.make(place, 0)
        change.make(place, 1)
        quiet = RecordedDisk(place, reads=True)
        quiet.adopt()
        with quiet.recording():
            change.read(place)
    for call in range(1, quiet.calls + 1):
        for code in FAULTS:
            with _state(folder) as place:
                change.given(place)
                change.make(place, 0)
                change.make(place, 1)
                before, disk = _contents(place), RecordedDisk(place, reads=True)
                disk.adopt()
                what = f"reading: {_failing(disk, call, code)}"
                tried += 1
                try:
                    with disk.recording():
                        change.read(place)
                except REFUSED:
                    pass
                except Exception as error:
                    wrong[what] = f"{type(error).__name__}: {error}"
                if not before <= _contents(place) or not (_is_aside(place) or change.read(place) == new):
                    wrong[what] = "something is lost"
    return tried


def main() -> None:
    """Examines the changes that are named, or all."""
    found = {}
    for name in sys.argv[1:] or CHANGES:
        with tempfile.TemporaryDirectory() as folder:
            found[name] = examine(CHANGES[name], Path(os.path.realpath(folder)))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
