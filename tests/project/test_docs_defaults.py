"""The settings that the documents name are those that a search has, and that the benchmarks measure as ours."""

from __future__ import annotations

from pathlib import Path

from puzzles.parameters import Value
from puzzles.registry import get_family
from solvers.experiments.folder import TABLES
from solvers.experiments.spec import read, rows
from solvers.registry import algorithm, parameters_of

ROOT = Path(__file__).resolve().parents[2]


def page(name: str) -> str:
    """A family's page with its lines joined."""
    return " ".join((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").split())


def defaults(family_name: str, algorithm_name: str) -> dict[str, Value]:
    return {one.name: one.default for one in parameters_of(algorithm(algorithm_name), get_family(family_name))}


def measured_by(experiment: str) -> dict[str, dict[str, Value | list[Value]]]:
    """The parameters of the shipped experiment's rows, by their names."""
    return {row.name: row.parameters for row in rows(read(TABLES / f"{experiment}.toml"))}


def test_tsptw_has_the_defaults_of_its_page_and_measures_them() -> None:
    usual = get_family("tsptw").algorithm_defaults["gnrpa"]
    assert usual == {"level": 3, "iterations": 50, "tau": 1.4, "bias": 20.0}
    text = page("tsptw")
    assert "section 6.2, with temperature 1.4;" in text
    assert "The paper has level 4, N 100 and bias 10; our defaults are level 3, N 50 and bias 20," in text
    assert "| `bias` | 10, of `gnrpa` and `blnrpa` 20 |" in text
    assert get_family("tsptw").algorithm_defaults["blnrpa"] == usual
    assert "| `moves` | `windows` |" in text
    assert [defaults("tsptw", name)["bias"] for name in ("gnrpa", "annealing")] == [20.0, 10.0]
    measured, paper = (measured_by("tsptw")[name] for name in ("GNRPA", "GNRPA as the paper has it"))
    all_of_them = defaults("tsptw", "gnrpa")
    assert measured == {name: all_of_them[name] for name in measured}
    assert set(usual) <= set(measured)
    assert paper == measured | {"level": 4, "iterations": 100, "bias": 10.0}


def test_samegame_has_the_defaults_of_its_page_and_measures_them() -> None:
    usual = get_family("samegame").algorithm_defaults
    paper = {"level": 4, "iterations": 100, "selective": "auto"}
    assert usual == {
        "nrpa": paper,
        "gnrpa": {**paper, "repetitions": 10, "batch": 4},
        "blnrpa": {**paper, "repetitions": 10, "batch": 4},
        "annealing": {"hot": 120.0, "cold": 20.0, "period": 100_000, "patience": 2000.0, "selective": "auto"},
        "lns": {"hot": 120.0, "cold": 20.0, "period": 200_000, "selective": "auto"},
    }
    text = page("samegame")
    assert "`gnrpa` is the default, with level 4 and N 100, as in" in text
    assert "when its best score has been found ten times again (`repetitions`)" in text
    assert "level 1 adapts after every fourth playout (`batch`)" in text
    assert "goes from `hot` (120 points) to `cold` (20) and back, once in `period` (100,000) proposals" in text
    assert "After `patience` (2,000) proposals without a new best for each move" in text
    assert "the default of these two searches, of `annealing` and of `lns` is `auto`: `tabu` from 100 cells on" in text
    measured = measured_by("samegame")
    all_of_them = defaults("samegame", "gnrpa") | {"selective": "tabu"}
    assert measured["GNRPA"] == {one: all_of_them[one] for one in measured["GNRPA"]}
    assert set(usual["gnrpa"]) <= set(measured["GNRPA"])
    assert measured["GNRPA as the paper has it"] == defaults_of_the_paper() | {"repetitions": 0, "batch": 1}


def defaults_of_the_paper() -> dict[str, Value]:
    """What `--set repetitions=0 --set batch=1` makes of the defaults, as far as the row states it."""
    ours = defaults("samegame", "gnrpa")
    return {name: ours[name] for name in ("level", "iterations", "alpha", "tau")} | {"selective": "tabu"}
