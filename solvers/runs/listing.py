"""All runs as a list shows them: those that have ended are read once, and again only when their files have changed."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec

from priors.provenance import version
from puzzles.user_data import decoded, read_file, replace_file
from solvers.runs.folder import Run, all_runs, runs_root
from solvers.runs.reader import view
from solvers.runs.spec import SolveSpec
from solvers.runs.view import RunView

Stamp = tuple[tuple[str, int, int], ...]
"""Name, time of the last change in nanoseconds, and size of each file of a run."""


class _Listed(msgspec.Struct, array_like=True):
    stamp: Stamp
    view: RunView


class _Kept(msgspec.Struct):
    version: str
    runs: dict[str, _Listed]


_DECODER = msgspec.json.Decoder(_Kept, dec_hook=lambda kind, value: Path(value))


class RunList:
    """The user's runs. `name`: of the file, among the runs, in which the list is kept for the next process.

    Who reads runs in another way, such as one that asks the checker, has a file of another name.
    """

    def __init__(self, name: str = ".list.json") -> None:
        self._path = runs_root() / name
        self._known: dict[str, _Listed] = {}
        self.left = 0
        """The number of runs that the last listing left out."""
        with suppress(OSError, ValueError):
            kept = decoded(_DECODER.decode, read_file(self._path))
            self._known = kept.runs if kept.version == version() else {}

    def look(self, read: Callable[[Run], RunView] = view, seconds: float = math.inf) -> dict[str, RunView]:
        """Each run's view by its name, the newest first; of ended runs without puzzle, boards, history and log.

        `read` gives the view of a run that has changed since it was looked at last, or lives. When it has taken that
        many seconds for runs that have ended, the others that were never read are left for the next look: `left`.
        """
        seen, changed = {}, False
        known: dict[str, _Listed] = {}
        self.left = 0
        for run in all_runs():
            listed = self._known.get(run.id)
            if listed is None and seconds <= 0:
                self.left += 1
                continue
            stamp = _stamp(run.folder)
            if listed is None or listed.stamp != stamp:
                begun = time.monotonic()
                found = read(run)
                seen[run.id] = found
                seconds -= time.monotonic() - begun if found.ended else 0.0
                if not (found.ended and found.spec and found.log):  # what can't be read now may be read later
                    continue
                listed, changed = _Listed(stamp, _short(found)), True
            known[run.id] = listed
            seen[run.id] = listed.view
        if changed or len(known) < len(self._known):
            with suppress(OSError):
                kept = msgspec.json.encode(_Kept(version(), known), enc_hook=str)
                replace_file(self._path, kept)
        self._known = known
        return seen


def _stamp(folder: Path) -> Stamp:
    found = []
    with suppress(OSError):
        for entry in os.scandir(folder):
            about = entry.stat()
            found.append((entry.name, about.st_mtime_ns, about.st_size))
    return tuple(sorted(found))


def _short(view: RunView) -> RunView:
    spec = view.spec
    if isinstance(spec, SolveSpec):
        spec = msgspec.structs.replace(spec, puzzle={}, warm_start=[])
    return replace(
        view,
        spec=spec,
        board=None,
        facts={},
        history=(),
        solution_boards=(),
        found=(),
        log=(),
        generated=(),
        insights=(),
    )
