"""What ViennaRNA computes of a design: fold, energies, the target's probability, and whether another fold is as good.

Results do not depend on what the process has loaded or folded before. ViennaRNA keeps one set of energy tables for the
whole process, and returns the parameters that it made last as long as the requested model details have not changed,
even if other tables were loaded since. So each model's parameters are made once: load its tables, ask for parameters
of another temperature, then for those wanted; and check the result. Afterwards the earlier tables are restored, and
the kept parameters are replaced in the same way.
"""

from __future__ import annotations

import math
import tempfile
import threading
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

BY_MODEL = {"eterna-v2": ("2004", 2), "eterna-v1": ("1999", 1), "1999-d2": ("1999", 2)}
"""Turner's parameters (Mathews and others, PNAS 101, 2004; Mathews and others, JMB 288, 1999) and dangles by model."""

_HAIRPIN_OF_3 = {"2004": 540, "1999": 570}
"""The energy of a hairpin loop of three bases, in 0.01 kcal/mol: it distinguishes the two sets."""

_LOCK = threading.Lock()


class Energies(NamedTuple):
    """ViennaRNA's parameters for folding and for the partition function, each with its model details."""

    parameters: Any
    weights: Any


@cache
def energies(model: str) -> Energies:
    """The model's energies, for folding. RuntimeError if ViennaRNA returns other ones."""
    turner, dangles = BY_MODEL[model]
    return _made(turner, dangles)


@cache
def ensemble_energies(model: str, coldness: float = 1.0) -> Energies:
    """As `energies`, with dangles 2, the only ones that ViennaRNA's partition function and lists of structures support.

    `coldness` divides the thermal energy kT and leaves the energies as they are.
    """
    return _made(BY_MODEL[model][0], 2, coldness, listing=True)


def compound(sequence: str, chosen: Energies) -> Any:
    """A fresh fold compound of ViennaRNA for the sequence, with these energies."""
    import RNA

    found = RNA.fold_compound(sequence, _details(2, 1.0, listing=True))  # whose own parameters are replaced here
    found.params_subst(chosen.parameters)
    found.exp_params_subst(chosen.weights)
    return found


def weighed(sequence: str, chosen: Energies) -> tuple[Any, float, float]:
    """A compound with its partition function computed, the least and the free energy, in kcal/mol.

    The order matters: folding changes the model details in the compound, scaling by the fold's energy copies them to
    the parameters of the partition function; where the two differ, `pf` computes the latter again from loaded tables.
    """
    found = compound(sequence, chosen)
    _, least = found.mfe()
    found.exp_params_rescale(least)
    _, free = found.pf()
    return found, least, free


def _made(turner: str, dangles: int, coldness: float = 1.0, *, listing: bool = False) -> Energies:
    import RNA

    with _LOCK, tempfile.TemporaryDirectory() as folder:
        before = str(Path(folder) / "before.par")
        RNA.params_save(before)
        try:
            {"2004": RNA.params_load_RNA_Turner2004, "1999": RNA.params_load_RNA_Turner1999}[turner]()
            drop_kept_parameters()
            details = _details(dangles, coldness, listing=listing)
            made = Energies(RNA.param(details), RNA.exp_param(details))
        finally:
            RNA.params_load(before)
            drop_kept_parameters()
    if made.parameters.hairpin[3] != _HAIRPIN_OF_3[turner]:
        raise RuntimeError(f"ViennaRNA gives other energies than Turner {turner}'s, which were requested")
    return made


def _details(dangles: int, coldness: float, *, listing: bool) -> Any:
    import RNA

    details = RNA.md()
    details.dangles, details.betaScale, details.uniq_ML = dangles, 1.0 / coldness, int(listing)
    details.compute_bpp = int(coldness == 1.0)  # colder ones serve free energies alone
    return details


def drop_kept_parameters() -> None:
    """Makes ViennaRNA keep parameters of a temperature that is never asked for, so it computes others again."""
    import RNA

    details = RNA.md()
    details.temperature = 36.5
    RNA.param(details)
    RNA.exp_param(details)


MOST_LISTED = 20_000
"""Structures that are listed to see whether the fold is the only one: a second's work at 400 nt."""

COLD = 2.0
"""What divides kT where the number of structures can't be bounded at 37 C; much more would leave a double's range."""

_KT = 1.98717e-3 * (37 + 273.15)
"""The gas constant times the temperature, in kcal/mol, as ViennaRNA has it."""


class Fold(NamedTuple):
    """A design's MFE structure and energies, in 0.01 kcal/mol; `target_energy` is that of the design in its target."""

    structure: str
    energy: int
    target_energy: int


class Ensemble(NamedTuple):
    """Of all structures of a design that folds into its target: the target's probability, the ensemble defect as a
    share of the positions (0 to 1), and whether the target is the only structure of least energy; None: not known."""

    probability: float
    defect: float
    unique: bool | None


@lru_cache(maxsize=256)
def fold(sequence: str, target: str, model: str) -> Fold:
    """The design's fold, ties broken as ViennaRNA's backtracking does."""
    found = compound(sequence, energies(model))
    structure, energy = found.mfe()
    return Fold(structure, _rounded(energy), _rounded(found.eval_structure(target)))


@lru_cache(maxsize=256)
def ensemble(sequence: str, target: str, model: str) -> Ensemble:
    """Probability and defect, for a design that folds into its target.

    ViennaRNA's partition function has no dangles 1, so those of eterna-v1 are of Turner 1999 with dangles 2.
    """
    found, least, free = weighed(sequence, ensemble_energies(model))
    probability, defect = found.pr_structure(target), found.ensemble_defect(target)
    return Ensemble(min(probability, 1.0), defect, _unique(sequence, target, model, least, free))


def _unique(sequence: str, target: str, model: str, least: float, free: float) -> bool | None:
    """True if no other structure has as little energy as the target, which has the least.

    Structures are listed by ViennaRNA's subopt (Wuchty and others, Biopolymers 49, 1999). It knows dangles 2 alone, and
    a structure has never more energy with these than with dangles 1: so what eterna-v1 finds as good as the target is
    among the structures that have at most that energy with dangles 2, and each of them is evaluated. None if there may
    be more than MOST_LISTED: one of energy X has the weight exp(-X / kT) in the partition function, which bounds them.
    `least` and `free` are the least and the free energy with dangles 2, in kcal/mol.
    """
    most = fold(sequence, target, model).target_energy
    limit = math.log(MOST_LISTED)
    if (most / 100 - free) / _KT > limit:
        _, _, cold = weighed(sequence, ensemble_energies(model, COLD))
        if (most / 100 - cold) * COLD / _KT > limit:
            return None
    listed = compound(sequence, ensemble_energies(model)).subopt(most - _rounded(least))
    judged = compound(sequence, energies(model))
    others = (one.structure for one in listed if one.structure != target)
    return all(_rounded(judged.eval_structure(other)) > most for other in others)


def _rounded(energy: float) -> int:
    """The energy in 0.01 kcal/mol: ViennaRNA computes in these integers, and gives floats of 32 bits."""
    return round(100 * energy)
