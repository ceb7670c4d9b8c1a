"""`mcs-tui data`: benchmark data of other people: what there is, and importing, checking and removing it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.commands.exits import BAD_INPUT, OK, UNSOLVED, Refused, complain, note
from tui.commands.names import datasets
from tui.commands.root import Commands
from tui.commands.terminal import emit, emit_json

if TYPE_CHECKING:
    from puzzles.datasets.registry import DataFile, Dataset
    from puzzles.datasets.stored import State, Stored


def text() -> str:
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


def objects() -> list[dict[str, Any]]:
    """An object for each dataset, with its files as of `file_object`."""
    from puzzles.datasets.registry import DATASETS
    from puzzles.datasets.stored import all_stored

    return [
        {
            "name": one.name,
            "title": one.title,
            "family": one.family,
            "licence": one.licence,
            "source": one.source,
            "note": one.note,
            "files": [file_object(stored, stored.state()) for stored in all_stored(one)],
        }
        for one in DATASETS
    ]


def file_object(stored: Stored, state: str) -> dict[str, Any]:
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
    """Bytes that are here, or those there are; "?" if nobody says how many."""
    from puzzles.datasets.stored import State

    whole = f"{stored.file.size:,}" if stored.file.size else "?"
    state = stored.state()
    if state is State.PARTIAL:
        return f"{stored.size:,} of {whole}"
    return whole if state is State.ABSENT else f"{stored.size:,}"


AS_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON array of files.")
QUIET = click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on stderr.")
NOTHING_PUBLISHED = "nobody publishes its checksum; later copies will be compared with this one"
UNLIKE_PUBLISHED = "it is not what was published"


@click.group(cls=Commands, invoke_without_command=True, short_help="List, import, download benchmark data of others.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array of datasets.")
@click.pass_context
def data(ctx: click.Context, as_json: bool) -> None:
    """Benchmark data of other people: list, import, download, check and remove it.

    None of it comes with mcs-tui. What is here can be named in place of a file, as data:NAME or data:NAME/FILE.
    """
    if ctx.invoked_subcommand is None:
        _list(as_json)


@data.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON array of datasets.")
def list_(as_json: bool) -> None:
    """List the datasets, and what of them is here."""
    _list(as_json)


@data.command("import")
@click.argument("name", shell_complete=datasets)
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--unverified", is_flag=True, help="Take a file also if it is not what was published.")
@AS_JSON
@QUIET
def import_(name: str, path: Path, unverified: bool, as_json: bool, quiet: bool) -> int:
    """Copy a dataset's files from a file or folder.

    They are known by their checksums, whatever they are called. A file whose checksum nobody publishes has to have
    the published name.
    """
    from puzzles.datasets.importing import UnlikeError, matches, take
    from puzzles.datasets.stored import DataError

    dataset = _named(name)[0]
    try:
        found = matches(dataset, path)
    except DataError as error:
        raise Refused(str(error)) from None
    except OSError as error:
        raise Refused(f"{error.filename or path}: {error.strerror or error}") from None
    code, taken = OK, []
    for match in found:
        try:
            state = take(match, as_it_is=unverified)
        except UnlikeError as error:
            complain(f"mcs-tui data import: {error} (--unverified takes it all the same)")
            code = BAD_INPUT
            continue
        except DataError as error:
            complain(f"mcs-tui data import: {error}")
            code = code or UNSOLVED
            continue
        taken.append(_brought(match.stored, state, quiet=quiet, silent=as_json))
    if as_json:
        emit_json(taken)
    return code


@data.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=datasets)
@AS_JSON
@QUIET
def download(names: tuple[str, ...], as_json: bool, quiet: bool) -> int:
    """Download datasets, or single files (NAME/FILE).

    What is here already is checked and left; a download that was interrupted goes on. Proxies are taken from
    http_proxy, https_proxy and no_proxy.
    """
    from puzzles.datasets.stored import DataError

    code, brought = OK, []
    for stored in _to_download(names):
        try:
            state = _fetched(stored, quiet=quiet)
        except DataError as error:
            complain(f"mcs-tui data download: {error}{_by_hand(stored, error)}")
            code = UNSOLVED
            continue
        brought.append(_brought(stored, state, quiet=quiet, silent=as_json))
    if as_json:
        emit_json(brought)
    return code


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
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=datasets)
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"removed": [NAME/FILE, ...]}.')
def remove(names: tuple[str, ...], as_json: bool) -> int:
    """Remove datasets, or single files (NAME/FILE).

    What is remembered of their checksums is forgotten too.
    """
    from puzzles.datasets.stored import DataError
    from puzzles.datasets.stored import remove as delete

    code, removed = OK, []
    for stored in _stored(names):
        try:
            if delete(stored):
                removed.append(stored.name)
        except DataError as error:
            complain(f"mcs-tui data remove: {error}")
            code = UNSOLVED
        except OSError as error:
            complain(f"mcs-tui data remove: {error.filename or stored.path}: {error.strerror or error}")
            code = UNSOLVED
    if as_json:
        emit_json({"removed": removed})
    elif removed:
        emit("\n".join(f"removed {name}" for name in removed))
    elif not code:
        complain(f"nothing of {', '.join(names)} is here")
    return code


@data.command()
@click.argument("names", nargs=-1, metavar="[NAME...]", shell_complete=datasets)
@AS_JSON
def verify(names: tuple[str, ...], as_json: bool) -> int:
    """Read what is here, or is named, and check it."""
    from puzzles.datasets.stored import State

    code, rows = OK, []
    for stored in _stored(names) if names else _stored(_all_names()):
        try:
            state: str = stored.verified()
        except OSError as error:
            complain(f"mcs-tui data verify: {stored.path}: {error.strerror or error}")
            code = UNSOLVED
            continue
        if state == State.ABSENT:
            continue
        code = UNSOLVED if state == State.WRONG else code
        rows.append(file_object(stored, state))
        if not as_json:
            emit(f"{stored.name}: {state}")
            if state == State.WRONG:
                complain(f"mcs-tui data verify: {stored.name} has changed; mcs-tui data download fetches it again")
    if as_json:
        emit_json(rows)
    elif not rows and not code:
        complain("nothing is here to verify")
    return code


def _list(as_json: bool) -> None:
    emit_json(objects()) if as_json else emit(text())


def _fetched(stored: Stored, *, quiet: bool) -> State:
    """The file's state, once it is here. DataError if it can't be brought."""
    from puzzles.datasets.download import download as fetch
    from puzzles.datasets.stored import DataError, State
    from tui.commands.progress import Transfer

    try:
        state = stored.verified()
    except OSError as error:
        raise DataError(f"{stored.path}: {error.strerror or error}") from None
    if state in (State.PRESENT, State.NOT_VERIFIED):
        note(f"{stored.name} is here already", quiet=quiet)
        return state
    try:
        with Transfer(stored.name, stored.file.url, quiet=quiet) as transfer:
            return fetch(stored, transfer.update)
    except (KeyboardInterrupt, SystemExit):
        note(f"interrupted; {stored.size:,} bytes are kept, the same command goes on with them", quiet=quiet)
        raise


def _brought(stored: Stored, state: State, *, quiet: bool, silent: bool) -> dict[str, Any]:
    """The file's JSON object; unless `silent`, its line is written too."""
    from puzzles.datasets.stored import State

    if not silent:
        emit(f"{stored.name}: {state}, {stored.size:,} bytes, {stored.path}")
    if state is State.NOT_VERIFIED:
        note(f"{stored.name}: {UNLIKE_PUBLISHED if stored.file.sha256 else NOTHING_PUBLISHED}", quiet=quiet)
    return file_object(stored, state)


def _by_hand(stored: Stored, error: Exception) -> str:
    """The other way to the file, if it was the network that failed."""
    from puzzles.datasets.download import DownloadError

    if not isinstance(error, DownloadError):
        return ""
    return f"; got by other means, it comes here by: mcs-tui data import {stored.dataset.name} FILE"


def _ways(dataset: Dataset, file: DataFile | None) -> str:
    """How the dataset, or the file, comes here."""
    files = (file,) if file else dataset.files
    named = f"{dataset.name}/{file.name}" if file else dataset.name
    loads = f"mcs-tui data download {named}, or " if any(one.url for one in files) else ""
    return f"{loads}mcs-tui data import {dataset.name} PATH"


def _to_download(names: Iterable[str]) -> list[Stored]:
    """The named files that are published somewhere; Refused if a name stands for none."""
    wanted: list[Stored] = []
    for name in names:
        found = [stored for stored in _stored((name,)) if stored.file.url]
        if not found:
            raise Refused(f"{name} can't be downloaded; {_ways(*_named(name))}")
        wanted += [stored for stored in found if stored not in wanted]
    return wanted


def _stored(names: Iterable[str]) -> list[Stored]:
    """All files that the names stand for, once each; Refused for a name that is not known."""
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


def _all_names() -> list[str]:
    from puzzles.datasets.registry import DATASETS

    return [one.name for one in DATASETS]
