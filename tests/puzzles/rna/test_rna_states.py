"""Designs for several states: how states are read, what contradicts what, the checker, and the searches."""

from __future__ import annotations

import itertools
import math
import random

import pytest
import RNA
from drivers.rna_searches import searched
from drivers.rna_structures import structures

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.rna import checker, misfold
from puzzles.rna.bases import IUPAC, PAIRS, codes_of
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.specification.domains import Domains, domains_of
from puzzles.rna.specification.states import LIGANDS, pairings

FAMILY = registry.get_family("rna")
TARGET = "((((....))))...."
OTHER = "....((((....))))"
SWITCH = "(((...(((((.....)))))...)))"
BOUND = "(((...((((....)...)))...)))"
APTAMER = "GGGAUACCAGGAAACCCUUGGCAGCCC"


def left_of(puzzle: RnaPuzzle) -> Domains:
    return domains_of(puzzle.specification, puzzle.partners, puzzle.restraints)


@pytest.mark.parametrize("form", ["dot-bracket", "fasta", "json", "csv", "dbn"])
def test_states_are_written_and_read_back(form: str) -> None:
    puzzle = RnaPuzzle(TARGET, "N" * 15 + "R", name="two", state=f"{OTHER} at 60.5 weight 2 within 0.3, target at 20")
    text = FAMILY.write(puzzle, form)
    again = registry.read(text, family_name="rna")
    assert again == puzzle
    assert [(one.structure, one.temperature, one.weight, one.within) for one in again.states] == [  # type: ignore[attr-defined]
        (TARGET, 20.0, 1.0, 0.0),
        (OTHER, 60.5, 2.0, 0.3),
    ]
    assert text.count("state: ") == (2 if form in ("dot-bracket", "dbn") else 0)


def test_the_target_is_the_first_state_under_its_temperature() -> None:
    puzzle = registry.read(f"state: {OTHER}\nstate: {OTHER} at 60\ntemperature: 25\n{TARGET}\n")
    assert isinstance(puzzle, RnaPuzzle)
    assert [(one.structure, one.temperature) for one in puzzle.states] == [(TARGET, 25), (OTHER, 25), (OTHER, 60)]
    assert puzzle.title == "RNA target, 16 nt, 4 pairs, 1 demand, 3 states, eterna-v2@25"
    assert not RnaPuzzle(TARGET).states


WRONG = {
    "state: ....((((....))))) at 60": "1:24: position 17: ')' closes no bracket; expected a balanced structure",
    "state: .((((..[[)))).]] at 60": "1:15: position 8: '[' is a pseudoknot's; pseudoknots can't be designed here "
    "(DesiRNA can): 8-16 crosses 5-10; expected a structure of nested pairs",
    "state: ....(((....)))": "1:21: the state has 14 positions; expected 16, as the target",
    f"state: {OTHER} at x": "1:28: found 'x'; expected degrees Celsius from 0 to 100",
    f"state: {OTHER} at 30 at 40": "1:31: found 'at' again; expected at, strand, with, weight or within",
    f"state: {OTHER} weight 0": "1:32: found '0'; expected a weight from 0.01 to 1,000",
    f"state: {OTHER} within": "1:31: nothing behind within; expected a value",
    f"state: {OTHER} with theophylline": "1:8: the motif of theophylline, (...((((&)...)))...), is not in the state's "
    "structure; expected a structure with it",
    f"state: {OTHER} with caffeine": "1:30: found 'caffeine'; expected theophylline, or bases, structure and energy "
    "such as GAUACCAG&CCCUUGGCAGC (...((((&)...)))...) -9.22",
    f"state: {OTHER} with AAAA (..) -1": "1:30: A and A of the motif can't pair; expected bases that can",
    f"state: {OTHER} with GC (( -1": "1:33: '((' is no motif; expected a hairpin, or an interior part such as "
    "(..(&)..)",
    f"state: {OTHER} with GAAAC (...) 1": "1:42: the energy of binding is '1'; expected kcal/mol below 0, such as "
    "-9.22",
    "state: target": "1:8: the target is the only state; expected another structure or other conditions too",
    f"state: {OTHER} at 60\nstate: {OTHER} at 60": "2:8: the structure is a state under these conditions already; "
    "expected each state once",
    f"state: {OTHER}\nfree: 1": "2:7: position 1 is free, but the target pairs it; expected a . or ? there",
    "state: (...((((...)))...))? with GACCAG&CCCUUGC (..(((&)...)))": "expected",
    f"state: {OTHER}\nobjective: distance": "the objective distance is for one state; expected nemo, probability, "
    "defect, or a sum of them and of gap, such as probability:1,gap:1 for several",
    f"state: {OTHER}\nobjective: mfe:1,defect:1": "the objective mfe:1,defect:1 is for one state; expected nemo, ",
    f"state: {OTHER} strand 1": "1:32: the target is of one strand; expected & in the target between two",
    f"state: {OTHER}&... at 60": "1:24: the state has '&' behind position 16; expected one strand, as the target",
    f"state: {OTHER} concentration 1": "1:25: concentrations can't be given here; expected one copy of each strand "
    "(NUPACK has tubes)",
    f"state: {OTHER}\nmodel: eterna-v1": "eterna-v1 is for one state; expected eterna-v2 or 1999-d2 for several",
    "state: " + ", ".join(f"{OTHER} at {heat}" for heat in (10, 20, 30, 40)): "the design has 5 states, the target "
    "among them; expected at most 4",
}


@pytest.mark.parametrize("header", WRONG)
def test_what_is_wrong_in_a_state_is_told_with_its_place(header: str) -> None:
    with pytest.raises(PuzzleError) as error:
        registry.read(f"{header}\n{TARGET}\n")
    assert len(error.value.lines) == 1
    assert WRONG[header] in str(error.value)


def test_restraints_that_no_bases_suit_in_all_states_are_named() -> None:
    with pytest.raises(PuzzleError) as error:
        registry.read("state: .......(((...)))\n(((....)))......\nANNNNNNNNNNNNCNN\n")
    linked = "positions 1, 10 and 14 (1-10 in structure 1, 10-14 in structure 2)"
    assert str(error.value) == f"<text>:1:8: {linked}: no bases suit A at 1 and C at 14"
    with pytest.raises(PuzzleError) as error:
        registry.read(f"state: {OTHER}\n{TARGET}\nNNNNANNNNNNNNNNC\n")
    linked = "positions 5 and 16 (5-16 in structure 2)"
    assert str(error.value) == f"<text>:1:8: {linked}: no bases suit A at 5 and C at 16"


def test_a_ring_of_odd_length_is_named() -> None:
    # 1-6, 6-11 and 1-11 are pairs of three states
    with pytest.raises(PuzzleError) as error:
        RnaPuzzle("(....).....", state=".....(....), (.........)")
    assert "positions 1, 6 and 11" in error.value.message or "1-6 in structure 1" in error.value.message
    assert "ring of odd length: no bases pair in all states" in error.value.message


def possible(linked: tuple[tuple[int, ...], ...], restraints: str) -> bool:
    """True if some sequence of the restraints pairs in all structures, by trying all."""

    def place(bases: str) -> bool:
        index = len(bases)
        if index == len(restraints):
            return True
        return any(
            all(one[index] >= index or one[index] < 0 or bases[one[index]] + base in PAIRS for one in linked)
            and place(bases + base)
            for base in IUPAC[restraints[index]]
        )

    return place("")


def test_conflicts_are_told_exactly_where_no_sequence_suits_all_states() -> None:
    rng = random.Random(4)
    known = [one for one in structures("GUGUGUGUGUGU") if one.count("(") > 1]
    found = {True: 0, False: 0}
    for _ in range(150):
        target, *others = rng.sample(known, rng.choice([2, 3]))
        partners = RnaPuzzle(target).partners
        rest = "".join(rng.choice("NNNNNNNRYAGC") for _ in target)
        try:
            RnaPuzzle(target, rest)
        except PuzzleError:
            continue
        linked = (partners, *(RnaPuzzle(one).partners for one in others))
        expected = possible(linked, rest)
        try:
            puzzle = RnaPuzzle(target, rest, state=", ".join(others))
            domains = Domains(puzzle.specification, puzzle.partners, rest)
            least = "".join(min(one, key="AUGC".index) for one in domains.bases)
            assert len(least) == len(target)
            assert pairings(puzzle.states, puzzle.partners) == linked
            sound = True
        except PuzzleError:
            sound = False
        assert sound == expected, (target, others, rest)
        found[sound] += 1
    assert min(found.values()) > 20


def test_the_checker_judges_each_state_as_all_its_structures_do() -> None:
    puzzle = RnaPuzzle(SWITCH, state=f"{BOUND} with theophylline, {SWITCH} at 60 weight 2")
    verdict = FAMILY.judge(puzzle, codes_of(APTAMER))
    assert verdict.solved
    for number, (temperature, ligand) in enumerate([(37.0, False), (37.0, True), (60.0, False)], start=1):
        details = RNA.md()
        details.temperature, details.uniq_ML = temperature, 1
        every = RNA.fold_compound(APTAMER, details).subopt(1400)
        thermal = 1.98717e-3 * (temperature + 273.15)
        weights = {one.structure: math.exp(-one.energy / thermal) for one in every}
        energies = {one.structure: one.energy for one in every}
        if ligand:  # each structure with the motif is there a second time, bound
            motif = [(text, text[2:10] + text[14:25]) for text in weights]
            for text, inner in motif:
                if inner == "(...(((()...)))...)":
                    weights[f"{text} bound"] = weights[text] * math.exp(9.22 / thermal)
                    energies[f"{text} bound"] = energies[text] - 9.22
        wanted = f"{BOUND} bound" if ligand else SWITCH
        facts = verdict.facts
        assert facts[f"state_{number}_energy"] == pytest.approx(energies[wanted], abs=1e-3)
        assert min(energies.values()) == pytest.approx(energies[wanted], abs=1e-3)
        expected = weights[wanted] / sum(weights.values())
        rounded = (
            0.03 if temperature != 37 else 1e-3
        )  # listed energies are rounded, those of the partition function not
        assert facts[f"state_{number}_probability"] == pytest.approx(expected, rel=rounded)
    shares = [float(verdict.facts[f"state_{number}_probability"]) for number in (1, 2, 3)]
    mean = (shares[0] * shares[1] * shares[2] ** 2) ** 0.25
    assert verdict.facts["probability"] == pytest.approx(mean)
    lines = FAMILY.remarks(puzzle, codes_of(APTAMER))
    assert lines[1].startswith("state 2, 37 °C, theophylline: -13.22 kcal/mol, the MFE, probability 0.97")


def test_the_cost_is_the_weighted_gap_and_the_difference_under_the_same_conditions() -> None:
    puzzle = RnaPuzzle(TARGET, state=f"{OTHER} weight 3 within 0.5")
    design = "GGGCUUUUGCCCAAAA"
    verdict = FAMILY.judge(puzzle, codes_of(design))
    assert verdict.legal
    assert not verdict.solved
    first, second = (RNA.fold_compound(design).eval_structure(one) for one in (TARGET, OTHER))
    least = RNA.fold_compound(design).mfe()[1]
    expected = ((first - least) + 3 * max(second - least - 0.5, 0)) / 4 + max(abs(first - second) - 0.5, 0)
    assert verdict.score == pytest.approx(-expected, abs=1e-4)
    assert verdict.faults == (
        f"state 2 (37 °C): its structure lies {second - least:.2f} kcal/mol above the MFE, not within 0.5",
    )


ORDERS = [
    {"target": "(((((....)))))......", "state": "......(((((....)))))"},
    {"target": "((((((....))))))..........", "state": "..........((((((....)))))) at 60", "gc": "35-60"},
    {"target": SWITCH, "state": f"{BOUND} with theophylline weight 2", "forbid": "GGGG"},
    {
        "target": "(((....)))......",
        "state": "......(((....))), ...(((.......))) within 3",
        "restraints": "N" * 15 + "Y",
    },
    {"target": "((((....))))??....", "state": "??((((....)))).... at 60"},
]


@pytest.mark.parametrize("algorithm", ["annealing", "nrpa", "sampling"])
def test_designs_pair_in_all_states_at_all_times_and_score_as_the_checker_says(algorithm: str) -> None:
    small = {"level": 1, "iterations": 6} if algorithm == "nrpa" else {}
    orders = [{"puzzle": one, "algorithm": algorithm, "seed": 3, "playouts": 12, "parameters": small} for one in ORDERS]
    for one, (found, _) in zip(ORDERS, searched(orders), strict=True):
        puzzle = RnaPuzzle(**one)
        for board, score, best in found:
            assert not checker.broken(puzzle, board)
            assert score == pytest.approx(checker.confirm(puzzle, best).score, abs=1e-9)


def test_a_two_state_switch_is_designed_and_judged() -> None:
    """The bundled example, by annealing with a fixed seed, from text to report."""
    text = next(one.text for one in FAMILY.examples if one.name == "thermoswitch")
    puzzle = registry.read(text)
    assert isinstance(puzzle, RnaPuzzle)
    plain = {"target": puzzle.target, "state": puzzle.state}
    ((found, _),) = searched([{"puzzle": plain, "algorithm": "annealing", "seed": 1, "playouts": 30}])
    board = next(best for _, score, best in found if score == 0)
    verdict = FAMILY.judge(puzzle, board)
    assert verdict.solved
    design = FAMILY.notation(puzzle, board)
    for state in puzzle.states:
        details = RNA.md()
        details.temperature = state.temperature
        compound = RNA.fold_compound(design, details)
        assert compound.eval_structure(state.structure) == pytest.approx(compound.mfe()[1], abs=1e-4)
    lines = FAMILY.remarks(puzzle, board)
    assert [line.partition(":")[0] for line in lines[:2]] == ["state 1, 37 °C", "state 2, 60 °C"]
    assert all("the MFE, probability" in line for line in lines[:2])


def test_a_start_that_does_not_pair_in_another_state_is_drawn_again_there() -> None:
    puzzle = {"target": TARGET, "state": f"{OTHER} at 60", "start": "GGGGAAAACCCCAAAA"}
    assert checker.broken(RnaPuzzle(TARGET, state=f"{OTHER} at 60"), codes_of(puzzle["start"]))
    ((found, _),) = searched([{"puzzle": puzzle, "algorithm": "annealing", "seed": 1, "playouts": 1}])
    assert not checker.broken(RnaPuzzle(**puzzle), found[0][0])


def test_a_design_by_hand_has_to_pair_in_all_states() -> None:
    puzzle = RnaPuzzle(TARGET, state=f"{OTHER} at 60")
    board = list(codes_of("GGGGAAAACCCCAAAA"))
    hand = FAMILY.by_hand
    assert hand is not None
    assert hand.conflicts(puzzle, tuple(board)) == {*range(4, 8), *range(12, 16)}
    board[15] = 0
    assert hand.candidates(puzzle, tuple(board), 15) == codes_of("U")
    solved = codes_of("GACUAGACAGUCGUCU")
    assert misfold.fold_of(puzzle, solved).how_far == (0, 0)
    assert misfold.hint(puzzle, solved) is None


def test_the_aptamer_is_put_into_the_bases_and_refused_where_restraints_exclude_it() -> None:
    motif = LIGANDS["theophylline"]
    assert (motif.bases, motif.structure, motif.energy) == ("GAUACCAG&CCCUUGGCAGC", "(...((((&)...)))...)", -9.22)
    puzzle = RnaPuzzle(SWITCH, state=f"{BOUND} with theophylline")
    domains = left_of(puzzle)
    assert domains.letters(range(2, 10)) == "GAUACCAG"
    assert domains.letters(range(14, 25)) == "CCCUUGGCAGC"
    with pytest.raises(PuzzleError) as error:
        RnaPuzzle(SWITCH, "NNA" + "N" * 24, state=f"{BOUND} with theophylline")
    assert "the motif of theophylline, GAUACCAG&CCCUUGGCAGC, fits nowhere in the state" in error.value.message


TWICE = "((((...((((....)...)))...))))....((((...((((....)...)))...))))"


def test_the_aptamer_is_put_at_the_second_place_where_the_first_would_be_a_forbidden_motif() -> None:
    state = f"target within 20, {TWICE} with theophylline within 20"
    free = left_of(RnaPuzzle(TWICE, state=state))
    bound = left_of(RnaPuzzle(TWICE, state=state, forbid="GAUACCAG except 33-62"))
    assert free.letters(range(3, 11)) == bound.letters(range(36, 44)) == "GAUACCAG"
    assert bound.letters(range(3, 11)) == "N" * 8
    with pytest.raises(PuzzleError) as error:
        RnaPuzzle(TWICE, state=state, forbid="GAUACCAG")
    assert "GAUACCAG&CCCUUGGCAGC, can't occur without GAUACCAG, which is forbidden" in error.value.message


def test_combinations_of_states_are_all_different_conditions() -> None:
    puzzle = RnaPuzzle(SWITCH, state=f"{BOUND}, {BOUND} with theophylline, {SWITCH} at 60")
    pairs = [one.conditions == other.conditions for one, other in itertools.combinations(puzzle.states, 2)]
    assert pairs.count(True) == 1
