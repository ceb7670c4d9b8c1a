"""When Python searches for garbage: the search of all objects takes a tenth of a second, in which no key is answered.

So what is there for the whole session is left out, and all that came later is searched while nobody presses a key.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

THRESHOLDS = (2_000, 10, 1_000)
"""New objects until the newest are searched; such searches until those after them are; these until all are."""
REST = 2.0
"""Seconds without a key or the mouse after which nobody waits."""


class Garbage:
    """Does nothing where Python's own search has not been put off (`gc.disable`) before, as under test."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stirred = clock()
        self._ours = not gc.isenabled()

    def leave_out(self) -> None:
        """From now on Python searches, but not what is there now: modules, style sheets, the first screens."""
        if self._ours:
            gc.freeze()
            gc.set_threshold(*THRESHOLDS)
            gc.enable()

    def stir(self) -> None:
        """Somebody presses a key, or moves the mouse."""
        self._stirred = self._clock()

    def look(self) -> None:
        """Searches all that came later, if there may be much of it and nobody waits; called now and then."""
        if self._ours and gc.get_count()[2] and self._clock() - self._stirred >= REST:
            gc.collect()
