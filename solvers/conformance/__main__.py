"""`python -m solvers.conformance MODULE`: what `mcs-tui check-family MODULE` runs. MCS_TUI_JIT=0: interpreted."""

from __future__ import annotations

import importlib
import os
import signal
import sys

from puzzles import registry
from puzzles.family import Family
from puzzles.foreign import in_one_line
from solvers.conformance import checks

HOLD, FAULTS, NO_FAMILY = 0, 1, 2


def main(name: str) -> int:
    """Prints a line for each check; the exit code."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads the lines may close the pipe
    sys.path.append(os.getcwd())  # last: what stands beside a family replaces no module of Python
    try:
        family = _family(name)
    except Exception as error:  # whatever the module does on import
        print(f"mcs-tui check-family: {name}: {in_one_line(error)}", file=sys.stderr)
        return NO_FAMILY
    faults = 0
    for check in checks(family):
        fault = " ".join(check.fault().split())
        faults += bool(fault)
        print(f"FAILS  {check.name}: {fault}" if fault else f"holds  {check.name}", flush=True)
    return FAULTS if faults else HOLD


def _family(name: str) -> Family:
    if registry.is_family(name):
        return registry.get_family(name)
    found = importlib.import_module(name).FAMILY
    if not isinstance(found, Family):
        raise TypeError("FAMILY is not a puzzles.family.Family")
    known = registry.get_family(found.name) if registry.is_family(found.name) else None
    if type(known).__module__ != type(found).__module__:
        registry.add(found)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
