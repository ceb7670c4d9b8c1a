"""Finding runs and stored priors by what a user calls them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.commands.exits import Refused

if TYPE_CHECKING:
    from priors.store import Stored
    from solvers.runs.folder import Run


def run_named(name: str) -> Run:
    """The run of that name, or the only one whose name starts or ends with it; Refused otherwise."""
    from solvers.runs.folder import RunNotFoundError, find_run

    try:
        return find_run(name)
    except RunNotFoundError as error:
        raise Refused(str(error)) from None


def prior_named(name: str) -> Stored:
    """The prior of that name, stored or shipped, or the only one whose name starts with it; Refused otherwise."""
    from priors.store import all_priors

    stored = {one.name: one for one in all_priors()}
    found = [key for key in stored if key == name] or [key for key in stored if key.startswith(name)]
    if len(found) == 1:
        return stored[found[0]]
    known = ", ".join(found or stored)
    which = "more than one prior" if found else "no prior"
    raise Refused(f"{name!r} names {which}; expected one of: {known}")
