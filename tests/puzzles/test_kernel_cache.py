"""The folders of compiled kernels: another one after each edit that matters, for the family that it matters to."""

from __future__ import annotations

import ast
import functools
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puzzles import trouble
from puzzles.engine import kernel_cache, kernel_sources
from puzzles.engine.kernel_cache import (
    FOLDER,
    KEPT,
    USED,
    compiled,
    folder,
    is_compiled,
    mark_compiled,
    remove_unused,
)
from puzzles.engine.kernel_sources import PACKAGES, SHARED, owner_of, owners_of, salt, source_files
from puzzles.engine.streams import next_below, stream
from puzzles.registry import FAMILY_MODULES

HOME = Path(kernel_cache.__file__).resolve().parents[2]
READER = HOME / "solvers" / "searches" / "insight.py"
"""It takes no more of the rules than constants, by which it reads a search's arrays."""


@functools.cache
def sources() -> dict[Path, ast.Module]:
    """All modules below tui."""
    files = [path for room in PACKAGES for path in (HOME / room).rglob("*.py")]
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}


@functools.cache
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
    names = imports(tree) - {"puzzles.engine.kernels.INTERPRETED"}
    kernels = {name for name in names if name.startswith(("puzzles.engine.kernels.", "puzzles.engine.rules"))}
    return bool(kernels) or any(name.partition(".")[0] == "numba" for name in names)


def is_tool(path: Path) -> bool:
    """True for benchmarks and checks: no search calls their kernels."""
    return path.relative_to(HOME).parts[:2] in {("solvers", "bench"), ("solvers", "conformance")}


def constants(tree: ast.Module) -> set[str]:
    """The dotted names of the modules of which a module holds constants, in capital letters."""
    attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.isupper()]
    capital = {node.value.id for node in attributes if isinstance(node.value, ast.Name)}
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if alias.name.isupper() or (alias.asname or alias.name) in capital:
                    module = HOME.joinpath(*node.module.split("."), alias.name)
                    is_module = module.with_suffix(".py").exists() or module.is_dir()
                    found.add(f"{node.module}.{alias.name}" if is_module else node.module)
    return found


def test_every_module_that_declares_kernels_or_rules_is_a_kernel_source() -> None:
    declaring = {path for path, tree in sources().items() if declares(tree) and not is_tool(path)} - {READER}
    assert {path.name for path in declaring} >= {"kernels.py", "rules.py", "nrpa.py", "streams.py", "sampling.py"}
    assert declaring <= set(source_files("+".join(FAMILY_MODULES)))


def test_every_constant_in_a_kernel_comes_from_a_kernel_source() -> None:
    trees = sources()
    modules = {".".join(path.relative_to(HOME).with_suffix("").parts): path for path in trees}
    modules |= {name.removesuffix(".__init__"): path for name, path in modules.items()}
    for family in (SHARED, *FAMILY_MODULES):
        files = set(source_files(family))
        for path in files:
            used = {name for name in constants(trees[path]) if name in modules and owner_of(name) in ("", family)}
            assert {modules[name] for name in used} <= files, path


def copied(place: Path) -> Path:
    """A copy of the sources that kernels are made of."""
    for room in PACKAGES:
        shutil.copytree(HOME / room, place / room, ignore=shutil.ignore_patterns("__pycache__"))
    return place


PRINT_SALTS = """
import json, sys
from puzzles.engine import kernel_sources
from puzzles.registry import FAMILY_MODULES
for _ in sys.stdin:
    for one in vars(kernel_sources).values():
        getattr(one, "cache_clear", int)()
    print(json.dumps({one: kernel_sources.salt(one) for one in (kernel_sources.SHARED, *FAMILY_MODULES)}), flush=True)
    assert 'numba' not in sys.modules
"""
"""For each line that it reads, prints the salt of each family, and of what is of none, by the sources as they are."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return copied(tmp_path)


@pytest.fixture
def salts(home: Path) -> Iterator[Callable[[], dict[str, str]]]:
    """What asks a process that runs in the copy for its salts."""
    with subprocess.Popen(
        [sys.executable, "-c", PRINT_SALTS], cwd=home, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        given, printed = process.stdin, process.stdout
        assert given is not None
        assert printed is not None

        def ask() -> dict[str, str]:
            print(file=given, flush=True)
            found: dict[str, str] = json.loads(printed.readline())
            return found

        yield ask
        given.close()
    assert process.returncode == 0


def test_an_edit_of_a_family_s_kernels_changes_that_family_s_salt_alone(
    home: Path, salts: Callable[[], dict[str, str]]
) -> None:
    before = salts()
    assert before == {one: salt(one) for one in (SHARED, *FAMILY_MODULES)}  # the same text elsewhere

    def changed_by(name: str) -> set[str]:
        nonlocal before
        path = home / name
        path.write_text((path.read_text(encoding="utf-8") if path.exists() else "") + "\n# edited\n", encoding="utf-8")
        now = salts()
        changed = {one for one in now if now[one] != before[one]}
        before = now
        return changed

    assert changed_by("puzzles/latin/kernels/rules.py") == {"latin"}
    assert changed_by("puzzles/rna/folding/loops.py") == {"rna"}
    assert changed_by("puzzles/tsptw/kernels/another.py") == set()
    (home / "puzzles/tsptw/kernels/another.py").write_text("from puzzles.engine.kernels import kernel\n")
    assert changed_by("puzzles/tsptw/kernels/another.py") == {"tsptw"}
    assert changed_by("puzzles/latin/grouped.py") == {"latin"}
    assert changed_by("puzzles/tsptw/puzzle.py") == {"tsptw"}  # of a constant that a constant is made of
    for name in ("puzzles/engine/rules.py", "solvers/searches/sampling.py", "priors/training.py"):
        assert changed_by(name) == {SHARED, *FAMILY_MODULES}
    for name in (
        "puzzles/latin/formats/plain.py",
        "puzzles/family.py",
        "puzzles/kakuro/puzzle.py",
        "solvers/conformance/games.py",
        "solvers/request.py",
        "solvers/runs/folder.py",
        "solvers/session.py",
        "tui/app.py",
    ):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        assert changed_by(name) == set()


def test_the_salt_is_of_the_machine_too(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {salt.__wrapped__(), salt.__wrapped__()}
    kind = kernel_sources.machine()
    assert {"processor", "features", "python", "numba", "llvmlite"} <= set(kind)
    for name in kind:
        monkeypatch.setattr(kernel_sources, "machine", lambda other=name: kind | {other: "another"})
        found.add(salt.__wrapped__())
    assert len(found) == 1 + len(kind)
    assert all(len(one) == 16 and int(one, 16) >= 0 for one in found)


def test_kernels_that_check_bounds_are_cached_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    found = {salt.__wrapped__()}
    for setting in ("0", "1"):
        monkeypatch.setenv("NUMBA_BOUNDSCHECK", setting)
        found.add(salt.__wrapped__())
    assert len(found) == 3


def test_kernels_are_of_the_family_of_their_state_or_of_their_own_module() -> None:
    latin_state = "puzzles.latin.kernels.state"
    assert owners_of("solvers.searches.nrpa", [latin_state, "solvers.searches.nrpa_steps"]) == "latin"
    assert owners_of("puzzles.kakuro.kernels.fill", []) == "kakuro"
    assert owners_of("puzzles.engine.streams", []) == SHARED
    assert owners_of("solvers.bench.morpion_repeats", []) == "morpion"  # its functions hold Morpion's
    assert owners_of("solvers.searches.sampling", ["ladder_rules"]) == "ladder_rules"
    assert owners_of("another.module", [latin_state]) == "another+latin"


@pytest.fixture
def own_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MCS_TUI_KERNELS", str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def test_the_folder_is_the_salted_one_below_its_parent(own_kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert folder("latin") == own_kernels / f"latin-{salt('latin')}"
    monkeypatch.delenv("MCS_TUI_KERNELS")
    monkeypatch.setenv("MCS_TUI_CACHE", "/elsewhere")
    assert folder("rna") == Path("/elsewhere/numba") / f"rna-{salt('rna')}"


def test_kernels_marked_as_compiled_are_compiled(own_kernels: Path) -> None:
    assert compiled() == frozenset()
    for name in ("latin/nrpa", "latin-2-words/depth_first", "latin/nrpa", "kakuro/nrpa"):
        assert mark_compiled(name) is None
        assert is_compiled(name)
    assert compiled() == {"latin/nrpa", "latin-2-words/depth_first", "kakuro/nrpa"}
    assert not is_compiled("latin/depth_first")
    shutil.rmtree(folder("latin"))
    assert compiled() == {"kakuro/nrpa"}


def test_a_folder_that_cannot_be_written_is_no_error(own_kernels: Path) -> None:
    own_kernels.write_text("a file where the folder should be", encoding="utf-8")
    mark_compiled("latin/nrpa")
    assert compiled() == frozenset()


def test_folders_of_other_sources_are_removed_when_nobody_used_them_for_long(own_kernels: Path) -> None:
    mark_compiled("latin/nrpa")
    now = folder("latin").stat().st_mtime
    kept = ["kakuro-0123456789abcdef", "notes", "latin-0123"]
    unused = ["rna-0123456789abcdef", "0123456789abcdef"]
    for name in kept + unused:
        (own_kernels / name / "compiled").mkdir(parents=True)
        os.utime(own_kernels / name, (now, now))
    (own_kernels / kept[0] / USED).touch()
    os.utime(own_kernels / kept[0] / USED, (now + 2, now + 2))
    assert FOLDER.fullmatch(unused[0])
    assert remove_unused(now + KEPT) == []
    assert {path.name for path in remove_unused(now + KEPT + 1)} == set(unused)
    assert sorted(path.name for path in own_kernels.iterdir()) == sorted([*kept, folder("latin").name])


@pytest.mark.compiled
def test_a_marker_without_its_files_counts_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCS_TUI_KERNELS", str(tmp_path))
    files = [folder("latin") / name for name in ("one.kernel", "other.kernel")]
    mark_compiled("latin/nrpa", files)
    assert not is_compiled("latin/nrpa")
    for file in files:
        file.touch()
    assert is_compiled("latin/nrpa")
    assert compiled() == {"latin/nrpa"}
    files[1].unlink()
    assert not is_compiled("latin/nrpa")
    assert compiled() == frozenset()


def test_damaged_files_are_removed_and_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCS_TUI_KERNELS", str(tmp_path))
    kernel_cache.note_use(folder("latin"))
    sound = hashlib.sha256(b"code").digest() + b"code"
    contents = {"sound": sound, "empty": b"", "cut": sound[:-1], "zeroed": bytes(36), "flipped": sound[:-1] + b"f"}
    for name, content in contents.items():
        (folder("latin") / f"{name}.kernel").write_bytes(content)
    kernel_cache.remove_damaged()
    assert [path.stem for path in folder("latin").glob("*.kernel")] == ["sound"]
    told = [one.what for one in trouble.kept()]
    assert len(told) == 4
    assert all("was damaged, and is made again" in text for text in told)


def test_a_cache_of_another_user_is_refused_but_for_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_cache.check_trusted(tmp_path)
    kernel_cache.check_trusted(tmp_path / "nothing")
    about = os.stat_result((0o40755, 0, 0, 0, 12345, 0, 0, 0, 0, 0))
    monkeypatch.setattr(Path, "stat", lambda _: about)
    with pytest.raises(kernel_cache.UnsafeCacheError, match=r"is another user's.*MCS_TUI_CACHE=FOLDER"):
        kernel_cache.check_trusted(tmp_path)
    about = os.stat_result((0o40755, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    kernel_cache.check_trusted(tmp_path)


@pytest.mark.compiled
def test_python_may_call_a_function_that_is_compiled_for_kernels_alone() -> None:
    rng, same = stream("test", 1), stream("test", 1)
    assert [next_below(rng, 10) for _ in range(5)] == [next_below.py_func(same, 10) for _ in range(5)]  # type: ignore[attr-defined]
