"""Demands on a sequence: how they are read, what contradicts what, and what the checker says of a design."""

from __future__ import annotations

import itertools
import json
import math
import random

import pytest
import RNA
from drivers.rna_structures import structures

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.parameters import ParameterError
from puzzles.rna import energy_models, vienna
from puzzles.rna.bases import IUPAC, PAIRS, codes_of
from puzzles.rna.puzzle import DEMANDS, RnaPuzzle
from puzzles.rna.specification import codons, judging
from puzzles.rna.specification.codons import SITES
from puzzles.rna.specification.conflicts import conflicts
from puzzles.rna.specification.demands import read_demands, reverse_complement
from puzzles.rna.structure import pairs_of
from puzzles.text.fields import Field

FAMILY = registry.get_family("rna")
TARGET = "((((....))))......"

DEMANDED = {
    "free": "13-14 16",
    "gc": "40-60, 20-80 in 6",
    "forbid": "GGGG, EcoRI, N{5} except 5-9, GAUC both strands",
    "require": "GAAA at 5-8",
    "repeat": "5",
    "protein": "K at 13",
    "codons": "human from 20",
    "temperature": "25",
}


@pytest.mark.parametrize("form", ["dot-bracket", "fasta", "json", "csv", "dbn"])
def test_demands_are_written_and_read_back(form: str) -> None:
    puzzle = RnaPuzzle(TARGET, "N" * 17 + "R", name="a target", **DEMANDED)
    assert puzzle.demands == DEMANDED
    text = FAMILY.write(puzzle, form)
    assert registry.read(text, family_name="rna") == puzzle
    design = codes_of("GCAUGAAAAUGCAAGACA")
    again = registry.read(FAMILY.write(puzzle, form, design), family_name="rna")
    assert again.demands == DEMANDED  # type: ignore[attr-defined]


def test_header_lines_need_no_comment_sign_and_belong_to_one_target() -> None:
    text = "gc: 45-55\nforbid: GGGG\n((((....))))\n\n# a word: of no key\nrepeat : 3\n((((....))))\n"
    entries = FAMILY.entries(text)
    found = [registry.read(one.text).demands for one in entries]  # type: ignore[attr-defined]
    assert found == [{"gc": "45-55", "forbid": "GGGG"}, {"repeat": "3"}]
    fasta = registry.read(">x\ngc: 45-55\n((((....))))\n; forbid: GGGG\n")
    assert fasta.demands == {"gc": "45-55", "forbid": "GGGG"}  # type: ignore[attr-defined]


def test_question_marks_are_free_positions() -> None:
    puzzle = registry.read("((((....))))?.??\n")
    assert (puzzle.target, puzzle.free) == ("((((....))))....", "13 15-16")  # type: ignore[attr-defined]
    assert registry.read(FAMILY.write(puzzle, "dot-bracket")) == puzzle


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("gc: 60\n(((...)))", 1, 5, "gc is '60'"),
        ("gc: 60-50\n(((...)))", 1, 5, "the smaller one first"),
        ("gc: 1-2\n(((...)))", 1, 5, "no number of G and C among 9 bases"),
        ("gc: 40-60, 40-60 in 10\n(((...)))", 1, 21, "expected a whole number from 1 to 9"),
        ("temperature: 25, 30\n(((...)))", 1, 18, "a second value of temperature; expected one"),
        ("repeat: 8, 3\n(((...)))", 1, 12, "a second value of repeat; expected one"),
        ("gc: 40-60\ngc: 40-60\n(((...)))", 2, 1, "a second line of gc"),
        ("forbidden: GGG\n(((...)))", 1, 1, "'forbidden' is no key; expected one of name, model, objective, free"),
        ("forbid: GGZ\n(((...)))", 1, 11, "'Z' is no IUPAC letter"),
        ("forbid: GG,,A\n(((...)))", 1, 12, "nothing between commas"),
        ("forbid: G{99}\n(((...)))", 1, 9, "1 to 64 bases"),
        ("forbid: GG at 3\n(((...)))", 1, 12, "both strands, or except and positions"),
        ("require: GG at 3-20\n(((...)))", 1, 18, "from 1 to 9"),
        ("require: GGGGGGGGGG\n(((...)))", 1, 10, "the motif has 10 bases"),
        ("repeat: 0\n(((...)))", 1, 9, "from 1 to 64"),
        ("free: 2\n(((...)))", 1, 7, "position 2 is free, but the target pairs it"),
        ("protein: MKB\n(((...)))", 1, 12, "'B' is no amino acid"),
        ("protein: MK at 5\n(((...)))", 1, 11, "2 amino acids from position 5; expected at most 1"),
        ("codons: human\n(((...)))", 1, 9, "codons of no protein"),
        ("temperature: 101\n(((...)))", 1, 14, "expected degrees Celsius from 0 to 100"),
        ("protein: M\ncodons: cow\n(((...)))", 2, 9, "expected human, e-coli, yeast"),
        ("protein: K\ncodons: AAA 1 AAA 2\n(((...)))", 2, 15, "'AAA' is there twice"),
        ("protein: KF\ncodons: UUU 5 UUC 5 from 60\n(((...)))", 1, 11, "no codon of F is used in 60 %"),
    ],
)
def test_bad_demands(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, family_name="rna")
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.others == ()


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (
            "gc: 80-90\n(((...)))\nNNNAAANNN",
            1,
            5,
            "gc 80-90 is 8 to 8 bases; restraints, pairs and codons admit 0 to 6",
        ),
        ("gc: 0-30 in 3\n(((...)))\nNNGSNNNNN", 1, 5, "in positions 1 to 3; restraints, pairs and codons admit 1 to 3"),
        ("gc: 60-70, 0-50 in 3\n.........", 1, 5, "gc 60-70 contradicts gc 0-50 in 3"),
        ("forbid: GAAA\n((((....))))\nNNNNGRAANNNN\nGGGGGGAACCCC", 0, 0, ""),
        ("forbid: A, GAAR\n((((....))))\nNNNNGAARNNNN", 1, 9, "forbidden A is what position 6 must be: A"),
        ("forbid: A, C, G, U\n((((....))))", 1, 9, "A and C and G and U can't all be avoided: up to position 1 no"),
        ("forbid: RY, YR, R{3}, Y{3}\n......", 1, 9, "can't all be avoided: up to position 3"),
        ("forbid: GGGG\nrequire: GGGGA\n...........", 2, 10, "required GGGGA can't occur without GGGG, which is"),
        ("forbid: N{3}\nrequire: UAAAG\n...........", 2, 10, "required UAAAG can't occur without N{3}"),
        ("require: GAAA at 5-8\n((((....))))\nNNNNCNNNNNNN", 1, 10, "required GAAA fits nowhere in its positions"),
        ("require: GAAAC at 1-5, GAAAG at 1-5\n.....", 1, 24, "required GAAAG fits nowhere"),
        ("protein: K\n((((....))))\nCNNNNNNNNNNN", 1, 10, "K at positions 1 to 3 is AAA or AAG, but bases, pairs and"),
        ("protein: KKKK\n((((....))))", 1, 10, "positions 4 and 9 are to pair, but codons and motifs leave A and R"),
        ("repeat: 3\n(...)........\nGACUCNNNNGACU", 1, 9, "positions 1 and 10 both begin GACU"),
        ("repeat: 1\n" + "." * 20, 1, 9, "20 positions have 19 stretches of 2 bases, of which only 16 differ"),
    ],
)
def test_contradictions_are_found_before_a_search(text: str, line: int, column: int, message: str) -> None:
    if not message:
        registry.read(text, family_name="rna")
        return
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, source="x", family_name="rna")
    listed = [(one.message, one.line, one.column) for one in (caught.value, *caught.value.others)]
    assert any(message in words and (line, column) == tuple(place) for words, *place in listed), listed
    assert len(caught.value.lines) == len(listed)
    assert all(one.startswith("x:") and "\n" not in one for one in caught.value.lines)


def test_all_conflicts_are_told_at_once_also_from_settings() -> None:
    text = "gc: 90-95\nforbid: GGGG\nrequire: GGGGA\nprotein: K\n((((....))))....\nCAAANNNNNNNNAAAA\n"
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, source="x")
    assert [one.split(":")[1] for one in caught.value.lines] == ["1", "3", "4"]
    with pytest.raises(ParameterError, match=r"required GGGG can't occur .*; gc 90-100 is"):
        FAMILY.adjusted(
            RnaPuzzle("((((....))))....", "A" * 4 + "N" * 12, forbid="GGGG"), {"gc": "90-100", "require": "GGGG"}
        )


def test_what_is_refused_has_no_design_and_what_a_design_fulfils_is_not_refused() -> None:
    """All sequences of short targets are tried against specifications drawn at random."""
    draw = random.Random("conflicts")
    refused = accepted = 0
    for _ in range(120):
        target = draw.choice(["......", "(...).", ".(...)"])
        restraints = "".join(draw.choices("NNNRYSWAG", k=6))
        given = {
            "gc": draw.choice(["", "0-20", "70-100", "30-60", "50-50 in 2", "0-50 in 3, 60-100"]),
            "forbid": draw.choice(["", "A", "G, A", "RY", "N{2}", "SW, WS", "AR except 1-4", "MspI"]),
            "require": draw.choice(["", "GAA", "CC at 1-2", "AUG at 3-6, G", "UU, AA"]),
            "repeat": draw.choice(["", "1", "2"]),
            "protein": draw.choice(["", "K", "MK", "W at 3", "LX"]),
        }
        given = {key: text for key, text in given.items() if draw.random() < 0.4}
        try:
            plain = RnaPuzzle(target, restraints)
        except PuzzleError:
            continue
        demands = read_demands({key: Field(text) for key, text in given.items()}, 6)
        letters = [IUPAC[one] for one in plain.restraints]
        able = [
            "".join(one)
            for one in itertools.product(*letters)
            if all(one[i] + one[j] in PAIRS for i, j in enumerate(plain.partners) if j > i)
            and not judging.faults(demands, "".join(one))
        ]
        found = conflicts(demands, plain.partners, plain.restraints)
        assert not (found and able), (target, restraints, given, found, able[:3])
        refused += bool(found)
        accepted += bool(able)
    assert refused > 10
    assert accepted > 10


def test_the_checker_says_which_demand_a_design_breaks() -> None:
    puzzle = RnaPuzzle(
        "((((....)))).....",
        gc="65-80, 0-75 in 4",
        forbid="AAA except 4-8 13-15, EcoRI",
        require="UUCG",
        repeat="2",
        protein="K at 13",
        codons="e-coli from 20",
    )
    design = "GCGCAAAAGCGCGAAAC"
    found = FAMILY.judge(puzzle, codes_of(design))
    assert found.legal
    assert not found.solved
    assert found.facts["distance"] == 0
    assert found.faults == (
        "gc 65-80: 10 of 17 bases are G or C, not 12 to 13",
        "gc 0-75 in 4: 3 windows not with 0 to 3: at 1, 9, 10 with 4, 4, 4",
        "forbidden AAA: at 14",
        "required UUCG: it does not occur",
        "protein: GAA for K, not AAA AAG, at 13",
        "repeat 2: 3 bases are there a second time, at 6, 9, 10 and 2 more",
    )
    assert found.score == 1 - (2 + 3 + 1 + 1 + 1 + 5)
    assert FAMILY.judge(RnaPuzzle(puzzle.target, gc="40-60", forbid="GGGG"), codes_of(design)).solved
    eco = FAMILY.judge(RnaPuzzle("." * 8, forbid="EcoRI"), codes_of("AGAAUUCA"))
    assert eco.faults[-1] == "forbidden EcoRI: at 2"


def test_free_positions_may_pair_with_each_other_and_with_no_other() -> None:
    target = "((((....))))" + "." * 13
    design = "GCGCAAAAGCGC" + "AGGGCAAAAGCCC"
    strict = FAMILY.judge(RnaPuzzle(target), codes_of(design))
    assert strict.facts["distance"] == 4
    loose = FAMILY.judge(RnaPuzzle(target, free="14-25"), codes_of(design))
    assert (loose.solved, loose.facts["distance"], loose.score) == (True, 0, 1.0)
    assert 0.5 < float(loose.facts["probability"]) <= 1.0
    half = FAMILY.judge(RnaPuzzle(target, free="14-20"), codes_of(design))
    assert (half.solved, half.facts["distance"]) == (False, 4)


def test_probability_and_defect_with_free_positions_are_those_of_all_structures() -> None:
    kt = 1.98717e-3 * 310.15
    sequence, target, free = "GGGAAAACCCAGAAC", "(((....))).....", frozenset(range(10, 15))
    weighed = energy_models.compound(sequence, energy_models.ensemble_energies("eterna-v2"))
    wanted = pairs_of(target)
    total = right = defect = 0.0
    for one in structures(sequence):
        weight = math.exp(-weighed.eval_structure(one) / kt)
        pairs = pairs_of(one)
        partner = {i: j for pair in pairs for i, j in (pair, pair[::-1])}
        aim = {i: j for pair in wanted for i, j in (pair, pair[::-1])}
        wrong = sum(partner.get(i) != aim.get(i) for i in range(10))
        total += weight
        right += weight * (wrong == 0)
        defect += weight * wrong / 10
    found = vienna.ensemble(sequence, target, "eterna-v2", free)
    assert found.probability == pytest.approx(right / total, abs=0.03)
    assert found.defect == pytest.approx(defect / total, abs=0.03)


@pytest.mark.parametrize("temperature", ["10", "60.5"])
def test_a_design_is_judged_at_the_temperature_of_its_target(temperature: str) -> None:
    design = "GCGCAAAAGCGCAAGGGUUUUCCCUUACGAAAGU"
    details = RNA.md()
    details.temperature = float(temperature)
    compound = RNA.fold_compound(design, details)
    fold, energy = compound.mfe()
    compound.exp_params_rescale(energy)
    compound.pf()
    found = FAMILY.judge(RnaPuzzle(fold, temperature=temperature), codes_of(design))
    assert found.solved
    assert found.facts["energy"] == pytest.approx(energy, abs=1e-4)
    assert found.facts["probability"] == pytest.approx(compound.pr_structure(fold), rel=1e-4)
    assert found.facts["defect"] == pytest.approx(compound.ensemble_defect(fold), rel=1e-3)
    at_37 = FAMILY.judge(RnaPuzzle(fold), codes_of(design))
    assert at_37.facts["energy"] != found.facts["energy"]
    assert FAMILY.judge(RnaPuzzle(fold, temperature="37"), codes_of(design)) == at_37
    with pytest.raises(PuzzleError, match="eterna-v1 is for 37 degrees"):
        RnaPuzzle(fold, model="eterna-v1", temperature=temperature)


def test_tables_of_sites_and_codons() -> None:
    assert len(SITES) == 129
    assert all(set(site) <= set("ACGTRYSWKMBDHVN") for site in SITES.values())
    assert reverse_complement(("G", "AG", "ACU")) == ("AGU", "CU", "C")
    assert codons.CODE["AUG"] == "M"
    assert codons.CODONS_OF["*"] == ("UAA", "UAG", "UGA")
    assert sum(map(len, (codons.CODONS_OF[one] for one in codons.CODONS_OF if one != "X"))) == 64
    for usage in codons.USAGES.values():
        for acid, names in codons.CODONS_OF.items():
            assert acid == "X" or sum(usage[one] for one in names) == pytest.approx(1.0, abs=0.031)


def test_saved_demands_of_other_kinds_are_refused() -> None:
    plain = json.loads(json.dumps(FAMILY.to_json(RnaPuzzle(TARGET, gc="40-60"))))
    assert plain["demands"] == {"gc": "40-60"}
    assert FAMILY.from_json(plain) == RnaPuzzle(TARGET, gc="40-60")
    for wrong in ({"demands": 5}, {"demands": {"gc": 5}}, {"demands": {"gcc": "5"}}, {"demands": {"gc": "5"}}):
        with pytest.raises(PuzzleError):
            FAMILY.from_json(plain | wrong)
    assert "demands" not in FAMILY.to_json(RnaPuzzle(TARGET))
    assert set(DEMANDS) < {one.name for one in FAMILY.puzzle_parameters}
