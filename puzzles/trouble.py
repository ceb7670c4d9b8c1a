"""Trouble that the program has got over by itself: told in one line at once, and kept until somebody has seen to it.

Whatever sets a file aside, begins again or gives up tells it here. Each trouble is a small file in the data folder;
`mcs-tui doctor` and the app show them. One ends with `doctor --repair`, or when the file that it is about is gone.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from puzzles.text.quoting import one_line
from puzzles.user_data import LARGEST_FILE, data_root, make_folder, read_file, replace_file

MOST = 100
"""Troubles that are kept; further ones are only told."""
LONGEST = 1000
"""Characters of a line that is kept."""


class Trouble(NamedTuple):
    """What happened, in one line; `file`: what is left of it, such as the file that was set aside; its own path."""

    what: str
    file: str
    path: Path


_told: set[str] = set()
_waiting: list[str] | None = None


def folder() -> Path:
    return data_root() / "trouble"


def tell(what: str, file: Path | None = None) -> None:
    """Says the line on stderr, once in a process, and keeps it. On a full disk it is only said."""
    if what in _told:
        return
    _told.add(what)
    if _waiting is not None:
        _waiting.append(what)
    with suppress(OSError):  # nobody is left to read it
        print(one_line(what), file=sys.stderr, flush=True)
    keep(what, file)


def keep(what: str, file: Path | None = None) -> None:
    """As `tell`, of what somebody has said already."""
    line = one_line(what)[:LONGEST]
    path = folder() / f"{hashlib.sha256(line.encode()).hexdigest()[:16]}.json"
    with suppress(OSError):
        make_folder(path.parent)
        if len(os.listdir(path.parent)) < MOST or path.exists():
            replace_file(path, json.dumps({"what": line, "file": "" if file is None else str(file)}).encode())


def over(what: str) -> None:
    """Nothing; this trouble is kept no longer, and is told again if it comes again."""
    _told.discard(what)
    for one in kept():
        if one.what == one_line(what)[:LONGEST]:
            one.path.unlink(missing_ok=True)


def kept() -> Iterator[Trouble]:
    """Those that nobody has seen to yet, in no order. One whose file is gone ends here."""
    for path in sorted(folder().glob("*.json")):
        try:
            found = json.loads(read_file(path, LARGEST_FILE >> 10))
            one = Trouble(one_line(str(found["what"]))[:LONGEST], str(found["file"]), path)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            one = Trouble(f"{path} can't be read", str(path), path)
        if one.file and not os.path.lexists(one.file):
            with suppress(OSError):
                path.unlink(missing_ok=True)
            continue
        yield one


def summary() -> list[str]:
    """Nothing, or one line: a trouble that nobody has seen to yet, and how many more there are."""
    found = list(kept())
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    return [f"{found[0].what}{more}: mcs-tui doctor lists what is to be seen to"] if found else []


def note_lines() -> None:
    """From now on lines are also kept for `take_lines`: of a worker, whose stderr is its log."""
    global _waiting
    _waiting = _waiting or []


def take_lines() -> list[str]:
    """The lines since it was last asked."""
    global _waiting
    taken, _waiting = _waiting or [], None if _waiting is None else []
    return taken
