"""Names on the command line: what they stand for, and which ones a shell offers to complete them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from puzzles import registry
from puzzles.errors import PuzzleError
from solvers.registry import RENAMED, offered
from tui.commands.terminal import Exit, Refused, complain, emit
from tui.words.printing import formats_of

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


class KnownName(click.Choice[str]):
    """A name of which `known` lists all, when the option is used, not when it is declared; earlier names are read."""

    def __init__(self, known: Callable[[], Iterable[str]], earlier: Mapping[str, str] | None = None) -> None:
        self.case_sensitive = True
        self._known, self._earlier = known, earlier or {}

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        """All that there are."""
        return tuple(self._known())

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Today's name; click's error for one that is not known."""
        return super().convert(self._earlier.get(value, value), param, ctx)


FAMILY = KnownName(registry.names)
MODE = KnownName(lambda: sorted({mode for family in registry.families() for mode in family.rules.modes}))
ALGORITHM = KnownName(lambda: (one.name for one in offered()), RENAMED)


Completer = Callable[[click.Context, click.Parameter, str], list[str]]


def _completer(names: Callable[[], Iterable[str]]) -> Completer:
    """What a shell asks for the names that begin as typed; those with a slash only once a slash is typed."""

    def complete(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
        begun = [one for one in dict.fromkeys(names()) if one.startswith(typed)]
        return [one for one in begun if "/" in typed or "/" not in one]

    return complete


@_completer
def run_names() -> Iterable[str]:
    """The ids of runs, the newest first."""
    from solvers.runs.folder import all_runs

    return (run.id for run in all_runs())


class RunName(click.types.StringParamType):
    """A run's id, or enough of its beginning or end. Without one the message says where runs are listed."""

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        return "mcs-tui runs lists all"


RUN = click.argument("run", required=False, shell_complete=run_names)
"""One run; without it the newest."""
RUNS = click.argument("names", nargs=-1, required=True, type=RunName(), metavar="RUN...", shell_complete=run_names)
RUNS_IF_ANY = click.argument("names", nargs=-1, metavar="[RUN]...", shell_complete=run_names)


class Each:
    """A context for each of several runs: inside, an error is a line, and the exit code is the first one's."""

    def __init__(self) -> None:
        self.code = 0

    def runs(self, names: Iterable[str]) -> list[Run]:
        """The different ones of the named runs that there are."""
        found: dict[str, Run] = {}
        for name in names:
            with self:
                run = run_named(name)
                found[run.id] = run
        return list(found.values())

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, _trace: object) -> bool:
        if not isinstance(error, click.ClickException | PuzzleError):
            return False
        told = error.lines if isinstance(error, PuzzleError) else [f"mcs-tui: {error.format_message()}"]
        for line in told:
            complain(line)
        self.code = self.code or (Exit.BAD_INPUT if isinstance(error, PuzzleError) else error.exit_code)
        return True


@_completer
def stored_priors() -> Iterable[str]:
    """The names of priors: stored ones, then those that come with the program."""
    from priors.shipped import all_shipped
    from priors.store import SUFFIX, folder

    return (*sorted(path.stem for path in folder().glob(f"*{SUFFIX}")), *(one.name for one in all_shipped()))


@_completer
def datasets() -> Iterable[str]:
    """The datasets and their files."""
    from puzzles.datasets.registry import DATASETS

    return (*(one.name for one in DATASETS), *(f"{one.name}/{file.name}" for one in DATASETS for file in one.files))


prior_kinds = _completer(
    lambda: ("auto", "none", *(kind.name for family in registry.families() for kind in family.priors.kinds))
)
"""The values of --prior, of all families."""
families_to_train = _completer(lambda: (one.name for one in registry.families_that_train()))
"""The families that have a prior that is counted."""
written_formats = _completer(
    lambda: (one.name for family in registry.families() for one in formats_of(family) if one.writes)
)
"""The formats that some family writes."""
PLACES = {
    "bash": "~/.local/share/bash-completion/completions/mcs-tui",
    "zsh": 'a folder of your $fpath, as _mcs-tui (or add to ~/.zshrc: eval "$(mcs-tui completion zsh)")',
    "fish": "~/.config/fish/completions/mcs-tui.fish",
}


@click.command(short_help="Print a shell's completion script.")
@click.argument("shell", type=click.Choice(list(PLACES)))
def completion(shell: str) -> None:
    """Print the completion script for a shell, and say where it belongs."""
    from click.shell_completion import get_completion_class

    from tui.commands.root import cli

    found = get_completion_class(shell)
    assert found is not None, "click knows all shells of PLACES"
    script = found(cli, {}, "mcs-tui", "_MCS_TUI_COMPLETE")
    text = script.source_template % script.source_vars()
    emit(f"{text.strip()}\n# completion of mcs-tui for {shell}; belongs in {PLACES[shell]}")
