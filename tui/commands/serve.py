"""`mcs-tui serve`: the app in a browser."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import signal
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tui.commands.options import WholeNumber
from tui.commands.terminal import Exit, Refused, emit, note, plain_characters
from tui.kept.options import AppOptions

if TYPE_CHECKING:
    from tui.processes.serving import AppServer

PORT = 8765


@click.command(short_help="Show the app in a browser.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; by default this machine alone.")
@click.option(
    "--port", type=WholeNumber(0, 65_535), default=PORT, show_default=True, help="The port; 0: any that is free."
)
@click.option(
    "--name", "names", multiple=True, metavar="NAME", help="A further name by which browsers ask for this machine."
)
@click.option(
    "--sessions", type=WholeNumber(1, 100), default=8, show_default=True, help="Pages that may be open at a time."
)
@click.option("-q", "--quiet", is_flag=True, help="No notes on stderr; the address is printed in any case.")
@click.pass_context
def serve(context: click.Context, host: str, port: int, names: tuple[str, ...], sessions: int, quiet: bool) -> int:
    """Serve the app to a browser. Prints the address, with a token: who has it can use the app as you.

    Each page is an app of its own; searches go on without it. --ascii, --fps and --no-color stand before the command.
    Ctrl-C ends it. Needs the extra `serve` (see README).
    """
    try:
        from tui.processes.serving import AppServer
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("aiohttp", "aiohttp_jinja2", "jinja2", "textual_serve"):
            raise
        raise Refused("serve needs the extra `serve`: pip install 'mcs-tui[serve]'") from None
    given = context.find_root().params
    options = AppOptions(
        ascii=plain_characters(bool(given.get("ascii"))),
        no_colour=bool(given.get("no_color")),
    )
    if given.get("fps"):
        options = replace(options, fps=float(given["fps"]))
    return asyncio.run(_serve(AppServer(options, host, port, names=names, sessions=sessions), quiet))


async def _serve(server: AppServer, quiet: bool) -> int:
    """The exit code, once SIGINT (or SIGTERM) has come and all pages' apps have ended."""
    ended = asyncio.Event()
    code = int(Exit.OK)

    def end(number: int) -> None:
        nonlocal code
        code = Exit.TERMINATED if number == signal.SIGTERM else Exit.OK
        ended.set()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, end, number)
    try:
        runner = await server.begin()
    except (OSError, UnicodeError) as error:
        errno = getattr(error, "errno", None) or 0  # of an unknown host it is below 0
        reason = os.strerror(errno) if errno > 0 else getattr(error, "strerror", None) or str(error)
        raise Refused(f"{server.host}, port {server.port}: {reason}; expected another --host or --port") from None
    if not _loopback(server.host):
        note("who reaches this machine and has the address can use the app as you; nothing is encrypted", quiet=quiet)
    emit(f"{server.address()}")
    note("Ctrl-C ends it; searches go on.", quiet=quiet)
    await ended.wait()
    await runner.cleanup()
    return code


def _loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
