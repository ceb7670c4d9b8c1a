"""`mcs-tui train`: count a prior from generated solutions or from a file of solved puzzles, in a worker process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from puzzles.family import Family
from puzzles.inputs import read_puzzle
from puzzles.parameters import Value
from puzzles.registry import families_that_train, get_family, is_family
from solvers.request import training_spec
from tui.commands.following import Interrupts, Progress, follow, start
from tui.commands.generate import generate_puzzles
from tui.commands.job_options import corpus_of, corpus_options, kind_to_train
from tui.commands.names import families_to_train
from tui.commands.options import WholeNumber, parse_settings, settings_checked
from tui.commands.report import explain
from tui.commands.terminal import Broken, Exit, Refused, code_of, emit, emit_json, note

if TYPE_CHECKING:
    from solvers.runs.events import Generated
    from solvers.runs.spec import TrainSpec


@click.command(short_help="Train a prior from solved puzzles.")
@click.argument("family_name", metavar="FAMILY", shell_complete=families_to_train)
@click.option("--prior", "prior_name", metavar="NAME", help="Which prior of the family [default: its first].")
@click.option("--shape", metavar="KEY", help="The shape by its key, such as order-20 (see `mcs-tui priors`).")
@click.option("--like", metavar="FILE|-", help="The shape of this puzzle (or example:NAME).")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="The shape that these generator settings make."
)
@click.option("--puzzles", type=WholeNumber(1), help="How many generated puzzles [default: the shape's].")
@click.option("--seed", type=WholeNumber(0), default=1, show_default=True, help="Random seed.")
@corpus_options
@click.option("--detach", is_flag=True, help="Start the training, print its run's id and leave it going.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object about the stored prior.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on stderr.")
def train(
    family_name: str,
    prior_name: str | None,
    puzzles: int | None,
    seed: int,
    detach: bool,
    as_json: bool,
    quiet: bool,
    **others: Any,
) -> int:
    """Train a prior: count its codes over generated solutions, or over a file of solved puzzles (--from).

    Ctrl-C stops it; what was counted over generated solutions is kept, of a file nothing is.
    """
    able = ", ".join(one.name for one in families_that_train())
    if not is_family(family_name):
        raise click.UsageError(f"no family {family_name!r}; expected one of: {able}")
    family = get_family(family_name)
    if not family.priors.kinds:
        raise click.UsageError(f"{family_name} has no prior; expected one of: {able}")
    corpus = corpus_of(others)
    known = [kind.name for kind in family.priors.kinds]
    if prior_name is not None and prior_name not in known:
        raise click.UsageError(f"{family_name} has no prior {prior_name!r}; expected one of: {', '.join(known)}")
    prior = kind_to_train(family, prior_name, corpus).name
    if corpus is None:
        shape = _shape_key(family, prior, quiet, **others)
        with settings_checked():
            spec = training_spec(family, prior, shape, seed, puzzles)
    elif puzzles is not None or others["like"] or others["settings"]:
        raise click.UsageError("--puzzles, --like and --set are about generated puzzles: they don't go with --from")
    else:
        with settings_checked():
            spec = corpus.spec(family, prior, others["shape"])
    with Interrupts() as interrupts:
        run = start(spec)
        if detach:
            emit_json({"run": run.id, "prior": prior, "shape": spec.shape}) if as_json else emit(run.id)
            return Exit.OK
        with Progress(quiet=quiet) as progress:
            view = follow(run, progress, interrupts, stops=True)
    if view.wrong_input:
        raise Refused(view.message)
    code = interrupts.code or code_of(view)
    if view.status == "done" or not spec.corpus:
        _tell_stored(spec, as_json)
    explain(view, code)
    return code


def _tell_stored(spec: TrainSpec, as_json: bool) -> None:
    from priors.store import find

    stored = find(spec.family, spec.prior, spec.shape)
    if stored is None or stored.path is None:
        return
    about = stored.provenance
    if as_json:
        emit_json({"name": stored.name, "counted": about.counted, "asked": about.asked, "path": str(stored.path)})
    else:
        emit(f"{about.summary}\n{stored.path}")


def _shape_key(
    family: Family, prior: str, quiet: bool, *, shape: str | None, like: str | None, settings: tuple[str, ...]
) -> str:
    """The wanted shape's key: given, of a puzzle's file, or of the puzzles that generator settings (or none) make."""
    if sum(map(bool, (shape, like, settings))) > 1:
        raise click.UsageError("expected only one of --shape, --like and --set")
    if shape:
        return shape
    if like:
        return family.priors.shape_key(read_puzzle(like, family.name), prior)
    given = parse_settings(settings)
    with settings_checked():
        parameters = family.needed_generator().resolve(given, f"the generator of {family.name}")
    return _generated_shape(family, prior, parameters, quiet)


def _generated_shape(family: Family, prior: str, parameters: Mapping[str, Value], quiet: bool) -> str:
    """The shape of a puzzle made with these parameters: only the puzzle itself knows its shape."""
    made: list[Generated] = []

    def take(one: Generated) -> bool:
        made.append(one)
        return True

    with Progress(quiet=quiet) as progress:
        code = generate_puzzles(family, parameters, 1, 1, take, progress)
    if not made:
        raise SystemExit(code) if code else Broken("the generator made no puzzle")
    key = family.priors.shape_key(family.from_json(made[0].puzzle), prior)
    note(f"shape {key}", quiet=quiet)
    return key
