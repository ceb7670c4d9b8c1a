"""`mcs-tui compile`: compile kernels now, so that nothing has to be compiled later, and hand them to equal machines;
`check-family` and `bench`, which become programs of their own.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solvers.bench.option_values import cores
from solvers.registry import MOST_WORKERS
from tui.commands.following import Progress, finish
from tui.commands.options import WholeNumber
from tui.commands.report import failure
from tui.commands.terminal import Broken, Exit, Refused, emit, emit_json, note
from tui.commands.writing import check_writable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers.compiling import Kernel
    from solvers.runs.spec import CompileSpec


@click.command("compile", short_help="Compile kernels beforehand.")
@click.argument("first", nargs=-1, metavar="[FIRST]...")
@click.option("--only", is_flag=True, help="Compile what FIRST names and nothing else.")
@click.option(
    "--workers",
    type=WholeNumber(1, MOST_WORKERS),
    default=lambda: min(len(cores()) or os.cpu_count() or 1, MOST_WORKERS),
    show_default="a core each",
    help="Processes that compile side by side.",
)
@click.option(
    "--export",
    "export_to",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write all compiled kernels to FILE, for machines of the same kind.",
)
@click.option(
    "--import",
    "import_from",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Take the kernels from FILE and compile nothing. They are programs: import only files that you trust.",
)
@click.option(
    "--measure",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Print the CPU seconds that each kernel takes to compile, write the table of costs to FILE. For developers.",
)
@click.option("--json", "as_json", is_flag=True, help='One JSON object, {"kernels": [NAME, ...], "folder": FOLDER}.')
@click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on stderr.")
def compile_kernels(
    first: tuple[str, ...],
    only: bool,
    workers: int,
    export_to: Path | None,
    import_from: Path | None,
    measure: Path | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Compile kernels into the cache, once for each version.

    FIRST are families, algorithms, or both as in rna/annealing, whose kernels are compiled before the others. It takes
    a few minutes for all. Nobody has to wait for it: a search compiles the one that it needs, and what is compiled when
    this is interrupted stays.
    """
    from puzzles.engine import kernel_cache
    from solvers.compiling import in_order, left_out
    from solvers.runs.spec import CompileSpec

    if import_from is not None and (first or only or export_to or measure):
        raise click.UsageError("--import goes with none of FIRST, --only, --export and --measure")
    if only and not first:
        raise click.UsageError("--only needs FIRST")
    kernel_cache.check_trusted(kernel_cache.parent())
    if trouble := kernel_cache.write_trouble():
        raise Refused(f"the kernel cache {kernel_cache.parent()} can't be written: {trouble}")
    try:
        in_order(first)
    except ValueError as error:
        raise Refused(str(error)) from None
    if measure is not None:
        _measure(measure, [one.name for one in in_order(first, only=only)], as_json=as_json, quiet=quiet)
        return Exit.OK
    if import_from is not None:
        _import(import_from)
    else:
        code = _compile(CompileSpec(workers=workers, first=list(first), only=only), quiet)
        if code:
            return code
        if export_to is not None:
            from solvers.kernel_archive import export_kernels

            try:
                export_kernels(export_to)
            except OSError as error:
                raise Refused(f"{export_to} can't be written: {error.strerror or error}") from None
    kernels, folder = sorted(kernel_cache.compiled()), str(kernel_cache.parent())
    if as_json:
        emit_json({"kernels": kernels, "folder": folder})
    else:
        written = f"; written to {export_to}" if export_to is not None else ""
        count = "1 kernel is" if len(kernels) == 1 else f"{len(kernels)} kernels are"
        emit(f"{count} compiled, in {folder}{written}")
        if import_from is None:
            _say_left_out(left_out(first, only=only), quiet)
    return Exit.OK


def _say_left_out(left: Sequence[Kernel], quiet: bool) -> None:
    for of_family in (True, False):
        ones = [one for one in left if one.of_family is of_family]
        asked = sorted({one.family if of_family else one.algorithm for one in ones})
        if ones:
            named = f"mcs-tui compile {asked[0] if of_family else 'nrpa-beams nrpa-threads'}"
            note(
                f"left out: {len(ones)} kernels such as {ones[0].name}, which few searches need ({named})", quiet=quiet
            )


def _compile(spec: CompileSpec, quiet: bool) -> int:
    from solvers.compiling import needed
    from solvers.kernel_costs import CompileProgress

    with Progress(quiet=quiet) as progress:
        progress.compiling = CompileProgress([one.name for one in needed(spec)], workers=spec.workers)
        view, interrupted = finish(spec, progress)
    if view.status != "done" and not interrupted:
        raise Broken(failure(view))
    return interrupted


def _import(path: Path) -> None:
    from solvers.kernel_archive import ArchiveError, import_kernels

    try:
        import_kernels(path)
    except ArchiveError as error:
        raise Refused(str(error)) from None
    except OSError as error:
        raise Refused(f"{path} can't be imported: {error.strerror or error}") from None


def _measure(path: Path, names: list[str], *, as_json: bool, quiet: bool) -> None:
    from solvers.kernel_costs import measure, write_costs

    check_writable(path)
    seconds = measure(names, lambda name: note(f"compiling {name} ...", quiet=quiet))
    write_costs(path, seconds)
    total = [sum(column) for column in zip(*seconds.values(), strict=True)]
    if as_json:
        emit_json({"seconds": seconds, "total": total})
        return
    width = max(len(name) for name in seconds)
    emit(f"{'CPU seconds':{width}}  alone  after others")
    for name, (alone, after) in {**seconds, "total": total}.items():
        emit(f"{name:{width}} {alone:6.1f} {after:13.1f}")


@click.command(
    short_help="Run a benchmark.", context_settings={"ignore_unknown_options": True, "help_option_names": []}
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="NAME [ARGUMENTS]...")
def bench(arguments: tuple[str, ...]) -> None:
    """Run a benchmark and print its table; `mcs-tui bench --help` lists them.

    All arguments are the benchmark's own. It takes this process's place: output, signals and exit code are its own.
    """
    from solvers.runs.processes import child_environment, program

    sys.stdout.flush()
    os.execve(sys.executable, program("solvers.bench", *arguments), child_environment())


@click.command("check-family", short_help="Check a puzzle family of your own.")
@click.argument("module", metavar="MODULE")
@click.option("--compiled", "jit", flag_value="1", help="Compile its rules: the default, unless MCS_TUI_JIT=0 is set.")
@click.option(
    "--interpreted", "jit", flag_value="0", help="Run its rules as plain Python: compiles nothing, for rules that can."
)
def check_family(module: str, jit: str | None) -> None:
    """Check a puzzle family: its texts, checker, rules, generator and searches. One line for each thing checked.

    MODULE is the module with FAMILY, found from this folder or installed, or the name of a known family. Interpreted
    rules are checked first, where an index out of bounds is an error with file and line; if all holds, compiled ones,
    which take minutes the first time; their kernels are kept. Rules that end their process are a fault like others.
    Exit codes: 0 all holds, 1 something does not, 2 there is no such family.
    """
    from solvers.runs.processes import child_environment, program

    environment = child_environment() | ({"MCS_TUI_JIT": jit} if jit else {})
    sys.stdout.flush()
    os.execve(sys.executable, program("solvers.conformance", module), environment)
