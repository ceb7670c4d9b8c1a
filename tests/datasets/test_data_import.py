"""Importing a dataset's files from this disk, remembering checksums, verifying and removing."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import os
import resource
from pathlib import Path

import pytest
from drivers.data_server import BODY, register

from puzzles.datasets import find, registry
from puzzles.datasets.download import (
    ChecksumError,
    NothingToImportError,
    matches,
    take,
)
from puzzles.datasets.registry import DataFile, Dataset, UnknownDatasetError
from puzzles.datasets.stored import DataError, State, Stored, all_stored, checksum, folder, pinned, remove

OTHER = BODY[::-1]
REAL = registry.DATASETS
TOY = Dataset(
    "toy",
    "files for tests",
    "rna",
    "CC0-1.0",
    "https://example.org",
    (
        DataFile("known.bin", "x", hashlib.sha256(BODY).hexdigest(), len(BODY)),
        DataFile("unknown.bin", "y"),
    ),
)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> tuple[Stored, ...]:
    register(monkeypatch, TOY)
    return all_stored()


@pytest.fixture
def folder_of_mine(tmp_path: Path) -> Path:
    place = tmp_path / "mine"
    (place / "deep").mkdir(parents=True)
    (place / "deep" / "another name.txt").write_bytes(BODY)
    (place / "same size.bin").write_bytes(OTHER)
    (place / "unknown.bin").write_bytes(b"something")
    return place


def test_files_are_known_by_their_checksum_and_else_by_name(folder_of_mine: Path) -> None:
    found = matches(TOY, folder_of_mine)
    assert [(match.stored.file.name, match.path.name, match.differs) for match in found] == [
        ("known.bin", "another name.txt", False),
        ("unknown.bin", "unknown.bin", False),
    ]
    assert [take(match) for match in found] == [State.PRESENT, State.NOT_VERIFIED]
    known, unknown = find("toy/known.bin"), find("toy/unknown.bin")
    assert known is not None
    assert known.read_bytes() == BODY
    assert unknown is not None
    assert unknown.read_bytes() == b"something"
    assert find("toy") == known
    assert sorted(path.name for path in known.parent.iterdir()) == ["known.bin", "unknown.bin"]
    assert (folder_of_mine / "deep" / "another name.txt").read_bytes() == BODY


def test_a_gzipped_file_is_known_by_what_it_holds_and_is_unpacked(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "some.gz").write_bytes(gzip.compress(BODY))
    (tmp_path / "mine" / "known.bin.gz").write_bytes(gzip.compress(BODY)[:-20])  # cut
    (tmp_path / "mine" / "larger.gz").write_bytes(gzip.compress(BODY + b"x"))
    (match,) = matches(TOY, tmp_path / "mine")
    assert (match.path.name, match.packed, match.differs) == ("some.gz", True, False)
    assert take(match) is State.PRESENT
    known = find("toy/known.bin")
    assert known is not None
    assert known.read_bytes() == BODY


def test_a_file_with_the_name_but_other_bytes_is_refused_unless_wanted(tmp_path: Path) -> None:
    mine = tmp_path / "known.bin"
    mine.write_bytes(OTHER)
    (match,) = matches(TOY, mine)
    with pytest.raises(ChecksumError) as caught:
        take(match)
    for digits in (BODY, OTHER):
        assert hashlib.sha256(digits).hexdigest()[:16] in str(caught.value)
    assert find("toy") is None
    assert take(match, any_checksum=True) is State.NOT_VERIFIED
    (known, _) = all_stored()
    assert known.verified() is State.NOT_VERIFIED
    known.path.write_bytes(b"damaged")
    assert known.verified() is State.WRONG


def test_the_published_file_replaces_a_different_one(tmp_path: Path) -> None:
    mine = tmp_path / "known.bin"
    mine.write_bytes(OTHER)
    take(matches(TOY, mine)[0], any_checksum=True)
    mine.write_bytes(BODY)
    assert take(matches(TOY, mine)[0]) is State.PRESENT
    assert all_stored()[0].verified() is State.PRESENT


def test_the_file_of_that_content_goes_before_the_one_of_that_name(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "known.bin").write_bytes(OTHER)
    (tmp_path / "mine" / "z").write_bytes(BODY)
    (match,) = matches(TOY, tmp_path / "mine")
    assert (match.path.name, match.differs) == ("z", False)


def test_a_later_copy_is_compared_with_the_first_until_that_is_removed(tmp_path: Path) -> None:
    mine = tmp_path / "unknown.bin"
    mine.write_bytes(b"first")
    assert take(matches(TOY, mine)[0]) is State.NOT_VERIFIED
    mine.write_bytes(b"second")
    with pytest.raises(ChecksumError, match="as it first arrived here"):
        take(matches(TOY, mine)[0])
    stored = all_stored()[1]
    assert stored.path.read_bytes() == b"first"
    assert remove(stored) is True
    assert remove(stored) is False
    assert take(matches(TOY, mine)[0]) is State.NOT_VERIFIED
    assert stored.path.read_bytes() == b"second"


def test_nothing_to_import(tmp_path: Path) -> None:
    with pytest.raises(NothingToImportError, match=r"expected one of: known\.bin, unknown\.bin"):
        matches(TOY, tmp_path)
    with pytest.raises(FileNotFoundError):
        matches(TOY, tmp_path / "absent")
    os.mkfifo(tmp_path / "known.bin")
    for path in (tmp_path, tmp_path / "known.bin"):
        with pytest.raises(NothingToImportError):
            matches(TOY, path)


def test_a_full_disk_leaves_nothing_behind(folder_of_mine: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    match = matches(TOY, folder_of_mine)[0]
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(DataError, match="File too large"):
            take(match)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not any(path.is_file() for path in (folder() / "toy").iterdir())
    assert take(match) is State.PRESENT


def test_a_damaged_list_of_checksums_is_no_failure(tmp_path: Path) -> None:
    mine = tmp_path / "unknown.bin"
    mine.write_bytes(b"first")
    take(matches(TOY, mine)[0])
    (folder() / "SHA256SUMS").write_bytes(b"\xff\n")
    assert all_stored()[1].verified() is State.NOT_VERIFIED
    assert all_stored()[1].state() is State.NOT_VERIFIED


def test_pipes_in_the_place_of_files_block_nothing(tmp_path: Path) -> None:
    mine = tmp_path / "unknown.bin"
    mine.write_bytes(b"first")
    take(matches(TOY, mine)[0])
    for path in (folder() / "SHA256SUMS", all_stored()[1].path):
        path.unlink()
        os.mkfifo(path)
    assert pinned() == {}
    with pytest.raises(OSError, match="not a regular file"):
        checksum(all_stored()[1].path)


@pytest.mark.parametrize("name", ["none", "toy/none", "toy/", "", "/", "../toy"])
def test_unknown_names(name: str) -> None:
    with pytest.raises(UnknownDatasetError, match="expected one of: "):
        find(name)


@pytest.mark.parametrize("dataset", REAL, ids=[one.name for one in REAL])
def test_the_benchmark_data_has_what_the_registry_says(benchmark_data: Path, dataset: Dataset, tmp_path: Path) -> None:
    folder = benchmark_data / dataset.name
    if dataset.name == "undesignable":
        folder = benchmark_data / "rna-ensemble" / "undesignable"
    if dataset.name == "natural-rna":  # tables of these structures, two of them compressed
        folder = tmp_path
        _write_natural_rna(benchmark_data / "rna-ensemble" / "targets", folder)
    if not folder.is_dir():
        pytest.skip(f"the benchmark data has no folder {dataset.name}")
    found = matches(dataset, folder)
    assert [match.stored.file.name for match in found] == [file.name for file in dataset.files if file.sha256]
    assert not any(match.differs for match in found)


def _write_natural_rna(tables: Path, folder: Path) -> None:
    """The published files, made again from tables with a column `structure`."""
    (folder / "rnasolo764.tsv").write_bytes(gzip.decompress((tables / "rnasolo764.tsv.gz").read_bytes()))
    ribosomal = gzip.decompress((tables / "16s10.tsv.gz").read_bytes()).decode()
    rows = list(csv.DictReader(io.StringIO(ribosomal), delimiter="\t"))
    (folder / "16s.txt").write_text("".join(f"{row['structure']}\n" for row in rows))
    with (tables / "rfam29.tsv").open() as table:
        rows = [row for row in csv.DictReader(table, delimiter="\t") if row["id_in_rfam27"] != "-"]
    rows.sort(key=lambda row: int(row["id_in_rfam27"]))
    (folder / "rf27.txt").write_text("".join(f"{row['structure']}\n" for row in rows))


def test_the_registry_is_sound() -> None:
    assert len({one.name for one in REAL}) == len(REAL)
    for one in REAL:
        assert one.licence
        assert one.source.startswith("https://")
        assert len({file.name for file in one.files}) == len(one.files)
        for file in one.files:
            assert bool(file.sha256) == bool(file.size)
            assert len(file.sha256) in (0, 64)
            assert file.url.startswith("https://") or (not file.url and file.sha256)
