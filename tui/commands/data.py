"""`mcs-tui data`: benchmark data of other people: what there is, and importing, checking and removing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.commands.names import datasets
from tui.commands.root import Commands
from tui.commands.terminal import Exit, Refused, complain, emit, emit_json, note

if TYPE_CHECKING:
    from puzzles.datasets.registry import DataFile, Dataset
    from puzzles.datasets.stored import State, Stored

DATASETS_AS_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON array of datasets.")
FILES_AS_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON array of files.")
QUIET = click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on stderr.")
NAMES = click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=datasets)
NOTHING_PUBLISHED = "nobody publishes its checksum; later copies will be compared with this one"
UNLIKE_PUBLISHED = "it is not what was published"


@click.group(cls=Commands, invoke_without_command=True, short_help="List, import, download benchmark data of others.")
@DATASETS_AS_JSON
@click.pass_context
def data(ctx: click.Context, as_json: bool) -> None:
    """Benchmark data of other people: list, import, download, check and remove it.

    None of it comes with mcs-tui. What is here can be named in place of a file, as data:NAME or data:NAME/FILE.
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_, as_json=as_json)


@data.command("list")
@DATASETS_AS_JSON
def list_(as_json: bool) -> None:
    """List the datasets, and which of their files are here."""
    emit_json(_objects()) if as_json else emit(_text())


@data.command("import")
@click.argument("name", shell_complete=datasets)
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--unverified", is_flag=True, help="Accept files whose checksum differs from the published one.")
@FILES_AS_JSON
@QUIET
def import_(name: str, path: Path, unverified: bool, as_json: bool, quiet: bool) -> int:
    """Copy a dataset's files from a file or folder.

    They are recognized by their checksums, whatever their names are. A file whose checksum nobody publishes has to
    have the published name.
    """
    from puzzles.datasets.download import matches, take
    from puzzles.datasets.stored import DataError

    dataset = _named(name)[0]
    try:
        found = matches(dataset, path)
    except DataError as error:
        raise Refused(str(error)) from None
    except OSError as error:
        raise Refused(f"{error.filename or path}: {error.strerror or error}") from None
    failures, taken = _Failures("import"), []
    for match in found:
        with failures.reported(match.stored):
            state = take(match, any_checksum=unverified)
            taken.append(_here(match.stored, state, quiet=quiet, silent=as_json))
    if as_json:
        emit_json(taken)
    return failures.code


@data.command()
@NAMES
@FILES_AS_JSON
@QUIET
def download(names: tuple[str, ...], as_json: bool, quiet: bool) -> int:
    """Download datasets, or single files (NAME/FILE).

    Files that are here already are checked and kept; an interrupted download continues where it ended. Proxies are
    taken from http_proxy, https_proxy and no_proxy.
    """
    failures, loaded = _Failures("download"), []
    for stored in _to_download(names):
        with failures.reported(stored):
            loaded.append(_here(stored, _downloaded(stored, quiet=quiet), quiet=quiet, silent=as_json))
    if as_json:
        emit_json(loaded)
    return failures.code


@data.command("path")
@click.argument("name", shell_complete=datasets)
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"path": FILE}.')
def path_(name: str, as_json: bool) -> None:
    """Print where a dataset's file is.

    Of several, the first one that is here; NAME/FILE names another.
    """
    from puzzles.datasets import find

    dataset, file = _named(name)
    found = find(name)
    if found is None:
        raise Refused(f"{name} is not here; {_ways(dataset, file)}")
    emit_json({"path": str(found)}) if as_json else emit(str(found))


@data.command()
@NAMES
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"removed": [NAME/FILE, ...]}.')
def remove(names: tuple[str, ...], as_json: bool) -> int:
    """Remove datasets, or single files (NAME/FILE).

    The checksums remembered for them are removed too.
    """
    from puzzles.datasets.stored import remove as delete

    failures, removed = _Failures("remove"), []
    for stored in _stored(names):
        with failures.reported(stored):
            if delete(stored):
                removed.append(stored.name)
    if as_json:
        emit_json({"removed": removed})
    elif removed:
        emit("\n".join(f"removed {name}" for name in removed))
    elif not failures.code:
        complain(f"nothing of {', '.join(names)} is here")
    return failures.code


@data.command()
@click.argument("names", nargs=-1, metavar="[NAME...]", shell_complete=datasets)
@FILES_AS_JSON
def verify(names: tuple[str, ...], as_json: bool) -> int:
    """Read the files that are here (all, or those named), and compare them with their checksums."""
    from puzzles.datasets.registry import DATASETS
    from puzzles.datasets.stored import State

    failures, rows, wrong = _Failures("verify"), [], False
    for stored in _stored(names or [one.name for one in DATASETS]):
        with failures.reported(stored):
            state = stored.verified()
            if state == State.ABSENT:
                continue
            rows.append(_object(stored, state))
            if not as_json:
                emit(f"{stored.name}: {state}")
            if state == State.WRONG:
                wrong = True
                if not as_json:
                    complain(f"mcs-tui data verify: {stored.name} has changed; mcs-tui data download fetches it again")
    if as_json:
        emit_json(rows)
    elif not rows and not failures.code:
        complain("nothing is here to verify")
    return max(failures.code, Exit.UNSOLVED if wrong else Exit.OK)


class _Failures:
    """Reports on stderr what fails for one file, so that the next one is dealt with; `code` is the exit code."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.code = Exit.OK

    @contextmanager
    def reported(self, stored: Stored) -> Iterator[None]:
        """Reports what fails inside in one line, with another way to the file if there is one."""
        from puzzles.datasets.download import ChecksumError, DownloadError
        from puzzles.datasets.stored import DataError

        code, way = Exit.UNSOLVED, ""
        try:
            yield
            return
        except ChecksumError as error:
            code, what, way = Exit.BAD_INPUT, str(error), " (--unverified accepts it all the same)"
        except DownloadError as error:
            what = str(error)
            way = f"; a copy from elsewhere is imported by: mcs-tui data import {stored.dataset.name} FILE"
        except DataError as error:
            what = str(error)
        except OSError as error:
            what = f"{error.filename or stored.path}: {error.strerror or error}"
        complain(f"mcs-tui data {self.command}: {what}{way}")
        self.code = max(self.code, code)


def _downloaded(stored: Stored, *, quiet: bool) -> State:
    """The file's state, once it is here. DataError or OSError if it can't be loaded."""
    from puzzles.datasets.download import download as fetch
    from puzzles.datasets.stored import State
    from tui.commands.following import Transfer

    state = stored.verified()
    if state in (State.PRESENT, State.NOT_VERIFIED):
        note(f"{stored.name} is here already", quiet=quiet)
        return state
    try:
        with Transfer(stored.name, stored.file.url, quiet=quiet) as transfer:
            return fetch(stored, transfer.update)
    except (KeyboardInterrupt, SystemExit):
        note(f"interrupted; {stored.size:,} bytes are kept, the same command continues with them", quiet=quiet)
        raise


def _here(stored: Stored, state: State, *, quiet: bool, silent: bool) -> dict[str, Any]:
    """The JSON object of a file that is here now; unless `silent`, its line is written too."""
    from puzzles.datasets.stored import State

    if not silent:
        emit(f"{stored.name}: {state}, {stored.size:,} bytes, {stored.path}")
    if state is State.NOT_VERIFIED:
        note(f"{stored.name}: {UNLIKE_PUBLISHED if stored.file.sha256 else NOTHING_PUBLISHED}", quiet=quiet)
    return _object(stored, state)


def _ways(dataset: Dataset, file: DataFile | None) -> str:
    files = (file,) if file else dataset.files
    named = f"{dataset.name}/{file.name}" if file else dataset.name
    loads = f"mcs-tui data download {named}, or " if any(one.url for one in files) else ""
    return f"{loads}mcs-tui data import {dataset.name} PATH"


def _to_download(names: Iterable[str]) -> list[Stored]:
    wanted: list[Stored] = []
    for name in names:
        found = [stored for stored in _stored((name,)) if stored.file.url]
        if not found:
            raise Refused(f"{name} can't be downloaded; {_ways(*_named(name))}")
        wanted += [stored for stored in found if stored not in wanted]
    return wanted


def _stored(names: Iterable[str]) -> list[Stored]:
    from puzzles.datasets.stored import Stored, all_stored

    wanted: list[Stored] = []
    for name in names:
        dataset, file = _named(name)
        found = (Stored(dataset, file),) if file else all_stored(dataset)
        wanted += [stored for stored in found if stored not in wanted]
    return wanted


def _named(name: str) -> tuple[Dataset, DataFile | None]:
    from puzzles.datasets.registry import UnknownDatasetError, split

    try:
        return split(name)
    except UnknownDatasetError as error:
        raise Refused(str(error)) from None


def _text() -> str:
    """A paragraph for each dataset: its title, two lines a file, licence and source."""
    from puzzles.datasets.registry import DATASETS
    from puzzles.datasets.stored import all_stored

    states = max(len(stored.state()) for stored in all_stored())
    sizes = max(len(_size(stored)) for stored in all_stored())
    blocks = []
    for one in DATASETS:
        lines = [f"{one.name}: {one.title}"]
        for stored in all_stored(one):
            lines.append(f"  {stored.state():{states}}  {_size(stored):>{sizes}}  {stored.file.name}")
            only = "" if stored.file.url else " (import only)"
            lines.append(f"  {'':{states}}  {'':{sizes}}  {stored.file.title}{only}")
        lines.append(f"  {one.licence}, {one.source}")
        blocks.append("\n".join([*lines, f"  {one.note}"] if one.note else lines))
    return "\n\n".join(blocks)


def _objects() -> list[dict[str, Any]]:
    from puzzles.datasets.registry import DATASETS
    from puzzles.datasets.stored import all_stored

    keys = ("name", "title", "family", "licence", "source", "note")
    return [
        {key: getattr(one, key) for key in keys}
        | {"files": [_object(stored, stored.state()) for stored in all_stored(one)]}
        for one in DATASETS
    ]


def _object(stored: Stored, state: str) -> dict[str, Any]:
    """What there is to say of a file: `bytes` are here, `size` and `sha256` are the published ones, null if unknown."""
    return {
        "name": stored.name,
        "title": stored.file.title,
        "state": str(state),
        "bytes": stored.size,
        "size": stored.file.size or None,
        "sha256": stored.file.sha256 or None,
        "url": stored.file.url or None,
        "path": str(stored.path),
    }


def _size(stored: Stored) -> str:
    from puzzles.datasets.stored import State

    whole = f"{stored.file.size:,}" if stored.file.size else "?"
    state = stored.state()
    if state is State.PARTIAL:
        return f"{stored.size:,} of {whole}"
    return whole if state is State.ABSENT else f"{stored.size:,}"
