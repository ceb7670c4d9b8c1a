"""All runs as a list shows them: those that have ended are read once, and again only when their files have changed.

The last worker of a run leaves a summary, with which even the first listing needs no events.
"""

from __future__ import annotations

import hashlib
import math
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec

from priors.provenance import version
from puzzles.registry import get_family, is_family
from puzzles.text.quoting import one_line
from puzzles.user_data import decoded, read_file, replace_file
from solvers.runs import spec as specs
from solvers.runs.folder import Run, all_runs, runs_root
from solvers.runs.reader import view
from solvers.runs.spec import SolveSpec
from solvers.runs.view import RunView

Stamp = tuple[tuple[str, int, int], ...]
"""Name, time of the last change in nanoseconds, and size of each file of a run."""


SUMMARY = "summary.json"
"""Of an ended run, what a list shows of it, and the stamp of its other files."""
LONGEST_HISTORY = 1_000
"""Improvements that a list keeps of a run; of more, the last one and as many others."""


class _Listed(msgspec.Struct, array_like=True):
    stamp: Stamp
    view: RunView


class _Kept(msgspec.Struct):
    version: str
    runs: dict[str, _Listed]


_DECODER = msgspec.json.Decoder(_Kept, dec_hook=lambda kind, value: Path(value))
_SUMMARY_DECODER = msgspec.json.Decoder(_Listed, dec_hook=lambda kind, value: Path(value))


class RunList:
    """The user's runs; what is known of those that have ended is kept in a file among them for the next process."""

    def __init__(self) -> None:
        self._path = runs_root() / ".list.json"
        self._known: dict[str, _Listed] = {}
        self._live: dict[str, tuple[RunView, RunView]] = {}
        self.left = 0
        """The number of runs that the last listing left out."""
        with suppress(OSError, ValueError):
            kept = decoded(_DECODER.decode, read_file(self._path))
            if kept.version == version():
                self._known = {name: one for name, one in kept.runs.items() if _has_all_playouts(one.view)}

    def look(self, read: Callable[[Run], RunView] = view, seconds: float = math.inf) -> dict[str, RunView]:
        """Each run's view by its name, the newest first; of ended runs without puzzle, boards and log.

        `read` gives the view of a run that has changed since it was looked at last, or lives. When it has taken that
        many seconds for runs that have ended, the others that were never read are left for the next look: `left`.
        """
        seen, changed = {}, False
        known: dict[str, _Listed] = {}
        self.left = 0
        for run in all_runs():
            stamp = _stamp(run.folder)
            if stamp is None:
                continue
            listed = self._known.get(run.id)
            if listed is None or listed.stamp != stamp:
                listed = self._summary(run, stamp)
                changed = changed or listed is not None
            if listed is None:
                if seconds <= 0 and run.id not in self._known:
                    self.left += 1
                    continue
                begun = time.monotonic()
                found = self._with_key(run, read(run))
                seconds -= time.monotonic() - begun if found.ended else 0.0
                if not run.folder.exists():
                    continue
                seen[run.id] = found
                if not (found.ended and _is_whole(found, stamp)):
                    continue
                listed, changed = _Listed(stamp, _short(found)), True
            known[run.id] = listed
            seen[run.id] = listed.view
        if changed or len(known) < len(self._known):
            with suppress(OSError):
                kept = msgspec.json.encode(_Kept(version(), known), enc_hook=str)
                replace_file(self._path, kept)
        self._known = known
        self._live = {name: kept for name, kept in self._live.items() if name in seen}
        return seen

    def _with_key(self, run: Run, read: RunView) -> RunView:
        """The view with its `puzzle_key`; the same object as long as what was read is."""
        last, keyed = self._live.get(run.id, (None, None))
        if keyed is None or last is not read:
            keyed = with_puzzle_key(read)
            self._live[run.id] = read, keyed
        return keyed

    @staticmethod
    def _summary(run: Run, stamp: Stamp) -> _Listed | None:
        """What the run's summary says; None if there is none, or any file has changed since."""
        if not any(name == SUMMARY for name, _, _ in stamp):
            return None
        try:
            listed = decoded(_SUMMARY_DECODER.decode, read_file(run.folder / SUMMARY))
            if listed.stamp != _without_summary(stamp) or not _is_sound(listed.view):
                return None
        except (OSError, ValueError):
            return None
        seen = listed.view
        here = seen.id == run.id and seen.folder == run.folder
        return _Listed(stamp, seen if here else replace(seen, id=run.id, folder=run.folder))


def summarize(run: Run, worker: int) -> None:
    """Writes the run's summary, if that worker, which is about to end, is its last one. OSError if that can't be."""
    found = view(run, leaving=worker)
    stamp = _stamp(run.folder)
    if found.ended and stamp is not None and _is_whole(found, stamp):
        listed = _Listed(_without_summary(stamp), _short(with_puzzle_key(found)))
        replace_file(run.folder / SUMMARY, msgspec.json.encode(listed, enc_hook=str))


def with_puzzle_key(view: RunView) -> RunView:
    """The view with its `puzzle_key`."""
    spec = view.spec
    if not isinstance(spec, SolveSpec) or view.puzzle_key:
        return view
    whole = msgspec.json.encode([spec.family, spec.puzzle, spec.warm_start], order="deterministic")
    return replace(view, puzzle_key=hashlib.sha256(whole).hexdigest()[:16])


def _is_whole(view: RunView, stamp: Stamp) -> bool:
    """True if all was read that is there: what can't be read now may be read later."""
    return view.spec is not None and (bool(view.log) or not any(n == "events.jsonl" and size for n, _, size in stamp))


def _is_sound(view: RunView) -> bool:
    """True if it is as `_short` makes it, as far as others rely on that: anybody may have written it."""
    return (
        view.spec is not None
        and specs.checked(view.spec) is view.spec
        and view.workers_alive == 0
        and _has_all_playouts(view)
        and (view.message, view.claim) == (one_line(view.message), one_line(view.claim))
    )


def _has_all_playouts(view: RunView) -> bool:
    """True if each improvement has its playouts, on which tables and curves rely."""
    return len(view.history) == len(view.history_playouts)


def _without_summary(stamp: Stamp) -> Stamp:
    return tuple(one for one in stamp if one[0] != SUMMARY)


def _stamp(folder: Path) -> Stamp | None:
    """The stamp of the folder's files; None if it is gone."""
    found = []
    try:
        for entry in os.scandir(folder):
            about = entry.stat()
            found.append((entry.name, about.st_mtime_ns, about.st_size))
    except FileNotFoundError:
        return None if not folder.exists() else ()
    except OSError:
        return ()
    return tuple(sorted(found))


def _short(view: RunView) -> RunView:
    spec = view.spec
    if isinstance(spec, SolveSpec):
        deciding = get_family(spec.family).deciding if is_family(spec.family) else ()  # by them scores are read
        kept = {name: spec.puzzle[name] for name in deciding if name in spec.puzzle}
        spec = msgspec.structs.replace(spec, puzzle=kept, warm_start=[])
    step = 1 + len(view.history) // LONGEST_HISTORY
    return replace(
        view,
        spec=spec,
        board=None,
        history=view.history[::-step][::-1],
        history_playouts=view.history_playouts[::-step][::-1],
        solution_boards=(),
        found=(),
        log=(),
        generated=(),
    )
