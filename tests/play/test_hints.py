"""Hints with the odds of priors: their codes are those of the rules; without a table, the value of the solution."""

from __future__ import annotations

import math

import numpy as np
import pytest
from drivers.compiled_rules import codes_into, look, moves_at, play_move, reset_state

from priors import store
from priors.provenance import provenance
from puzzles.by_hand import MoveByMove, PriorTable
from puzzles.engine.contract import RulesModule, load
from puzzles.engine.streams import stream
from puzzles.family import Puzzle
from puzzles.latin.instances import generate
from puzzles.registry import get_family
from puzzles.rna.by_hand import prior_codes
from puzzles.rna.puzzle import RnaPuzzle, sites
from tui.kept.loaded import Loaded
from tui.play import checker


def rules_codes(puzzle: Puzzle, kind: str, moves: int) -> tuple[list[int], list[int], tuple[int, ...]]:
    """Legal moves after that many, their prior codes, and the board, by the family's rules."""
    family = get_family(puzzle.family)
    rules = load(family.rules.module, RulesModule)
    state = rules.build_state(puzzle, mode="strong", prior_code=family.priors.kind(kind).code)
    rng, board = stream("test", 3), np.zeros(rules.limits(state).board, np.int64)
    reset_state(state)
    for _ in range(moves):
        moves_at(state, rng)
        play_move(state, int(state.moves[0]))
    count = moves_at(state, rng)
    _, _, length = look(state, board)
    policy, prior = np.zeros((2, count), np.int64)
    legal = state.moves[:count].tolist()
    codes_into(state, count, policy, prior)
    return legal, prior.tolist(), tuple(board[:length].tolist())


@pytest.mark.parametrize(("name", "example"), [("samegame", 0), ("tsptw", 1)])
def test_codes_of_moves_are_those_of_the_rules_and_their_odds_are_told(name: str, example: int) -> None:
    family = get_family(name)
    puzzle, hand = family.parse(family.examples[example].text), family.by_hand
    assert isinstance(hand, MoveByMove)
    told = 0
    for moves in range(0, 8, 2):
        _, expected, board = rules_codes(puzzle, hand.prior, moves)
        choices = [one.move for one in hand.choices(puzzle, board)]
        found = hand.prior_codes(puzzle, board, choices)
        assert set(expected) <= set(found)  # rules of tours leave out what can't be in time
        if name == "samegame":
            assert sorted(found) == sorted(expected)
        hint = checker.find_hint(Loaded(puzzle), board)
        assert hint is not None
        if hint.certain:
            continue
        told += 1
        assert len(hint.reason) <= 4
        odds = [math.exp(checker.table_of(family, puzzle, hand.prior).logarithms[code]) for code in found]
        assert hint.reason[-1].startswith(f"Likeliest by learned odds ({hand.prior})")
        assert hint.reason[-1].endswith(f" {100 * max(odds) / sum(odds):.0f} %.")
        likeliest = choices[odds.index(max(odds))]
        assert hint.reason[-1].split(":")[0].endswith(" too") == (hint.places == (likeliest,))
    assert told


def test_codes_of_bases_are_those_of_the_rules() -> None:
    puzzle = RnaPuzzle("((((...))))..", "NRSWNNNNNYNAN")
    order = sites(puzzle.partners, "string")
    assert prior_codes(puzzle, get_family("rna").start_board(puzzle), order[0]) == {}  # there all are alike
    for moves in range(1, len(order)):
        legal, expected, board = rules_codes(puzzle, "ngram", moves)
        assert prior_codes(puzzle, board, order[moves]) == dict(zip(legal, expected, strict=True))
    hint = checker.find_hint(Loaded(puzzle), board)
    assert hint is not None
    assert hint.reason[-1].startswith("Likeliest by learned odds (ngram) after ")


def test_where_no_technique_leads_on_the_trained_prior_is_asked_else_the_solution() -> None:
    puzzle, solution = generate({"order": 9, "holes": 0.75}, 1, 0, "test")
    loaded = Loaded(puzzle)
    untrained = checker.find_hint(loaded, loaded.start)
    assert untrained is not None
    assert untrained.reason[-1].endswith("No odds are learned yet (dual): screen 5 learns them.")
    told = checker.find_hint(loaded, loaded.start, solution)
    assert told is not None
    (cell,) = told.places
    assert (told.technique, told.certain, told.after[cell]) == (checker.SOLUTION, True, solution[cell])
    assert sum(one != two for one, two in zip(told.after, loaded.start, strict=True)) == 1

    family = get_family("latin")
    count = np.arange(100, dtype=np.int64)
    store.save(count, np.full(100, 1000, np.int64), provenance(family, "dual", "order-9", asked=5, counted=5))
    table = checker.table_of(family, puzzle, "dual")
    assert table == PriorTable("dual", tuple(np.log((count + count.sum() / 100_000) / 1001.0)))
    trained = checker.find_hint(loaded, loaded.start, solution)
    assert trained is not None
    assert not trained.certain
    assert trained.reason[2].endswith(", by learned odds (dual).")
    assert trained == family.by_hand.hint(puzzle, loaded.start, table)  # type: ignore[union-attr]
