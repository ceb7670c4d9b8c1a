"""The folder of compiled kernels: another one after every edit that matters, and the list of what is in it."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles.engine import kernel_cache
from puzzles.engine.kernel_cache import EVERYTHING, all_warmed, folder, kernel_sources, mark_warmed, salt, warmed
from puzzles.engine.streams import next_below, stream

HOME = Path(kernel_cache.__file__).resolve().parents[2]
ROOMS = ("puzzles", "priors", "solvers")
DECLARING = {"numba", "puzzles.engine.kernels", "puzzles.engine.rules"}


def sources() -> dict[Path, ast.Module]:
    """All modules below tui."""
    files = [path for room in ROOMS for path in (HOME / room).rglob("*.py")]
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}


def imports(tree: ast.Module) -> set[str]:
    """The dotted names of the modules, and of what may be one, that a module imports."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def declares(tree: ast.Module) -> bool:
    names = imports(tree)
    return bool(names & DECLARING) or any(name.startswith("numba.") for name in names)


def test_every_module_that_declares_kernels_or_rules_is_a_kernel_source() -> None:
    declaring = {path for path, tree in sources().items() if declares(tree)}
    assert {path.name for path in declaring} >= {"kernels.py", "rules.py", "nrpa.py", "streams.py", "choice.py"}
    assert declaring <= set(kernel_sources())


def test_every_constant_in_a_kernel_comes_from_a_kernel_source() -> None:
    trees = sources()
    modules = {".".join(path.relative_to(HOME).with_suffix("").parts): path for path in trees}
    modules |= {name.removesuffix(".__init__"): path for name, path in modules.items()}
    for path, tree in trees.items():
        if declares(tree):
            used = {modules[name] for name in imports(tree) if name in modules}
            assert used <= set(kernel_sources()), path


def test_the_salt_is_of_the_text_of_each_kernel_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = []
    for source in kernel_sources():
        copies.append(tmp_path / source.relative_to(HOME))
        copies[-1].parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, copies[-1])
    monkeypatch.setattr(kernel_cache, "kernel_sources", lambda: copies)
    salts = [salt.__wrapped__()]
    assert salts[0] == salt()  # the same text elsewhere
    for copied in copies:
        copied.write_text(copied.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        salts.append(salt.__wrapped__())
    copies.pop()
    salts.append(salt.__wrapped__())
    assert len(set(salts)) == len(salts)


def test_the_salt_is_of_numba_s_version_and_the_processor_too(monkeypatch: pytest.MonkeyPatch) -> None:
    salts = {salt.__wrapped__(), salt.__wrapped__()}
    monkeypatch.setattr(kernel_cache, "_processor", lambda: "another processor")
    salts.add(salt.__wrapped__())
    monkeypatch.setattr(kernel_cache.importlib.metadata, "version", lambda package: "0.0.0")
    salts.add(salt.__wrapped__())
    monkeypatch.setattr(kernel_cache.importlib.metadata, "version", lambda package: f"0.0.{len(package)}")
    salts.add(salt.__wrapped__())
    assert len(salts) == 4
    assert all(len(one) == 16 and int(one, 16) >= 0 for one in salts)


def test_an_edit_of_a_family_s_rules_is_another_folder_and_an_edit_of_its_text_side_is_not(tmp_path: Path) -> None:
    for room in ROOMS:
        shutil.copytree(HOME / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))

    def folder_seen() -> str:
        text = "import sys; from puzzles.engine.kernel_cache import folder; "
        text += "assert 'numba' not in sys.modules; print(folder())"
        done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def edit(name: str) -> None:
        path = tmp_path / name
        path.write_text(path.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")

    assert folder_seen() == str(folder())
    seen = [folder_seen()]
    for name in (
        "puzzles/latin/kernels/rules.py",
        "puzzles/engine/rules.py",
        "puzzles/engine/branching.py",
        "solvers/searches/choice.py",
    ):
        edit(name)
        seen.append(folder_seen())
    for line in (
        "from puzzles.engine.rules import play, rule",
        "from puzzles.engine.kernels import kernel",
        "import numba",
    ):
        (tmp_path / "puzzles" / "another.py").write_text(f"{line}\n", encoding="utf-8")
        seen.append(folder_seen())
    assert len(set(seen)) == len(seen)
    edit("puzzles/latin/formats/pls.py")
    edit("solvers/runs/folder.py")
    assert folder_seen() == seen[-1]


@pytest.fixture
def own_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MCS_TUI_KERNELS", str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def test_the_folder_is_the_salt_below_its_parent(own_kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert folder() == own_kernels / salt()
    monkeypatch.delenv("MCS_TUI_KERNELS")
    monkeypatch.setenv("MCS_TUI_CACHE", "/elsewhere")
    assert folder() == Path("/elsewhere/numba") / salt()


def test_kernels_marked_as_warmed_are_warmed(own_kernels: Path) -> None:
    assert warmed() == frozenset()
    mark_warmed("latin/nrpa")
    mark_warmed("latin/descent")
    mark_warmed("latin/nrpa")
    assert warmed() == {"latin/nrpa", "latin/descent"}
    assert not all_warmed()
    mark_warmed(EVERYTHING)
    assert all_warmed()
    assert warmed() == {"latin/nrpa", "latin/descent"}


def test_a_folder_that_cannot_be_written_is_no_error(own_kernels: Path) -> None:
    own_kernels.write_text("a file where the folder should be", encoding="utf-8")
    mark_warmed("latin/nrpa")
    assert warmed() == frozenset()


def test_python_may_call_a_function_that_is_compiled_for_kernels_alone() -> None:
    rng, same = stream("test", 1), stream("test", 1)
    assert [next_below(rng, 10) for _ in range(5)] == [next_below.py_func(same, 10) for _ in range(5)]  # type: ignore[attr-defined]
