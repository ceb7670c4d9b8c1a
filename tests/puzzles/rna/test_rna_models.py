"""Energy models: several a process, taken whatever was folded before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drivers.fold_designs import in_own_process

from puzzles.rna.folding import models
from puzzles.rna.folding.tables import read_tables
from puzzles.rna.puzzle import MODEL_NAMES

pytestmark = pytest.mark.compiled

SEQUENCE = "GGGGAAAACCCCAAGGCAAAUGCC"

TURNER_1999, DNA = -1020, -550
"""The sequence's MFE by these parameters; by Turner 2004's it is -990."""

FOLD = f"""
import json, sys
import RNA
from drivers.fold_designs import codes, dot_bracket
from puzzles.rna.folding import models
from puzzles.rna.folding.fold import fold_design, make_fold, target_energy
from puzzles.rna.puzzle import RnaPuzzle
SEQUENCE = {SEQUENCE!r}

def folded(name):
    fold = make_fold(RnaPuzzle("((((....))))............", model=name))
    energy = fold_design(fold, codes(SEQUENCE))
    return [energy, dot_bracket(fold.partner), target_energy(fold, codes(SEQUENCE))]
"""


def test_puzzles_and_folding_know_the_same_models() -> None:
    assert tuple(models.MODELS) == MODEL_NAMES


def test_an_unknown_model_is_refused_in_one_line() -> None:
    with pytest.raises(
        models.ModelError, match=r"^there is no energy model 'turner': choose eterna-v2, eterna-v1, 1999-d2, dna-2004$"
    ):
        models.named("turner")


def test_a_process_folds_by_several_models_in_turns() -> None:
    """Also after folds with equal details: ViennaRNA hands out the parameters that it scaled last for these."""
    script = """
for dangles in (1, 2):
    details = RNA.md()
    details.dangles = dangles
    RNA.fold_compound(SEQUENCE, details).mfe()
    RNA.fold(SEQUENCE)
names = ["1999-d2", "eterna-v2", "dna-2004", "eterna-v1", "1999-d2"]
first = [folded(name) for name in names]
models.load("eterna-v1")
print(json.dumps([first, [folded(name) for name in names]]))
"""
    first, again = in_own_process(FOLD + script)
    assert [energy for energy, _, _ in first] == [TURNER_1999, -990, DNA, TURNER_1999, TURNER_1999]
    assert first[0] == [TURNER_1999, "((((....))))..(((....)))", -710]
    assert again == first


def test_a_loaded_model_serves_viennarnas_own_functions() -> None:
    script = """
found = []
for name in ("eterna-v1", "eterna-v2", "dna-2004", "1999-d2"):
    models.load(name)
    found.append([round(100 * RNA.fold(SEQUENCE)[1]), RNA.cvar.dangles])
print(json.dumps(found))
"""
    assert in_own_process(FOLD + script) == [[TURNER_1999, 1], [-990, 2], [DNA, 2], [TURNER_1999, 2]]


def test_a_library_that_keeps_old_parameters_is_refused() -> None:
    """A library that gives the earlier parameters, as ViennaRNA 2.7 does with equal details, is noticed."""
    script = """
kept = RNA.param(RNA.md())
RNA.param = lambda details: kept
try:
    folded("1999-d2")
except models.ModelError as error:
    print(json.dumps(str(error)))
"""
    reported = in_own_process(FOLD + script)
    assert reported == "1999-d2: ViennaRNA gives other energies than Turner 1999's, which were requested"


def test_single_dangles_that_the_kernels_do_not_serve_are_refused() -> None:
    """The kernels add dangles one by one: mismatches must be their sums."""
    with pytest.raises(models.ModelError, match=r"^mismatches of eterna-v2 are not the sums of its dangles"):
        read_tables(replace(models.named("eterna-v2"), dangles=1))


def test_without_the_module_there_is_one_line() -> None:
    script = """
sys.modules["RNA"] = None
try:
    folded("eterna-v2")
except ValueError as error:
    print(json.dumps(error.message))
"""
    reported = in_own_process(FOLD + script)
    assert reported.startswith("RNA designs need ViennaRNA, whose Python module can't be loaded (")
    assert "\n" not in reported
