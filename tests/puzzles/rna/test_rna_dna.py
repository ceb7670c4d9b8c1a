"""Designs of DNA, by Mathews's parameters: written with T, read with T or U, judged by ViennaRNA."""

from __future__ import annotations

import pytest
from drivers.fold_designs import in_own_process

from puzzles import registry
from puzzles.rna.bases import codes_of
from puzzles.rna.puzzle import RnaPuzzle

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
