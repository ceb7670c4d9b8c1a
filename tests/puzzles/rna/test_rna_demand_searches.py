"""Searches under a specification: what they score is what the checker says, and what can be kept is kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from drivers.rna_searches import searched

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.rna.puzzle import RnaPuzzle

FAMILY = registry.get_family("rna")

TARGET = "((((....))))..((....))"
KEPT: list[dict[str, str]] = [
    {"gc": "40-60"},
    {"forbid": "GG, CCC, EcoRI"},
    {"forbid": "N{3}, GAAA both strands"},
    {"require": "GAAA"},
    {"require": "ACGA at 13-16, AAG"},
    {"repeat": "3"},
    {"protein": "MK at 5, W at 12", "codons": "human from 30"},
    {"gc": "40-60", "forbid": "GGG, AAAAA", "require": "GA", "repeat": "4"},
]


@pytest.mark.parametrize("algorithm", ["sampling", "annealing"])
def test_moves_keep_each_demand_at_all_times(algorithm: str) -> None:
    order = {"algorithm": algorithm, "seed": 5, "playouts": 20 if algorithm == "sampling" else 40}
    orders = [order | {"puzzle": {"target": TARGET} | demands} for demands in KEPT]
    refusing = 0
    for demands, (found, refused) in zip(KEPT, searched(orders), strict=True):
        puzzle = RnaPuzzle(TARGET, **demands)
        boards = {tuple(board) for board, _, _ in found}
        assert len(boards) > 2, demands
        verdicts = [FAMILY.judge(puzzle, board) for board in boards]
        assert all(one.legal for one in verdicts)
        broken = sum(any("folds into another" not in line for line in one.faults) for one in verdicts)
        assert broken <= (0 if len(demands) == 1 else len(boards) // 4), demands  # several may leave no move
        last = found[-1]
        assert last[1] == pytest.approx(FAMILY.judge(puzzle, last[2]).score, abs=1e-9)
        refusing += refused.startswith("moves refused by demand: ")
    assert refusing > len(KEPT) // 2


HARD: list[dict[str, str]] = [
    {"gc": "40-60 in 5, 40-45", "repeat": "2", "forbid": "AA, UU"},
    {"require": "GGGG, CCCC, AAAA, UUUU", "forbid": "N{3} except 1-8", "gc": "45-50"},
    {"protein": "MKLVF at 5", "codons": "yeast", "forbid": "UUG, G{2}", "repeat": "2"},
]


@pytest.mark.parametrize("algorithm", ["sampling", "annealing", "nrpa"])
def test_scores_of_designs_that_break_demands_are_the_checkers(algorithm: str) -> None:
    target = "((((....))))...(((....)))"
    start = "GGGGAAAACCCCAAAGGGAAAACCC"
    small = {"level": 2, "iterations": 3} if algorithm == "nrpa" else {}
    orders = [
        {
            "puzzle": {"target": target, "start": start, "objective": objective} | demands,
            "algorithm": algorithm,
            "seed": 2,
            "playouts": 12,
            "parameters": small,
        }
        for demands, objective in zip(HARD, ("nemo", "lexicographic", "nemo"), strict=True)
    ]
    broken = 0
    for order, (found, _) in zip(orders, searched(orders), strict=True):
        puzzle = RnaPuzzle(**order["puzzle"])  # type: ignore[arg-type]
        for _, score, board in found:
            verdict = FAMILY.judge(puzzle, board)
            assert score == pytest.approx(verdict.score, abs=1e-9)
            broken += any("folds into another" not in one for one in verdict.faults)
    assert broken > 0


PAGE = (Path(__file__).parents[3] / "docs" / "rna-specification.md").read_text(encoding="utf-8")


def test_the_worked_example_of_the_page_is_kept_by_a_search() -> None:
    text, *_ = re.findall(r"```rna\n(.*?)```", PAGE, re.DOTALL)
    puzzle = registry.read(text)
    assert isinstance(puzzle, RnaPuzzle)
    assert puzzle.demands == {"gc": "45-55, 20-80 in 10", "forbid": "GGGG, EcoRI, BsaI", "repeat": "8"}
    plain = {"target": puzzle.target, "restraints": puzzle.restraints}
    order = {"puzzle": plain | puzzle.demands, "algorithm": "annealing", "seed": 3, "playouts": 5}
    ((found, _),) = searched([order])
    for board, _, _ in found:
        verdict = FAMILY.judge(puzzle, board)
        assert verdict.legal
        assert all("folds into another" in one for one in verdict.faults)
        assert 34 <= sum(code in (2, 3) for code in board) <= 41


def test_the_contradictions_of_the_page_are_those_that_are_told() -> None:
    *_, text = re.findall(r"```rna\n(.*?)```", PAGE, re.DOTALL)
    (told,) = re.findall(r"```text\n(order.*?)```", PAGE, re.DOTALL)
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, source="order.txt")
    assert list(caught.value.lines) == told.splitlines()


def test_scores_at_another_temperature_are_the_checkers() -> None:
    target = "((((....))))...(((....)))"
    orders = [
        {"puzzle": {"target": target} | demands, "algorithm": "annealing", "seed": 4, "playouts": 8}
        for demands in ({"temperature": "55"}, {"temperature": "5", "gc": "30-50"})
    ]
    for order, (found, _) in zip(orders, searched(orders), strict=True):
        puzzle = RnaPuzzle(**order["puzzle"])  # type: ignore[arg-type]
        for _, score, board in found:
            assert score == pytest.approx(FAMILY.judge(puzzle, board).score, abs=1e-9)


def test_free_positions_make_a_design_a_solution_whatever_they_do() -> None:
    target = "((((....))))..........."
    design = "GCGCAAAAGCGCAGGGCAAAACCC"[: len(target)]
    order = {
        "puzzle": {"target": target, "free": "13-23", "start": design},
        "algorithm": "annealing",
        "seed": 1,
        "playouts": 1,
    }
    ((found, _),) = searched([order])
    assert found[0][1] == 1.0
    assert FAMILY.judge(RnaPuzzle(target, free="13-23"), found[0][2]).solved
