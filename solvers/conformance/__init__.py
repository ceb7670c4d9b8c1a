"""What must hold of any family, as named checks: for our own families' tests, and for `mcs-tui check-family`.

Importing this imports no kernels; running the checks of games and searches does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from puzzles.family import Family
from solvers.conformance.places import told


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must hold. `run` gives the first fault found, one line; empty if it holds."""

    name: str
    run: Callable[[], str]

    def fault(self, folder: str = "") -> str:
        """As `run`; an exception is a fault too, with its place in the family's folder."""
        try:
            return self.run()
        except Exception as error:  # whatever other people's code does
            return told(error, folder)


def checks(family: Family) -> Iterator[Check]:
    """All checks of the family, the cheap ones first; it must be registered under its name."""
    from solvers.conformance import texts

    yield from texts.checks(family)
    from solvers.conformance import games

    yield from games.checks(family)
    from solvers.conformance import searches

    yield from searches.checks(family)
