"""The energy models: ViennaRNA's parameters of each, and what it computes of a sequence by them.

Results do not depend on what the process has loaded or folded before. ViennaRNA keeps one set of energy tables for the
whole process, and returns the parameters that it made last as long as the requested model details have not changed,
even if other tables were loaded since. So each model's parameters are made once: load its tables, ask for parameters
of another temperature, then for those wanted; and check the result. Afterwards the earlier tables are restored, and
the kept parameters are replaced in the same way.
"""

from __future__ import annotations

import importlib
import math
import tempfile
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from puzzles.errors import PuzzleError

TURNER_2004, TURNER_1999, MATHEWS_2004 = "Turner 2004", "Turner 1999", "Mathews 2004"

BY_MODEL = {
    "eterna-v2": (TURNER_2004, 2),
    "eterna-v1": (TURNER_1999, 1),
    "1999-d2": (TURNER_1999, 2),
    "dna-2004": (MATHEWS_2004, 2),
}
"""Parameters and dangles by model: Turner's of RNA (Mathews and others, PNAS 101, 2004; Mathews and others, JMB 288,
1999), and Mathews's of DNA (in ViennaRNA). In a model's name @ and a temperature may follow (`at_temperature`)."""

_HAIRPIN_OF_3 = {TURNER_2004: 540, TURNER_1999: 570, MATHEWS_2004: 340}
"""The energy of a hairpin loop of three bases, in 0.01 kcal/mol: it distinguishes the sets."""

_LOCK = threading.Lock()


class MissingError(PuzzleError):
    """ViennaRNA's Python module can't be imported; one line for the user. It is no fault of a text."""

    def __str__(self) -> str:
        return self.message


def require() -> None:
    """MissingError if ViennaRNA's Python module can't be imported. Nothing can be folded or judged without it."""
    try:
        importlib.import_module("RNA")
    except ImportError as error:
        found = f"RNA designs need ViennaRNA, whose Python module can't be loaded ({error})"
        raise MissingError(found, "pip install viennarna, which exists for Python 3.11 to 3.14") from None


class Conditions(NamedTuple):
    """Degrees Celsius, and mol/l of sodium. Turner's energies were measured at these (ViennaRNA's defaults)."""

    temperature: float = 37.0
    salt: float = 1.021


STANDARD = Conditions()


class Energies(NamedTuple):
    """ViennaRNA's parameters for folding and for the partition function, each with its model details."""

    parameters: Any
    weights: Any


def at_temperature(model: str, temperature: float) -> str:
    """The name of a model at that many degrees Celsius, such as eterna-v2@25; at 37 its own."""
    return model if temperature == STANDARD.temperature else f"{model}@{temperature:g}"


def temperature_of(model: str) -> float:
    """The degrees Celsius in the name of a model."""
    return float(model.partition("@")[2] or STANDARD.temperature)


@lru_cache(maxsize=64)
def energies(model: str) -> Energies:
    """The model's energies, for folding. RuntimeError if ViennaRNA returns other ones."""
    parameters, dangles = BY_MODEL[model.partition("@")[0]]
    return _made(parameters, dangles, conditions=Conditions(temperature_of(model)))


@lru_cache(maxsize=64)
def ensemble_energies(
    model: str, coldness: float = 1.0, conditions: Conditions | None = None, *, odds: bool = True
) -> Energies:
    """As `energies`, with dangles 2, the only ones that ViennaRNA's partition function and lists of structures support.

    `coldness` divides the thermal energy kT and leaves the energies as they are. `conditions`: those of the model's
    name if they are not given. `odds`: whether probabilities of pairs are computed, which takes half of the time.
    """
    chosen = conditions or Conditions(temperature_of(model))
    odds = odds and coldness == 1.0  # colder ones serve free energies alone
    return _made(BY_MODEL[model.partition("@")[0]][0], 2, coldness, listing=True, conditions=chosen, odds=odds)


def compound(sequence: str, chosen: Energies) -> Any:
    """A fresh fold compound of ViennaRNA for the sequence, with these energies. Two strands have & between them."""
    import RNA

    found = RNA.fold_compound(sequence, _details(2, 1.0, listing=True))  # whose own parameters are replaced here
    found.params_subst(chosen.parameters)
    found.exp_params_subst(chosen.weights)
    return found


def weighed(sequence: str, chosen: Energies) -> tuple[Any, float, float]:
    """A compound with its partition function computed, the least and the free energy, in kcal/mol.

    Of two strands, those of the structures that join them: ViennaRNA's probabilities of pairs are within these. Its
    term for strands that may be exchanged is taken off, as a target tells them apart; ViennaRNA counts the symmetries
    of both strands in one, so it has that term of GCGC&GC, too.

    The order matters: folding changes the model details in the compound, scaling by the fold's energy copies them to
    the parameters of the partition function; where the two differ, `pf` computes the latter again from loaded tables.
    """
    found = compound(sequence, chosen)
    _, least = found.mfe()
    found.exp_params_rescale(least)
    _, free = found.pf()
    return found, least, free - symmetry_energy(sequence, chosen)


def free_energy(found: Any, energy: float) -> float:
    """The free energy of a compound, in kcal/mol, without its fold, which takes as long as the partition function.

    `energy`: of a structure that may well be probable, by which weights are scaled; by the fold's if that is too far.
    Folding sets the compound's spans to its length, and without a fold `pf` would, and compute parameters again.
    """
    details = found.params.model_details
    details.max_bp_span = details.window_size = found.length
    found.exp_params_rescale(energy)
    _, free = found.pf()
    if not math.isfinite(free) or free > energy + 0.01:  # out of range: no structure has less weight than the whole
        _, least = found.mfe()
        found.exp_params_rescale(least)
        _, free = found.pf()
    return float(free)


def symmetry_energy(sequence: str, chosen: Energies) -> float:
    """What ViennaRNA adds to the free energy of two strands that, in one ring, become the same sequence by turns, in
    kcal/mol; 0 of one strand."""
    if "&" not in sequence:
        return 0.0
    import RNA

    return float(chosen.weights.kT / 1000 * math.log(len(RNA.rotational_symmetry(sequence.replace("&", "")))))


def load(parameters: str) -> None:
    """Loads one of these sets of parameters into the library."""
    import RNA

    {
        TURNER_2004: RNA.params_load_RNA_Turner2004,
        TURNER_1999: RNA.params_load_RNA_Turner1999,
        MATHEWS_2004: RNA.params_load_DNA_Mathews2004,
    }[parameters]()


def _made(
    parameters: str,
    dangles: int,
    coldness: float = 1.0,
    *,
    listing: bool = False,
    conditions: Conditions = STANDARD,
    odds: bool = True,
) -> Energies:
    require()
    import RNA

    with _LOCK, tempfile.TemporaryDirectory() as folder:
        before = str(Path(folder) / "before.par")
        RNA.params_save(before)
        try:
            load(parameters)
            drop_kept_parameters()
            details = _details(dangles, coldness, listing=listing)
            details.compute_bpp = int(odds)
            at_37 = RNA.param(details)
            details.temperature, details.salt = conditions
            made = Energies(at_37 if conditions == STANDARD else RNA.param(details), RNA.exp_param(details))
        finally:
            RNA.params_load(before)
            drop_kept_parameters()
    if at_37.hairpin[3] != _HAIRPIN_OF_3[parameters]:
        raise RuntimeError(f"ViennaRNA gives other energies than {parameters}'s, which were requested")
    return made


def _details(dangles: int, coldness: float, *, listing: bool) -> Any:
    import RNA

    details = RNA.md()
    details.dangles, details.betaScale, details.uniq_ML = dangles, 1.0 / coldness, int(listing)
    return details


def drop_kept_parameters() -> None:
    """Makes ViennaRNA keep parameters of a temperature that is never asked for, so it computes others again."""
    import RNA

    details = RNA.md()
    details.temperature = 36.5
    RNA.param(details)
    RNA.exp_param(details)


def thermal_energy(temperature: float) -> float:
    """The gas constant times the temperature (in degrees Celsius), in kcal/mol, as ViennaRNA has it."""
    return 1.98717e-3 * (temperature + 273.15)
