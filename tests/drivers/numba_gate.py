"""A gate before numba: processes that are about to import it wait until the test opens it."""

from __future__ import annotations

import os
from pathlib import Path

GATED = """
import importlib, os, sys
own = f"{gate}-{{os.getpid():07d}}"
os.mkfifo(own)
with open("{gate}", "w") as arrivals:
    arrivals.write(own[-7:])
open(own).read()
sys.path.remove("{folder}")
del sys.modules["numba"]
sys.modules["numba"] = importlib.import_module("numba")
"""


class NumbaGate:
    """`path` is for PYTHONPATH of the processes that are to wait."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "gated"
        (self.path / "numba").mkdir(parents=True)
        self._gate = folder / "gate"
        os.mkfifo(self._gate)
        self._arrivals = os.open(self._gate, os.O_RDWR)
        (self.path / "numba" / "__init__.py").write_text(GATED.format(gate=self._gate, folder=self.path))

    def reached(self) -> str:
        """Returns when a process waits that has not been reported: the process, for `open`."""
        return os.read(self._arrivals, 7).decode()

    def open(self, process: str) -> None:
        """Lets the process go on."""
        os.close(os.open(f"{self._gate}-{process}", os.O_WRONLY))
