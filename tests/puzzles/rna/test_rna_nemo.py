"""NEMO's weights and contexts, against a text that walks along the strand as NEMO does, and against printed ones."""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import pytest
from drivers.rna_targets import random_target
from oracles.naive_nemo import mismatches, pair_table, pair_weights, single_weights

from puzzles.rna import nemo
from puzzles.rna.bases import PAIR_MOVES
from puzzles.rna.nemo import (
    LEAST_SHARE,
    NEMO_CODES,
    Context,
    contexts,
    loops_of,
    mismatch_table,
    nemo_weights,
    pair_code,
    single_code,
)
from puzzles.rna.puzzle import BASE_MOVES, MOVES, RnaPuzzle, sites


def targets(count: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    return [random_target(rng, rng.randrange(7, 60)) for _ in range(count)]


SHARES = {reading: np.exp(nemo_weights(reading)).tolist() for reading in nemo.READINGS}


def shares(reading: str, code: int, moves: tuple[str, ...]) -> dict[str, float]:
    return dict(zip(moves, SHARES[reading][code : code + len(moves)], strict=True))


def same_shares(found: dict[str, float], weights: dict[str, float], within: float = 1e-12) -> None:
    total = sum(weights.values())
    assert found.keys() == weights.keys()
    for move, weight in weights.items():
        assert found[move] == pytest.approx(weight / total if weight else LEAST_SHARE, abs=within), move


def assert_contexts_of_the_program(target: str, order: str, fixed: dict[int, str], rng: random.Random) -> set[Context]:
    """Plays a random design; at each step the prior's row is the naive text's. Returns the contexts that came up."""
    partners = RnaPuzzle(target).partners
    pt = pair_table(target)
    mt = mismatches(pt)
    assert [other + 1 for other in mismatch_table(partners)] == mt[1:]
    steps = sites(partners, "string")[::-1] if order == "backwards" else sites(partners, order)
    design = [fixed.get(position, "N") for position in range(len(target))]
    met = contexts(partners, steps, fixed)
    for site, context in zip(steps, met, strict=True):
        if partners[site] >= 0:
            same_shares(shares("program", context.code, PAIR_MOVES), pair_weights(pt, mt, site + 1))
            design[site], design[partners[site]] = rng.choice(PAIR_MOVES)
        else:
            code = context.code
            if context.decider >= 0:
                assert design[context.decider] != "N"
                code += 4 * (1 + BASE_MOVES.index(design[context.decider]))
            same_shares(shares("program", code, BASE_MOVES), single_weights(pt, mt, site + 1, design))
            design[site] = rng.choice(BASE_MOVES)
    return {Context(one.code, min(one.decider, 0)) for one in met}


@pytest.mark.parametrize("order", ["pairs", "string", "backwards"])
def test_every_step_has_the_program_s_weights(order: str) -> None:
    rng = random.Random(3)
    met: set[Context] = set()
    for target in targets(400, seed=len(order)):
        unpaired = [position for position, letter in enumerate(target) if letter == "."]
        fixed = {position: rng.choice("ACGU") for position in unpaired if rng.random() < 0.1}
        met |= assert_contexts_of_the_program(target, order, fixed, rng)
    pairs = {Context(pair_code(context)) for context in (nemo.PAIR, nemo.LEFTMOST, nemo.RIGHTMOST)}
    side = nemo.INTERNAL_3 if order == "backwards" else nemo.INTERNAL_5  # the other's mismatch is set before it
    singles = {Context(single_code(one)) for one in (nemo.SINGLE, side, nemo.OUTER)}
    decided = {Context(single_code(one - 1), 0) for one in (nemo.PAIRED_BESIDE_A, nemo.INTERNAL_BESIDE_A)}
    assert met == pairs | singles | decided


def test_the_targets_of_eterna100_have_the_program_s_weights(benchmark_data: Path) -> None:
    text = (benchmark_data / "eterna100" / "nemo_list.e100").read_text(encoding="utf-8", errors="replace")
    words = text.replace('"', " ").split()
    structures = [word for word in words if not word.strip("(.)")]
    assert len(structures) == 100
    rng = random.Random(1)
    for target in structures:
        assert_contexts_of_the_program(target, "pairs", {}, rng)


def test_contexts_of_a_drawn_junction() -> None:
    #         0         1         2
    #         0123456789012345678901234
    target = "((((...))((...))((...))))"
    partners = RnaPuzzle(target).partners
    steps = sites(partners, "pairs")
    found = dict(zip(steps, contexts(partners, steps), strict=True))
    assert steps[:8] == (0, 1, 2, 3, 9, 10, 16, 17)
    # the three helices inside touch each other and the closing pair (1, 23)
    assert [nemo_name(found[site].code) for site in steps[:8]] == [
        "in general",  # closes no junction
        "rightmost",  # the helix at 2 begins right after its 5' base
        "leftmost",  # the closing pair's 5' base is right before it
        "in general",
        "leftmost",  # the helix at 2 ends right before it
        "in general",
        "leftmost",
        "in general",
    ]


def nemo_name(code: int) -> str:
    names = {nemo.PAIR: "in general", nemo.LEFTMOST: "leftmost", nemo.RIGHTMOST: "rightmost"}
    return {pair_code(context): name for context, name in names.items()}[code]


def test_contexts_of_a_drawn_internal_loop_and_hairpin() -> None:
    #         0         1
    #         01234567890123456
    target = ".((.((....))..)).."
    partners = RnaPuzzle(target).partners
    for order in ("pairs", "string"):
        steps = sites(partners, order)
        found = dict(zip(steps, contexts(partners, steps), strict=True))
        assert found[0] == Context(single_code(nemo.OUTER))  # faces 16, open, in the exterior loop
        assert found[16] == Context(single_code(nemo.OUTER))
        assert found[17] == Context(single_code(nemo.SINGLE))  # beside no pair
        assert {found[site] for site in (6, 7, 8, 9)} == {Context(single_code(nemo.SINGLE))}  # a hairpin
        # 3 is beside both pairs; the last of the two that claim it, 13 across (2, 14), is its mismatch
        assert mismatch_table(partners)[3] == 13
        assert found[3] == Context(single_code(nemo.INTERNAL_5))
        assert found[13] == Context(single_code(nemo.INTERNAL_BESIDE_A - 1), 3)
        assert found[12] == Context(single_code(nemo.INTERNAL_BESIDE_A - 1), 3)  # still faces 3


def test_a_paired_mismatch_that_is_not_yet_set_decides_nothing() -> None:
    target = "((.((...))((...))))"  # 2 faces 10, the first of the second helix
    partners = RnaPuzzle(target).partners
    late, early = sites(partners, "string"), sites(partners, "pairs")
    assert mismatch_table(partners)[2] == 10
    assert contexts(partners, late)[late.index(2)] == Context(single_code(nemo.SINGLE))
    assert contexts(partners, early)[early.index(2)] == Context(single_code(nemo.PAIRED_BESIDE_A - 1), 10)
    assert contexts(partners, late, {10})[late.index(2)] == Context(single_code(nemo.PAIRED_BESIDE_A - 1), 10)


def test_loops_of_a_drawn_target() -> None:
    loops = loops_of(RnaPuzzle(".((...).(...)).(...)").partners)
    assert loops.pairs == (2, 3, 1, 1, 1)
    assert loops.around == (0, 0, 1, 2, 2, 2, 1, 1, 1, 3, 3, 3, 1, 0, 0, 0, 4, 4, 4, 0)
    assert [loops.inside[position] for position in (1, 2, 6, 8, 12, 13, 15, 19)] == [1, 2, 2, 3, 3, 1, 4, 4]


@pytest.mark.parametrize(
    ("context", "general", "au", "gu"),
    [(nemo.PAIR, 60, 33, 7), (nemo.LEFTMOST, 82, 11, 7), (nemo.RIGHTMOST, 37, 56, 7)],
)
def test_the_paper_s_pairs(context: int, general: float, au: float, gu: float) -> None:
    halves = {"CG": general / 2, "GC": general / 2, "AU": au / 2, "UA": au / 2, "GU": gu / 2, "UG": gu / 2}
    same_shares(shares("paper", pair_code(context), PAIR_MOVES), halves)


@pytest.mark.parametrize(
    ("context", "a", "u", "g", "c"),
    [
        (nemo.SINGLE, 93, 1, 5, 1),
        (nemo.PAIRED_BESIDE_A, 63, 0, 25, 12),
        (nemo.PAIRED_BESIDE_A + 1, 55, 36, 0, 9),
        (nemo.PAIRED_BESIDE_A + 2, 25, 12, 63, 0),
        (nemo.PAIRED_BESIDE_A + 3, 0, 55, 9, 36),
        (nemo.INTERNAL_5, 18, 4, 74, 4),
        (nemo.INTERNAL_3, 18, 4, 74, 4),
        (nemo.INTERNAL_BESIDE_A, 44, 0, 44, 12),
        (nemo.INTERNAL_BESIDE_A + 1, 66, 17, 0, 17),
        (nemo.INTERNAL_BESIDE_A + 2, 67, 11, 22, 0),
        (nemo.INTERNAL_BESIDE_A + 3, 0, 67, 11, 22),
        (nemo.OUTER, 97, 1, 1, 1),
    ],
)
def test_the_paper_s_unpaired_bases(context: int, a: float, u: float, g: float, c: float) -> None:
    same_shares(shares("paper", single_code(context), BASE_MOVES), {"A": a, "C": c, "G": g, "U": u})


def test_the_paper_is_the_program_rounded_but_for_the_3_prime_side_of_internal_loops() -> None:
    program, paper = (np.exp(nemo_weights(reading)) for reading in ("program", "paper"))
    own = slice(single_code(nemo.INTERNAL_3), single_code(nemo.INTERNAL_BESIDE_A))
    program[own] = paper[own]
    assert np.abs(program - paper).max() < 0.01


def test_no_weight_forbids_a_move() -> None:
    for reading in nemo.READINGS:
        table = nemo_weights(reading)
        assert table.shape == (NEMO_CODES,)
        assert np.isfinite(table).all()
        assert table.max() < 0.0
        assert table.min() == math.log(LEAST_SHARE if reading != "pairs" else 0.01)
    assert len(MOVES) == 10


def test_the_reading_of_pairs_has_the_programs_pairs_and_one_row_for_all_unpaired_bases() -> None:
    program, pairs = (np.exp(nemo_weights(reading)) for reading in ("program", "pairs"))
    assert pairs[: nemo.FIRST_SINGLE].tolist() == program[: nemo.FIRST_SINGLE].tolist()
    general = program[nemo.single_code(nemo.SINGLE) :][: len(BASE_MOVES)]
    for context in range(nemo.SINGLE_CONTEXTS):
        assert np.allclose(pairs[nemo.single_code(context) :][: len(BASE_MOVES)], general)
    assert np.allclose(general, np.array([0.93, 0.01, 0.05, 0.01])[["AUGC".index(base) for base in "ACGU"]])
