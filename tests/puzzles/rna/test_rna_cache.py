"""The score cache: what it remembers is what folding gives, also in a small cache."""

from __future__ import annotations

import random

import numpy as np
import pytest
from drivers.compiled_rules import look, moves_at, play_move, reset_state
from drivers.rna_targets import random_puzzle

from puzzles.engine.kernels import kernel
from puzzles.engine.streams import stream
from puzzles.rna.kernels.rules import build_state, limits
from puzzles.rna.kernels.state import BUCKET, FOLDS, RnaState, find, make_cache, remember_score, zobrist_words
from puzzles.rna.puzzle import RnaPuzzle
from solvers.searches import sampling

pytestmark = pytest.mark.compiled


@kernel
def slot_of(cache, key):
    return find(cache, key)


@kernel
def write(cache, key, distance, gap):
    remember_score(cache, key, distance, gap)


def test_a_full_bucket_forgets_one_and_keeps_the_rest() -> None:
    cache = make_cache(4 * BUCKET)
    rng = random.Random(2)
    model: dict[int, tuple[int, int]] = {}
    lost = 0
    for number in range(300):
        key = rng.getrandbits(64)
        assert slot_of(cache, np.uint64(key)) == -1
        write(cache, np.uint64(key), number, -number)
        model[key] = (number, -number)
        held = {one: int(slot_of(cache, np.uint64(one))) for one in model}
        gone = [one for one, slot in held.items() if slot < 0]
        assert len(gone) <= 1
        for one in gone:
            del model[one]
            lost += 1
        for one, value in model.items():
            assert (cache.distances[held[one]], cache.gaps[held[one]]) == value
    assert len(model) == 4 * BUCKET
    assert lost == 300 - 4 * BUCKET


def test_a_hash_of_0_is_never_found() -> None:
    cache = make_cache(BUCKET)
    assert slot_of(cache, np.uint64(0)) == -1
    write(cache, np.uint64(0), 3, 3)
    assert slot_of(cache, np.uint64(0)) == -1


def test_zobrist_words_are_the_same_in_every_process_and_of_every_length() -> None:
    words = zobrist_words(400)
    assert len(set(words.tolist())) == 401 * 4 + 1
    assert words[::5].tolist() == [0] * 401
    assert (zobrist_words(40) == words[: 41 * 5]).all()
    assert hex(int(words[1])) == WORD_OF_POSITION_0_BASE_1


WORD_OF_POSITION_0_BASE_1 = "0x17613ec997d7a02a"


def play_design(state: RnaState, board: list[int], order: list[int]) -> tuple[float, bool]:
    """Sets a design's bases step by step; its score and whether it is solved."""
    reset_state(state)
    for step in range(len(order)):
        count = moves_at(state, stream("test", 1))
        site = int(state.sites[step])
        other = int(state.partners[site])
        wanted = "NACGU"[board[site - 1]] + ("NACGU"[board[other - 1]] if other else "")
        names = ["CG", "GC", "AU", "UA", "GU", "UG", "A", "C", "G", "U"]
        assert names.index(wanted) in state.moves[:count].tolist()
        play_move(state, names.index(wanted))
    score, solved, _ = look(state, np.zeros(len(board), np.int64))
    return score, solved


def test_a_design_met_again_is_not_folded_whatever_the_order_of_its_moves() -> None:
    rng = random.Random(4)
    puzzle = random_puzzle(rng, 30)
    pairs, string = (build_state(puzzle, order=order) for order in ("pairs", "string"))
    string = string._replace(cache=pairs.cache)
    boards = []
    for _ in range(20):
        board = [rng.randrange(1, 5) for _ in puzzle.target]
        for one, two in enumerate(puzzle.partners):
            if two > one:
                board[one], board[two] = rng.choice([(2, 3), (3, 2), (1, 4), (4, 1), (3, 4), (4, 3)])
        boards.append(board)
    first = [play_design(pairs, board, pairs.sites.tolist()) for board in boards]
    assert pairs.scalars[FOLDS] == len(boards)
    assert [play_design(pairs, board, pairs.sites.tolist()) for board in boards] == first
    assert [play_design(string, board, string.sites.tolist()) for board in boards] == first
    assert (pairs.scalars[FOLDS], string.scalars[FOLDS]) == (len(boards), 0)


@pytest.mark.parametrize("objective", ["nemo", "lexicographic"])
def test_searches_with_a_small_cache_find_the_same(objective: str) -> None:
    puzzle = RnaPuzzle("((((....))))......", "NNSSGAAASSNNAAAAAA", objective=objective)
    found, folds = [], []
    for slots in (BUCKET, 1 << 10):
        state = build_state(puzzle)._replace(cache=make_cache(slots))
        search = sampling.make_search(limits(state), {}, np.ones(1), stream("test", 3))
        scores = []
        for _ in range(400):
            search.tally.counters[1] = 0  # goes on after a solution
            search.tally.best_score[0] = -np.inf
            sampling.advance(state, search, 1)
            scores.append(float(search.tally.best_score[0]))
        found.append(scores)
        folds.append(int(state.scalars[FOLDS]))
    assert found[0] == found[1]
    assert folds[1] < folds[0] < 400
