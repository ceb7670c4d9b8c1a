"""Commands on a kernel cache that is damaged, open to others or read-only: one line, and what the command can do."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from drivers.command_line import HOME, LATIN_SEVERAL, one_line, run
from drivers.distributions import install_ladder

pytestmark = pytest.mark.compiled

SOLVE = ("solve", "-", "--algorithm", "sampling", "--prior", "none", "--seed", "1")
DAMAGED = re.compile(r"a file of the kernel cache was damaged, and is made again: ([\w.-]+\.kernel)")
LADDER = b"ladder\n1 2 3\n3 1 2\n"


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands know the ladder, whose kernels are compiled in a second."""
    (tmp_path / "site").mkdir()
    install_ladder(tmp_path / "site")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path / "site"), str(HOME))))


def solved(kernels: Path, jit: str = "1", puzzle: bytes = LATIN_SEVERAL.encode()) -> subprocess.CompletedProcess[bytes]:
    path = os.environ.get("PYTHONPATH", str(HOME))
    return run([*SOLVE, "--playouts", "50"], puzzle, MCS_TUI_KERNELS=str(kernels), MCS_TUI_JIT=jit, PYTHONPATH=path)


@pytest.mark.usefixtures("ladder")
def test_search_and_compile_mend_a_damaged_cache_and_say_so(tmp_path: Path) -> None:
    kernels = tmp_path / "kernels"
    changes = {"MCS_TUI_KERNELS": str(kernels), "PYTHONPATH": os.environ["PYTHONPATH"]}
    compile_it = ("compile", "--only", "ladder/sampling", "ladder/backtracking", "--workers", "1")
    assert run(compile_it, **changes).returncode == 0
    files = {path: path.read_bytes() for path in kernels.glob("*/*.kernel")}
    of_sampling = [path.name for path in files if ".sampling." in path.name]
    assert 0 < len(of_sampling) < len(files)
    for path, whole in files.items():
        path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    done = solved(kernels, puzzle=LADDER)
    assert (done.returncode, DAMAGED.findall(done.stderr.decode())) == (0, of_sampling)
    assert not DAMAGED.findall(solved(kernels, puzzle=LADDER).stderr.decode())
    for path in files:
        path.write_bytes(b"")
    done = run(compile_it, **changes)
    assert done.returncode == 0
    assert sorted(DAMAGED.findall(done.stderr.decode())) == sorted(path.name for path in files)
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
def test_a_cache_that_can_not_be_written_serves_the_run_alone(
    ladder: None, tmp_path: Path, jit: str, number: int
) -> None:
    kernels = tmp_path / "a-file"
    kernels.touch()
    done = solved(kernels, jit, LADDER if jit else LATIN_SEVERAL.encode())
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
