"""`mcs-tui train` counts a prior; `mcs-tui priors` lists priors, their distribution and counts, and removes them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
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
from tui.commands.names import families_to_train, prior_named, stored_priors
from tui.commands.options import WholeNumber, parse_settings, settings_checked
from tui.commands.report import explain
from tui.commands.root import Commands
from tui.commands.terminal import Broken, Exit, Refused, code_of, columns, emit, emit_json, note, plain_characters
from tui.commands.writing import check_writable, write_file

if TYPE_CHECKING:
    from priors.store import Stored
    from solvers.runs.events import Generated
    from solvers.runs.spec import TrainSpec


BAR_WIDTH = 50


@click.group(cls=Commands, invoke_without_command=True, short_help="List the priors at hand; show, plot, remove one.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array of priors.")
@click.pass_context
def priors(ctx: click.Context, as_json: bool) -> None:
    """List the priors at hand, trained or shipped; show, plot, export or remove one."""
    if ctx.invoked_subcommand is not None:
        return
    from priors.store import all_priors
    from priors.stored import ORIGINS

    known = all_priors()
    if as_json:
        emit_json([_json(one) for one in known])
        return
    rows = [("NAME", "FAMILY", "PRIOR", "SHAPE", "PUZZLES", "DATE", "ORIGIN")]
    for one in known:
        about = one.provenance
        number = f"{about.counted:,}" if about.counted else "-"
        rows.append(
            (one.name, about.family, about.prior, about.shape, number, about.date[:10] or "-", ORIGINS[one.origin])
        )
    emit(columns(rows, frozenset({4}), spared=("DATE", "PUZZLES", "FAMILY", "SHAPE", "ORIGIN")))


@priors.command()
@click.argument("name", shell_complete=stored_priors)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
def show(name: str, as_json: bool, ascii_only: bool) -> None:
    """Show where a prior comes from, and the distribution of its frequencies, or of its bias."""
    from priors.stored import ORIGINS, histogram

    stored = prior_named(name)
    edges, counts = histogram(stored)
    if as_json:
        found = {"edges": [float(edge) for edge in edges], "counts": [int(count) for count in counts]}
        emit_json(_json(stored) | {"histogram": found})
        return
    most = max(1, int(counts.max()))
    block = "#" if plain_characters(ascii_only) else "█"
    rows = [("BIAS" if stored.biased else "FREQUENCY", "CODES", "")]
    for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True):
        length = round(BAR_WIDTH * int(count) / most) or (1 if count else 0)
        rows.append((f"{low:.2f} to {high:.2f}", f"{count:,}", block * length))
    left_out = [f"not counted: {number:,} {words}" for words, number in stored.provenance.left_out.items()]
    about = [stored.provenance.summary, *left_out, str(stored.path or ORIGINS[stored.origin])]
    emit("\n".join(about) + f"\n\n{columns(rows, frozenset({1}))}")


@priors.command()
@click.argument("name", shell_complete=stored_priors)
@click.option(
    "--output", type=click.Path(path_type=Path), required=True, metavar="FILE.svg|FILE.png", help="The picture."
)
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"output": FILE}.')
def plot(name: str, output: Path, as_json: bool) -> None:
    """Draw the distribution of a prior's frequencies as SVG or PNG."""
    from priors.stored import PICTURES, draw

    if output.suffix.lower() not in PICTURES:
        raise click.UsageError(f"--output {output}; expected a file name that ends in {' or '.join(PICTURES)}")
    check_writable(output)
    stored = prior_named(name)
    try:
        draw(stored, output)
    except OSError as error:
        raise Refused(f"{output}: {error.strerror}") from None
    emit_json({"output": str(output)}) if as_json else emit(str(output))


@priors.command()
@click.argument("name", shell_complete=stored_priors)
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="The file [default: standard output].")
@click.option("--json", "as_json", is_flag=True, help='With --output: one JSON object, {"output": FILE}.')
def export(name: str, output: Path | None, as_json: bool) -> None:
    """Write a prior's counts, with where they come from, as JSON."""
    from priors.shipped import encode

    if output is not None:
        check_writable(output)
    elif as_json:
        raise click.UsageError("--json is for use with --output: what is written is JSON in any case")
    try:
        text = encode(prior_named(name))
    except ValueError as error:
        raise Refused(str(error)) from None
    if output is None:
        emit(text.rstrip("\n"))
        return
    write_file(output, text)
    emit_json({"output": str(output)}) if as_json else emit(str(output))


@priors.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=stored_priors)
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"removed": [NAME, ...]}.')
def remove(names: tuple[str, ...], as_json: bool) -> None:
    """Remove trained priors; they can be trained again. What comes with mcs-tui stays."""
    from priors.store import remove as delete

    stored = [prior_named(name) for name in names]
    try:
        for one in sorted(stored, key=lambda prior: prior.removable):  # refused before any is removed
            delete(one)
    except ValueError as error:
        raise Refused(str(error)) from None
    removed = [one.name for one in stored]
    emit_json({"removed": removed}) if as_json else emit("\n".join(f"removed {name}" for name in removed))


def _json(stored: Stored) -> dict[str, Any]:
    about = stored.provenance
    of_it = ("family", "prior", "shape", "reading", "parameters", "asked", "counted", "seed", "date", "version")
    return {
        "name": stored.name,
        "origin": stored.origin,
        **{key: getattr(about, key) for key in of_it},
        "codes": stored.codes,
        "source": about.source,
        "left_out": about.left_out,
        "path": None if stored.path is None else str(stored.path),
    }


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
