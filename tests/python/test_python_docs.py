"""The code of docs/python.md and of the notebook runs as it is written."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, own_folders: None) -> None:
    """Children begin with interpreted kernels, and nothing is shown in a window."""
    monkeypatch.setenv("MCS_TUI_JIT", "0")
    monkeypatch.setenv("MPLBACKEND", "agg")


def test_the_code_of_the_page_runs(tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", (DOCS / "python.md").read_text(), re.M | re.S)
    (tmp_path / "page.py").write_text("\n".join(blocks))
    names = runpy.run_path(str(tmp_path / "page.py"))
    assert names["result"].status == "solved"
    assert names["measured"].results


def notebook(name: str, tmp_path: Path) -> dict[str, Any]:
    """What the names of the notebook are when it has run."""
    cells = json.loads((DOCS / name).read_text())["cells"]
    code = [one for one in cells if one["cell_type"] == "code"]
    assert not any(one["outputs"] or one["execution_count"] for one in code)
    (tmp_path / "notebook.py").write_text("\n".join("".join(one["source"]) for one in code))
    return runpy.run_path(str(tmp_path / "notebook.py"))


def test_the_notebook_runs_and_holds_no_output(tmp_path: Path) -> None:
    names = notebook("python.ipynb", tmp_path)
    assert names["result"]._repr_html_().startswith("<p>")


def test_the_notebook_that_tunes_a_search_measures_it_on_other_boards_and_seeds(tmp_path: Path) -> None:
    names = notebook("tuning.ipynb", tmp_path)
    assert len(names["study"].trials) == names["TRIALS"]
    assert names["study"].best_params.keys() == {"level", "iterations", "alpha"}
    assert not {str(one) for one in names["tuning"]} & {str(one) for one in names["test"]}
    (comparison,) = names["measured"].report.comparisons
    assert (comparison.pairs, comparison.puzzles) == (12, 3)


def test_the_notebook_of_a_puzzle_of_ones_own_has_the_pages_puzzle(tmp_path: Path) -> None:
    names = notebook("authoring.ipynb", tmp_path)
    assert names["result"].score == 23
    assert all(10 < score <= 23 for scores in names["reached"].values() for score in scores)
    page = (DOCS / "authoring.md").read_text()
    cells = json.loads((DOCS / "authoring.ipynb").read_text())["cells"]
    assert "".join(cells[1]["source"]).strip() in page, "the same lines stand on the page"
