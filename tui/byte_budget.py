"""How many bytes may go to the terminal, so that a run can be watched over a slow line."""

from __future__ import annotations

import time
from collections.abc import Callable


class ByteBudget:
    """Grows by `rate` bytes a second up to one second's worth; spending may leave a debt that has to be waited off."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self._left = rate
        self._at = clock()

    def spend(self, cost: float) -> bool:
        """True, and the cost is spent, unless the budget is in debt."""
        now = self.clock()
        self._left = min(self.rate, self._left + self.rate * (now - self._at))
        self._at = now
        if self._left < 0:
            return False
        self._left -= cost
        return True
