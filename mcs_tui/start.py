"""What the command `mcs-tui` runs."""

from __future__ import annotations

from mcs_tui.guard import current_folder_last


def main() -> None:
    """Never returns: ends the process with the command's exit code."""
    current_folder_last()
    from tui.commands import main as run_command

    run_command()
