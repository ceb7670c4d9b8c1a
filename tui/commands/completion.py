"""`mcs-tui completion`: the script that makes a shell complete our commands and options."""

from __future__ import annotations

import click

from tui.commands.terminal import emit

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
