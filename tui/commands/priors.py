"""`mcs-tui priors`: the stored priors, their distribution, and removing them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.commands.completing import stored_priors
from tui.commands.exits import Refused, complain
from tui.commands.naming import prior_named
from tui.commands.terminal import columns, emit, emit_json, plain_characters
from tui.commands.writing import check_writable

if TYPE_CHECKING:
    from priors.store import Stored

BAR_WIDTH = 50


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON array of priors.")
@click.pass_context
def priors(ctx: click.Context, as_json: bool) -> None:
    """List the stored priors; show, plot or remove one."""
    if ctx.invoked_subcommand is not None:
        return
    from priors.store import all_stored, folder

    stored = all_stored()
    if as_json:
        emit_json([_json(one) for one in stored])
    elif not stored:
        complain(f"no prior is stored in {folder()}; mcs-tui train FAMILY makes one")
    else:
        rows = [("NAME", "FAMILY", "PRIOR", "SHAPE", "PUZZLES", "SEED", "DATE")]
        for one in stored:
            about = one.provenance
            rows.append(
                (
                    one.path.stem,
                    about.family,
                    about.prior,
                    about.shape,
                    f"{about.counted:,}",
                    str(about.seed),
                    about.date[:10],
                )
            )
        emit(columns(rows, frozenset({4, 5})))


@priors.command()
@click.argument("name", shell_complete=stored_priors)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
def show(name: str, as_json: bool, ascii_only: bool) -> None:
    """Show where a prior comes from, and the distribution of its frequencies."""
    from priors.histogram import histogram

    stored = prior_named(name)
    edges, counts = histogram(stored)
    if as_json:
        found = {"edges": [float(edge) for edge in edges], "counts": [int(count) for count in counts]}
        emit_json(_json(stored) | {"histogram": found})
        return
    most = max(1, int(counts.max()))
    block = "#" if plain_characters(ascii_only) else "█"
    rows = [("FREQUENCY", "CODES", "")]
    for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True):
        length = round(BAR_WIDTH * int(count) / most) or (1 if count else 0)
        rows.append((f"{low:.2f} to {high:.2f}", f"{count:,}", block * length))
    emit(f"{stored.provenance.summary}\n{stored.path}\n\n{columns(rows, frozenset({1}))}")


@priors.command()
@click.argument("name", shell_complete=stored_priors)
@click.option(
    "--output", type=click.Path(path_type=Path), required=True, metavar="FILE.svg|FILE.png", help="The picture."
)
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"output": FILE}.')
def plot(name: str, output: Path, as_json: bool) -> None:
    """Draw the distribution of a prior's frequencies as SVG or PNG."""
    from priors.histogram import PICTURES, draw

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
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=stored_priors)
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"removed": [NAME, ...]}.')
def remove(names: tuple[str, ...], as_json: bool) -> None:
    """Remove stored priors; they can be trained again."""
    from priors.store import remove as delete

    stored = [prior_named(name) for name in names]
    for one in stored:
        delete(one)
    removed = [one.path.stem for one in stored]
    emit_json({"removed": removed}) if as_json else emit("\n".join(f"removed {name}" for name in removed))


def _json(stored: Stored) -> dict[str, Any]:
    about = stored.provenance
    return {
        "name": stored.path.stem,
        "family": about.family,
        "prior": about.prior,
        "shape": about.shape,
        "reading": about.reading,
        "parameters": about.parameters,
        "asked": about.asked,
        "counted": about.counted,
        "seed": about.seed,
        "date": about.date,
        "version": about.version,
        "codes": len(stored.nb),
        "path": str(stored.path),
    }
