"""The compiled rules of inverse folding against a naive implementation that folds with ViennaRNA's Python API."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from drivers.compiled_rules import codes_into, keep_position, look, moves_at, play_move, recall_position, reset_state
from drivers.rna_targets import random_puzzle
from oracles.naive_rna import NaiveDesign

from puzzles.engine.kernels import kernel
from puzzles.engine.rules import agrees
from puzzles.engine.streams import stream
from puzzles.rna.kernels.rules import SCRATCH, build_state, limits
from puzzles.rna.kernels.state import Copies, Hairpins, Library, RnaState
from puzzles.rna.nemo import LEAST_SHARE, nemo_weights
from puzzles.rna.puzzle import RnaPuzzle

pytestmark = pytest.mark.compiled

NGRAM, NEMO = 1, 2
SHARES = np.exp(nemo_weights("program"))


@kernel
def agreeing(state, solution, move):
    return agrees(state, solution, move)


class Twin:
    """A compiled design and a plain one, which make the same moves."""

    def __init__(self, puzzle: RnaPuzzle, order: str, history: int = 0, prior: int = 0) -> None:
        self.plain = NaiveDesign(puzzle, order, history)
        self.state = build_state(puzzle, prior_code=prior, order=order, history=history)
        self.prior = prior
        self.limits = limits(self.state)
        self.rng = stream("test", 1)

    def moves(self) -> list[int]:
        """The legal moves, by both, after a look at their codes."""
        count = moves_at(self.state, self.rng)
        moves: list[int] = self.state.moves[:count].tolist()
        assert moves == self.plain.moves()
        policy, prior = np.zeros(6, np.int64), np.zeros(6, np.int64)
        if moves:
            codes_into(self.state, count, policy, prior)
            assert policy[:count].tolist() == [self.plain.policy_code(move) for move in moves]
            assert policy[:count].max() < self.limits.policy_codes
        if moves and self.prior == NGRAM:
            assert prior[:count].tolist() == [self.plain.prior_code(move) for move in moves]
        elif moves and self.prior == NEMO:
            weights = self.plain.weights()
            shares = [max(weights[word] / sum(weights.values()), LEAST_SHARE) for word in self.plain.words()]
            assert SHARES[prior[:count]].tolist() == pytest.approx(shares, rel=1e-12)
        assert prior[:count].max(initial=0) < self.limits.prior_codes
        return moves

    def play(self, move: int) -> None:
        play_move(self.state, move)
        self.plain.play(move)

    def board(self) -> list[int]:
        """What is shown, by both."""
        board = np.zeros(self.limits.board, np.int64)
        length = look(self.state, board)[2]
        assert board[:length].tolist() == self.plain.board()
        return self.plain.board()

    def finish(self, rng: random.Random) -> None:
        while moves := self.moves():
            self.play(rng.choice(moves))

    def assert_scored(self) -> None:
        score, solved, _ = look(self.state, np.zeros(self.limits.board, np.int64))
        assert score == pytest.approx(self.plain.score(), rel=1e-12, abs=1e-12)
        assert solved == self.plain.solved()


@pytest.mark.parametrize("objective", ["nemo", "lexicographic"])
@pytest.mark.parametrize("order", ["pairs", "string"])
@pytest.mark.parametrize("history", [0, 1, 2])
def test_playouts_are_those_of_the_naive_implementation(order: str, history: int, objective: str) -> None:
    rng = random.Random(history)
    for prior in (0, NGRAM, NEMO, NEMO):
        puzzle = random_puzzle(rng, rng.randrange(8, 70), restrained=rng.choice([0.0, 0.2, 0.9]), objective=objective)
        twin = Twin(puzzle, order, history, prior)
        for _ in range(3):
            reset_state(twin.state)
            twin.plain = NaiveDesign(puzzle, order, history)
            assert tuple(twin.board()) == puzzle.start_board
            steps = 0
            while moves := twin.moves():
                twin.play(rng.choice(moves))
                assert twin.board().count(0) <= puzzle.length - steps
                steps += 1
            assert steps == twin.limits.steps
            twin.assert_scored()


def designs(puzzle: RnaPuzzle) -> list[tuple[float, bool]]:
    """The score of every design, and whether it is a solution, both compared with the naive implementation's."""
    twin = Twin(puzzle, "pairs")
    found = []
    lines: list[list[int]] = [[]]
    while lines:
        line = lines.pop()
        reset_state(twin.state)
        twin.plain = NaiveDesign(puzzle)
        for move in line:
            twin.play(move)
        moves = twin.moves()
        lines += [[*line, move] for move in moves]
        if not moves:
            twin.assert_scored()
            found.append((twin.plain.score(), twin.plain.solved()))
    return found


def test_every_design_of_a_restrained_hairpin() -> None:
    found = designs(RnaPuzzle("((...))", "NNGAANN"))
    assert len(found) == 36
    assert {solved for _, solved in found} == {False}  # two pairs don't hold a triloop
    found = designs(RnaPuzzle("((((....))))", "SSNSGAAAWNSS"))
    assert len(found) == 24
    assert {solved for _, solved in found} == {False, True}
    assert [score == 1.0 for score, _ in found] == [solved for _, solved in found]


def test_every_design_without_a_pair() -> None:
    found = designs(RnaPuzzle(".......", "GRCAAMC"))
    assert [solved for _, solved in found] == [True] * 4
    folding = designs(RnaPuzzle("............", "GGGGAAAACCYY"))
    assert len(folding) == 4
    assert 0 < min(score for score, _ in folding) < 0.1  # 1 / (1 + distance), divided by the gap


@pytest.mark.parametrize("order", ["pairs", "string"])
def test_a_saved_position_is_restored(order: str) -> None:
    rng = random.Random(5)
    puzzle = random_puzzle(rng, 50, restrained=0.2)
    twin = Twin(puzzle, order, 2, NGRAM if order == "string" else NEMO)
    frame = np.zeros(twin.limits.frame, np.uint64)
    for _ in range(6):
        reset_state(twin.state)
        twin.plain = NaiveDesign(puzzle, order, 2)
        for _ in range(rng.randrange(twin.limits.steps)):
            twin.play(rng.choice(twin.moves()))
        keep_position(twin.state, frame)
        kept = twin.plain.copy()
        for _ in range(2):
            twin.finish(rng)
            twin.assert_scored()
            recall_position(twin.state, frame)
            twin.plain = kept.copy()
            twin.board()
        twin.finish(rng)
        twin.assert_scored()


@pytest.mark.parametrize("order", ["pairs", "string"])
def test_moves_that_agree_with_a_design_lead_to_it(order: str) -> None:
    rng = random.Random(8)
    puzzle = random_puzzle(rng, 40, restrained=0.1)
    twin = Twin(puzzle, order)
    twin.finish(rng)
    design = np.array(twin.board(), np.int64)
    reset_state(twin.state)
    twin.plain = NaiveDesign(puzzle, order)
    while moves := twin.moves():
        assert not any(agreeing(twin.state, design[:-1], move) for move in moves)
        led = [move for move in moves if agreeing(twin.state, design, move)]
        assert len(led) == 1
        twin.play(led[0])
    assert twin.board() == design.tolist()


def test_of_a_partial_board_only_the_pairs_that_are_set_agree() -> None:
    twin = Twin(RnaPuzzle("((...))"), "pairs")
    pairs = np.array([3, 2, 0, 0, 0, 3, 2], np.int64)
    led = []
    while moves := twin.moves():
        agreed = [move for move in moves if agreeing(twin.state, pairs, move)]
        led.append(agreed)
        twin.play((agreed or moves)[0])
    assert led == [[1], [0], [], [], []]


def test_an_open_design_scores_below_all_others() -> None:
    twin = Twin(RnaPuzzle("((...))", "NNGAAN" + "N"), "pairs")
    score, solved, _ = look(twin.state, np.zeros(7, np.int64))
    assert (score, solved) == (-1e9, False)


@pytest.mark.parametrize("history", [0, 1, 2])
def test_policy_codes_are_of_the_step_the_last_moves_and_the_move(history: int) -> None:
    """Every code of every position stands for one (step, last moves, move), and codes are dense from 0."""
    meaning: dict[int, tuple[Any, ...]] = {}
    rng = random.Random(1)
    twin = Twin(RnaPuzzle("((...)).."), "string", history)
    for _ in range(400):
        reset_state(twin.state)
        twin.plain = NaiveDesign(twin.plain.puzzle, "string", history)
        while moves := twin.moves():
            past = twin.plain.played[-history:] if history else []
            for move in moves:
                code = twin.plain.policy_code(move)
                of_kind = [(len(word), (PAIRS if len(word) == 2 else BASES).index(word)) for word in past]
                means = (len(twin.plain.played), of_kind, move)
                assert meaning.setdefault(code, means) == means
            twin.play(rng.choice(moves))
    assert len(set(map(repr, meaning.values()))) == len(meaning)
    assert max(meaning) < twin.limits.policy_codes


PAIRS = ["CG", "GC", "AU", "UA", "GU", "UG"]
BASES = ["A", "C", "G", "U"]


def test_the_order_follows_the_prior() -> None:
    puzzle = RnaPuzzle(".((...)).")
    firsts = [int(build_state(puzzle, prior_code=code).sites[0]) for code in range(4)]
    assert firsts == [2, 1, 2, 2]
    assert int(build_state(puzzle, prior_code=1, order="pairs").sites[0]) == 2


def test_moves_are_not_undone() -> None:
    with pytest.raises(ValueError, match="not undone"):
        build_state(RnaPuzzle("((...))"), trail=True)


def test_scratch_names_fields_of_the_state() -> None:
    assert set(SCRATCH) < {*RnaState._fields, *Copies._fields, *Library._fields, *Hairpins._fields}
