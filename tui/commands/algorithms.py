"""`mcs-tui algorithms`: the searches with their parameters, read from the registry."""

from __future__ import annotations

from typing import Any

import click

from solvers.registry import ALGORITHMS, Algorithm
from tui.commands.parameter_options import as_json, described
from tui.commands.terminal import emit, emit_json


@click.command(short_help="List the search algorithms and their parameters.")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--json", "as_lines", is_flag=True, help="One JSON array of algorithms.")
def algorithms(names: tuple[str, ...], as_lines: bool) -> None:
    """List the search algorithms, their parameters, ranges and defaults."""
    known = {one.name: one for one in ALGORITHMS}
    for name in names:
        if name not in known:
            raise click.UsageError(f"no algorithm {name!r}; expected one of: {', '.join(known)}")
    chosen = [known[name] for name in names] or list(ALGORITHMS)
    if as_lines:
        emit_json([_json(one) for one in chosen])
    else:
        emit("\n\n".join(_text(one) for one in chosen))


def _json(one: Algorithm) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "explanation": one.explanation,
        "unit": one.unit,
        "uses_prior": one.uses_prior,
        "proves": one.exact,
        "source": one.source,
        "parameters": [as_json(parameter) for parameter in one.parameters],
    }


def _text(one: Algorithm) -> str:
    prior = "uses a prior" if one.uses_prior else "uses no prior"
    proof = "; can prove that there is no solution" if one.exact else ""
    lines = [
        f"{one.name} - {one.title}",
        f"  {one.explanation}",
        f"  --playouts counts {one.unit}; {prior}{proof}",
    ]
    if one.source:
        lines.append(f"  source: {one.source}")
    lines += [f"  --set {described(parameter)}" for parameter in one.parameters]
    return "\n".join(lines)
