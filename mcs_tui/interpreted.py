"""Searches as plain Python in a process whose kernels are compiled: second copies of their modules.

Kernels are declared as compiled or as plain Python when their module is imported (`puzzles.engine.kernels`), for the
whole process. A puzzle that is a Python object can't be compiled. So the modules that declare kernels are loaded once
more under their names, outside of `sys.modules`, as with MCS_TUI_JIT=0: importing inside of them finds the copies.
"""

from __future__ import annotations

import builtins
import importlib
import os
import sys
import threading
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

COPIED = ("puzzles.engine", "solvers.searches", "solvers.session", "mcs_tui.plain_rules")
"""Packages and modules of which there is a copy: what declares kernels, or loads modules that do."""
KERNELS = "puzzles.engine.kernels"

_copies: dict[str, Any] = {}
_loading = threading.RLock()


def module(name: str) -> Any:
    """The module of that name whose kernels are plain Python; one that declares no kernels is the usual one."""
    if _all_interpreted() or not _is_copied(name):
        return importlib.import_module(name)
    with _loading:
        if name not in _copies:
            _copies[name] = _copy(name)
        return _copies[name]


def _all_interpreted() -> bool:
    """True if this process compiles nothing; asked without importing Numba."""
    kernels = sys.modules.get(KERNELS)
    return bool(getattr(kernels, "INTERPRETED", os.environ.get("MCS_TUI_JIT") == "0"))


def _is_copied(name: str) -> bool:
    return name.startswith(tuple(f"{one}." for one in COPIED)) or name in COPIED


def _copy(name: str) -> ModuleType:
    spec = find_spec(name)
    assert spec is not None
    assert spec.loader is not None
    made = ModuleType(name)
    made.__file__, made.__package__ = spec.origin, spec.parent
    vars(made)["__builtins__"] = {**vars(builtins), "__import__": _import}
    _copies[name] = made
    exec(spec.loader.get_code(name), vars(made))  # type: ignore[attr-defined]
    return made


def _import(name: str, within: Any = None, local: Any = None, wanted: Any = (), level: int = 0) -> Any:
    """As `__import__`, inside of the copies."""
    if name == "importlib":  # `puzzles.engine.contract.load` imports modules by name
        return SimpleNamespace(import_module=module)
    if name == "os" and within is not None and within["__name__"] == KERNELS:
        return SimpleNamespace(environ={"MCS_TUI_JIT": "0"})
    if not wanted or not _is_copied(name):
        return builtins.__import__(name, within, local, wanted, level)
    found = module(name)
    if hasattr(found, "__path__") or find_spec(name).submodule_search_locations is not None:  # type: ignore[union-attr]
        return SimpleNamespace(**{one: module(f"{name}.{one}") for one in wanted})
    return found
