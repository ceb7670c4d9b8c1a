"""Designs of DNA, by Mathews's parameters: written with T, read with T or U, judged by ViennaRNA."""

from __future__ import annotations

import pytest
from drivers.command_line import invoke
from drivers.fold_designs import in_own_process

from puzzles import registry
from puzzles.rna.bases import codes_of
from puzzles.rna.puzzle import RnaPuzzle
from puzzles.rna.undesignable.lost_pairs import largest_probability

FAMILY = registry.get_family("rna")
TARGET, DESIGN = "((((((....))))))..", "GCGTACTTTTGTACGCTA"
PUZZLE = RnaPuzzle(TARGET, "N" * 16 + "TN", model="dna-2004")


@pytest.mark.parametrize("form", ["dot-bracket", "fasta", "json", "csv", "dbn", "genbank"])
def test_it_is_written_with_t_and_read_back(form: str) -> None:
    board = FAMILY.parse_board(PUZZLE, DESIGN)
    assert board == codes_of(DESIGN.replace("T", "U")) == FAMILY.parse_board(PUZZLE, DESIGN.replace("T", "U"))
    assert FAMILY.notation(PUZZLE, board) == DESIGN
    for text in (FAMILY.write(PUZZLE, form), FAMILY.write_many(PUZZLE, form, [board])):
        again = registry.read(text, family_name="rna")
        assert isinstance(again, RnaPuzzle)
        assert (again.target, again.model, again.restraints) == (TARGET, "dna-2004", PUZZLE.restraints)
        assert form == "genbank" or "U" not in text.replace("Unp", "").replace("FAMILY", "")
    assert DESIGN in text.upper().replace(" ", "")
    assert "ss-DNA" in text or form != "genbank"


def test_its_figures_are_those_of_the_library_with_these_parameters_loaded() -> None:
    facts = FAMILY.judge(PUZZLE, FAMILY.parse_board(PUZZLE, DESIGN)).facts
    energy, probability, defect = in_own_process(f"""
import json, RNA
RNA.params_load_DNA_Mathews2004()
compound = RNA.fold_compound({DESIGN!r})
structure, energy = compound.mfe()
assert structure == {TARGET!r}
compound.exp_params_rescale(energy)
compound.pf()
print(json.dumps([energy, compound.pr_structure(structure), compound.ensemble_defect(structure)]))
""")
    assert facts["energy"] == pytest.approx(energy)
    assert facts["probability"] == pytest.approx(probability)
    assert facts["defect"] == pytest.approx(defect)
    assert DESIGN in FAMILY.report(PUZZLE, FAMILY.parse_board(PUZZLE, DESIGN), facts)["sequence"]


def test_what_is_said_of_its_bases_is_with_t() -> None:
    board = (*codes_of("GCGUACUUUUGUACG"), 2, 1, 0)
    assert FAMILY.by_hand.conflicts(PUZZLE, board) == {16}
    assert FAMILY.by_hand.fault(PUZZLE, board) == "position 17: A where the restraint is T"
    assert FAMILY.by_hand.symbol(PUZZLE, 4) == "T"
    hint = FAMILY.by_hand.hint(RnaPuzzle(TARGET, "N" * 16 + "YN", model="dna-2004"), (*board[:16], 0, 1))
    assert hint is not None
    assert hint.reason == ("17 stays unpaired, and A is not admitted.", "T is one of 2 that are.")
    assert "AT: weaker" in dict(FAMILY.by_hand.about(PUZZLE, board, 4))["pair"]
    assert "AU: weaker" in dict(FAMILY.by_hand.about(RnaPuzzle(TARGET), board, 4))["pair"]


def test_nothing_is_proved_of_it() -> None:
    """Proofs are for Turner's energies."""
    assert largest_probability(PUZZLE) is None
    assert "p <=" not in invoke("check", "example:starfish", "--set", "model=dna-2004").output
    found = invoke("check", "example:starfish", "--set", "model=dna-2004", "--prove", "1")
    assert "proofs are looked for under eterna-v2 alone" in found.output
