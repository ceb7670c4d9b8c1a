"""`mcs-tui config`: prints the settings with their defaults and explanations; examines the file."""

from __future__ import annotations

import click

from tui.commands.terminal import Exit, complain, emit, emit_json
from tui.kept.settings import (
    Fault,
    as_text,
    read_settings,
    settings_path,
)


@click.command(short_help="Print the app's settings, or examine their file.")
@click.option("--check", is_flag=True, help="Only say what is wrong with the file; exit code 2 if anything is.")
@click.option("--path", is_flag=True, help="Only print where the file is, or would be.")
@click.option("--keys", is_flag=True, help="Only list the names of all actions with their keys, for [keys].")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: the file, what it sets, what is wrong.")
@click.pass_context
def config(ctx: click.Context, check: bool, path: bool, keys: bool, as_json: bool) -> int:
    """Print all settings of the app, as a settings file with explanations: what is not set stands behind a #.

    The file is the one of --config (`mcs-tui --config FILE config`), of MCS_TUI_CONFIG, or settings.toml in your folder
    of configurations. Command-line options win over it. To begin one: mcs-tui config > "$(mcs-tui config --path)"
    """
    given = ctx.find_root().params.get("config")
    if path:
        emit(str(settings_path(given)))
        return Exit.OK
    from tui.keys.keymap import key_faults, listed

    if keys:
        emit("\n".join(listed()))
        return Exit.OK
    settings = read_settings(given)
    faults = [*settings.faults, *(Fault(0, words) for words in key_faults(settings.keys))]
    if as_json:
        values = {section or "app": dict(found) for section, found in settings.values.items()}
        found = [{"line": one.line, "what": one.what} for one in faults]
        emit_json({"path": str(settings.path), "values": values, "keys": dict(settings.keys), "faults": found})
    elif not check:
        emit(as_text(settings).rstrip("\n"))
    elif not faults:
        emit(f"{settings.path}: all is well" if settings.path.is_file() else f"{settings.path}: there is no such file")
    if not as_json:
        for one in faults:
            complain(one.words(settings.path))
    return Exit.BAD_INPUT if faults else Exit.OK
