"""Commands on a kernel cache that is damaged, open to others or read-only: one line, and what the command can do."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from drivers.command_line import LATIN_SEVERAL, one_line, run

pytestmark = pytest.mark.compiled

SOLVE = ("solve", "-", "--algorithm", "sampling", "--prior", "none", "--seed", "1")
DAMAGED = re.compile(r"a file of the kernel cache was damaged, and is made again: [\w.-]+\.kernel")


def solved(kernels: Path, jit: str = "1") -> subprocess.CompletedProcess[bytes]:
    return run(SOLVE, LATIN_SEVERAL.encode(), MCS_TUI_KERNELS=str(kernels), MCS_TUI_JIT=jit)


def test_search_and_compile_mend_a_damaged_cache_and_say_so(tmp_path: Path) -> None:
    kernels = tmp_path / "kernels"
    compile_it = ("compile", "--only", "latin/sampling", "--workers", "1")
    assert run(compile_it, MCS_TUI_KERNELS=str(kernels)).returncode == 0
    files = {path: path.read_bytes() for path in kernels.glob("*/*.kernel")}
    assert files
    for path, whole in files.items():
        path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    done = solved(kernels)
    assert done.returncode == 0
    assert len(DAMAGED.findall(done.stderr.decode())) == len(files)
    assert not DAMAGED.findall(solved(kernels).stderr.decode())
    for path in files:
        path.write_bytes(b"")
    done = run(compile_it, MCS_TUI_KERNELS=str(kernels))
    assert done.returncode == 0
    assert len(DAMAGED.findall(done.stderr.decode())) == len(files)
    assert all(path.stat().st_size == len(whole) for path, whole in files.items())


@pytest.mark.parametrize("jit", ["", "1"])
def test_a_cache_that_others_may_write_into_is_refused_as_wrong_input(tmp_path: Path, jit: str) -> None:
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    kernels.chmod(0o770)
    done = solved(kernels, jit)
    assert done.returncode == 2
    assert f"chmod go-w {kernels}" in done.stderr.decode().splitlines()[-1]
    assert solved(kernels, jit="0").returncode == 0  # interpreted: nothing is loaded from there


@pytest.mark.parametrize(("jit", "number"), [("", 0), ("1", 1)], ids=["interpreted at first", "compiled"])
def test_a_cache_that_can_not_be_written_serves_the_run_alone(tmp_path: Path, jit: str, number: int) -> None:
    kernels = tmp_path / "a-file"
    kernels.touch()
    done = solved(kernels, jit=jit)
    assert done.returncode == 0
    lines = done.stderr.decode().splitlines()
    assert sum("compiled kernels serve this run alone, as" in line for line in lines) == number


@pytest.mark.parametrize("wrong", ["can't be written", "chmod go-w"])
def test_nothing_is_compiled_into_such_a_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    kernels = tmp_path / "kernels"
    kernels.touch()
    if wrong == "chmod go-w":
        kernels.unlink()
        kernels.mkdir()
        kernels.chmod(0o702)
    monkeypatch.setenv("MCS_TUI_KERNELS", str(kernels))
    done = run(("compile", "--only", "latin/sampling"))
    assert done.returncode == 2
    assert wrong in one_line(done.stderr.decode())
