"""The energy models by name, and loading one for ViennaRNA's own functions. Imports no numba.

Our kernels get the energies of any model, whatever the library has loaded (`puzzles.rna.energy_models.energies`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from puzzles.rna import energy_models
from puzzles.rna.energy_models import BY_MODEL, drop_kept_parameters, energies, temperature_of


@dataclass(frozen=True, slots=True)
class EnergyModel:
    """A parameter set (of `puzzles.rna.energy_models.BY_MODEL`) and how dangling ends count (ViennaRNA's `dangles`)."""

    name: str
    parameters: str
    dangles: int


MODELS = {name: EnergyModel(name, *chosen) for name, chosen in BY_MODEL.items()}


class ModelError(RuntimeError):
    """ViennaRNA does not give a model's energies; the message is one line for the user."""


def named(name: str) -> EnergyModel:
    """The model of that name; ModelError if there is none."""
    known = MODELS.get(name.partition("@")[0])
    if known is None:
        raise ModelError(f"there is no energy model {ascii(name)[:30]}: choose {', '.join(MODELS)}")
    return replace(known, name=name)


def parameters(model: EnergyModel) -> Any:
    """ViennaRNA's energies (`RNA.param`) of a model; MissingError if it is not installed, ModelError if it gives
    others."""
    try:
        return energies(model.name).parameters
    except RuntimeError as error:
        raise ModelError(f"{model.name}: {error}") from None


def load(name: str) -> EnergyModel:
    """The named model, which ViennaRNA's functions without energies of their own use from now on in this process."""
    model = named(name)
    parameters(model)  # ModelError if ViennaRNA lacks it
    import RNA

    energy_models.load(model.parameters)
    drop_kept_parameters()
    RNA.cvar.dangles = model.dangles
    RNA.cvar.temperature = temperature_of(name)
    return model


def details(model: EnergyModel) -> Any:
    """ViennaRNA's model details (`RNA.md`) of a model, whatever the library's defaults are."""
    import RNA

    made = RNA.md()
    made.temperature = temperature_of(model.name)
    made.dangles = model.dangles
    return made
