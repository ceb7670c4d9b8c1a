"""What a process that computes nothing imports: no numba, and below tui nothing that draws."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles.registry import FAMILY_MODULES
from tui.boards.puzzle_board import board_class

HOME = Path(__file__).resolve().parents[2]

TEXT_SIDE = [
    "puzzles.engine.kernel_cache",
    "puzzles.engine.contract",
    "puzzles.engine.limits",
    "priors.store",
    "priors.table",
    "priors.stored",
    "solvers.registry",
    *sorted(
        f"solvers.runs.{path.stem}" for path in (HOME / "solvers" / "runs").glob("*.py") if path.stem != "__init__"
    ),
]


def modules_after(statements: str) -> set[str]:
    """The first names of all modules that a fresh process has imported after the statements."""
    text = f"import sys, json\n{statements}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", text], cwd=HOME, capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in json.loads(done.stdout)}


def test_families_priors_the_registry_and_runs_need_neither_numba_nor_a_screen() -> None:
    imports = "".join(f"import {name}\n" for name in TEXT_SIDE)
    use = "from puzzles.registry import families\nassert families()\n"
    use += "for one in families():\n    [one.parse(example.text) for example in one.examples]\n"
    loaded = modules_after(imports + use)
    assert loaded & {"puzzles", "priors", "solvers"} == {"puzzles", "priors", "solvers"}
    assert not loaded & {"numba", "llvmlite", "textual", "rich", "click"}


@pytest.mark.parametrize("entry", ["tui.commands", "tui.app"])
def test_the_app_and_its_commands_need_no_numba(entry: str) -> None:
    rooms = [
        path.relative_to(HOME).with_suffix("")
        for path in (HOME / "tui").rglob("*.py")
        if path.name not in ("__init__.py", "__main__.py")
    ]
    names = [entry, *(".".join(path.parts) for path in rooms)] if entry == "tui.app" else [entry]
    loaded = modules_after("".join(f"import {name}\n" for name in names))
    assert "tui" in loaded
    assert not loaded & {"numba", "llvmlite"}


COMPILERS = (
    "puzzles/engine/dispatchers.py",
    "puzzles/engine/kernel_files.py",
    "puzzles/engine/state_types.py",
    "solvers/bench/",
)
"""Modules that only compiled kernels need."""


def test_where_kernels_are_interpreted_nothing_needs_numba() -> None:
    """With MCS_TUI_JIT=0, every module of the three packages but those, and a search."""
    paths = [path.relative_to(HOME) for one in ("puzzles", "priors", "solvers") for path in (HOME / one).rglob("*.py")]
    paths = [path for path in paths if not path.as_posix().startswith(COMPILERS) and path.name != "__main__.py"]
    names = [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths]
    imports = "".join(f"import {name}\n" for name in sorted(names))
    loaded = modules_after(f"import os\nos.environ['MCS_TUI_JIT'] = '0'\n{imports}")
    assert "numpy" in loaded
    assert not loaded & {"numba", "llvmlite"}


@pytest.mark.compiled
def test_searching_does_need_numba() -> None:
    # else the tests above would see nothing
    assert {"numba", "llvmlite"} <= modules_after("import solvers.session, solvers.searches.nrpa")


def names_of_families(source: str) -> set[str]:
    """The families that a module names: by a text that is nothing but the name, or by an import of their folder."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        elif isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("puzzles."):
            found.add(node.module.split(".")[1])
    return found & set(FAMILY_MODULES)


def test_nothing_names_a_family_but_its_folders_the_registries_and_the_benchmarks() -> None:
    may = {"solvers/bench", "tui/boards", *(f"tui/boards/{name}" for name in FAMILY_MODULES)}
    named = {}
    for layer in ("priors", "solvers", "tui"):
        for path in sorted((HOME / layer).rglob("*.py")):
            families = names_of_families(path.read_text(encoding="utf-8"))
            name = path.relative_to(HOME)
            if families and name.parent.as_posix() not in may:
                named[name.as_posix()] = families
    assert named == {}
    assert names_of_families('from puzzles.rna import x\ny = "tsptw"\nz = "the latin text"') == {"rna", "tsptw"}


def test_nothing_names_the_keys_of_a_familys_board_but_its_folder() -> None:
    scopes = {}
    for family in FAMILY_MODULES:
        board = board_class(family)
        if f".{family}." in board.__module__:
            inherited = {scope for base in board.__mro__[1:] for scope in getattr(base, "SCOPES", ())}
            scopes |= {scope.name: (family, scope.title) for scope in board.SCOPES if scope not in inherited}
    assert set(scopes) == {"strand", "tour"}
    found = []
    for path in sorted((HOME / "tui").rglob("*.py")):
        name = path.relative_to(HOME).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for scope, (family, title) in scopes.items():
                    if (node.value == scope or title in node.value) and not name.startswith(f"tui/boards/{family}/"):
                        found.append((name, node.value))
    assert found == []
