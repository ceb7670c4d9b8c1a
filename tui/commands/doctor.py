"""`mcs-tui doctor`: examines what the program keeps and what it runs on; says what is wrong; repairs what it can."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import click

from mcs_tui.guard import HOME, others
from puzzles import trouble
from puzzles.engine import kernel_cache
from puzzles.registry import not_here, what_adds
from puzzles.text.quoting import counted, one_line
from puzzles.user_data import abandoned, data_root, set_aside
from solvers.runs.processes import DISK_WAIT, MOST_NICE, MOST_WAIT, NICE, USUAL_NICE, USUAL_WAIT, disk_wait, niceness
from tui.commands.terminal import Exit, dumb, emit, emit_json, plain_characters, root_flag
from tui.error_log import APP, COMMANDS
from tui.kept.settings import read_settings

LEAST_FREE = 100 << 20
"""Bytes of disk: all compiled kernels take a third of it."""
LEAST_COLUMNS, LEAST_LINES = 80, 24
SETTINGS = ("MCS_TUI_DATA", "MCS_TUI_CACHE", "MCS_TUI_KERNELS", "MCS_TUI_CONFIG")
REPAIR = "mcs-tui doctor --repair"
COLOURS = {"truecolor": "16 million colours", "256": "256 colours", "standard": "16 colours"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong and what that means; how to mend it. `repair` does, and says what it did."""

    what: str
    mend: str
    repair: Callable[[], str] | None = None


@click.command(short_help="Examine caches, priors, runs, files, terminal, versions; repair.")
@click.option("--repair", is_flag=True, help="Repair what can be repaired; nothing is lost that can't be made again.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array of what was examined.")
def doctor(repair: bool, as_json: bool) -> int:
    """Examine all that the program keeps and runs on: one line for each fault, what it means and how to mend it.

    With --repair, damaged files are set aside under another name, folders of yours are closed to others, and what
    killed processes left is removed; so are damaged kernels, which are compiled again. Exit codes: 0 all is well, 1
    something is wrong.
    """
    report: list[dict[str, Any]] = []
    for name, examine in AREAS.items():
        about, findings = _examined(examine, repair=repair)
        report.append({"area": name, "ok": not findings, "about": about, "findings": findings})
        if not as_json:
            lines = [f"{one['what']}; {one['repaired'] or one['mend']}" for one in findings] or [f"ok: {about}"]
            emit("\n".join(one_line(f"{name:<9} {line}") for line in lines))
    if as_json:
        emit_json(report)
    unmended = any(not one["repaired"] for area in report for one in area["findings"])
    return Exit.UNSOLVED if unmended else Exit.OK


def _examined(examine: Callable[[], Iterator[Finding | str]], *, repair: bool) -> tuple[str, list[dict[str, Any]]]:
    """What the area is, in words, and what is wrong; repaired as it is found, so that it causes no further findings."""
    about, findings = [], []
    try:
        for found in examine():
            if isinstance(found, str):
                about.append(found)
                continue
            repaired, mend = "", found.mend
            if repair and found.repair is not None:
                try:
                    repaired = f"repaired: {found.repair()}"
                except OSError as error:
                    mend = f"it can't be repaired ({error.strerror or error})"
            findings.append({"what": found.what, "mend": mend, "repaired": repaired})
    except OSError as error:
        what = f"{error.filename or 'something'} can't be read: {error.strerror or error}"
        findings.append({"what": what, "mend": "see to its owner and its mode", "repaired": ""})
    return ", ".join(about), findings


def versions() -> Iterator[Finding | str]:
    """The versions of Python and of the packages that the program needs."""
    yield f"Python {platform.python_version()}"
    try:
        about = importlib.metadata.metadata("mcs-tui")
    except importlib.metadata.PackageNotFoundError:
        yield "mcs-tui is not installed, so its requirements are not known"
        return
    install = "install mcs-tui again, with the versions of constraints.txt"
    needed = [("Python", about["Requires-Python"], platform.python_version())]
    for line in about.get_all("Requires-Dist") or ():
        if "extra ==" in line:
            continue
        name = re.split(r"[^\w.-]", line)[0]
        try:
            least = line.removeprefix(name).partition(";")[0]
            needed.append((name, least, importlib.metadata.version(name)))
        except importlib.metadata.PackageNotFoundError:
            what = "RNA design needs it" if name.lower() == "viennarna" else "mcs-tui needs it"
            yield Finding(f"{name} is not installed, and {what}", install)
    for name, least, version in needed:
        if _numbers(version) < _numbers(least):
            yield Finding(f"{name} is {version}, and mcs-tui needs {least}", install)
        elif name in ("numba", "numpy", "textual", "viennarna"):
            yield f"{name} {version}"


def packages() -> Iterator[Finding | str]:
    """Where our packages are, and what else has their names."""
    yield f"in {HOME}"
    yield from (f"not {one}, which has a name of theirs: a program that imports it gets that one" for one in others())


def settings() -> Iterator[Finding | str]:
    """The environment's variables that the program obeys, and the settings file."""
    jit = os.environ.get("MCS_TUI_JIT", "")
    if jit not in ("", "0", "1"):
        yield Finding(f"MCS_TUI_JIT is {jit}, which means nothing", "set it to 0 or 1, or remove it")
    nice = os.environ.get(NICE, "")
    if nice and nice != str(niceness()):
        yield Finding(f"{NICE} is {nice}, so searches have {USUAL_NICE}", f"set it to 0 to {MOST_NICE}, or remove it")
    wait = os.environ.get(DISK_WAIT, "")
    if wait and (not wait.isdigit() or int(wait) != disk_wait()):
        what = f"{DISK_WAIT} is {wait}, so searches wait {USUAL_WAIT} s for room on a full disk"
        yield Finding(what, f"set it to 0 to {MOST_WAIT} seconds, or remove it")
    for name in SETTINGS:
        place = os.environ.get(name, "")
        if place and not os.path.isabs(place):
            yield Finding(f"{name} is {place}, another folder wherever you are", "set it to a path that begins with /")
    names = [name for name in (*SETTINGS, "MCS_TUI_JIT", NICE, DISK_WAIT, "NO_COLOR") if os.environ.get(name)]
    yield " ".join(f"{name}={os.environ[name]}" for name in names) or "none is set"
    own = read_settings()
    for line in own.warnings:
        yield Finding(line, "correct the line; `mcs-tui config` prints what may stand there")
    if own.path.is_file() and not own.faults:
        yield str(own.path)


def terminal() -> Iterator[Finding | str]:
    """What the terminal can show, if there is one."""
    if not sys.stdout.isatty():
        yield "stdout is no terminal"
        return
    name = os.environ.get("TERM", "")
    if dumb() or not name:
        yield Finding(
            f"TERM is {name or 'not set'}, so the app can't draw", "set it to your terminal's name: xterm-256color"
        )
        return
    columns, lines = shutil.get_terminal_size()
    if columns < LEAST_COLUMNS or lines < LEAST_LINES:
        few = f"it has {columns} x {lines} characters, so the app shows less"
        yield Finding(few, f"enlarge it to {LEAST_COLUMNS} x {LEAST_LINES} or more")
    if plain_characters() and not root_flag("ascii"):
        yield Finding("the locale is not UTF-8, so boards are drawn in ASCII", "export LC_ALL=C.UTF-8")
    from rich.console import Console

    colours = Console().color_system or ""
    yield f"{name}, {columns} x {lines}, {sys.stdout.encoding}, {COLOURS.get(colours, 'no colours')}"
    around = {"NO_COLOR": "NO_COLOR is set", "SSH_CONNECTION": "over SSH", "TMUX": "in tmux", "STY": "in screen"}
    yield from (words for variable, words in around.items() if os.environ.get(variable))


def disk() -> Iterator[Finding | str]:
    """Whether data and cache can be written, and how much fits."""
    for what, place in (("data", data_root()), ("cache", kernel_cache.application_cache())):
        there = next(one for one in (place, *place.absolute().parents) if one.exists())
        free = shutil.disk_usage(there).free
        if not os.access(there, os.W_OK | os.X_OK):
            yield Finding(f"{there} can't be written, so nothing new is kept there", "see to its owner and its mode")
        elif free < LEAST_FREE:
            yield Finding(f"{_size(free)} are free in {there}: runs and kernels may not fit", "make room there")
        yield f"{_size(free)} free for {what} in {place}"


def folders() -> Iterator[Finding | str]:
    """Owners and modes of the program's folders, and what killed processes left in them."""
    from solvers.runs.folder import all_runs, jobs_root, runs_root

    data, cache = data_root(), kernel_cache.application_cache()
    own = [
        data,
        runs_root(),
        data / "own-puzzles",
        data / "own-games",
        data / "earlier-drafts",
        *(run.folder for run in all_runs()),
    ]
    own += [cache, cache / "priors", jobs_root(), *(run.folder for run in all_runs(jobs_root()))]
    own += [kernel_cache.parent(), *kernel_cache.all_folders()]
    wide, number = [], 0
    for place in own:
        try:
            about = place.lstat()
        except FileNotFoundError:
            continue
        number += 1
        if about.st_uid != os.getuid():
            yield Finding(
                f"{place} is another user's", f"chown it, or name another folder by {' or '.join(SETTINGS[:2])}"
            )
        elif stat.S_ISDIR(about.st_mode) and about.st_mode & 0o077:
            wide.append(place)
        for path in abandoned(place, time.time()):
            yield Finding(f"{path} was left by a killed process", f"{REPAIR} removes it", partial(_remove, path))
    if wide:
        more = f" and {counted(len(wide) - 1, 'more folder')}" if len(wide) > 1 else ""
        what = f"other users may look into {wide[0]}{more}"
        yield Finding(what, f"{REPAIR} closes them", partial(_close, wide))
    yield f"{counted(number, 'folder')}, for you alone"


def kernels() -> Iterator[Finding | str]:
    """The cache of compiled kernels."""
    parent = kernel_cache.parent()
    for place in (parent, *kernel_cache.all_folders()):
        try:
            kernel_cache.check_trusted(place)
        except kernel_cache.UnsafeCacheError as error:
            own = place.stat().st_uid == os.getuid()
            yield Finding(str(error), "no kernel is loaded", partial(_renew, place) if own else None)
            if place == parent:
                return
    for path in kernel_cache.damaged():
        what = f"the kernel's file {path.name} is damaged, so a search that needs it compiles it again"
        yield Finding(what, f"{REPAIR} removes it", partial(_remove, path))
    for path in kernel_cache.markers(without_files=True):
        what = f"{unquote(path.name)} is marked as compiled, but its files are missing, so it is compiled again"
        yield Finding(what, f"{REPAIR} removes the mark", partial(_remove, path))
    present, every = kernel_cache.present_folders(), kernel_cache.all_folders()
    size = sum(os.path.getsize(path) for place in every for path in place.rglob("*") if path.is_file())
    yield f"{counted(len(kernel_cache.compiled()), 'kernel')} compiled, {_size(size)} in {parent}"
    if len(every) > len(present):
        yield f"{counted(len(every) - len(present), 'folder')} of other versions, removed after 30 days without use"


def priors() -> Iterator[Finding | str]:
    """Priors that were trained here."""
    from priors import store

    number = len(list(store.folder().glob(f"*{store.SUFFIX}")))
    for path, why in store.unusable():
        what = f"the prior {path.name} can't be used ({why}), so it is trained again when it is needed"

        def aside(path: Path, why: store.UnusableError = why) -> Path:
            return store.put_aside(path, why)[1]

        yield Finding(what, f"{REPAIR} sets it aside", partial(_set_aside, path, aside))
    yield f"{number} trained here"


def runs() -> Iterator[Finding | str]:
    """The files of all runs that have ended."""
    from solvers.runs.faults import faults, repair
    from solvers.runs.folder import SpecError, all_runs

    found, missing, added = all_runs(), dict[str, list[str]](), dict[str, Mapping[str, str]]()
    for run in found:
        with suppress(SpecError):
            spec = run.spec()
            family = getattr(spec, "family", "")
            if not_here(family):
                missing.setdefault(family, []).append(run.id)
                added[family] = getattr(spec, "versions", {})
        for path, why in faults(run):
            what = f"{path.relative_to(run.folder.parent)}: {why}"
            if path in (run.spec_path, run.folder):
                yield Finding(what, f"mcs-tui runs remove {run.id} removes the run")
            else:
                yield Finding(what, f"{REPAIR} sets it aside", partial(_set_aside, path, repair))
    for family, names in missing.items():
        what = f"{counted(len(names), 'run')} of the family {family}, which is not installed here: {names[0]}"
        yield Finding(
            what, f"install {what_adds(added[family])}, to show and resume them, or mcs-tui runs remove RUN removes one"
        )
    yield counted(len(found), "run")


def troubles() -> Iterator[Finding | str]:
    """What went wrong and was got over: files set aside, searches that began again, what could not be kept."""
    for one in trouble.kept():
        yield Finding(one.what, f"once it is seen to, {REPAIR} removes this line", partial(_remove, one.path))
    yield "nothing has gone wrong that nobody has seen to"
    logs = [data_root() / name for name in (APP, COMMANDS)]
    yield from (f"errors of the program itself: {log}" for log in logs if log.is_file())


def files() -> Iterator[Finding | str]:
    """Your draft, recent files, puzzles and games."""
    from tui.kept.user_files import unreadable

    for path, error in unreadable(data_root()):
        yield Finding(
            f"{path} can't be read ({getattr(error, 'strerror', None) or error})",
            f"{REPAIR} sets it aside",
            partial(_set_aside, path, set_aside),
        )
    yield "draft, recent files, own puzzles and games"


AREAS: dict[str, Callable[[], Iterator[Finding | str]]] = {
    one.__name__: one
    for one in (versions, packages, settings, terminal, disk, troubles, kernels, folders, priors, runs, files)
}
"""In this order: what others may have put among the kernels is removed before the folders are closed."""


def _remove(path: Path) -> str:
    path.unlink()
    return "removed"


def _set_aside(path: Path, by: Callable[[Path], Path]) -> str:
    return f"set aside as {by(path).name}"


def _close(places: list[Path]) -> str:
    for place in places:
        place.chmod(0o700)
    return "they are for you alone"


def _renew(place: Path) -> str:
    """Closes a folder of kernels to others, and removes all that they may have put there."""
    place.chmod(0o700)
    for one in kernel_cache.all_folders() if place == kernel_cache.parent() else [place]:
        shutil.rmtree(one)
    return "it is for you alone, and its kernels were removed: they are compiled again"


def _size(number: int) -> str:
    return f"{number / (1 << 20):,.0f} MiB"


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers of the first version in the text, such as `>=2.0` or `2.4.6rc1`."""
    found = re.search(r"\d+(\.\d+)*", text)
    return tuple(map(int, found[0].split("."))) if found else ()
