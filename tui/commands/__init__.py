"""The command line. Importing this package imports nothing; each command is loaded when it is used."""

from __future__ import annotations


def main() -> None:
    """Runs `mcs-tui` with the process's arguments and ends the process with the command's exit code."""
    from tui.commands.root import cli

    cli(prog_name="mcs-tui")
