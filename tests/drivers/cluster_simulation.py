"""What a cluster of many workers costs its scheduler and its launcher: `cluster_simulation.py WORKERS [SECONDS]`.

Scheduler, messages and client are real. The workers are real, too, but hundreds share a process, and their cells search
nothing: each reports once a second, as a cell does (`solvers.driver.cluster.teller`), until it is told to stop.
Prints Markdown: time until all workers are there, messages a second, CPU and memory of scheduler and launcher, and how
long a stop takes to reach every worker. Linux only.
"""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import distributed
from drivers.dask_cluster import Processes

from solvers.driver.cluster import teller
from solvers.runs.status import Progress

IN_A_PROCESS = 125
"""Simulated workers of one process."""
PATIENCE = 600.0
"""Seconds until all workers have to be there."""


def simulated(topic: str, number: int) -> float:
    """A cell that reports once a second until nobody waits for it: the time at which it saw that (UNIX)."""
    tell, seconds = teller(topic), 0
    while tell(Progress(key=f"{number:032x}", playouts=1000 * seconds, seconds=float(seconds), score=float(seconds))):
        time.sleep(1.0)
        seconds += 1
    return time.time()


async def host(address: str, number: int) -> None:
    """Never ends: so many workers in this process."""
    import dask

    dask.config.set({"distributed.worker.memory.target": False, "distributed.worker.memory.spill": False})
    folder = tempfile.mkdtemp()
    made: list[Any] = [
        distributed.Worker(address, nthreads=1, local_directory=folder, memory_limit=0, dashboard=False)
        for _ in range(number)
    ]
    for at in range(0, number, 25):
        await asyncio.gather(*made[at : at + 25])
    await asyncio.Event().wait()


def used(pid: int) -> tuple[float, float]:
    """CPU seconds and resident MB of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = os.sysconf("SC_CLK_TCK")
    return (int(fields[11]) + int(fields[12])) / ticks, int(fields[21]) * resource.getpagesize() / 1e6


def measure(workers: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as name:
        processes = Processes(Path(name), 0)
        hosts: list[subprocess.Popen[bytes]] = []
        try:
            scheduler = processes._scheduler.pid
            begun = time.monotonic()
            for at in range(0, workers, IN_A_PROCESS):
                number = str(min(IN_A_PROCESS, workers - at))
                hosts.append(
                    subprocess.Popen(
                        [sys.executable, __file__, "--host", processes.address, number], stderr=subprocess.DEVNULL
                    )
                )
            client: Any = distributed.Client(processes.address, set_as_default=False)  # type: ignore[no-untyped-call]
            client.wait_for_workers(workers, timeout=PATIENCE)
            there = time.monotonic() - begun
            print(f"{workers:,} workers after {there:.0f} s; scheduler {used(scheduler)[1]:.0f} MB", file=sys.stderr)
            received, lock = [0], threading.Lock()

            def count(_event: Any) -> None:
                with lock:
                    received[0] += 1

            client.subscribe_topic("simulation", count)
            submitted = time.monotonic()
            futures = [client.submit(simulated, "simulation", one, pure=False) for one in range(workers)]
            while received[0] < workers:
                time.sleep(0.1)
            running = time.monotonic() - submitted
            at_begin, ours, told = used(scheduler), used(os.getpid()), received[0]
            time.sleep(seconds)
            at_end, ours_then, rate = used(scheduler), used(os.getpid()), (received[0] - told) / seconds
            stopped = time.monotonic()
            client.cancel(futures)
            busy = workers
            while busy:
                states = client.run(_states)
                busy = sum(map(bool, states.values()))
            stop = time.monotonic() - stopped
            print(
                "| workers | all there | all begun | messages a second | scheduler, CPU | memory | launcher, CPU "
                "| memory | stop has reached all |"
            )
            print("|-:|-:|-:|-:|-:|-:|-:|-:|-:|")
            print(
                f"| {workers:,} | {there:.0f} s | {running:.1f} s | {rate:,.0f} "
                f"| {(at_end[0] - at_begin[0]) / seconds:.0%} of a core | {at_end[1]:.0f} MB "
                f"| {(ours_then[0] - ours[0]) / seconds:.0%} of a core | {ours_then[1]:.0f} MB | {stop:.1f} s |"
            )
            client.close()
        finally:
            for one in hosts:
                one.kill()
            processes.end()


def _states(dask_worker: Any) -> list[str]:
    return [one.state for one in dask_worker.state.tasks.values()]


if __name__ == "__main__":
    if sys.argv[1] == "--host":
        asyncio.run(host(sys.argv[2], int(sys.argv[3])))
    else:
        measure(int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 20.0)
