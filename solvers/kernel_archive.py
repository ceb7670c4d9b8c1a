"""Compiled kernels as one file, for machines of the same kind. Imports no numba.

A zip file with a manifest and the files of the cache. Kernels are machine code and pickled objects, so whoever imports
an archive runs what its author put in: checksums show damage, not intent.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

import msgspec

from priors.provenance import version
from puzzles.engine import kernel_cache, kernel_sources
from puzzles.user_data import decoded, make_folder, read_file, replace_file, write_named

FORMAT = 1
MANIFEST = "manifest.json"
FILE = re.compile(r"([\w.+]+)-([0-9a-f]{16})/[\w.-]+\.kernel")
"""The name of a kernel's file in an archive, and below the cache's folder: owners, salt, file."""
LARGEST = 256 * 2**20
"""Bytes of one kernel's file; the largest known one has a few million."""


class ArchiveError(ValueError):
    """An archive that can't be used; the message is one line."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What an archive holds: `files` maps names to SHA-256 sums, `kernels` are names of compiled kernels."""

    format: int
    version: str
    machine: dict[str, str]
    kernels: list[str]
    files: dict[str, str]


def export_kernels(path: Path) -> Manifest:
    """Writes all compiled kernels of the present sources to an archive; OSError if that can't be done."""
    parent = kernel_cache.parent()
    contents = {
        f"{place.parent.name}/{place.name}": read_file(place)
        for place in sorted(parent.glob("*/*.kernel"))
        if _is_present(f"{place.parent.name}/{place.name}")
    }
    manifest = Manifest(
        format=FORMAT,
        version=version(),
        machine=kernel_sources.machine(),
        kernels=sorted(kernel_cache.compiled()),
        files={name: hashlib.sha256(content).hexdigest() for name, content in contents.items()},
    )
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        for name, content in contents.items():
            archive.writestr(name, content)
    write_named(path, whole.getvalue())
    return manifest


def import_kernels(path: Path) -> list[str]:
    """The names of the kernels that are now compiled by the archive. Nothing is changed unless all of it is sound.

    ArchiveError if it is damaged, for another kind of machine, or of other sources; OSError if it can't be read, or the
    cache not written. Families whose sources differ are left out, as long as there are others.
    """
    data = io.BytesIO(path.read_bytes())
    try:
        with zipfile.ZipFile(data) as archive:
            manifest = _manifest(archive, path)
            contents = _contents(archive, manifest, path)
    except ArchiveError:
        raise
    except Exception as error:  # zipfile, zlib and struct raise a dozen types for what is damaged
        raise ArchiveError(f"{path} is damaged, or no archive of compiled kernels ({error})") from None
    if not contents:
        raise ArchiveError(f"{path} is of other kernel sources (mcs-tui {manifest.version}): compile them here")
    for name, content in contents.items():
        place = kernel_cache.parent() / name
        make_folder(place.parent)
        replace_file(place, content)
    fitting = [name for name in manifest.kernels if _files_of(name, contents)]
    for name in fitting:
        kernel_cache.mark_compiled(name, _files_of(name, contents))
    return fitting


def _manifest(archive: zipfile.ZipFile, path: Path) -> Manifest:
    try:
        manifest = decoded(msgspec.json.Decoder(Manifest).decode, archive.read(MANIFEST))
    except ValueError as error:
        raise ArchiveError(f"{path} is damaged: its manifest can't be read ({error})") from None
    if manifest.format != FORMAT:
        raise ArchiveError(f"{path} has format {manifest.format}; expected {FORMAT}")
    ours = kernel_sources.machine()
    if manifest.machine != ours:
        theirs = kernel_sources.describe(manifest.machine)
        raise ArchiveError(f"{path} is for another machine ({theirs}); this one is {kernel_sources.describe(ours)}")
    return manifest


def _contents(archive: zipfile.ZipFile, manifest: Manifest, path: Path) -> dict[str, bytes]:
    contents = {}
    for name, checksum in manifest.files.items():
        if not FILE.fullmatch(name) or archive.getinfo(name).file_size > LARGEST:
            raise ArchiveError(f"{path} is damaged: {name!r} is no kernel's file")
        content = archive.read(name)
        if hashlib.sha256(content).hexdigest() != checksum:
            raise ArchiveError(f"{path} is damaged: {name} has another checksum")
        if _is_present(name):
            contents[name] = content
    return contents


def _is_present(name: str) -> bool:
    found = FILE.fullmatch(name)
    return found is not None and kernel_sources.salt(found[1]) == found[2]


def _files_of(name: str, contents: Mapping[str, bytes]) -> list[Path]:
    family = kernel_cache.folder_of(name).name
    return [Path(one) for one in contents if one.partition("/")[0] == family]
