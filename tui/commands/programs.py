"""`mcs-tui bench` and `mcs-tui check-family`: programs of `solvers` that take this process's place."""

from __future__ import annotations

import os
import sys

import click


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
