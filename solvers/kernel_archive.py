"""Compiled kernels as one file, for machines of the same kind. Imports no numba.

A zip file with a manifest and the files of the cache. Kernels are machine code and pickled objects, so whoever imports
an archive runs what its author put in: checksums show damage, not intent.
"""

from __future__ import annotations

import errno
import hashlib
import io
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import msgspec

from priors.provenance import version
from puzzles.engine import kernel_cache, kernel_sources
from puzzles.user_data import decoded, make_folder, open_regular, read_file, replace_file, write_named

FORMAT = 1
MANIFEST = "manifest.json"
FILE = re.compile(r"([\w.+]+)-([0-9a-f]{16})/[\w.-]+\.kernel")
"""The name of a kernel's file in an archive, and below the cache's folder: owners, salt, file."""
MOST_BYTES = 2 << 30
"""Bytes of an archive, packed and not; all kernels take some 30 million."""
LONGEST_DIRECTORY = 4 << 20
"""Bytes of the list of its files, and of its manifest."""
LONGEST_END = 66_000
"""Bytes from the archive's end within which the place of that list stands."""


class ArchiveError(ValueError):
    """An archive that can't be used; the message is one line."""


class CacheWriteError(OSError):
    """A kernel that can't be written into the cache."""


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
        f"{place.parent.name}/{place.name}": read_file(place, kernel_cache.LARGEST)
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
    with open(open_regular(path), "rb") as file:
        try:
            _check_directory(file)
            with zipfile.ZipFile(file) as archive:
                manifest = _manifest(archive, path)
                names = _checked(archive, manifest, path)
                if not names:
                    theirs = f"mcs-tui {manifest.version}"
                    raise ArchiveError(f"{path} is of other kernel sources ({theirs}): compile them here")
                for name in names:
                    _keep(kernel_cache.parent() / name, archive.read(name))
        except (ArchiveError, CacheWriteError):
            raise
        except Exception as error:  # zipfile, zlib and struct raise a dozen types for what is damaged
            cause = error if isinstance(error, OSError) else error.__context__
            if isinstance(cause, OSError) and cause.errno != errno.EINVAL:  # that is of a seek to a wrong offset
                raise cause from None
            raise ArchiveError(f"{path} is damaged, or no archive of compiled kernels ({error})") from None
    fitting = [name for name in manifest.kernels if _files_of(name, names)]
    for name in fitting:
        kernel_cache.mark_compiled(name, _files_of(name, names))
    return fitting


def _keep(place: Path, content: bytes) -> None:
    try:
        make_folder(place.parent)
        replace_file(place, content)
    except OSError as error:
        raise CacheWriteError(error.errno, error.strerror, str(place)) from None


def _check_directory(file: BinaryIO) -> None:
    """ValueError if the list of the archive's files is longer than that of any of ours; it is read as a whole."""
    size = file.seek(0, io.SEEK_END)
    if size > MOST_BYTES:
        raise ValueError(f"it has over {MOST_BYTES >> 20} MiB")
    file.seek(max(0, size - LONGEST_END))
    end = file.read()
    at = end.rfind(b"PK\5\6")
    if at >= 0 and int.from_bytes(end[at + 12 : at + 16], "little") > LONGEST_DIRECTORY:
        raise ValueError("the list of its files is too long")


def _manifest(archive: zipfile.ZipFile, path: Path) -> Manifest:
    if archive.getinfo(MANIFEST).file_size > LONGEST_DIRECTORY:
        raise ArchiveError(f"{path} is damaged: its manifest is too long")
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


def _checked(archive: zipfile.ZipFile, manifest: Manifest, path: Path) -> list[str]:
    """The names of the files that fit these sources, when all have been read once and are as the manifest says."""
    left = MOST_BYTES
    for name, checksum in manifest.files.items():
        size = archive.getinfo(name).file_size if FILE.fullmatch(name) else left
        left -= size
        if size > kernel_cache.LARGEST or left < 0:
            raise ArchiveError(f"{path} is damaged: {name!r} is no kernel's file")
        with archive.open(name) as content:
            if hashlib.file_digest(content, "sha256").hexdigest() != checksum:  # type: ignore[arg-type]  # it has `readinto`
                raise ArchiveError(f"{path} is damaged: {name} has another checksum")
    return [name for name in manifest.files if _is_present(name)]


def _is_present(name: str) -> bool:
    found = FILE.fullmatch(name)
    return found is not None and kernel_sources.salt(found[1]) == found[2]


def _files_of(name: str, names: Iterable[str]) -> list[Path]:
    family = kernel_cache.folder_of(name).name
    return [Path(one) for one in names if one.partition("/")[0] == family]
