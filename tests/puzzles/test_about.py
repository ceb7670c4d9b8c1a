"""What families say of themselves: showcases are what their sentences claim, starters exist, goals are published."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzles import registry
from puzzles.family import Family

FAMILIES = registry.families()
MOST_WORDS = 12


@pytest.mark.parametrize("family", FAMILIES, ids=lambda one: one.name)
def test_a_showcase_is_a_full_board_and_the_starter_an_example(family: Family) -> None:
    about = family.about
    assert about is not None
    puzzle, board = family.read_showcase(about.showcase)
    verdict = family.judge(puzzle, board)
    if family.optimisation is None:
        assert verdict.solved
    else:
        assert verdict.legal
        assert not verdict.faults
        assert family.optimisation.complete(puzzle, board)
    assert len(about.showcase.sentence.split()) <= MOST_WORDS
    assert about.rules
    assert about.papers
    assert about.starter in {one.name for one in family.examples}


def test_figures_in_the_sentences_are_those_of_the_checker() -> None:
    figures = {"morpion": (82.0, "82 moves"), "samegame": (3363.0, "3,363 points"), "tsptw": (-558.0, "")}
    for name, (score, words) in figures.items():
        family = registry.get_family(name)
        assert family.about is not None
        assert family.judge(*family.read_showcase(family.about.showcase)).score == score
        assert words in family.about.showcase.sentence


def test_no_tour_of_the_showcase_is_shorter() -> None:
    """All sets of visited nodes, with the last of them, and of each what no other one beats in both time and cost."""
    family = registry.get_family("tsptw")
    assert family.about is not None
    puzzle = family.parse(family.about.showcase.puzzle)
    n, travel = puzzle.n, puzzle.travel  # type: ignore[attr-defined]
    opens, closes, service = puzzle.earliest, puzzle.latest, puzzle.service  # type: ignore[attr-defined]
    layer = {(0, 0): [(opens[0], 0)]}
    for _ in range(n - 1):
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for (seen, last), ways in layer.items():
            for node in set(range(1, n)):
                if seen >> node & 1:
                    continue
                for time, cost in ways:
                    start = max(time + service[last] + travel[last * n + node], opens[node])
                    if start <= closes[node]:
                        way = (start, cost + travel[last * n + node])
                        found.setdefault((seen | 1 << node, node), []).append(way)
        layer = {key: [one for one in ways if not beaten(one, ways)] for key, ways in found.items()}
    costs = [
        cost + travel[last * n]
        for (_, last), ways in layer.items()
        for time, cost in ways
        if time + service[last] + travel[last * n] <= closes[0]
    ]
    assert min(costs) == 558 * 10**puzzle.digits  # type: ignore[attr-defined]


def beaten(way: tuple[int, int], ways: list[tuple[int, int]]) -> bool:
    return any(one != way and one[0] <= way[0] and one[1] <= way[1] for one in ways)


def test_records_of_games_are_their_variants() -> None:
    family = registry.get_family("morpion")
    assert family.about is not None
    found = {}
    for variant in ("5D", "5T", "4T", "4D"):
        goal = family.about.goal(family.parse(f"morpion {variant}\n"))
        assert goal is not None
        found[variant] = goal.amount, goal.proven
    assert found == {"5D": (82, False), "5T": (178, False), "4T": (62, True), "4D": (35, True)}


def test_published_boards_are_known_by_their_numbers(benchmark_data: Path) -> None:
    family = registry.get_family("tsptw")
    assert family.about is not None
    folder = benchmark_data / "tsptw"
    for line in (folder / "best_travel_cost.tsv").read_text().splitlines()[1:]:
        name, _, published = line.split("\t")[:3]
        puzzle = family.parse((folder / "SolomonPotvinBengio" / f"{name}.txt").read_text())
        goal = family.about.goal(replace(puzzle, name="another"))  # type: ignore[type-var]
        assert goal is not None
        assert goal.amount == float(published), name
    assert family.about.goal(replace(puzzle, objective="makespan")) is None  # type: ignore[type-var]
    assert family.about.goal(family.parse(family.examples[0].text)) is None
    samegame = registry.get_family("samegame")
    assert samegame.about is not None
    boards = [(benchmark_data / "samegame" / "boards" / f"standard{number:02d}.txt").read_text() for number in (1, 2)]
    first, second = (samegame.about.goal(samegame.parse(text)) for text in boards)
    assert first is not None
    assert (first.amount, second) == (3116.54, None)
