"""The readers of stored files as targets: runs and their list, checkpoints, priors, kernels, and what the app keeps.

Runs and checkpoints are those that version 0.1.0 wrote (tests/released). Files with a checksum are read with a wrong
one and with a right one, as somebody may have forged it.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from priors import store
from priors.provenance import provenance
from priors.sealed import DIGEST, DamagedError, _digest, sealed
from priors.stored import histogram
from puzzles import registry
from puzzles.datasets import stored as datasets
from puzzles.engine import kernel_cache, kernel_sources
from puzzles.errors import PuzzleError
from puzzles.parameters import ParameterError
from puzzles.user_data import make_folder
from solvers import kernel_archive, kernel_costs
from solvers.runs.checkpoint import META, read_checkpoint, read_place
from solvers.runs.comparison import curves, table
from solvers.runs.faults import faults
from solvers.runs.folder import Run, all_runs, hold, requested, runs_root
from solvers.runs.listing import SUMMARY, RunList, summarize
from solvers.runs.reader import view
from solvers.runs.result import read_result
from solvers.runs.scoring import family_of
from tui.commands.report import Shown
from tui.commands.run_list import _row, view_json
from tui.commands.runs import end_of
from tui.kept.loaded import Loaded
from tui.kept.stored_files import UNREADABLE
from tui.kept.user_files import EditText, OwnPuzzles, RecentFiles
from tui.play.store import OwnStore, read_played
from tui.widgets.lists import _line
from tui.words.comparison_picture import comparison_picture
from tui.words.curves import columns_for, lines_of
from tui.words.run_table import RunTable, improvements_csv, runs_csv

from . import experiments
from .mutations import TESTS
from .readers import Call, Target

RUNS = (
    *("train-latin", "kakuro-unique", "latin-several", "latin-solved", "morpion-budget", "rna-designs"),
    *("samegame-budget", "tsptw-nmcs"),
)
"""The ends of the names of the runs that are read: of all families, small, with one board and with several."""
FILES = {"spec.json": 0.8, "events.jsonl": 0.7, "result.json": 0.8, "status-0.json": 0.2, "worker-0.log": 0.1}
"""The files of a run, and how much of all inputs goes to each."""
REFUSED: tuple[type[Exception], ...] = (PuzzleError, click.ClickException, ParameterError)
"""What commands raise that end in one line."""
SHOWN_OF = 20
"""One view of that many is shown as `mcs-tui show` does, which takes longer than all else."""
SHOWN = Shown(format=None, output=None, everything=True, json=False, quiet=False, ascii=True, best=True)


def targets(folder: Path) -> Iterator[Target]:
    """All of them; their files are below the folder, which the environment must name as data and cache."""
    yield from _runs(folder)
    yield from _arrays(folder)
    yield from _kernels()
    yield from _app(folder)
    yield from experiments.targets(folder)


def _one(name: str, read: Callable[[str], object]) -> Callable[[str], Iterator[Call]]:
    """The calls of a target that has but one."""
    return lambda text: iter([(name, lambda: read(text))])


def _runs(folder: Path) -> Iterator[Target]:
    with tarfile.open(TESTS / "released" / "data.tar.xz") as archive:
        wanted = [one for one in archive.getmembers() if _run_of(one.name) in RUNS and "checkpoint" not in one.name]
        archive.extractall(folder / "released", wanted, filter="data")
    for place in sorted((folder / "released" / "runs").iterdir()):
        run = Run(place)
        for name, share in FILES.items():
            path = place / name
            if not path.exists() and name != "worker-0.log":
                continue
            own = Run(folder / "read" / f"{place.name}-{name.partition('.')[0]}")
            shutil.copytree(place, own.folder)
            if name == "status-0.json":
                hold(own.lock_path(0))  # a status is read of a live worker alone
            seed = path.read_text() if path.exists() else "Traceback (most recent call last):\n  ...\nKeyError: 'x'\n"
            yield Target(
                f"{name} of {run.id[16:]}",
                (seed,),
                lambda text, path=own.folder / name: _of_run(path, text),
                share=share,
                refused=REFUSED,
            )
    control = Run(folder / "read" / "control").control_path
    make_folder(control.parent)
    yield Target("control", ("stop\n", "pause\n", "go\n"), _one("requested", lambda text: _asked(control, text)), 0.05)
    listed = runs_root()
    for name in ("latin-solved", "rna-designs", "tsptw-nmcs"):
        [place] = (folder / "released" / "runs").glob(f"*-{name}")
        shutil.copytree(place, listed / place.name)
    RunList().look()
    seed = (listed / ".list.json").read_text()
    yield Target("list of runs", (seed,), _one("runs", lambda text: _list(listed / ".list.json", text)), 0.4)
    newest = all_runs()[0]
    summarize(newest, 0)
    summary = newest.folder / SUMMARY
    yield Target("summary", (summary.read_text(),), _one("runs", lambda text: _list(summary, text, anew=True)), 0.4)


def _run_of(member: str) -> str:
    """The end of a run's name, from the name of a file in the archive of released runs."""
    parts = member.split("/")
    return parts[1][16:] if parts[0] == "runs" and len(parts) > 2 else ""


def _write(path: Path, text: str, *, binary: bool = False) -> None:
    path.write_bytes(text.encode("latin-1", "replace") if binary else text.encode("utf-8", "surrogatepass"))


def _of_run(path: Path, text: str) -> Iterator[Call]:
    """All that shows a run, one of whose files holds the text."""
    _write(path, text)
    run, seen = Run(path.parent), []
    yield "view", lambda: seen.append(view(run))
    if seen:
        yield "runs", lambda: (json.dumps(view_json(seen[0]), default=str), _row(seen[0]))
        if len(text) % SHOWN_OF == 0:
            yield "doctor", lambda: list(faults(run))
            yield "show", lambda: _show(seen[0], len(text) // SHOWN_OF)
    if path.name == "result.json":
        yield "result", lambda: read_result(path)


def _show(seen: Any, kind: int) -> None:
    """Drawn, as JSON or in one of the formats."""
    family = family_of(seen.spec)
    known = [one.name for one in family.formats if one.writes] if family else []
    name = known[kind % len(known)] if known and kind % 3 == 2 else None
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        end_of(seen, replace(SHOWN, json=kind % 3 == 1, format=name))
        for rank, one in enumerate(seen.found, 1):
            _line(rank, one)


def _asked(path: Path, text: str) -> None:
    _write(path, text)
    requested(path)


def _list(path: Path, text: str, *, anew: bool = False) -> None:
    """The list of runs as it is printed, drawn and compared; `anew`: without what was known of them."""
    _write(path, text)
    if anew:
        (runs_root() / ".list.json").unlink(missing_ok=True)
    found = RunTable()
    found.take(list(RunList().look().values()))
    for one in found.views:
        json.dumps(view_json(one))
        _row(one)
    runs_csv(found.views)
    found.texts(100, plain=False)
    found.marked = {one.id for one in found.views}
    groups = found.compared(None)
    table(groups)
    improvements_csv(groups)
    lines_of(curves(groups, columns_for(60)), 60, 12, plain=True)
    comparison_picture(groups, by_playouts=True)


def _arrays(folder: Path) -> Iterator[Target]:
    """Checkpoints and priors: as they are, with a forged checksum, and with any numbers or header in a sealed file."""
    place = folder / "arrays" / "checkpoint-0.npz"
    make_folder(place.parent)
    with tarfile.open(TESTS / "released" / "data.tar.xz") as archive:
        member = archive.extractfile(
            next(one for one in archive if one.name.endswith("-rna-sampling/checkpoint-0.npz"))
        )
        assert member is not None
        released = member.read()
    with np.load(io.BytesIO(released), allow_pickle=False) as members:
        arrays = {name: members[name] for name in members.files}
    about = arrays[META].tobytes().decode()
    few = {name: array for name, array in arrays.items() if name != META and array.nbytes < 2000}
    small = sealed({META: arrays[META], **few})
    read = _one("checkpoint", lambda data: _checkpoint(place, data.encode("latin-1", "replace")))
    yield Target("checkpoint of 0.1.0", (released.decode("latin-1"),), read, 0.3, True, (DamagedError,))
    yield Target("checkpoint", (small.decode("latin-1"),), read, 0.5, True, (DamagedError,))
    again = _one("checkpoint", lambda data: _checkpoint(place, _resealed(data)))
    yield Target("forged checkpoint", (small.decode("latin-1"),), again, 1, True, (DamagedError,))
    numbers = _one("numbers", lambda text: _checkpoint(place, _with_member(few, META, text)))
    yield Target("numbers of a checkpoint", (about,), numbers, 0.2, False, (DamagedError,))

    family = registry.get_family("latin")
    count, nb = np.array([3, 1, 0, 0], np.int64), np.array([4, 4, 5, 0], np.int64)
    path = store.save(count, nb, provenance(family, "dual", "order-8", asked=10, counted=10, seed=7))
    stored = path.read_bytes().decode("latin-1")
    with np.load(path, allow_pickle=False) as members:
        arrays = {name: members[name] for name in members.files}
    origin = arrays.pop("provenance").tobytes().decode()
    yield Target(
        "prior", (stored,), _one("prior", lambda data: _prior(path, data.encode("latin-1", "replace"))), 0.3, True
    )
    yield Target("forged prior", (stored,), _one("prior", lambda data: _prior(path, _resealed(data))), 1, True)
    described = _one("provenance", lambda text: _prior(path, _with_member(arrays, "provenance", text)))
    yield Target("provenance of a prior", (origin,), described, 0.5)
    buffer = io.BytesIO()
    np.save(buffer, count)
    member_seed = buffer.getvalue().decode("latin-1")
    texts = {"nb": nb, "provenance": np.frombuffer(origin.encode(), np.uint8)}
    counts = _one(
        "counts", lambda data: _prior(path, _with_raw_member(texts, "count", data.encode("latin-1", "replace")))
    )
    yield Target("counts of a prior", (member_seed,), counts, 0.3, True)


def _resealed(data: str) -> bytes:
    body = data.encode("latin-1", "replace")[:-DIGEST]
    return body + _digest(body)


def _with_member(arrays: dict[str, Any], name: str, text: str) -> bytes:
    """A sealed file with these arrays and the text as an array of bytes."""
    return sealed({**arrays, name: np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)})


def _with_raw_member(arrays: dict[str, Any], name: str, data: bytes) -> bytes:
    """A sealed file with these arrays, and a member that holds the bytes as they are."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr(f"{name}.npy", data)
        archive.comment = bytes(DIGEST)
    body = buffer.getvalue()[:-DIGEST]
    return body + _digest(body)


def _checkpoint(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    read_place(path)
    read_checkpoint(path)


def _prior(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    found = store.look_up("latin", "dual", "order-8")
    assert found.stored is not None or found.notice
    if found.stored is not None:
        histogram(found.stored)
        assert found.stored.provenance.summary
    _forget_set_aside(path)


def _forget_set_aside(path: Path) -> None:
    for end in ("damaged", "outdated"):
        path.with_name(f"{path.name}.{end}").unlink(missing_ok=True)


def _kernels() -> Iterator[Target]:
    """Kernel files, markers, archives and the measured pace."""
    place = kernel_cache.folder_of("latin/nrpa")
    make_folder(place)
    kernel = place / f"solvers.searches.nrpa.advance-0123456789abcdef{kernel_sources.SUFFIX}"
    data = b"machine code" * 20
    whole = hashlib.sha256(data).digest() + data
    kernel.write_bytes(whole)
    kernel_cache.mark_compiled("latin/nrpa", [kernel])
    mark = place / kernel_cache.COMPILED / "latin%2Fnrpa"
    marked = mark.read_text()
    archive = kernel_cache.application_cache() / "kernels.zip"
    kernel_archive.export_kernels(archive)
    exported = archive.read_bytes()
    with zipfile.ZipFile(archive) as members:
        manifest = members.read(kernel_archive.MANIFEST).decode()
        names = [name for name in members.namelist() if name != kernel_archive.MANIFEST]
        contents = {name: members.read(name) for name in names}

    def read_kernel(text: str) -> None:
        _write(kernel, text, binary=True)
        kernel_cache.read_kernel(kernel)
        kernel_cache.take_notices()

    def read_mark(text: str) -> None:
        _write(mark, text)
        kernel_cache.is_compiled("latin/nrpa")
        kernel_cache.compiled()

    def read_archive(data: bytes) -> None:
        archive.write_bytes(data)
        kernel_archive.import_kernels(archive)

    def read_manifest(text: str) -> None:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as made:
            made.writestr(kernel_archive.MANIFEST, text.encode("utf-8", "surrogatepass"))
            for name, content in contents.items():
                made.writestr(name, content)
        read_archive(buffer.getvalue())

    def read_pace(text: str) -> None:
        _write(kernel_costs._pace_file(), text)
        kernel_costs.note("latin/nrpa", 1.0)
        _write(kernel_costs._pace_file(), text)
        kernel_costs._measured()

    yield Target("kernel", (whole.decode("latin-1"),), _one("kernel", read_kernel), 0.3, True)
    yield Target("marker of a kernel", (marked,), _one("marker", read_mark), 0.5)
    refused = (kernel_archive.ArchiveError,)
    read = _one("archive", lambda text: read_archive(text.encode("latin-1", "replace")))
    yield Target("archive of kernels", (exported.decode("latin-1"),), read, 0.5, True, refused)
    yield Target("manifest of an archive", (manifest,), _one("manifest", read_manifest), 0.5, False, refused)
    yield Target("pace of compiling", ('{"seconds": 12.5, "cost": 30.0}',), _one("pace", read_pace), 0.2)


def _app(folder: Path) -> Iterator[Target]:
    """Draft, recent files, own puzzles and games, and the checksums of datasets."""
    data = folder / "app"
    for name in ("own-puzzles", "own-games"):
        make_folder(data / name)
    kakuro = registry.read(registry.get_family("kakuro").examples[0].text, family_name="kakuro")
    game = registry.read("morpion 5D\n")
    own = {"family": "kakuro", "puzzle": registry.get_family("kakuro").to_json(kakuro), "source": "x"}
    games = {"puzzle": registry.get_family("morpion").to_json(game), "games": [[1, 2, 3], [4, 5]]}
    games_path = OwnStore(data).path(game)
    square = Loaded(registry.read("# latin\n1 . 3\n. 3 .\n3 . 2\n"))
    step = [[1, 1, []]], [[3, -1, [0, 1]]]
    tally = {"seconds": 12.5, "hints": 1, "checks": 0, "reveals": 2, "started": 1e9, "changed": 2e9, "finished": 0}
    filled = {"family": "latin", "puzzle": square.family.to_json(square.puzzle), "source": "", "games": []}
    filled |= {"play": {"steps": step, "at": 1, **tally}}
    filled_path = OwnStore(data).path(square.puzzle)
    sums = datasets.folder() / "SHA256SUMS"
    make_folder(sums.parent)

    def read_draft(text: str) -> None:
        _write(data / "draft.txt", text)
        EditText(data).load()

    def read_recent(text: str) -> None:
        _write(data / "recent.json", text)
        for one in RecentFiles(data).paths:
            os.fspath(one)
        _forget_set_aside(data / "recent.json")

    def read_puzzle(text: str) -> None:
        _write(data / "own-puzzles" / "1.json", text)
        assert OwnPuzzles(data).puzzles is not None
        _forget_set_aside(data / "own-puzzles" / "1.json")

    def read_games(text: str) -> None:
        _write(games_path, text)
        OwnStore(data).of(game)
        _forget_set_aside(games_path)

    def read_filled(text: str) -> None:
        _write(filled_path, text)
        with suppress(*UNREADABLE):
            read_played(filled_path)
        assert len(OwnStore(data).unfinished()) <= 2
        OwnStore(data).game(square)
        _forget_set_aside(filled_path)

    def read_sums(text: str) -> None:
        _write(sums, text)
        datasets.pinned()

    yield Target("draft", (kakuro.title, "# latin\n1 2\n2 1\n"), _one("draft", read_draft), 0.1)
    yield Target("recent files", ('["/puzzles/a.txt", "/puzzles/b"]',), _one("recent", read_recent), 0.5)
    yield Target("own puzzle", (json.dumps(own),), _one("own puzzle", read_puzzle), 0.5)
    yield Target("own games", (json.dumps(games),), _one("own games", read_games), 0.15)
    yield Target("game filled in", (json.dumps(filled),), _one("filled", read_filled), 0.15)
    yield Target("checksums of datasets", (f"{'0' * 64}  rfam/Rfam.seed\n",), _one("checksums", read_sums), 0.1)
