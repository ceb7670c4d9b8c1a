"""Where kernels are cached that are compiled for states of other distributions: apart from ours, by their sources.

An edit there must not leave stale kernels. And the index of our kernels must not name classes that a process without
that distribution can't import: Numba reads the whole index.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from numba import types
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.sigutils import normalize_signature

from puzzles.engine import kernel_cache


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, with a folder of its own for each other distribution in a signature."""

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        with self._place_of(sig):
            return super()._load_overload(sig, target_context)

    def _save_overload(self, sig: Any, data: Any) -> None:
        with self._place_of(sig):
            super()._save_overload(sig, data)

    @contextmanager
    def _place_of(self, sig: Any) -> Iterator[None]:
        arguments, _ = normalize_signature(sig)
        packages = sorted(filter(None, {_foreign(one) for one in arguments}))
        ours = self._cache_file  # type: ignore[has-type]
        if packages:
            place = kernel_cache.folder() / "foreign" / "-".join(f"{one}-{digest(one)}" for one in packages)
            place.mkdir(parents=True, exist_ok=True)
            self._cache_file = IndexDataCacheFile(
                cache_path=str(place),
                filename_base=self._impl.filename_base,
                source_stamp=self._impl.locator.get_source_stamp(),
            )
        try:
            yield
        finally:
            self._cache_file = ours


@cache
def digest(package: str) -> str:
    """16 hexadecimal digits over the sources of an imported package or module."""
    place = Path(str(sys.modules[package].__file__)).resolve()
    files = sorted(place.parent.rglob("*.py")) if place.name == "__init__.py" else [place]
    made = hashlib.sha256()
    for path in files:
        made.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return made.hexdigest()[:16]


def _foreign(kind: Any) -> str:
    """The package of a named tuple's class, if it is not ours; else empty."""
    package = str(kind.instance_class.__module__).partition(".")[0] if isinstance(kind, types.BaseNamedTuple) else ""
    return "" if package in kernel_cache.PACKAGES else package
