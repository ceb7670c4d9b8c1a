"""The settings file: what can be set, how it is read and changed line by line, and what is wrong with it."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

from puzzles.alike import ALIKE
from puzzles.groups import COMMON_PRESETS
from puzzles.parameters import Parameter, ParameterError, Value
from puzzles.text import toml_lines
from puzzles.text.quoting import one_line
from puzzles.user_data import read_file, write_named
from solvers.registry import MOST_SEEDS, MOST_WORKERS
from solvers.runs.processes import MOST_NICE, USUAL_NICE
from tui.kept.options import FASTEST_FPS, SLOWEST_FPS, THEMES, AppOptions

NAME = "settings.toml"
LARGEST = 1 << 18
"""Bytes of the file; with all that can be set it has five thousand."""
MOST_FAULTS = 100
"""Lines that can't be read; each has the rest read again, so a file with more is not used."""
PRESETS = ("usual", *(one.name for one in COMMON_PRESETS), "paper")
"""`usual`: the defaults; the others as in `puzzles.groups` and the families."""
STARTS = ("home", "puzzles", "board", "runs", "priors")
_USUAL = AppOptions()


def _setting(
    name: str, explanation: str, least: float | None = None, most: float | None = None, choices: tuple[str, ...] = ()
) -> Parameter:
    """The parameter of the app's option of that name: type and default are that option's."""
    default = getattr(_USUAL, name)
    return Parameter(name, type(default), default, explanation, least, most, choices)


SETTINGS: dict[str, tuple[Parameter, ...]] = {
    "": (
        _setting("theme", "colours; auto: night, or paper where COLORFGBG says so", choices=THEMES),
        _setting("motion", "still: no picture moves by itself", choices=("calm", "still")),
        _setting("start", "the place that is shown first", choices=STARTS),
        _setting("grids", "what a grid of digits is that may have boxes or not", choices=("ask", *ALIKE)),
        _setting("fps", "how often a watched run is redrawn, per second", SLOWEST_FPS, FASTEST_FPS),
        _setting("mouse", "off: the mouse is left to the terminal"),
        _setting("ascii", "on: only ASCII characters are drawn"),
    ),
    "play": (
        _setting("conflicts", "values that stand twice are marked as they are written"),
        _setting("candidates", "empty cells show the values that may stand there"),
        _setting("marks_go", "pencil marks that a value rules out go as it is written"),
        _setting("clock", "the time is shown while you play"),
    ),
    "search": (
        _setting("preset", "a new search's settings, where its puzzle has them", choices=PRESETS),
        _setting("seconds", "how long a search takes at most; 0: as the preset says", 0.0, 1e7),
        _setting("seeds", "searches at a time, each with a seed of its own", 1, MOST_SEEDS),
        _setting("cores", "processor cores of a search with one seed", 1, MOST_WORKERS),
        Parameter("nice", int, USUAL_NICE, "how far searches give way to other programs; 0: not at all", 0, MOST_NICE),
    ),
}
"""By section of the file, the first one without a heading. Besides them `[keys]`: an action's name = its keys."""
KEYS = "keys"
HEAD = """\
# Settings of mcs-tui. What is left out, or stands behind a #, has its default.
# mcs-tui config --check says what is wrong with the file.
"""


@dataclass(frozen=True, slots=True)
class Fault:
    """A line of the file that is not used, and why; `line` is counted from 1, 0 for the whole file."""

    line: int
    what: str

    def words(self, path: Path) -> str:
        """One line for people, with file and line."""
        return one_line(f"{path}:{self.line}: {self.what}" if self.line else f"{path}: {self.what}")


@dataclass(frozen=True, slots=True)
class Settings:
    """`values`: by section and name, only what the file sets. `keys`: by the action's name, as the file has them."""

    path: Path
    values: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()

    def get(self, section: str, name: str) -> Value:
        """The value in the file, else the default."""
        default = next(one.default for one in SETTINGS[section] if one.name == name)
        return self.values.get(section, {}).get(name, default)

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(one.words(self.path) for one in self.faults)


def app_options(settings: Settings) -> AppOptions:
    """How the app starts by these settings."""
    names = [(section, one.name) for section, parameters in SETTINGS.items() for one in parameters]
    values: dict[str, Any] = {name: settings.get(section, name) for section, name in names}
    return AppOptions(**values, keys=settings.keys, warnings=settings.warnings, settings=settings.path)


def settings_path(given: str | Path | None = None) -> Path:
    """The file: the one given, else that of MCS_TUI_CONFIG, else the one in the user's folder of configurations."""
    named = given or os.environ.get("MCS_TUI_CONFIG")
    return Path(named).expanduser() if named else platformdirs.user_config_path("mcs-tui") / NAME


def read_settings(given: str | Path | None = None) -> Settings:
    """What the file sets; defaults, and no fault, where there is none and none was asked for."""
    path = settings_path(given)
    try:
        text = read_file(path, LARGEST).decode("utf-8")
    except FileNotFoundError:
        asked = given or os.environ.get("MCS_TUI_CONFIG")
        return Settings(path, faults=(Fault(0, "the file does not exist"),) if given and asked else ())
    except OSError as error:
        return Settings(path, faults=(Fault(0, error.strerror or str(error)),))
    except UnicodeDecodeError:
        return Settings(path, faults=(Fault(0, "the file is no UTF-8 text"),))
    return parse(text, path)


def parse(text: str, path: Path) -> Settings:
    """What the text sets; a line that can't be read is left out, and all others count."""
    faults: list[Fault] = []
    lines = text.split("\n")
    data: dict[str, Any] = {}
    while True:
        try:
            data = tomllib.loads("\n".join(lines))
            break
        except (ValueError, RecursionError) as error:
            number, why = toml_lines.syntax_fault(error, lines)
            if not number or len(faults) == MOST_FAULTS:
                return Settings(
                    path, faults=(Fault(0, why if not number else f"over {MOST_FAULTS} lines can't be read"),)
                )
            faults.append(Fault(number, f"this line is left out: {why}"))
            lines[number - 1] = ""
    values: dict[str, dict[str, Value]] = {}
    keys: dict[str, str] = {}
    for section, name, value in _entries(data):
        line = line_of(lines, section, name)
        if section == KEYS:
            if isinstance(value, str) and value.strip():
                keys[name] = value
            else:
                faults.append(Fault(line, f'the keys of {name} are a text such as "i,f7"; they stay as they are'))
            continue
        try:
            values.setdefault(section, {})[name] = _checked(section, name, value)
        except ParameterError as error:
            faults.append(Fault(line, f"{error}"))
    return Settings(path, values, keys, tuple(sorted(faults, key=lambda one: one.line)))


def as_text(settings: Settings) -> str:
    """The whole file with explanations; settings that have their defaults stand behind a #."""
    parts = [HEAD]
    for section, parameters in SETTINGS.items():
        parts.append(f"[{section}]" if section else "")
        for one in parameters:
            own = settings.values.get(section, {})
            line = f"{one.name} = {toml(own.get(one.name, one.default))}"
            about = one.explanation + ("" if one.kind is bool else f" ({one.range_text})")
            parts.append(f"{line if one.name in own else '# ' + line:<24}  # {about}")
        parts.append("")
    parts.append("[keys]                    # an action's name = its keys; mcs-tui config --keys lists them")
    parts += [f'"{name}" = {toml(value)}' for name, value in settings.keys.items()]
    return "\n".join(parts).strip() + "\n"


def _entries(data: Mapping[str, Any]) -> list[tuple[str, str, Any]]:
    """Section, name and value of all that stands in the file; a name of `[keys]` may have points in it."""
    found = []
    for name, value in data.items():
        if name == KEYS and isinstance(value, Mapping):
            found += [(KEYS, key, one) for key, one in _flat(value)]
        elif isinstance(value, Mapping):
            found += [(name, key, one) for key, one in value.items()]
        else:
            found.append(("", name, value))
    return found


def _flat(table: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, value in table.items():
        found += _flat(value, f"{before}{name}.") if isinstance(value, Mapping) else [(before + name, value)]
    return found


def _checked(section: str, name: str, value: Any) -> Value:
    """The value; ParameterError with what is expected, and that the default is used."""
    known = {one.name: one for one in SETTINGS.get(section, ())}
    if name not in known:
        where = f" in [{section}]" if section else ""
        names = ", ".join(known) or ", ".join(f"[{one}]" for one in (*SETTINGS, KEYS) if one)
        raise ParameterError(f"there is no setting {name!r}{where}; expected one of: {names}")
    one = known[name]
    right = isinstance(value, bool) == (one.kind is bool) and isinstance(value, (one.kind, int))
    try:
        if not right:
            raise ParameterError(
                f"{name} is {value!r}; expected {'true or false' if one.kind is bool else one.range_text}"
            )
        return one.check(value)
    except ParameterError as error:
        raise ParameterError(f"{error}; the default, {toml(one.default)}, is used") from None


def line_of(lines: list[str], section: str, name: str) -> int:
    """The number of the line that sets it, from 1; 0 if it can't be told."""
    found = toml_lines.value_lines("\n".join(lines))
    heading = (section,) if section else ()
    return next((found[path] for path in ((*heading, name), (*heading, *name.split("."))) if path in found), 0)


def toml(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{value:g}"


SET = re.compile(r"""(?P<name>[^=]*=\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s#]*)(?P<rest>.*)""")
"""A line that sets a value on one line."""
Changes = Mapping[tuple[str, str], Value]
"""By section and name of a setting, its new value."""


def change_settings(path: Path, changes: Changes) -> None:
    """Writes the values into the file, which is made if it is missing.

    What another app or an editor has changed in it meanwhile stays. OSError, and ValueError with one line for people,
    leave the file as it was.
    """
    try:
        text = read_file(path, LARGEST).decode("utf-8")
    except FileNotFoundError:
        text = as_text(Settings(path))
        path.parent.mkdir(parents=True, exist_ok=True)
    except UnicodeDecodeError:
        raise ValueError(f"{path} is no UTF-8 text") from None
    write_named(path, changed(text, changes, path).encode())


def changed(text: str, changes: Changes, path: Path) -> str:
    """The text with these values; ValueError if it would not be read so, as in a table of one line."""
    lines = text.split("\n")
    for (section, name), value in changes.items():
        _set(lines, section, name, toml(value))
    new = "\n".join(lines)
    found = parse(new, path)
    for (section, name), value in changes.items():
        if found.get(section, name) != value:
            raise ValueError(f"{path}: {name} can't be changed here; change it in the file")
    return new


def _set(lines: list[str], section: str, name: str, value: str) -> None:
    number = line_of(lines, section, name)
    if number:
        found = SET.fullmatch(lines[number - 1])
        if found is not None:
            lines[number - 1] = f"{found['name']}{value}{found['rest']}"
        return
    begin, end = _part(lines, section)
    for at in range(begin, end):
        if re.match(rf"#\s*{name}\s*=", lines[at]):  # the default, with its explanation
            about = lines[at].rpartition("  # ")[2] if "  # " in lines[at] else ""
            lines[at] = f"{name} = {value}".ljust(24) + (f"  # {about}" if about else "")
            return
    while end > begin and not lines[end - 1].strip():
        end -= 1
    lines.insert(end, f"{name} = {value}")


def _part(lines: list[str], section: str) -> tuple[int, int]:
    """The first line of the section, below its heading, and the one behind its last; a missing one is added."""
    headings = [at for at, line in enumerate(lines) if re.match(r"\s*\[", line)]
    if not section:
        return 0, headings[0] if headings else len(lines)
    for at in headings:
        if re.match(rf"\s*\[\s*{section}\s*\]", lines[at]):
            return at + 1, next((one for one in headings if one > at), len(lines))
    while lines and not lines[-1].strip():
        lines.pop()
    lines += [*([""] if lines else []), f"[{section}]", ""]
    return len(lines) - 1, len(lines) - 1


def differing(before: Mapping[str, Value], now: Mapping[str, Value]) -> dict[tuple[str, str], Value]:
    """What has been changed, of values by their names alone, which are different in all sections."""
    sections = {one.name: section for section, parameters in SETTINGS.items() for one in parameters}
    return {(sections[name], name): value for name, value in now.items() if value != before[name]}
