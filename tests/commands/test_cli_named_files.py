"""Files that the user names are replaced in one step; their mode and links to them stay, and what is beside them."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest
from drivers.command_line import invoke

from puzzles import user_data
from puzzles.user_data import write_named


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_an_old_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_bytes(b"old")
    target.chmod(0o664)
    link.symlink_to(target)
    write_named(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert mode_of(target) == 0o664
    assert sorted(tmp_path.iterdir()) == [link, target]


def test_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_named(tmp_path / "new.txt", b"new")
    finally:
        os.umask(before)
    assert mode_of(tmp_path / "new.txt") == 0o640


def test_files_of_the_user_that_look_like_ours_stay(tmp_path: Path) -> None:
    other = tmp_path / ".notes.999999999"
    other.write_bytes(b"mine")
    os.utime(other, (0, time.time() - 10 * user_data.ABANDONED))
    write_named(tmp_path / "board.txt", b"new")
    assert other.read_bytes() == b"mine"


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anything")
def test_modes_are_obeyed(tmp_path: Path) -> None:
    folder, output = tmp_path / "folder", tmp_path / "folder" / "board.txt"
    folder.mkdir()
    output.write_bytes(b"old")
    folder.chmod(0o500)
    write_named(output, b"new")
    assert output.read_bytes() == b"new"
    folder.chmod(0o700)
    output.chmod(0o400)
    with pytest.raises(PermissionError):
        write_named(output, b"newer")
    assert output.read_bytes() == b"new"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    write_named(Path(f"/dev/fd/{writing}"), b"new")
    os.close(writing)
    assert os.read(reading, 10) == b"new"
    os.close(reading)


def test_a_full_disk_leaves_the_old_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    output = tmp_path / "board.fasta"
    output.write_text("old\n")
    monkeypatch.setattr(os, "fsync", full)
    done = invoke("convert", "example:hairpin", "--output", str(output))
    assert done.exit_code != 0
    assert done.stderr == f"mcs-tui: {output}: No space left on device\n"
    assert output.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [output]
