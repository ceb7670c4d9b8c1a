"""In a worker of the released program: the search leaves its work at a given number of playouts, always at the same.

`build.py` puts this folder on the worker's path. LEAVE is HOW:PLAYOUTS, HOW one of stop, interrupt, kill and pause (a
paused run whose worker was killed); without it nothing is changed but the slices, which have SLICE playouts.
"""

import os
import sys

SLICE = int(os.environ.get("SLICE", "10"))


def _patch(how: str, playouts: int) -> None:
    from solvers.jobs import desk, slicing  # noqa: I001  # modules of the released program
    from solvers.driver.sink import LeaveError, Order
    from solvers.runs.control import request
    from solvers.runs.events import Paused

    def next_slice(self, playouts_left=None, seconds_left=None):
        return SLICE if playouts_left is None else max(1, min(SLICE, playouts_left))

    def obey(self, before_pause=lambda: None):
        if not how or max(self.playouts, self.done) < playouts:
            return
        if how == "stop":
            request(self.run, "stop")
            raise LeaveError(Order.STOP)
        if how == "interrupt":
            self.orders.signal = 15
            raise LeaveError(Order.INTERRUPT)
        before_pause()
        if how == "pause":
            request(self.run, "pause")
            self.say(Paused)
            self.enter("paused")
        os.kill(os.getpid(), 9)

    slicing.Pace.next = next_slice
    desk.Desk.obey = obey


if "solvers.worker" in sys.orig_argv:
    how, _, playouts = os.environ.get("LEAVE", "").partition(":")
    _patch(how, int(playouts or 0))
