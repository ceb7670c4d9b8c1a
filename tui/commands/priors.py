"""`mcs-tui priors`: the priors at hand, their distribution and counts, and removing trained ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.commands.names import prior_named, stored_priors
from tui.commands.root import Commands
from tui.commands.terminal import Refused, columns, emit, emit_json, plain_characters
from tui.commands.writing import check_writable, write_file

if TYPE_CHECKING:
    from priors.store import Stored

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
