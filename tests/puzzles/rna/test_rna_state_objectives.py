"""Probability, defect and their sums as objectives for several states, two strands and free positions."""

from __future__ import annotations

import math

import numpy as np
import pytest
import RNA
from drivers.fold_designs import in_own_process
from drivers.rna_searches import searched

from puzzles import registry
from puzzles.engine.kernels import kernel
from puzzles.errors import PuzzleError
from puzzles.rna import checker, states, vienna
from puzzles.rna.bases import codes_of
from puzzles.rna.kernels.by_vienna import EACH, SHARE, WEIGHING, number_of, weigh_by_vienna
from puzzles.rna.puzzle import RnaPuzzle

FAMILY = registry.get_family("rna")
KT = 1.98717e-3 * 310.15
ROUNDED = 1e-4
"""ViennaRNA's free energies have 32 bits."""

TOEHOLD = {"target": "..((((((......&))))))", "state": "....((((....)))) strand 1"}
TOEHOLD_BOTH = {"target": "..((((((........&))))))", "state": "....((((....)))) strand 1, ...... strand 2 weight 0.5"}
BOUND = "(((...((((....)...)))...)))"
ORDERS = [
    {"target": "((((....))))....", "state": "....((((....)))) at 60 weight 2", "objective": "probability"},
    {"target": "((((....))))....", "state": "....((((....)))) at 60", "objective": "probability:1,defect:2,gap:0.5"},
    {"target": "(((...(((((.....)))))...)))", "state": f"{BOUND} with theophylline", "objective": "defect"},
    TOEHOLD_BOTH | {"objective": "probability:2,gap:1"},
    {"target": "((((..((((&))))....))))", "objective": "probability:1,defect:1,gap:0.1", "gc": "30-70"},
    {"target": "((((....))))??....", "objective": "probability:1,gap:1"},
    {"target": "((((....))))??....", "state": "??((((....)))).... at 60", "objective": "probability:1,gap:1"},
]


@pytest.mark.parametrize("algorithm", ["annealing", "sampling"])
def test_searches_score_as_the_checker_does(algorithm: str) -> None:
    orders = [{"puzzle": one, "algorithm": algorithm, "seed": 5, "playouts": 8} for one in ORDERS]
    for one, (found, _) in zip(ORDERS, searched(orders), strict=True):
        puzzle = RnaPuzzle(**one)
        optimisation = FAMILY.for_puzzle(puzzle).optimisation
        assert optimisation is not None
        assert not optimisation.solved_is_best
        for board, score, best in found:
            assert not checker.broken(puzzle, board)
            assert score == pytest.approx(checker.confirm(puzzle, best).score, abs=ROUNDED)


def test_the_states_of_a_toehold_are_judged_as_the_library_does_each() -> None:
    puzzle, design = RnaPuzzle(**TOEHOLD_BOTH, objective="probability"), "AACUGCAGGAAACUGC&CUGCAG"
    first, second = design.split("&")
    verdict = FAMILY.judge(puzzle, FAMILY.parse_board(puzzle, design))
    shares = []
    for number, (strands, structure) in enumerate(
        [(design, "..((((((........))))))"), (first, "....((((....))))"), (second, "......")], start=1
    ):
        compound = RNA.fold_compound(strands)
        _, least = compound.mfe()
        compound.exp_params_rescale(least)
        free = compound.pf()[1] - (KT * math.log(len(RNA.rotational_symmetry(first + second))) if "&" in strands else 0)
        shares.append(math.exp((free - compound.eval_structure(structure)) / KT))
        whole = states.ensemble(design.replace("&", ""), puzzle.states[number - 1], puzzle.model)
        assert whole.probability == pytest.approx(shares[-1], rel=ROUNDED)
        assert whole.defect == pytest.approx(compound.ensemble_defect(structure), rel=ROUNDED)
        places = puzzle.states[number - 1].places
        assert sum(whole.defects) / len(places) == pytest.approx(whole.defect, abs=1e-4)
        assert not any(whole.defects[: places.start] + whole.defects[places.stop :])
    mean = (shares[0] * shares[1] * shares[2] ** 0.5) ** (1 / 2.5)
    assert verdict.facts["probability"] == pytest.approx(mean, rel=ROUNDED) == verdict.score
    told = FAMILY.report(puzzle, FAMILY.parse_board(puzzle, design), verdict.facts)
    assert [len(told[f"state_{number}_defects"]) for number in (1, 2, 3)] == [22, 22, 22]
    assert "&" in told["state_1_fold"]
    assert "binding" not in told
    lines = FAMILY.remarks(puzzle, FAMILY.parse_board(puzzle, design))
    words = ["state 1, 37 °C, both strands", "state 2, 37 °C, strand 1", "state 3, 37 °C, strand 2"]
    assert [line.partition(":")[0] for line in lines[:3]] == words
    assert FAMILY.picture(puzzle, FAMILY.parse_board(puzzle, design))


def test_states_of_strands_are_written_and_read_back() -> None:
    puzzle = RnaPuzzle(**TOEHOLD_BOTH, objective="defect", name="toehold")
    assert [(one.strand, one.structure) for one in puzzle.states] == [
        (0, "..((((((........))))))"),
        (1, "....((((....))))......"),
        (2, "." * 22),
    ]
    for form in ("dot-bracket", "fasta", "json", "csv", "dbn"):
        assert registry.read(FAMILY.write(puzzle, form), family_name="rna") == puzzle
    with pytest.raises(PuzzleError, match="theophylline with both strands; expected a ligand with one strand"):
        RnaPuzzle("((((&))))", state="target with theophylline, .... strand 1")


def test_free_positions_are_weighed_as_all_structures_that_have_the_rest() -> None:
    puzzle, design = RnaPuzzle("((((....))))??....??", objective="probability:1,gap:1"), "GGCCAAAAGGCCGCAAAAGC"
    every = RNA.fold_compound(design, RNA.md(uniq_ML=1)).subopt(3_000)
    weights = {one.structure: math.exp(-one.energy / KT) for one in every}
    right = sum(
        weight
        for structure, weight in weights.items()
        if structure[:12] == "((((....))))" and structure[14:18] == "...." and structure.count("(") in (4, 5, 6)
    )
    verdict = FAMILY.judge(puzzle, codes_of(design))
    assert verdict.facts["probability"] == pytest.approx(right / sum(weights.values()), rel=2e-3)
    assert verdict.score == pytest.approx(float(verdict.facts["probability"]), rel=ROUNDED)


def test_each_state_has_free_positions_of_its_own() -> None:
    """Those of the target are its alone. A state is as wanted whatever they do: their energy counts, and no gap."""
    target, other, design = "((((....))))....", "??((((....))))??", "GGGGGGAACCCCCCCC"
    puzzle = RnaPuzzle(target, free="13-16", state=f"{other} at 20 weight 2, ???????????????? at 20")
    assert [sorted(one.free) for one in puzzle.states] == [[12, 13, 14, 15], [0, 1, 14, 15], list(range(16))]
    for form in ("dot-bracket", "fasta", "json", "csv", "dbn"):
        assert registry.read(FAMILY.write(puzzle, form), family_name="rna") == puzzle
    verdict = FAMILY.judge(puzzle, codes_of(design))
    details = RNA.md(temperature=20.0, uniq_ML=1)
    every = RNA.fold_compound(design, details).subopt(3_000)
    weights = {one.structure: math.exp(-one.energy / (1.98717e-3 * 293.15)) for one in every}
    right = sum(
        weight
        for one, weight in weights.items()
        if one[2:14] == other[2:14] and one[:2] + one[14:] in ("....", "(..)", "(())", ".().")
    )
    facts = {**verdict.facts, **states.weighed(puzzle.states, design, puzzle.model)}
    assert facts["state_2_probability"] == pytest.approx(
        right / sum(weights.values()), rel=1e-2
    )  # listed ones are rounded
    assert facts["state_3_probability"] == pytest.approx(1.0)
    fold = RNA.fold_compound(design, details).mfe()[0]
    assert facts["state_2_fold"] == facts["state_3_fold"] == fold == "((((((....))))))"
    assert (facts["state_2_gap"], facts["state_3_gap"]) == (0.0, 0.0)
    assert verdict.faults == (verdict.faults[0],)
    assert "state 1" in verdict.faults[0]
    assert facts["distance"] == 4 + 6, "the target's pairs and those of the fold"


@pytest.mark.parametrize("model", ["eterna-v2", "1999-d2", "dna-2004", "eterna-v2@50"])
def test_probabilities_without_a_fold_are_those_with_one_whatever_is_loaded(model: str) -> None:
    found = in_own_process(f"""
import json, RNA
from puzzles.rna import vienna
RNA.params_load_RNA_Andronescu2007()
RNA.fold("GGGGAAAACCCC")
found = []
for sequence in ("GGGGAAAACCCCAAGGCAAAUGCC", "GGGGAAAACCCC&AAGGGGUUUACC", "AAAAAAAAAAAA"):
    target = "." * (len(sequence) - 4 - sequence.count("&")) + "...."
    found.append([vienna.log_probability(sequence, target, {model!r}), vienna.shares(sequence, target, {model!r})[-1]])
print(json.dumps(found))
""")
    for quick, whole in found:
        assert quick == pytest.approx(whole, abs=ROUNDED)


def test_a_probability_that_is_out_of_range_is_still_a_logarithm() -> None:
    sequence, target = "GC" * 150, "." * 300
    assert vienna.log_probability(sequence, target, "eterna-v2") == pytest.approx(
        vienna.shares(sequence, target, "eterna-v2").log_probability, rel=1e-5
    )


Motif = tuple[str, str, float]


def alone(sequence: str, structure: str, temperature: float = 37.0, motif: Motif | None = None) -> float:
    """The probability of a structure, with its ligand bound, by ViennaRNA and nothing of ours."""
    details = RNA.md()
    details.temperature = temperature
    compound = RNA.fold_compound(sequence, details)
    energy = compound.eval_structure(structure.replace("&", ""))
    if motif:
        energy += motif[2]
        compound.sc_add_hi_motif(*motif)
    _, least = compound.mfe()
    compound.exp_params_rescale(least)
    return math.exp((compound.pf()[1] - energy) / (1.98717e-3 * (temperature + 273.15)))


THEOPHYLLINE = ("GAUACCAG&CCCUUGGCAGC", "(...((((&)...)))...)", -9.22)


def test_the_bundled_switches_have_designs_with_each_state_above_0_7() -> None:
    """Found by annealing with seed 1 in 12 s of one core at most, and judged by ViennaRNA alone."""
    toehold = "AUACUUGACUUCGGCGCGUGUCUUGUGGUUUCCAAAAGAGGAGAGGAAAUAUGAAGACACGCAAAAAAAAAA"
    trigger = "GGGAACUACAAGACACGUGCUGAAGUCAAG"
    riboswitch, thermometer = "CCCGAUACCAGUAAACCCUUGGCAGCGGGGAAACUUGUUGCUAUA", "GUUGGGUAUUUGGGGCCGGGUGUCUGGCA"
    paired, hairpin = "(" * 30 + "." * 39, "(((((((((...((((((...........))))))...)))))))))"
    by_library = {
        "toehold": [
            alone(f"{toehold}&{trigger}", f"...{paired}&{')' * 30}"),
            alone(toehold, f"{'.' * 15}{hairpin}{'.' * 10}"),
        ],
        "riboswitch": [
            alone(riboswitch, "...................((((((((((....)))))))))).."),
            alone(riboswitch, "((((...((((....)...)))...))))................", motif=THEOPHYLLINE),
        ],
        "thermometer": [
            alone(thermometer, "((((((((((((....)))))))))))).", 30),
            alone(thermometer, "..............(((((....))))).", 42),
        ],
    }
    designs = {"toehold": f"{toehold}&{trigger}", "riboswitch": riboswitch, "thermometer": thermometer}
    texts = {one.name: one.text for one in FAMILY.examples}
    for name, shares in by_library.items():
        assert min(shares) > 0.7
        puzzle = registry.read(texts[name], family_name="rna")
        facts = FAMILY.judge(puzzle, FAMILY.parse_board(puzzle, designs[name])).facts
        for number, share in enumerate(shares, start=1):
            assert facts[f"state_{number}_probability"] == pytest.approx(share, rel=ROUNDED)


@kernel
def weigh(address, number, bases, shares, defects, odds, folded, wanted):
    return weigh_by_vienna(address, number, bases, shares, defects, odds, folded, wanted)


@pytest.mark.compiled
def test_a_compiled_kernel_gets_what_the_library_says() -> None:
    puzzle = RnaPuzzle(**TOEHOLD_BOTH, objective="defect")
    design = "AACUGCAGGAAACUGCCUGCAG"
    for state in puzzle.states:
        known = states.ensemble(design, state, puzzle.model)
        bases = np.array([0, *codes_of(design), 0], np.int32)
        shares, defects, odds = np.zeros(2), np.zeros(bases.size), np.full(bases.size, 0.01)
        folded = np.zeros(bases.size, np.int32)
        number = number_of(state, puzzle.model)
        for wanted, figures in ((SHARE, 1), (EACH, 2)):
            assert weigh(WEIGHING, number, bases, shares, defects, odds, folded, wanted) == 1
            expected = [known.log_probability, known.defect][:figures]
            assert shares[:figures] == pytest.approx(expected, rel=ROUNDED, abs=ROUNDED)
        assert defects[1:-1] == pytest.approx(known.defects)
        wrong = {(one, other): share for one, other, share in known.odds if state.partners[one] != other}
        for place in range(len(design)):
            beside = {sum(pair) - place: share for pair, share in wrong.items() if place in pair and share >= 0.01}
            assert folded[place + 1] == (max(beside, key=beside.__getitem__) + 1 if beside else 0)
