"""Without ViennaRNA, as under a Python for which it has no wheel: all the rest runs, and RNA says what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzles import registry
from puzzles.rna import energy_models, flat_drawing
from solvers.runs.spec import SolveSpec
from solvers.session import Session
from tui.processes import judging

FAMILY = registry.get_family("rna")
TEXT = "((((....))))\n"
DESIGN = "GGGGAAAACCCC"
MISSING = "RNA designs need ViennaRNA, whose Python module can't be loaded"


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """ViennaRNA can't be imported, and nothing that it computed before is remembered."""
    monkeypatch.setitem(sys.modules, "RNA", None)
    _forget()
    yield
    _forget()


def _forget() -> None:
    """Nothing; no function of the family remembers what it has returned."""
    for module in [module for name, module in sys.modules.items() if name.startswith("puzzles.rna.")]:
        for one in [one for one in vars(module).values() if hasattr(one, "cache_clear")]:
            one.cache_clear()


@pytest.mark.usefixtures("without")
def test_judging_and_searching_say_what_is_missing_in_one_line() -> None:
    puzzle = registry.read(TEXT)
    board = FAMILY.parse_board(puzzle, DESIGN)
    for fails in (
        lambda: FAMILY.judge(puzzle, board),
        lambda: FAMILY.remarks(puzzle, board),
        lambda: Session(SolveSpec(family="rna", puzzle=FAMILY.to_json(puzzle), title="", algorithm="annealing"), 0),
    ):
        with pytest.raises(energy_models.MissingError) as error:
            fails()
        assert error.value.message.startswith(MISSING)
        assert error.value.message.endswith("; expected pip install viennarna, which exists for Python 3.11 to 3.14")
        assert "\n" not in error.value.message
    asked = {"family": "rna", "puzzle": FAMILY.to_json(puzzle), "board": list(board)}
    assert judging.answer(asked)["faults"][0].startswith(MISSING)


@pytest.mark.usefixtures("without")
def test_targets_are_read_written_and_drawn_without_it() -> None:
    puzzle = registry.read(TEXT)
    assert registry.read(FAMILY.write(puzzle, "json")) == puzzle
    placed = flat_drawing.layout("((((....))))")
    assert len(set(placed)) == 12
    assert FAMILY.picture(puzzle).shapes


@pytest.mark.parametrize("order", [["solve", "TARGET", "--seconds", "5"], ["check", "TARGET", "--board", "DESIGN"]])
def test_commands_end_with_one_line_and_no_traceback(order: list[str], tmp_path: Path) -> None:
    (tmp_path / "RNA.py").write_text("raise ImportError('no wheel')\n")
    files = {"TARGET": TEXT, "DESIGN": f"{DESIGN}\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", "from tui.commands import main; main()", *order],
        env=os.environ | {"MCS_TUI_JIT": "0", "PYTHONPATH": f"{tmp_path}:{Path(registry.__file__).parents[1]}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    told = done.stdout + done.stderr
    assert f"{MISSING} (no wheel)" in told
    assert "Traceback" not in told
    assert done.returncode != 0
