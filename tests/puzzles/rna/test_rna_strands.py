"""Targets of two strands: how they are read, what the checker says against all structures, and the searches."""

from __future__ import annotations

import math
import random

import pytest
import RNA
from drivers.fold_designs import in_own_process
from drivers.rna_searches import SEARCHES, interpreted, searched
from drivers.rna_structures import structures
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.rna import checker, energy_models, strands, vienna
from puzzles.rna.bases import PAIRS, codes_of
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.specification import judging
from puzzles.rna.structure import pairs_of

FAMILY = registry.get_family("rna")
TARGET = "((((..((((&))))....))))"
DESIGN = "GGCAAAGCGC&GCGCAAAAUGCC"
FORMS = ("dot-bracket", "fasta", "json", "csv", "dbn")
SMOOTH = 0.06
"""ViennaRNA's partition function smooths the energies of dangling bases where they go through zero."""


@st.composite
def targets(draw: st.DrawFn) -> str:
    """Balanced brackets with & in one of their loops."""
    text = "&"
    for shape in draw(
        st.lists(st.sampled_from(["({})", "({})", "({})", ".{}", "{}.", "(...){}", "{}(....)"]), max_size=30)
    ):
        text = shape.format(text)
    return f"({text})"


@settings(max_examples=60)
@given(targets(), st.randoms(use_true_random=False), st.sampled_from(FORMS), st.booleans())
def test_each_format_gives_two_strands_back(target: str, rng: random.Random, form: str, lower: bool) -> None:
    restraints = "".join(rng.choice("NNNNSK") for _ in target.replace("&", ""))
    nick = target.index("&")
    written = f"{restraints[:nick]}&{restraints[nick:]}"
    puzzle = RnaPuzzle(target, written.lower() if lower else written, name="both")
    assert (puzzle.nick, puzzle.length, puzzle.restraints) == (nick, len(target) - 1, restraints)
    text = FAMILY.write(puzzle, form)
    assert registry.read(text, family_name="rna") == puzzle
    assert target in text
    assert FAMILY.from_json(FAMILY.to_json(puzzle)) == puzzle
    board = tuple(rng.choice(codes_of("ACGU")) for _ in restraints)
    design = FAMILY.notation(puzzle, board)
    assert design.index("&") == nick
    assert FAMILY.parse_board(puzzle, design) == board
    editor = FAMILY.editor
    assert editor is not None
    assert editor.from_puzzle(puzzle).to_puzzle() == puzzle
    assert editor.read(editor.from_puzzle(puzzle).text()).to_puzzle() == puzzle


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("((((&))))&", 1, 10, "a second '&', behind position 8; expected two strands at most"),
        ("((&&))", 1, 4, "a second '&', behind position 2"),
        ("&((((....))))", 1, 1, "'&' before the first position; expected a strand on either side"),
        ("((((....))))&", 1, 13, "'&' behind the last position"),
        ("((((....))))&....", 1, 14, "no pair joins the two strands; expected a pair between them"),
        ("((..)&)", 1, 5, "positions 2 and 5 enclose 2; expected a hairpin loop of at least 3"),
        ("((.&..))\nNNN&N-NN", 2, 6, "position 5: '-' is no restraint"),
        ("((.&..))\nNN&NNNNN", 2, 3, "the sequence has '&' behind position 2; expected '&' behind position 3, as the"),
        ("((.&..))\nNNNNNNN", 2, 4, "the sequence has no '&'; expected '&' behind position 3, as the target"),
        ("((.&..))\nNNN&N&NNN", 2, 6, "a second '&', behind position 4"),
        ("((...))\nNN&NNNNN", 2, 3, "the sequence has '&' behind position 2; expected one strand, as the target"),
        ("((.&..))\nNNN&NNN", 2, 7, "the sequence has 6 letters; expected 7"),
        ("((.&..))\nANN&NNNA", 2, 8, "positions 1 and 7 are to pair; A and A can't"),
        ("((?&..))", 1, 3, "position 3: '?', a free position, is for one strand"),
        (">a\n((.\n&..))\nNNN&N\nNN-\n", 5, 3, "position 7: '-' is no restraint"),
        ("target,sequence\n((.&..)),GGAA&CC\n", 2, 16, "the sequence has 6 letters; expected 7"),
        ('"((.&..))" NN&NNNNN\n', 1, 14, "the sequence has '&' behind position 2"),
        ("Puzzle #\tPuzzle Name\tSecondary Structure\n7\tx\t((&.)\n", 2, 5, "position 1: '(' is never closed"),
        ('{"target": "((.&..))", "restraints": "NN&NNNNN"}', 0, 0, "the line of restraints has '&' behind position 2"),
        ("free: 3\n((.&..))", 1, 7, "free is for one strand; expected a target of one"),
        ("repeat: 3\n((.&..))", 1, 9, "repeat is for one strand"),
        ("state: ((...))\n((.&..))", 1, 15, "a state of one strand, but not of which; expected strand 1 or strand 2"),
        ("concentration: 1e-6\n((.&..))", 1, 1, "'concentration' is no key; expected one copy of each strand, without"),
        ("state: ... strand 3\n((.&..))", 1, 19, "strand '3'; expected strand 1 or 2 (NUPACK takes more)"),
        ("state: ((&)) strand 1\n((.&..))", 1, 8, "a state of strand 1 with '&'; expected the structure of that"),
        ("state: .... strand 2\n((.&..)..)", 1, 11, "the state has 4 positions; expected 6, as strand 2"),
        ("state: (...&...)..\n((.&..))", 1, 12, "the state has '&' behind position 4; expected '&' behind position 3"),
        ("state: ...&....\n((.&..))", 1, 11, "no pair joins the two strands"),
        ("state: target strand 1\n((.&..))", 1, 8, "the target is of both strands, the state of strand 1"),
        ("gc: 30-70 in 4\n((.&..))", 1, 5, "gc in windows is for one strand"),
        ("protein: MK\n((.&..))", 1, 10, "the protein is on both strands, which part behind position 3"),
        ("require: RRRR\n((.&..))\nNNN&YNNN", 1, 10, "required RRRR fits nowhere"),
        ("model: eterna-v1\n((.&..))", 0, 0, "eterna-v1 is for one strand; expected eterna-v2 or 1999-d2 for two"),
        ("objective: gap\n((.&..))", 0, 0, "the objective gap is for one strand; expected nemo, probability, defect"),
    ],
)
def test_bad_targets_of_two_strands(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        registry.read(text, family_name="rna")
    assert message in caught.value.message.replace(" ... ", "")
    assert "\n" not in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("design", ["GGCAAAGCGCGCGCAAAAUGCC", "GGCAAAGCG&CGCGCAAAAUGCC", "GGCAAAGCGC&GCGCAAAAUG&CC"])
def test_a_design_has_its_strands_where_the_target_has_them(design: str) -> None:
    with pytest.raises(PuzzleError, match="'&'"):
        FAMILY.parse_board(RnaPuzzle(TARGET), design)


def every(first: str, second: str, model: str = "eterna-v2") -> tuple[dict[str, float], dict[str, float]]:
    """The energies of all structures of a pair by ViennaRNA: of those that join the strands, and of the others."""
    compound = energy_models.compound(f"{first}&{second}", energy_models.energies(model))
    joined: dict[str, float] = {}
    apart: dict[str, float] = {}
    for one in structures(first + second, len(first)):
        inner = one[: len(first)]
        joins = inner.count("(") > inner.count(")")
        (joined if joins else apart)[one] = compound.eval_structure(one)
    return joined, apart


def free(energies: dict[str, float], thermal: float) -> float:
    return -thermal * math.log(sum(math.exp(-one / thermal) for one in energies.values()))


PAIRS_OF_STRANDS = (
    ("GGGAAAC", "GUUCCC"),
    ("GGAGAAACC", "GGCUAC"),
    ("GCGCGC", "GCGCGC"),
    ("GGCGCC", "GGCGCC"),
    ("GCGC", "GC"),
    ("GGCAAAUGC", "GCAGC"),
    ("GUUGUCC", "GGAUAAC"),
    ("GAGUUU", "CGUGUUGU"),
    ("GCCAC", "GGGCGAAAGCC"),
)


@pytest.mark.parametrize("model", ["eterna-v2", "1999-d2", "eterna-v2@20"])
@pytest.mark.parametrize(("first", "second"), PAIRS_OF_STRANDS)
def test_the_checker_judges_a_pair_as_all_its_structures_do(first: str, second: str, model: str) -> None:
    joined, apart = every(first, second, model)
    thermal = 1.98717e-3 * (energy_models.temperature_of(model) + 273.15)
    least = min((*joined.values(), *apart.values()))
    target = min(joined, key=lambda one: joined[one])
    nick = len(first)
    puzzle = RnaPuzzle(
        f"{target[:nick]}&{target[nick:]}",
        model=model.partition("@")[0],
        temperature=model.partition("@")[2],
    )
    verdict = FAMILY.judge(puzzle, codes_of(first + second))
    facts = verdict.facts
    assert facts["energy"] == pytest.approx(least, abs=1e-4)
    assert facts["target_energy"] == pytest.approx(joined[target], abs=1e-4)
    assert str(facts["fold"])[nick] == "&"
    told = strands.dimer(f"{first}&{second}", model)
    twice = thermal * math.log(2) if first == second else 0.0  # what equal strands make of an exchange, counts once
    assert told.joined == pytest.approx(free(joined, thermal) + twice, abs=SMOOTH)
    assert told.first + told.second == pytest.approx(free(apart, thermal), abs=SMOOTH)
    whole = sum(math.exp(-one / thermal) for one in (told.joined, told.first + told.second))
    assert told.all == pytest.approx(-thermal * math.log(whole))
    if verdict.solved:
        ties = [one for one in (*joined.values(), *apart.values()) if one < least + 1e-4]
        assert facts["unique"] == (len(ties) == 1)
        assert {one: facts[one] for one in strands.FIGURES} == told.facts
    else:
        assert joined[target] > least - 1e-4
        assert verdict.score == pytest.approx(-max(joined[target] - least, 0.01), abs=1e-4)
    found = vienna.ensemble(f"{first}&{second}", target, model)
    weights = {one: math.exp(-energy / thermal) for one, energy in joined.items()}
    whole = sum(weights.values())
    assert found.probability == pytest.approx(weights[target] / whole, rel=SMOOTH)
    wanted = pairs_of(target)
    right = 0.0
    for structure, weight in weights.items():
        pairs = pairs_of(structure)
        paired = {place for pair in pairs for place in pair}
        open_in_both = sum(one == "." and place not in paired for place, one in enumerate(target))
        right += weight / whole * (2 * len(pairs & wanted) + open_in_both)
    assert found.defect == pytest.approx(1 - right / len(target), abs=SMOOTH)
    rivals = sorted(((weight / whole, one) for one, weight in weights.items() if one != target), reverse=True)
    shares = [share for share, _ in rivals if share > vienna.LEAST_SHARE * (1 + SMOOTH)][: vienna.MOST_RIVALS]
    assert [one.share for one in found.rivals][: len(shares)] == pytest.approx(shares, rel=SMOOTH)
    odds = {(one, other): share for one, other, share in vienna.pair_odds(f"{first}&{second}", model)}
    for pair in wanted:
        share = sum(weight for one, weight in weights.items() if pair in pairs_of(one)) / whole
        assert odds[pair] == pytest.approx(share, abs=SMOOTH)


def test_a_tie_with_strands_apart_is_not_unique_and_a_misfolding_tie_is_not_solved() -> None:
    """Over random pairs: whatever ties with the target is seen, wherever ViennaRNA's own fold ends."""
    rng = random.Random(5)
    seen = {True: 0, False: 0}
    while min(seen.values()) < 5:
        first, second = ("".join(rng.choices("GCAU", k=rng.randint(4, 8))) for _ in range(2))
        joined, apart = every(first, second)
        if not joined or min(joined.values()) > min(apart.values()) + 1e-4:
            continue
        target = min(joined, key=lambda one: joined[one])
        ties = [one for one, energy in {**joined, **apart}.items() if energy < joined[target] + 1e-4]
        if len(ties) == 1 and seen[True] >= 5:
            continue
        nick = len(first)
        verdict = FAMILY.judge(RnaPuzzle(f"{target[:nick]}&{target[nick:]}"), codes_of(first + second))
        if verdict.solved:
            assert verdict.facts["unique"] == (len(ties) == 1)
        else:
            assert len(ties) > 1
            assert verdict.score == pytest.approx(-0.01)
        seen[len(ties) == 1] += 1


@pytest.mark.parametrize(("model", "turner"), [("eterna-v2", "2004"), ("1999-d2", "1999")])
def test_the_figures_are_those_of_viennarnas_cofold_in_a_process_of_its_own(model: str, turner: str) -> None:
    script = f"""
import json, RNA
RNA.params_load_RNA_Turner{turner}()
pair = RNA.fold_compound({DESIGN!r})
structure, energy = pair.mfe_dimer()
pair.exp_params_rescale(energy)
print(json.dumps([structure, energy, *pair.pf_dimer()[1:]]))
"""
    structure, energy, *figures = in_own_process(script)
    assert vienna.fold(DESIGN, structure, model) == (structure, round(100 * energy), round(100 * energy))
    assert tuple(strands.dimer(DESIGN, model)) == pytest.approx(figures, abs=1e-4)


def test_a_design_of_two_strands_is_made_by_hand_with_hints_that_fold_it() -> None:
    puzzle = RnaPuzzle("((((((..&...((((....))))))))))")
    hand = FAMILY.by_hand
    assert hand is not None
    board = FAMILY.parse_board(puzzle, "GUGUGCUC&GGAUGUUUACUAGCAGUAUAU")
    assert FAMILY.judge(puzzle, board).score == pytest.approx(-0.4)
    hint = hand.hint(puzzle, board)
    assert hint is not None
    assert hint.reason == (
        "7 should stay unpaired, but pairs with 23 in the fold.",
        "A at 7: then it folds into the target.",
    )
    assert FAMILY.judge(puzzle, hint.after).solved
    begun = FAMILY.continued(puzzle, (*board[:3], *[0] * 26))
    assert (begun.nick, begun.restraints[:3]) == (8, "GUG")


def test_no_motif_run_or_repeat_lies_on_both_strands() -> None:
    puzzle = RnaPuzzle("((((&))))", forbid="GGG", require="CC")
    assert not FAMILY.judge(puzzle, codes_of("AUGGGUAU")).facts.get("missing")
    faults = checker.confirm(puzzle, codes_of("AUGGCUAU")).faults
    assert any(one.startswith("required CC") for one in faults)
    assert not any(one.startswith("forbidden") for one in checker.confirm(puzzle, codes_of("AUGGGCAU")).faults)
    one_strand = judging.checks(RnaPuzzle("........").specification, "AUGGGCAU")
    both = judging.checks(puzzle.specification, "AUGGGCAU", 4)
    assert "longest 3 (G at 3)" in [one.found for one in one_strand]
    assert "longest 2 (G at 3)" in [one.found for one in both]


ORDERS = [
    {"target": "((((((..((((....))))..((((&))))...))))))"},
    {"target": "(((((...&)))))", "gc": "30-60", "forbid": "GGG"},
    {"target": "((((&....(((...)))))))", "restraints": "NNNN&NNNNRRNNNNNNNNNNN"},
    {"target": "(((((((&)))))))", "temperature": "25", "require": "GAC"},
]


@pytest.mark.parametrize("algorithm", ["annealing", "nrpa", "sampling", "nmcs"])
def test_designs_of_two_strands_pair_and_score_as_the_checker_says(algorithm: str) -> None:
    small = {"level": 1, "iterations": 6} if algorithm == "nrpa" else {"level": 1} if algorithm == "nmcs" else {}
    orders = [{"puzzle": one, "algorithm": algorithm, "seed": 3, "playouts": 12, "parameters": small} for one in ORDERS]
    for one, (found, _) in zip(ORDERS, searched(orders), strict=True):
        puzzle = RnaPuzzle(**one)
        for board, score, best in found:
            assert not checker.broken(puzzle, board)
            assert score == pytest.approx(checker.confirm(puzzle, best).score, abs=1e-9)


def test_rivals_refuse_most_proposals_and_change_no_result() -> None:
    order = {"puzzle": {"target": "((.((((....)))).((&)).((((....)))).))"}, "algorithm": "annealing", "seed": 5}
    kept = """
from puzzles.rna.kernels import by_vienna
refused, asked = by_vienna._refused, []
by_vienna._refused = lambda *given: asked.append(refused(*given)) or asked[-1]
by_vienna.KEPT = {kept}
"""
    count = "print(json.dumps([len(asked), sum(one is not None for one in asked)]))"
    programs = [f"{kept.format(kept=number)}{SEARCHES}{count}" for number in (16, 0)]
    (found, (asked, refused)), (alone, (_, none)) = (interpreted(one, [{**order, "playouts": 150}]) for one in programs)
    assert found == alone
    assert none == 0
    assert asked / 2 < refused < asked


def test_the_example_is_solved() -> None:
    """By annealing with a fixed seed, and judged by ViennaRNA alone."""
    text = next(one.text for one in FAMILY.examples if one.name == "duplex")
    puzzle = registry.read(text)
    assert isinstance(puzzle, RnaPuzzle)
    both = {"target": puzzle.with_nick(puzzle.target), "restraints": puzzle.with_nick(puzzle.restraints)}
    ((found, _),) = searched([{"puzzle": both, "algorithm": "annealing", "seed": 1, "playouts": 200}])
    board = next(best for _, score, best in found if score == 0)
    design = FAMILY.notation(puzzle, board)
    assert design.endswith("&UGAGGUAGUAGGUUGUAUAGUU")
    structure, _ = RNA.fold_compound(design).mfe_dimer()
    assert structure == puzzle.target
    assert FAMILY.judge(puzzle, board).solved
    assert all(design.replace("&", "")[i] + design.replace("&", "")[j] in PAIRS for i, j in pairs_of(structure))
