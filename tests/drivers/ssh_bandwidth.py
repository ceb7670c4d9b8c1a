"""Prints the bytes a second that the app sends over a real SSH connection: idle, and while one run is watched.

`PYTHONPATH=tests:. python tests/drivers/ssh_bandwidth.py [SECONDS [FAMILY...]]`: the table of docs/benchmarks.md. All
that comes from sshd is counted, its encryption too. Each run is watched from 2 s after its begin on.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from drivers.over_ssh import APP, Server, missing, started

from puzzles import registry
from puzzles.family import Family
from solvers.runs.folder import request
from solvers.runs.reader import Follower
from tui.kept.loaded import Loaded
from tui.kept.user_files import OwnPuzzles

SIZES = ((80, 24), (120, 35))
PUZZLES = {"latin": "order-33", "kakuro": "paper-10", "morpion": "5D", "rna": "starfish"}
"""An example of a family; of others the last."""


def measured(server: Server, family: Family, size: tuple[int, int], seconds: float, data: Path) -> tuple[float, float]:
    """Bytes a second: idle on Puzzles, and watching a run of one of the family's examples."""
    shutil.rmtree(data, ignore_errors=True)
    examples = {one.name: one.text for one in family.examples}
    text = examples.get(PUZZLES.get(family.name, ""), list(examples.values())[-1])
    OwnPuzzles(data).add(Loaded(registry.read(text, family_name=family.name), "generated"))
    variables = {"MCS_TUI_DATA": str(data)}
    variables |= {name: os.environ[name] for name in ("MCS_TUI_CACHE", "MCS_TUI_JIT") if name in os.environ}

    def rate(for_seconds: float) -> float:
        begun, before = time.monotonic(), server.line.received
        while time.monotonic() < begun + for_seconds:
            client.read()
        return (server.line.received - before) / (time.monotonic() - begun)

    with server.client(APP, size=size, **variables) as client:
        client.wait_for("Quit")
        client.type("2")
        client.wait_for("Filter")
        client.wait_for_silence(server.line, 1.0)
        idle = rate(seconds / 2)
        run = started(client, server.line)
        follower = Follower(run)
        while not (view := follower.poll()).ended and view.elapsed < 2.0:
            client.read()
        watched = rate(seconds)
        request(run, "stop")
        while not follower.poll().ended:
            client.read()
        client.type("q")
        client.end()
    return idle, watched


def main() -> None:
    if missing():
        sys.exit(missing())
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    print("| a run of | 80 x 24 | 120 x 35 |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MCS_TUI_DATA"] = f"{folder}/data"
        keys = Path(folder, "keys")
        keys.mkdir(mode=0o700)
        with Server(keys) as server:
            idles = []
            for family in map(registry.get_family, sys.argv[2:] or registry.names()):
                rates = [measured(server, family, size, seconds, Path(folder, "data")) for size in SIZES]
                idles += [idle for idle, _ in rates]
                print(
                    f"| {family.name} |" + "".join(f" {watched / 1024:.1f} KiB/s |" for _, watched in rates), flush=True
                )
    print("| idle | " + " | ".join(f"{max(idles[at::2]):.0f} bytes/s" for at in (0, 1)) + " |")


if __name__ == "__main__":
    main()
