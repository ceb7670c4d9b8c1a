"""Annealing designs parts of a long target alone: what is cut out, its energy by ViennaRNA, and resuming a search."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import pytest
import RNA
from drivers.rna_searches import interpreted

from puzzles.registry import get_family
from puzzles.rna.bases import codes_of
from puzzles.rna.puzzle import LONG, RnaPuzzle
from puzzles.rna.specification import judging

FAMILY = get_family("rna")

TARGET = "..((.((((....))..((...((....)).))..)).((((...).))).))...(((.....)))."
"""A multiloop in a multiloop, an internal loop, bulges and an exterior loop."""

SMALL = "(((..((...)).((....)).)))..((...))"

CUT = """
import json, random, sys
import numpy as np
import puzzles.rna.kernels.parts as parts
import puzzles.rna.puzzle as puzzles
from puzzles.rna.kernels.redrawing import lay_board, write_move
from puzzles.rna.kernels.rules import build_state, repairing
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
puzzles.LONG, parts.LENGTH = 30, 45
puzzle, random, found = RnaPuzzle(**json.load(sys.stdin)), random.Random(3), []
state = repairing(build_state(puzzle, prior_code=2), puzzle)
design, step_moves = state.parts.design, [list(map(int, row[:n])) for row, n in zip(state.choices, state.counts)]
for spot in range(1, puzzle.length + 1):
    for step, moves in enumerate(step_moves):
        write_move(state, step, random.choice(moves))
    free = int(parts.cut_out(state, state.parts, spot))
    read = lambda one: sequence_of(one.bases[1:-1].tolist())
    before = [read(state), read(design)]
    for step in sorted(set(design.repair.step_at[1:-1].tolist())):
        if free and random.random() < 0.5:
            write_move(design, step, random.choice(design.choices[step, : design.counts[step]].tolist()))
    if free:
        parts.write_back(state, state.parts)
    counts = [] if design.demands is None else design.demands.forbidden.counts[:, 1:-1].tolist()
    found.append([spot, free, design.partners[1:-1].tolist(), state.parts.places[1:-1].tolist(), *before,
        read(state), read(design), counts])
print(json.dumps(found))
"""

SEARCHES = """
import hashlib, json, sys
import numpy as np
import puzzles.rna.kernels.parts as parts
import puzzles.rna.puzzle as puzzles
from puzzles.registry import get_family
from puzzles.rna.nemo import nemo_weights
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from solvers.runs.spec import SolveSpec
from solvers.session import Session
puzzles.LONG, parts.LENGTH, parts.FEWEST, parts.BY_PARTS = 20, 26, 0.06, 1.0
family = get_family("rna")
puzzle = RnaPuzzle(**json.load(sys.stdin))
spec = SolveSpec(family="rna", puzzle=family.to_json(puzzle), title="", algorithm="annealing", prior="nemo", seed=3)
make = lambda: Session(spec, 0, np.exp(nemo_weights("program")), puzzle)
bits = lambda one: {key: hashlib.sha256(array.tobytes()).hexdigest() for key, array in one.arrays().items()}
one, other, resumed, seen = make(), make(), make(), []
for _ in range(8):
    one.advance(1)
    seen.append([one.best_score, sequence_of(one.best_board()), [int(place) for place in one.state.parts.places]])
other.advance(4)
resumed.restore({key: array.copy() for key, array in other.arrays().items()})
resumed.state.parts.design.bases[1:-1] = 4
for _ in range(4):
    resumed.advance(1)
print(json.dumps([seen, bits(one), bits(resumed), one.insight().temperature, len(one.insight().levels)]))
"""


PROPOSALS = (
    SEARCHES.partition("one, other")[0]
    + """
from puzzles.engine.streams import stream
one, rng, prior, seen = make(), stream("test", 4), np.exp(nemo_weights("program")), []
one.advance(1)
state, draw, drawn = one.state, annealing.draw_marked, []
def watched(of, rng, prior):
    before = sequence_of(of.bases[1:-1].tolist())
    draw(of, rng, prior)
    if of is state:
        drawn.append(before)
def called(address, arguments, call=annealing.call_at):
    annealed.append(call(address, arguments))
    return annealed[-1]
annealing.draw_marked, annealing.call_at, annealed = watched, called, [0]
state.parts.proposals[0] = 3
state.standing.figures[:] = 0.0  # no estimates
for _ in range(50):
    drawn.clear()
    merit = annealing._propose_any(state, state.parts, rng, prior, -1e9)
    if annealed[-1] and drawn and merit > -1e9:
        seen.append([merit, drawn[0], sequence_of(state.bases[1:-1].tolist())])
    annealing.keep_or_drop(state, False)
print(json.dumps(seen))
"""
).replace(
    "import puzzles.rna.kernels.parts as parts",
    "import puzzles.rna.kernels.annealing as annealing\nimport puzzles.rna.kernels.parts as parts",
)


@cache
def cut(restraints: str = "", forbid: str = "") -> list[Any]:
    """Around each position: steps that may change, target and places of the part, both designs before and after, and
    where each forbidden motif counts."""
    given = {"target": TARGET, "restraints": restraints, "objective": "probability", "forbid": forbid}
    [found] = interpreted(CUT, given)
    assert isinstance(found, list)
    return found


def test_a_part_is_a_target_of_its_own_around_its_spot() -> None:
    wanted = RNA.ptable(TARGET)
    for spot, free, partners, places, whole, part, *_ in cut():
        assert free > 0
        assert len(part) == 45
        assert spot in places
        assert len({place for place in places if place}) == sum(place > 0 for place in places)
        assert [place for place in places if place] == sorted(place for place in places if place)
        for at, (place, partner) in enumerate(zip(places, partners, strict=True), start=1):
            assert partner == (places.index(wanted[place]) + 1 if place and wanted[place] else 0)
            if place:
                assert part[at - 1] == whole[place - 1]
        rest = "".join(base for base, place in zip(part, places, strict=True) if not place).rstrip("A")
        assert rest.replace("GAAA", "") in ("", "G")  # the A of a cap at the end are stripped


def test_the_energy_of_the_whole_changes_as_that_of_the_part() -> None:
    changed = 0
    for _, _, partners, _, whole, part, whole_after, part_after, _ in cut():
        target = "".join("." if not other else "(" if other > at else ")" for at, other in enumerate(partners, start=1))
        of_whole = RNA.energy_of_struct(whole_after, TARGET) - RNA.energy_of_struct(whole, TARGET)
        assert of_whole == pytest.approx(
            RNA.energy_of_struct(part_after, target) - RNA.energy_of_struct(part, target), abs=1e-4
        )
        changed += whole != whole_after
    assert changed > len(TARGET) * 0.9


def test_restraints_hold_in_parts() -> None:
    restraints = "NNSNRNNNNNGYAANNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN"
    puzzle = RnaPuzzle(TARGET, restraints, objective="probability")
    for *_, design, _, _ in cut(restraints):
        assert FAMILY.judge(puzzle, codes_of(design)).legal


def test_motifs_are_forbidden_where_the_part_has_all_of_their_place() -> None:
    seen = set()
    for _, _, _, places, *_, counts in cut(forbid="GGGG except 20-25, CC"):
        for length, excepted, row in ((4, range(20, 26), counts[0]), (2, range(0), counts[1])):
            for start, counted in enumerate(row):
                on = places[start : start + length]
                within = len(on) == length and on[0] > 0 and on == list(range(on[0], on[0] + length))
                assert counted == (within and not set(on) <= set(excepted))
                seen.add((length, counted, within))
    assert seen == {(4, True, True), (4, False, True), (4, False, False), (2, True, True), (2, False, False)}


@cache
def searched(objective: str, jit: str = "0", **demands: str) -> Any:
    return interpreted(SEARCHES, {"target": SMALL, "objective": objective, **demands}, jit)[0]


HARD = {"forbid": "AAAA", "gc": "45-70 in 20", "repeat": "7", "require": "CUUCG"}


@pytest.mark.parametrize(
    ("objective", "demands"), [("probability", {}), ("defect:1,gap:0.2", {}), ("probability", HARD)]
)
def test_designs_are_scored_as_wholes_and_a_resumed_search_goes_on_bit_for_bit(
    objective: str, demands: dict[str, str]
) -> None:
    puzzle = RnaPuzzle(SMALL, objective=objective, **demands)
    seen, bits, resumed, temperature, levels = searched(objective, **demands)
    for score, design, _ in seen:
        assert FAMILY.judge(puzzle, codes_of(design)).score == pytest.approx(score, rel=2e-5, abs=1e-9)
    assert seen[-1][0] > seen[0][0]
    assert not judging.faults(puzzle.specification, seen[-1][1])
    assert any(any(places) for *_, places in seen)
    assert bits == resumed
    assert (temperature, levels) == (pytest.approx(1e-4), 0)  # the one start does not end
    assert not any(".parts" in name for name in bits)


def test_what_parts_break_is_drawn_again_and_what_is_left_costs_1_kcal_a_fault() -> None:
    demands = {"gc": "30-50 in 12", "repeat": "3"}
    puzzle = RnaPuzzle(SMALL, objective="probability", **demands)
    [seen] = interpreted(PROPOSALS, {"target": SMALL, "objective": "probability", **demands})
    better = worst = 0
    for merit, written, design in seen:
        left = sum(count for _, count in judging.faults(puzzle.specification, design))
        p = FAMILY.judge(puzzle, codes_of(design)).facts["probability"]
        assert isinstance(p, float)
        assert merit == pytest.approx(1.98717e-3 * 310.15 * math.log(p) - left, abs=1e-3)
        better += left < sum(count for _, count in judging.faults(puzzle.specification, written))
        worst = max(worst, left)
    assert len(seen) > 5
    assert better > 0
    assert worst > 0


@pytest.mark.compiled
def test_compiled_parts_have_the_bits_of_interpreted_ones() -> None:
    assert searched("probability") == searched("probability", "1")
    assert searched("probability", **HARD) == searched("probability", "1", **HARD)


def test_parts_are_for_long_targets_by_all_structures() -> None:
    long = f"{'(' * 20}{'.' * (LONG - 39)}{')' * 20}"
    for puzzle, parts in (
        (RnaPuzzle(long, objective="probability"), True),
        (RnaPuzzle(long, objective="defect"), True),
        (RnaPuzzle(long, objective="gap"), False),
        (RnaPuzzle(long), False),
        (RnaPuzzle(long, objective="probability", gc="40-60"), True),
        (RnaPuzzle(long, objective="probability", free="30-40"), False),
        (RnaPuzzle(long[1:-1], objective="probability"), False),
    ):
        assert puzzle.in_parts == parts
        assert FAMILY.kernel_variant(puzzle).endswith("-long") == parts
