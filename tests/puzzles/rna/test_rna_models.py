"""Energy models: one a process, taken whatever was folded before, and served without the library's C functions too."""

from __future__ import annotations

import re

import pytest
from drivers.fold_designs import in_own_process

from puzzles.rna.folding import models
from puzzles.rna.puzzle import MODEL_NAMES

pytestmark = pytest.mark.compiled

SEQUENCE = "GGGGAAAACCCCAAGGCAAAUGCC"

FOLD = f"""
import json, sys
import numpy as np
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

def attempt(name):
    try:
        return folded(name)
    except models.ModelError as error:
        return str(error)
"""

TURNER_1999 = -1020
"""The sequence's MFE by these parameters; by Turner 2004's it is -990."""


def test_puzzles_and_folding_know_the_same_models() -> None:
    assert tuple(models.MODELS) == MODEL_NAMES


def test_an_unknown_model_is_refused_in_one_line() -> None:
    with pytest.raises(
        models.ModelError, match=r"^there is no energy model 'turner': choose eterna-v2, eterna-v1, 1999-d2$"
    ):
        models.load("turner")


@pytest.mark.parametrize("name", ["1999-d2", "eterna-v1"])
def test_a_model_is_used_after_folds_with_the_same_details(name: str) -> None:
    """ViennaRNA hands out the parameters that it scaled last for equal details, even if others were loaded since."""
    before = """
for dangles in (1, 2):
    for _ in range(2):
        details = RNA.md()
        details.dangles = dangles
        RNA.fold_compound(SEQUENCE, details).mfe()
        RNA.fold(SEQUENCE)
        RNA.fold_compound(SEQUENCE, models.details(models.MODELS[sys.argv[1]])).mfe()
print(json.dumps(folded(sys.argv[1])))
"""
    assert in_own_process(FOLD + before, name)[0] == TURNER_1999


def test_a_library_that_keeps_old_parameters_is_refused() -> None:
    """If kept parameters are not replaced, the library goes on with the earlier ones, and that is noticed."""
    script = """
models.drop_kept_parameters = lambda: None
RNA.fold_compound(SEQUENCE, models.details(models.MODELS["1999-d2"])).mfe()
print(json.dumps(attempt("1999-d2")))
"""
    reported = in_own_process(FOLD + script)
    assert reported == "ViennaRNA did not take the Turner 1999 parameters of 1999-d2"


def test_a_second_model_in_a_process_is_refused_and_the_first_goes_on() -> None:
    script = 'print(json.dumps([attempt("1999-d2"), attempt("eterna-v2"), attempt("eterna-v1"), attempt("1999-d2")]))'
    first, second, third, again = in_own_process(FOLD + script)
    assert first == [TURNER_1999, "((((....))))..(((....)))", -710]
    assert second == "this process folds by 1999-d2: fold by eterna-v2 in another one"
    assert third == "this process folds by 1999-d2: fold by eterna-v1 in another one"
    assert again == first


@pytest.mark.parametrize("name", ["eterna-v2", "eterna-v1"])
def test_the_checkers_other_parameters_do_not_change_the_folds(name: str) -> None:
    script = """
from puzzles.rna.vienna import energies
before = folded(sys.argv[1])
for other in models.MODELS:
    energies(other)
print(json.dumps([before, folded(sys.argv[1])]))
"""
    before, after = in_own_process(FOLD + script, name)
    assert before == after


def test_without_the_module_there_is_one_line() -> None:
    script = """
import builtins
sys.modules["RNA"] = None
try:
    models.load("eterna-v2")
except models.ModelError as error:
    print(json.dumps(str(error)))
"""
    reported = in_own_process(FOLD + script)
    assert reported.startswith("ViennaRNA's Python module can't be loaded: ")
    assert "\n" not in reported


@pytest.mark.parametrize("symbol", ["FOLD", "SET_DANGLES"])
def test_if_the_library_lacks_a_function_the_python_module_folds_with_a_notice(symbol: str) -> None:
    missing = f"""
models.{symbol} = "vrna_gone"
reported = folded("eterna-v1")
print(json.dumps([reported, models.notice()]))
"""
    reported, line = in_own_process(FOLD + missing)
    assert reported == [TURNER_1999, "((((....))))..(((....)))", -710]
    assert re.fullmatch(r"this ViennaRNA lacks vrna_gone: eterna-v1 is folded through its Python module.*", line)


def test_models_of_our_own_kernels_need_no_function_of_the_library() -> None:
    script = """
models.FOLD = models.EVALUATE = models.SET_DANGLES = "vrna_gone"
print(json.dumps([folded("1999-d2"), models.notice()]))
"""
    reported, line = in_own_process(FOLD + script)
    assert reported[0] == TURNER_1999
    assert line == ""


@pytest.mark.parametrize("gone", [False, True])
def test_folding_by_the_library_keeps_no_memory(gone: bool) -> None:
    """The parameters alone of a fold take 200 kB; 300 folds that kept them would show."""
    script = """
import os, random
from drivers.fold_designs import random_sequence
if sys.argv[1] == "True":
    models.FOLD = "vrna_gone"
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
rng = random.Random(1)
fold = make_fold(RnaPuzzle("." * 50, model="eterna-v1"))
def work(folds):
    for _ in range(folds):
        bases = codes(random_sequence(rng, 50))
        fold_design(fold, bases)
        target_energy(fold, bases)
    return resident()
before = work(50)
print(json.dumps(work(300) - before))
"""
    assert in_own_process(FOLD + script, str(gone)) < 4_000_000
