"""What must hold of any family, as named checks: for our own families' tests, and for `mcs-tui check-family`.

Importing this imports no kernels; running the checks of games and searches does.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.family import Family
from solvers.conformance.places import Check


def checks(family: Family) -> Iterator[Check]:
    """All checks of the family, the cheap ones first; it must be registered under its name."""
    from solvers.conformance import texts

    yield from texts.checks(family)
    from solvers.conformance import games

    yield from games.checks(family)
