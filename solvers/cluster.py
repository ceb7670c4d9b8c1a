"""The workers of a Dask cluster as an executor: searches go there, what they report comes back while they last.

A worker does one at a time in its own process (`dask worker --nthreads 1`), so the clock of a search is that process's.
Dask gives a search whose worker is lost to another one; one that nobody waits for any more, as its launcher has stopped
or is gone, ends within some seconds.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

import msgspec

from priors.provenance import version
from puzzles.foreign import in_one_line
from puzzles.parameters import ParameterError
from puzzles.text.quoting import one_line
from solvers.runs.status import Progress, Tell

Result = TypeVar("Result")

CONNECT_SECONDS = 20.0
"""How long a scheduler may take to answer."""
GONE_SECONDS = 5.0
"""How long it may be gone, once it was there, before the launcher gives up."""


class ClusterError(Exception):
    """The cluster can't be used, or is no longer there; the text is one line."""


class Cluster:
    """A client of the scheduler at an address such as `tcp://host:8786`; as a context manager it lets go on leaving.

    `tell` takes what searches report, in any thread; `lost` is called once if the scheduler is gone.
    ParameterError if Dask is not installed; ClusterError if nobody answers, or if the workers are not fit for searches.
    """

    def __init__(
        self, address: str, tell: Callable[[Progress], None], lost: Callable[[ClusterError], None] = lambda error: None
    ) -> None:
        if find_spec("distributed") is None:
            raise ParameterError("--cluster needs the package 'distributed'; expected: pip install 'mcs-tui[cluster]'")
        import distributed

        dask: Any = distributed  # parts of which have no types
        self.address = address
        try:
            self._client = dask.Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="mcs-tui")
        except (OSError, ValueError, TypeError) as error:
            said = one_line(str(error).partition("\n")[0])
            raise ClusterError(f"no scheduler of Dask answers at {address}: {said}") from None
        self._decode = msgspec.json.Decoder(Progress).decode
        self._over = threading.Event()
        self._lost = lost
        try:
            self._check_workers()
            self._client.register_worker_callbacks(_importing())  # of workers that come later
        except BaseException:
            self._client.close(timeout=1)
            raise
        topic = f"mcs-tui {secrets.token_hex(8)}"
        self._client.subscribe_topic(topic, lambda event: tell(self._decode(event[1])))
        self.executor: Executor = self._client.get_executor(pure=False)
        self._topic = topic
        threading.Thread(target=self._watch, daemon=True).start()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        with suppress(Exception):  # what is searched nowhere needs no good-bye
            self._client.close(timeout=2)

    @property
    def workers(self) -> list[str]:
        """The addresses of the workers that are there now."""
        return sorted(self._client.scheduler_info(n_workers=-1)["workers"])

    def call(self, search: Callable[[Any, Tell], Result]) -> Callable[[Any], Result]:
        """What the executor is given: the search of its argument, there, with what takes its reports."""
        return partial(_there, self._topic, search)

    def make_ready(self, ready: Callable[[Any], str], searches: Sequence[Any]) -> list[str]:
        """Faults, once each machine has the kernels and the tables of priors of these searches, as `ready` makes them.

        One worker of each machine makes them, into its cache.
        """
        hosts: dict[str, str] = {}
        for address in self.workers:
            hosts.setdefault(address.rpartition(":")[0], address)
        futures = [
            self._client.submit(ready, one, workers=[address], allow_other_workers=True, pure=False)
            for one in searches
            for address in hosts.values()
        ]
        return [str(fault) for fault in self._client.gather(futures) if fault]

    def _check_workers(self) -> None:
        found = self._client.scheduler_info(n_workers=-1)["workers"]
        if not found:
            raise ClusterError(f"the scheduler at {self.address} has no workers; expected `dask worker {self.address}`")
        many = next((name for name, one in found.items() if one["nthreads"] != 1), None)
        if many:
            raise ClusterError(f"the worker {many} has several threads; expected workers begun with --nthreads 1")
        theirs = self._client.run(_importing(), on_error="return")
        for worker, one in theirs.items():
            if one != version():
                what = f"has version {one}" if isinstance(one, str) else f"can't import mcs-tui ({in_one_line(one)})"
                raise ClusterError(f"the worker {worker} {what}; expected {version()}, as here")

    def _watch(self) -> None:
        """Looks every second whether the scheduler is there."""
        gone = 0.0
        while not self._over.wait(1.0):
            gone = 0.0 if self._client.status == "running" else gone + 1.0
            if gone >= GONE_SECONDS or self._client.status == "closed":
                self._lost(ClusterError(f"the scheduler at {self.address} is gone"))
                return


def _importing() -> Callable[[], str]:
    """What says the version of this program on a worker, and has it found there, whatever folders have its names."""

    def installed_version() -> str:  # goes there as code: `solvers` might be another package there before it has run
        import_module("mcs_tui")
        found: str = import_module("priors.provenance").version()
        return found

    return installed_version


def _there(topic: str, search: Callable[[Any, Tell], Result], asked: Any) -> Result:
    """What the search returns, on a worker: what it reports is an event of the topic. StoppedError if nobody waits."""
    return search(asked, teller(topic))


def teller(topic: str) -> Tell:
    """What takes the reports of the task that a worker does now, and says whether somebody still waits for it.

    The worker's own state says that: the scheduler has it drop a task that was cancelled, or whose client has gone.
    """
    from distributed import get_worker

    worker: Any = get_worker()
    key = worker.get_current_task()

    def tell(progress: Progress) -> bool:
        worker.log_event(topic, msgspec.json.encode(progress).decode())
        task = worker.state.tasks.get(key)
        return task is not None and task.state in ("executing", "long-running")

    return tell
