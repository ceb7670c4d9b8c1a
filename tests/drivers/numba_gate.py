"""A gate before numba: processes that are about to import it wait until the test opens it."""

from __future__ import annotations

import os
from pathlib import Path

GATED = """
import importlib, sys
open({gate!r}).read()
sys.path.remove({folder!r})
del sys.modules["numba"]
sys.modules["numba"] = importlib.import_module("numba")
"""


class NumbaGate:
    """`path` is for PYTHONPATH of the processes that are to wait. They go on one after the other, as they come."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "gated"
        (self.path / "numba").mkdir(parents=True)
        self._gate = folder / "gate"
        os.mkfifo(self._gate)
        text = GATED.format(gate=str(self._gate), folder=str(self.path))
        (self.path / "numba" / "__init__.py").write_text(text)

    def reached(self) -> int:
        """Returns when a process waits: a descriptor to be given to `open`."""
        return os.open(self._gate, os.O_WRONLY)

    def open(self, descriptor: int) -> None:
        """Lets the process go on that waits."""
        os.close(descriptor)
