"""Compiled kernels on disk: a file for each function and signature, in the folder of whose states it is compiled for.

Its name goes by content alone (`puzzles.engine.kernel_cache`), so it holds for any copy of the sources on any machine
of the same kind. A file is written aside and renamed, and begins with its checksum: processes share a folder without
locks, and a damaged file counts as missing.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from puzzles.engine import kernel_cache, kernel_sources
from puzzles.engine.kernel_sources import SUFFIX

PARENT = kernel_cache.parent()
"""Chosen once in a process."""

_used: set[Path] = set()
files: set[Path] = set()
"""Those that this process has loaded or written."""


class KernelFiles(_Cache):  # type: ignore[misc]
    """The compiled versions of one function, one for each signature, as Numba's dispatchers load and save them."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._enabled = True

    @property
    def cache_path(self) -> str:
        return str(PARENT)

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        """Does nothing: other sources have other names."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compile result of the signature; None if there is none."""
        target_context.refresh()
        place = self._place(sig, target_context.codegen()) if self._enabled else None
        content = None if place is None else kernel_cache.read_kernel(place)
        if place is None or content is None:
            return None
        files.add(place)
        return CompileResult._rebuild(target_context, *pickle.loads(content))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Writes the compile result; what can't be written is reported and serves this process alone."""
        place = self._place(sig, data.codegen) if self._enabled else None
        if place is not None and not data.library.has_dynamic_globals:
            kernel = dumps(data._reduce())
            try:
                kernel_cache.write_kernel(place, kernel)
                files.add(place)
            except OSError as error:
                kernel_cache.report(kernel_cache.not_kept(error.strerror or str(error)))

    def _place(self, sig: Any, codegen: Any) -> Path | None:
        """The file for the signature; None for a function that no source file has."""
        arguments, _ = normalize_signature(sig)
        classes = list(_classes(arguments))
        owners = kernel_sources.owners_of(self._function.__module__, [one.__module__ for one in classes])
        if "__main__" in owners.split("+"):
            return None
        folder = PARENT / f"{owners}-{kernel_sources.salt(owners)}"
        if folder not in _used:
            kernel_cache.check_trusted(PARENT)
            kernel_cache.check_trusted(folder)
            _used.add(folder)
            kernel_cache.note_use(folder)
        named = [(one.__module__, one.__qualname__, one._fields) for one in classes]
        text = kernel_sources.text_of_tool(self._function.__module__)
        key = repr((str(arguments), named, codegen.magic_tuple(), *self._text, text))
        name = f"{self._function.__module__}.{self._function.__qualname__}".replace("<locals>", "")
        return folder / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}{SUFFIX}"

    @cached_property
    def _text(self) -> tuple[int, str, str]:
        """The function's line, and hashes of its code and of the values that it has from around it."""
        code = self._function.__code__
        around = tuple(cell.cell_contents for cell in self._function.__closure__ or ())
        return code.co_firstlineno, hashlib.sha256(code.co_code).hexdigest(), hashlib.sha256(dumps(around)).hexdigest()


def _classes(kinds: Any) -> Iterator[Any]:
    """The classes of named tuples among the types, and within those."""
    for kind in kinds:
        if hasattr(kind, "instance_class") and hasattr(kind.instance_class, "_fields"):
            yield kind.instance_class
        if hasattr(kind, "types"):
            yield from _classes(kind.types)
