"""The energy models, and the one that the loaded ViennaRNA library uses: one a process.

ViennaRNA keeps its parameters in globals. It also keeps the last parameters that it scaled, and returns them again
for equal model details, even after others were loaded; `load` replaces them. Imports no numba.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from puzzles.rna.vienna import BY_MODEL, drop_kept_parameters

CLOSING = {"2004": 930, "1999": 340}
"""What opening a multiloop costs in each parameter set, dcal/mol: by it we see which one the library has taken."""

FOLD, EVALUATE, SET_DANGLES = "vrna_fold", "vrna_eval_structure_simple", "vrna_md_defaults_dangles"
"""The C functions that serve the models beyond our kernels."""


@dataclass(frozen=True, slots=True)
class EnergyModel:
    """A parameter set ("2004" or "1999", Turner's) and how dangling ends count (ViennaRNA's `dangles`)."""

    name: str
    parameters: str
    dangles: int

    @property
    def native(self) -> bool:
        """Whether our kernels fold by it; the others are folded by ViennaRNA's C functions."""
        return self.dangles == 2


MODELS = {name: EnergyModel(name, *chosen) for name, chosen in BY_MODEL.items()}


class ModelError(RuntimeError):
    """The library can't be made to use a model; the message is one line for the user."""


@dataclass(frozen=True, slots=True)
class Calls:
    """Addresses of two C functions: float fold(sequence, structure out) and float evaluate(sequence, structure).

    `python` says that they are callbacks into Python. `kept` holds what must live as long as the addresses.
    """

    fold: int
    evaluate: int
    python: bool
    kept: tuple[Any, ...]


_loaded: list[EnergyModel] = []
_lock = threading.Lock()


def loaded() -> EnergyModel | None:
    """The model that this process uses, None before `load`."""
    return _loaded[0] if _loaded else None


def load(name: str) -> EnergyModel:
    """The named model, which the library uses from now on in this process.

    ModelError if the name is unknown, if this process uses another model, or if the library does not take it.
    """
    model = MODELS.get(name)
    if model is None:
        raise ModelError(f"there is no energy model {ascii(name)[:30]}: choose {', '.join(MODELS)}")
    with _lock:
        if _loaded:
            if _loaded[0] != model:
                raise ModelError(f"this process folds by {_loaded[0].name}: fold by {name} in another one")
            return model
        _take(model)
        _loaded.append(model)
    return model


def details(model: EnergyModel) -> Any:
    """ViennaRNA's model details (`RNA.md`) of a model, whatever the library's defaults are."""
    import RNA

    made = RNA.md()
    made.temperature = 37.0
    made.dangles = model.dangles
    return made


def parameters(model: EnergyModel) -> Any:
    """ViennaRNA's energies (`RNA.param`) of the loaded model."""
    import RNA

    return RNA.param(details(model))


def notice() -> str:
    """One line about what this process lacks, or an empty text."""
    model = loaded()
    if model is None or model.native or not calls().python:
        return ""
    return (
        f"this ViennaRNA lacks {', '.join(_missing())}: {model.name} is folded through its Python module, more slowly"
    )


@cache
def calls() -> Calls:
    """The C functions of the loaded model; callbacks into the Python module if the library does not export them."""
    if _missing():
        return _callbacks()
    library = _library()
    found = [ctypes.cast(getattr(library, name), ctypes.c_void_p).value for name in (FOLD, EVALUATE)]
    return Calls(found[0] or 0, found[1] or 0, python=False, kept=(library,))


def _take(model: EnergyModel) -> None:
    """Makes the library use the model; ModelError if it does not."""
    try:
        import RNA
    except ImportError as error:
        raise ModelError(f"ViennaRNA's Python module can't be loaded: {error}") from None
    taken = RNA.params_load_RNA_Turner1999() if model.parameters == "1999" else RNA.params_load_RNA_Turner2004()
    drop_kept_parameters()
    RNA.cvar.dangles = model.dangles
    if not model.native and not _missing():
        getattr(_library(), SET_DANGLES)(model.dangles)
    if not taken or parameters(model).MLclosing != CLOSING[model.parameters]:
        raise ModelError(f"ViennaRNA did not take the Turner {model.parameters} parameters of {model.name}")


@cache
def _library() -> ctypes.CDLL:
    """The extension module of the Python package, which exports the C library's functions."""
    import RNA

    extension = getattr(RNA, "_RNA", None) or RNA.RNA._RNA
    return ctypes.CDLL(str(Path(extension.__file__)))


def _missing() -> tuple[str, ...]:
    return tuple(name for name in (FOLD, EVALUATE, SET_DANGLES) if not hasattr(_library(), name))


def _callbacks() -> Calls:
    """The same two functions as callbacks; they take the interpreter's lock."""
    import RNA

    model = _loaded[0]
    signature = ctypes.CFUNCTYPE(ctypes.c_float, ctypes.c_char_p, ctypes.c_void_p)

    def fold(sequence: bytes, out: int) -> float:
        structure, energy = RNA.fold_compound(sequence.decode("ascii"), details(model)).mfe()
        ctypes.memmove(out, structure.encode("ascii") + b"\0", len(sequence) + 1)
        return float(energy)

    def evaluate(sequence: bytes, structure: int) -> float:
        text = ctypes.string_at(structure).decode("ascii")
        compound = RNA.fold_compound(sequence.decode("ascii"), details(model), RNA.OPTION_EVAL_ONLY)
        return float(compound.eval_structure(text))

    made: list[Callable[..., float]] = [signature(fold), signature(evaluate)]
    addresses = [ctypes.cast(one, ctypes.c_void_p).value or 0 for one in made]  # type: ignore[arg-type]
    return Calls(addresses[0], addresses[1], python=True, kept=tuple(made))
