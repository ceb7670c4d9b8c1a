"""Our packages have plain names, which folders and files of a user may have too: ours are imported all the same.

Importing this imports nothing that Python has not imported at its own start.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

OURS = ("puzzles", "priors", "solvers", "tui")
HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMANDS = ("mcs-tui", "-m")
"""What is `sys.argv[0]`, without its folder, while the program begins: its script, or `python -m mcs_tui`."""
WRONG_INPUT = 2
LAST = "MCS_TUI_LAST_PATH"
"""The variable with the folder that stands last on the path of a child process, so its modules replace no others."""


def import_ours() -> None:
    """Nothing; our packages are imported, so that all of their modules are found in HOME from now on.

    ImportError, one line, if a package of somebody else has been imported under one of their names; a command ends
    with that line.
    """
    sys.path.insert(0, HOME)
    try:
        for name in OURS:
            __import__(name)
    finally:
        sys.path.remove(HOME)
    for name in OURS:
        place = _place(name)
        if os.path.realpath(place) != os.path.realpath(os.path.join(HOME, name)):
            line = f"{place} is in the way: it has been imported as {name!r}, which mcs-tui has in {HOME}; rename it"
            if os.path.basename(sys.argv[0]) not in COMMANDS:
                raise ImportError(line)
            print(f"mcs-tui: {line}", file=sys.stderr)
            sys.exit(WRONG_INPUT)


def current_folder_last() -> None:
    """Nothing; modules in the current folder are found only where no other has their name: a `random.py` harms nothing.

    `python -m` puts it on the path, and so may PYTHONPATH; for a child process of ours it is the one in LAST.
    """
    with suppress(OSError):  # it may have been removed
        here = os.getcwd()
        sys.path.sort(key=lambda one: os.path.abspath(one) == here)
    if os.environ.get(LAST):
        sys.path.append(os.environ[LAST])


def others() -> list[str]:
    """The places of other packages and modules with the names of ours, in the current folder and on Python's path."""
    folders = dict.fromkeys(os.path.abspath(one) for one in ("", *sys.path))
    return [
        os.path.dirname(path) if path.endswith("__init__.py") else path
        for folder in folders
        if os.path.realpath(folder) != os.path.realpath(HOME)
        for name in (*OURS, __package__)
        for path in (os.path.join(folder, name, "__init__.py"), os.path.join(folder, f"{name}.py"))
        if os.path.isfile(path)
    ]


def _place(name: str) -> str:
    """The folder or file that the module of that name has been imported from."""
    module = sys.modules[name]
    folders = list(getattr(module, "__path__", ()))
    return str(folders[0] if folders else getattr(module, "__file__", None) or name)
