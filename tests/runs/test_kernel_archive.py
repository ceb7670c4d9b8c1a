"""Compiled kernels as one file: what is exported comes back, and what does not fit is refused with nothing changed."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from drivers.command_line import invoke

from puzzles.engine import kernel_sources
from puzzles.engine.kernel_cache import compiled, folder, mark_compiled
from solvers.kernel_archive import MANIFEST, ArchiveError, export_kernels, import_kernels

CONTENT = b"machine code" * 100


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Changes to the kernels of another machine."""

    def change(name: str) -> Path:
        monkeypatch.setenv("MCS_TUI_KERNELS", str(tmp_path / name))
        return tmp_path / name

    return change


@pytest.fixture
def archive(machines: Callable[[str], Path], tmp_path: Path) -> Path:
    """An archive of two families' kernels; those of other sources are not in it."""
    here = machines("one")
    for name in ("latin/nrpa", "latin/depth_first", "rna/annealing"):
        mark_compiled(name)
    for family in ("latin", "rna"):
        (folder(family) / f"{family}.advance-0123.kernel").write_bytes(CONTENT + family.encode())
    (here / "latin-0123456789abcdef").mkdir()
    (here / "latin-0123456789abcdef" / "old.kernel").write_bytes(CONTENT)
    manifest = export_kernels(tmp_path / "kernels.zip")
    assert len(manifest.files) == 2
    machines("other")
    return tmp_path / "kernels.zip"


def tree(place: Path) -> dict[str, bytes]:
    return {str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*") if path.is_file()}


def test_what_is_exported_comes_back(archive: Path, machines: Callable[[str], Path]) -> None:
    there = machines("other")
    assert compiled() == frozenset()
    names = ["latin/depth_first", "latin/nrpa", "rna/annealing"]
    assert import_kernels(archive) == names
    assert compiled() == set(names)
    assert (folder("rna") / "rna.advance-0123.kernel").read_bytes() == CONTENT + b"rna"
    assert {name: content for name, content in tree(there).items() if name.endswith(".kernel")} == {
        f"{folder(family).name}/{family}.advance-0123.kernel": CONTENT + family.encode() for family in ("latin", "rna")
    }
    assert import_kernels(archive) == names  # again changes nothing


def rewritten(archive: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    with zipfile.ZipFile(archive) as file:
        contents = {name: file.read(name) for name in file.namelist()}
    change(contents)
    with zipfile.ZipFile(archive, "w") as file:
        for name, content in contents.items():
            file.writestr(name, content)


def with_manifest(change: Callable[[dict[str, object]], None]) -> Callable[[dict[str, bytes]], None]:
    def changed(contents: dict[str, bytes]) -> None:
        manifest = json.loads(contents[MANIFEST])
        change(manifest)
        contents[MANIFEST] = json.dumps(manifest).encode()

    return changed


def spoil_a_kernel(contents: dict[str, bytes]) -> None:
    contents[next(name for name in contents if name.endswith(".kernel"))] = b"other"


def leave_out_a_kernel(contents: dict[str, bytes]) -> None:
    del contents[next(name for name in contents if name.endswith(".kernel"))]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (spoil_a_kernel, "has another checksum"),
        (leave_out_a_kernel, "is damaged"),
        (lambda contents: contents.pop(MANIFEST), "no archive of compiled kernels"),
        (lambda contents: contents.update({MANIFEST: b"{"}), "its manifest can't be read"),
        (with_manifest(lambda manifest: manifest.update(format=2)), "has format 2; expected 1"),
        (with_manifest(lambda manifest: manifest.update(files={"../escaped.kernel": "00"})), "is no kernel's file"),
        (
            with_manifest(lambda manifest: manifest.update(machine=manifest["machine"] | {"numba": "0.1"})),  # type: ignore[operator]
            "is for another machine",
        ),
    ],
)
def test_an_archive_that_does_not_fit_is_refused_with_nothing_changed(
    archive: Path, machines: Callable[[str], Path], change: Callable[[dict[str, bytes]], None], line: str
) -> None:
    there = machines("other")
    rewritten(archive, change)
    with pytest.raises(ArchiveError, match=line) as error:
        import_kernels(archive)
    assert "\n" not in str(error.value)
    assert not there.exists() or not tree(there)


def test_an_archive_of_other_sources_is_refused_and_families_that_fit_are_taken(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = kernel_sources.salt
    monkeypatch.setattr(kernel_sources, "salt", lambda owners="shared": own(owners) if owners == "rna" else "0" * 16)
    assert import_kernels(archive) == ["rna/annealing"]
    assert compiled() == {"rna/annealing"}
    monkeypatch.setattr(kernel_sources, "salt", lambda owners="shared": "0" * 16)
    with pytest.raises(ArchiveError, match="of other kernel sources"):
        import_kernels(archive)


def test_the_command_imports_and_refuses_in_one_line(archive: Path, tmp_path: Path) -> None:
    done = invoke("compile", "--import", str(archive), "--json")
    assert (done.exit_code, json.loads(done.stdout)["kernels"]) == (
        0,
        ["latin/depth_first", "latin/nrpa", "rna/annealing"],
    )
    cut = tmp_path / "cut.zip"
    cut.write_bytes(archive.read_bytes()[:-200])
    refused = invoke("compile", "--import", str(cut))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert len(refused.stderr.splitlines()) == 1
    assert f"{cut} is damaged" in refused.stderr
    assert invoke("compile", "rna", "--import", str(archive)).exit_code == 2
    assert invoke("compile", "--import", str(tmp_path / "absent.zip")).exit_code == 2


def test_an_archive_that_cannot_be_written_leaves_the_old_one(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = archive.read_bytes()

    def full(*arguments: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "writestr", full)
    with pytest.raises(OSError, match="No space left"):
        export_kernels(archive)
    assert archive.read_bytes() == before
    assert [path.name for path in archive.parent.iterdir() if path.is_file()] == [archive.name]
