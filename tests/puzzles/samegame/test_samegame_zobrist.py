"""Policy codes of SameGame's groups: hashes, so different groups seldom share one, whatever they differ in."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from drivers.compiled_samegame import CompiledGame, random_puzzle

from puzzles.samegame.kernels.group_list import table_size

pytestmark = pytest.mark.compiled

Cells = frozenset[tuple[int, int]]
Codes = dict[tuple[Cells, int], int]
"""The code of each group that has come up, by its cells and its colour."""


def codes_of(width: int, height: int, colours: int, *, games: int, plainly: bool = False) -> Codes:
    """Of all groups that are offered in random games on random boards of one size, as the compiled rules have them."""
    found: Codes = {}
    for seed in range(games):
        puzzle = random_puzzle(seed, width, height, colours)
        game = CompiledGame(puzzle, plainly=plainly)
        chance = random.Random(seed)
        columns = [[puzzle.cells[row * width + column] for row in reversed(range(height))] for column in range(width)]
        while offers := game.offers():
            for one in offers:
                column, row = min(one.cells)
                assert found.setdefault((one.cells, columns[column][row]), one.policy) == one.policy
            played = chance.choice(offers)
            left = [[at for row, at in enumerate(of) if (x, row) not in played.cells] for x, of in enumerate(columns)]
            columns = [of for of in left if of]
            game.play(played.item)
    return found


def shared(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """How many pairs there are, and how many of them are of equal codes."""
    counts = Counter(one == other for one, other in pairs)
    return counts.total(), counts[True]


def all_pairs(codes: Codes) -> tuple[int, int]:
    times = Counter(codes.values()).values()
    return len(codes) * (len(codes) - 1) // 2, sum(count * (count - 1) // 2 for count in times)


@pytest.mark.parametrize(
    ("width", "height", "colours", "plainly", "games"),
    [(15, 15, 5, False, 60), (15, 15, 5, True, 60), (40, 15, 9, False, 25), (9, 20, 3, False, 60)],
)
def test_groups_share_codes_as_seldom_as_by_a_uniform_hash(
    width: int, height: int, colours: int, plainly: bool, games: int
) -> None:
    codes = codes_of(width, height, colours, games=games, plainly=plainly)
    size = table_size(width * height)
    pairs, equal = all_pairs(codes)
    expected = pairs / size
    assert expected > 100, "enough groups to decide"
    assert expected / 2 < equal < 1.5 * expected
    assert 0 <= min(codes.values()) < size / 100
    assert 0.99 * size < max(codes.values()) < size


@pytest.mark.parametrize("plainly", [False, True])
def test_groups_that_differ_in_columns_rows_or_colour_alone_have_different_codes(plainly: bool) -> None:
    codes = codes_of(15, 15, 5, games=60, plainly=plainly)
    across = shared(
        (code, codes[other])
        for (cells, colour), code in codes.items()
        for by in range(1, 15)
        if (other := (frozenset((x + by, y) for x, y in cells), colour)) in codes
    )
    up = shared(
        (code, codes[other])
        for (cells, colour), code in codes.items()
        for by in range(1, 15)
        if (other := (frozenset((x, y + by) for x, y in cells), colour)) in codes
    )
    recoloured = shared(
        (code, codes[other])
        for (cells, colour), code in codes.items()
        for by in range(1, 5)
        if (other := (cells, colour + by)) in codes
    )
    for pairs, equal in (across, up, recoloured):
        assert pairs > 500
        assert equal <= 10 + 3 * pairs / table_size(15 * 15)


@pytest.mark.parametrize("plainly", [False, True])
def test_groups_of_which_one_cell_lies_elsewhere_have_different_codes(plainly: bool) -> None:
    """Three cells in a row or a corner: two are in both groups."""
    codes = codes_of(15, 15, 5, games=60, plainly=plainly)
    with_two: dict[tuple[Cells, int], list[tuple[tuple[int, int], int]]] = {}
    for (cells, colour), code in codes.items():
        if len(cells) == 3:
            for cell in cells:
                with_two.setdefault((cells - {cell}, colour), []).append((cell, code))
    moved: dict[str, list[tuple[int, int]]] = {"column": [], "row": [], "both": []}
    for third in with_two.values():
        for (cell, code), (other, its_code) in combinations(third, 2):
            what = "row" if cell[0] == other[0] else "column" if cell[1] == other[1] else "both"
            moved[what].append((code, its_code))
    for what, pairs in moved.items():
        count, equal = shared(pairs)
        assert count > 100, what
        assert equal <= 10, what
