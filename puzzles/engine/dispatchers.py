"""How Numba compiles kernels and the functions within them (`puzzles.engine.kernels` declares them)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numba
from numba.core.registry import CPUDispatcher

from puzzles.engine import kernel_cache
from puzzles.engine.foreign_kernels import KernelCache

numba.config.CACHE_DIR = str(kernel_cache.folder())

INNER = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
"""Options of functions that kernels call and Python does not: without the wrappers that Python and C would need."""


def compiled(function: Callable[..., Any]) -> Any:
    """The function, compiled on its first call from Python, cached on disk, releasing the GIL while it runs."""
    made = numba.njit(nogil=True, no_cfunc_wrapper=True, _nrt=False)(function)
    made._cache = KernelCache(function)
    return made


def compiled_inline(function: Callable[..., Any]) -> Any:
    """The function for kernels to call; LLVM is told to inline it always."""
    inner = _Inlined(function, targetoptions={"nopython": True, "nogil": True, "boundscheck": None, **INNER})
    inner._cache = KernelCache(function)
    return inner


class _Inlined(CPUDispatcher):  # type: ignore[misc]
    """Calls from Python, as tests make them, go through a kernel of its own: without a wrapper they would crash."""

    def __call__(self, *arguments: Any) -> Any:
        return self._outer(*arguments)

    @cached_property
    def _outer(self) -> Callable[..., Any]:
        outer: Callable[..., Any] = numba.njit(nogil=True, _nrt=False)(self.py_func)  # uncached: the cache has this one
        return outer
