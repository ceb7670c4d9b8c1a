"""A Dask scheduler and workers on loopback, as processes of their own, for tests and measurements."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

DEADLINE = 600.0
"""Seconds after which a test gives up: kernels are compiled meanwhile, on a busy machine."""


class Processes:
    """A scheduler, whose address is `address`, and its workers; `kill_worker` and `kill_scheduler` as kill -9 does."""

    def __init__(self, folder: Path, workers: int, preload: Path | None = None) -> None:
        self._folder = folder
        self._preload = ["--preload", str(preload)] if preload else []
        self._file = folder / "scheduler.json"
        self._scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-show")
        self.address = self._wait_for_address()
        self._workers: list[subprocess.Popen[bytes]] = []
        for _ in range(workers):
            self.add_worker()

    def add_worker(self) -> None:
        """Starts one more."""
        number = len(self._workers)
        options = ["--nthreads", "1", "--no-nanny", "--host", "127.0.0.1", "--local-directory", str(self._folder)]
        self._workers.append(self._start("worker", self.address, *options, *self._preload, name=f"worker-{number}"))

    def wait_for_workers(self) -> None:
        """Nothing; all workers are known to the scheduler. AssertionError, with the log, if one has ended."""
        import distributed

        dask: Any = distributed  # parts of which have no types
        end = time.monotonic() + DEADLINE
        with dask.Client(self.address, set_as_default=False, timeout=DEADLINE) as client:
            while len(client.scheduler_info(n_workers=-1)["workers"]) < len(self._workers):
                assert time.monotonic() < end, "the workers don't come"
                assert not any(one.poll() for one in self._workers), self.log("worker-0")
                with suppress(TimeoutError):
                    client.wait_for_workers(len(self._workers), timeout=1)

    def kill_worker(self) -> None:
        victim = self._workers.pop()
        victim.kill()
        victim.wait()

    def kill_scheduler(self) -> None:
        self._scheduler.kill()
        self._scheduler.wait()

    def end(self) -> None:
        for process in (*self._workers, self._scheduler):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def log(self, name: str) -> str:
        return (self._folder / f"{name}.log").read_text(errors="replace")

    def _start(self, kind: str, *arguments: str, name: str = "") -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments]
        if kind == "scheduler":
            command += ["--scheduler-file", str(self._file)]
        with open(self._folder / f"{name or kind}.log", "wb") as log:
            return subprocess.Popen([*command, "--no-dashboard"], stdout=log, stderr=log, start_new_session=True)

    def _wait_for_address(self) -> str:
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end and self._scheduler.poll() is None:
            with suppress(OSError, ValueError):
                return str(json.loads(self._file.read_text())["address"])
            time.sleep(0.05)
        self.end()
        raise AssertionError(self.log("scheduler"))


@contextmanager
def dask_cluster(folder: Path, workers: int = 2, preload: Path | None = None) -> Iterator[Processes]:
    """The cluster, once its workers are there; it ends with the block. `preload`: a file that each worker imports."""
    processes = Processes(folder, workers, preload)
    try:
        if workers:
            processes.wait_for_workers()
        yield processes
    finally:
        processes.end()
