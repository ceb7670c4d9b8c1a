"""The energy parameters of each model for the checker, right whatever the process has loaded or folded before.

ViennaRNA keeps one set of energy tables for the whole process, and gives out the parameters that it made last as long
as the model details asked for have not changed, even if other tables were loaded since. So each model's parameters are
made once: load its tables, ask for parameters of another temperature, then for those wanted; and check what came.
Afterwards the tables that were there before are put back, and what was kept is pushed out in the same way.
"""

from __future__ import annotations

import tempfile
import threading
from functools import cache
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
    """The model's energies, for folding. RuntimeError if ViennaRNA gives others than those asked for."""
    turner, dangles = BY_MODEL[model]
    return _made(turner, dangles)


@cache
def ensemble_energies(model: str, coldness: float = 1.0) -> Energies:
    """As `energies`, with dangles 2, which is all that ViennaRNA's partition function and lists of structures know.

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
            _forget()
            details = _details(dangles, coldness, listing=listing)
            made = Energies(RNA.param(details), RNA.exp_param(details))
        finally:
            RNA.params_load(before)
            _forget()
    if made.parameters.hairpin[3] != _HAIRPIN_OF_3[turner]:
        raise RuntimeError(f"ViennaRNA gives other energies than Turner {turner}'s, which were asked for")
    return made


def _details(dangles: int, coldness: float, *, listing: bool) -> Any:
    import RNA

    details = RNA.md()
    details.dangles, details.betaScale, details.uniq_ML = dangles, 1.0 / coldness, int(listing)
    details.compute_bpp = int(coldness == 1.0)  # colder ones serve free energies alone
    return details


def _forget() -> None:
    """Nothing; the parameters that ViennaRNA keeps are now of a temperature that nobody asks for."""
    import RNA

    details = RNA.md()
    details.temperature = 36.5
    RNA.param(details)
    RNA.exp_param(details)
