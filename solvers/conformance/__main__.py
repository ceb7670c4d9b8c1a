"""`python -m solvers.conformance MODULE`: what `mcs-tui check-family MODULE` runs. MCS_TUI_JIT=0: interpreted.

Rules of other people may end a process, so the checks are made by one of its own, `... --begin NUMBER MODULE`, which
prints what it begins and what it finds. Interpreted rules are checked first: an index out of bounds is an error there,
while compiled it may be anything.
"""

from __future__ import annotations

import importlib
import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

from puzzles import registry
from puzzles.family import Family
from solvers.conformance import checks
from solvers.conformance.places import folder_of, told
from solvers.runs.processes import child_environment, program

HOLD, FAULTS, NO_FAMILY = 0, 1, 2


def main(name: str) -> int:
    """Prints a line for each check; the exit code."""
    for number in (signal.SIGPIPE, signal.SIGINT):  # whoever reads the lines may close the pipe
        signal.signal(number, signal.SIG_DFL)
    if os.environ.get("MCS_TUI_JIT") == "0":
        return _show(_found(name, "0"))
    found = list(_found(name, "0"))
    if any(fault for _, fault in found):
        code = _show(iter(found))
        if code == FAULTS:
            print("mcs-tui check-family: so much by interpreted rules; compiled ones are not checked", file=sys.stderr)
        return code
    return _show(_found(name, "1"))


def _show(found: Iterator[tuple[str, str]]) -> int:
    code, said = HOLD, set[str]()
    for check, fault in found:
        if not check:
            print(f"mcs-tui check-family: {fault}", file=sys.stderr)
            return NO_FAMILY
        code = FAULTS if fault else code
        shown = "the same cause as above" if fault in said else fault
        print(f"FAILS  {check}: {shown}" if fault else f"holds  {check}", flush=True)
        said.add(fault)
    return code


def _found(name: str, jit: str) -> Iterator[tuple[str, str]]:
    """Each check and the fault found; no check, and why, if there is no family. A crash is the fault of its check."""
    environment = child_environment() | {"MCS_TUI_JIT": jit}
    done, running = 0, True
    while running:
        command = program("solvers.conformance", "--begin", str(done), name)
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
            assert process.stdout is not None
            begun = ""
            for line in process.stdout:
                check, fault = json.loads(line)
                if fault is None:
                    begun, done = check, done + 1
                else:
                    begun = ""
                    yield check, fault
        running = bool(process.returncode and begun)
        if running:
            code = process.returncode
            how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            yield begun, f"the rules ended the process: {how}"
        elif process.returncode:
            yield "", f"{name}: the module ended the process: {process.returncode}"


def _check(first: int, name: str) -> None:
    """Prints each check, from that number on, when it begins and when it has ended, as JSON."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.path.append(os.getcwd())  # last: what stands beside a family replaces no module of Python
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the family prints is no line of ours
    folder = ""
    try:
        folder = folder_of(registry.get_family(name).rules.module if registry.is_family(name) else name)
        family = _family(name)
    except Exception as error:  # whatever the module does on import
        print(json.dumps(["", f"{name}: {told(error, folder)}"]), file=lines, flush=True)
        return
    for check in itertools.islice(checks(family), first, None):
        print(json.dumps([check.name, None]), file=lines, flush=True)
        fault = " ".join(check.fault(folder).split())
        print(json.dumps([check.name, fault]), file=lines, flush=True)


def _family(name: str) -> Family:
    if registry.is_family(name):
        return registry.get_family(name)
    loaded = importlib.import_module(name)
    if not hasattr(loaded, "FAMILY"):
        raise TypeError("the module has no FAMILY; a puzzle in plain Python is checked as mcs_tui.solve searches it")
    found = loaded.FAMILY
    if not isinstance(found, Family):
        raise TypeError("FAMILY is not a puzzles.family.Family")
    known = registry.get_family(found.name) if registry.is_family(found.name) else None
    if known is None or known.rules.module != found.rules.module:  # else it is installed, and what searches load
        registry.add(found)
    return found


if __name__ == "__main__":
    if sys.argv[1] == "--begin":
        _check(int(sys.argv[2]), sys.argv[3])
    else:
        sys.exit(main(sys.argv[1]))
