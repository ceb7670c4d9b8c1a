"""Worker processes on this machine, each on a core of its own, as an executor of `concurrent.futures`.

What a task reports while it is done comes back from them (`tell`). A worker that dies fails the future it was at, and
another one takes its place. Workers end with the process that began them, however that ends. They are begun anew, never
forked, and import nothing of the script that began them, which needs no `if __name__ == "__main__"`.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any

import filelock

from puzzles.engine.kernel_cache import application_cache
from puzzles.user_data import make_folder, take_lock
from solvers.runs.processes import NAME, child_environment, name_process, program

_link: Connection | None = None
"""Of a worker process: what leads to the process that began it."""


class LostWorkerError(Exception):
    """The worker ended before it had answered; the text says how."""


def own_cores() -> list[int]:
    """The numbers of the cores that this process may run on, ascending; empty where the system does not say."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def bound_elsewhere() -> Counter[int]:
    """Of each core, how many processes of this machine run on it alone; threads of the kernel do not count."""
    found: Counter[int] = Counter()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (folder / "cmdline").read_bytes() and len(cores := os.sched_getaffinity(int(folder.name))) == 1:
                found.update(cores)
    return found


@contextmanager
def only_one_binds() -> Iterator[None]:
    """While no other process of this user chooses a core; at once where the cache folder can't hold a lock."""
    lock = filelock.FileLock(application_cache() / "cores.lock", mode=0o600)
    with suppress(OSError):
        make_folder(application_cache())
        take_lock(lock, -1)
    try:
        yield
    finally:
        lock.release()


class PinnedWorkers(Executor):
    """`number` processes, which take what is submitted one at a time. `tell` takes what tasks report, in any thread.

    Where the system lets processes choose their cores, and there are as many, each has one of its own, if it can be
    one that no other process is bound to, such as another experiment's; none if they are not to be `pinned`.
    `what` they are for, in lists of processes.
    """

    def __init__(
        self, number: int, tell: Callable[[Any], None] = lambda report: None, *, pinned: bool = True, what: str = ""
    ) -> None:
        cores = _Cores(number if pinned else 0)
        title = f"{NAME}, {what or ('experiment' if pinned else 'judging')}, for PID {os.getpid()}"
        self._tasks: queue.SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None]
        self._tasks = queue.SimpleQueue()
        self._tell = tell
        self._closed = False
        self._workers = [_Worker(cores, title) for _ in range(number)]
        self._threads = [threading.Thread(target=self._serve, args=(one,), daemon=True) for one in self._workers]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of `fn(*args)`, which some worker calls; both must be picklable, keywords are not passed on."""
        if self._closed:
            raise RuntimeError("the workers have been sent home")
        if kwargs:
            raise TypeError("keywords are not passed on to workers")
        future: Future[Any] = Future()
        self._tasks.put((future, fn, args))
        return future

    @property
    def processes(self) -> list[int]:
        """The process numbers of the workers that live now."""
        return [pid for one in self._workers if (pid := one.pid)]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As of any executor; with `cancel_futures` what is being done ends too, as workers are killed."""
        self._closed = True
        if cancel_futures:
            with suppress(queue.Empty):
                while True:
                    task = self._tasks.get_nowait()
                    if task is not None:
                        task[0].cancel()
        for _ in self._threads:
            self._tasks.put(None)
        if cancel_futures:
            for one in self._workers:
                one.kill()
        if wait:
            for thread in self._threads:
                thread.join()

    def _serve(self, worker: _Worker) -> None:
        """Hands tasks to one worker until there are to be no more."""
        while (task := self._tasks.get()) is not None:
            future, fn, args = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = worker.call(fn, args, self._tell)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)
        worker.kill()


class _Cores:
    """Hands out a core to each of `number` workers; none if there are fewer cores."""

    def __init__(self, number: int) -> None:
        cores = own_cores()
        self._left = set(cores) if number <= len(cores) else set()
        self._lock = threading.Lock()

    def take(self) -> tuple[int, ...]:
        """The core to which the fewest processes are bound, of these the last; empty if there is none left."""
        with self._lock:
            if not self._left:
                return ()
            bound = bound_elsewhere()
            core = min(self._left, key=lambda core: (bound[core], -core))
            self._left.remove(core)
            return (core,)


class _Worker:
    """One process, begun when it is first needed, and again after it has died. It keeps its core."""

    def __init__(self, cores: _Cores, title: str) -> None:
        self._cores, self._title = cores, title
        self._own: tuple[int, ...] = ()
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False
        self._begin = threading.Lock()

    @property
    def pid(self) -> int:
        process = self._process
        return process.pid if process is not None and process.poll() is None else 0

    def call(self, fn: Callable[..., Any], args: tuple[Any, ...], tell: Callable[[Any], None]) -> Any:
        """What the function returns or raises there; LostWorkerError if the process dies meanwhile."""
        try:
            link = self._living()
            link.send((fn, args))
            while True:
                kind, content = link.recv()
                if kind == "told":
                    tell(content)
                elif kind == "raised":
                    raise content
                else:
                    return content
        except (EOFError, OSError):
            raise LostWorkerError(self._how_it_ended()) from None

    def kill(self) -> None:
        """Nothing; the process is gone, and none is begun again."""
        with self._begin:
            self._killed = True
            if self._process is not None:
                self._process.kill()
                self._process.wait()

    def _living(self) -> Connection:
        with self._begin:
            if self._killed:
                raise EOFError
            if not self.pid:
                self._link, theirs = Pipe()
                command = program("solvers.pinned_workers", str(theirs.fileno()), self._title)
                self._process = process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, env=child_environment(), pass_fds=(theirs.fileno(),)
                )
                weakref.finalize(self, process.kill)
                theirs.close()
                self._link.send(sys.path)
                with only_one_binds():
                    self._own = self._own or self._cores.take()
                    if self._own:
                        os.sched_setaffinity(process.pid, self._own)
            return self._link

    def _how_it_ended(self) -> str:
        if self._process is None:
            return "the workers have been sent home"
        self._link.close()
        code = self._process.wait()
        return f"a worker ended with {f'signal {-code}' if code < 0 else f'exit code {code}'}"


def work(descriptor: int, title: str) -> None:
    """A worker's life. Ctrl-C is the business of the process that began it, whose modules it finds behind its own."""
    global _link
    name_process(title)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    without_terminal()
    _link = link = Connection(descriptor)
    with suppress(EOFError, OSError):
        sys.path += [folder for folder in link.recv() if folder not in sys.path]
        while True:
            fn, args = link.recv()
            try:
                answer = ("done", fn(*args))
            except Exception as error:
                answer = ("raised", error)
            link.send(answer)


def without_terminal() -> None:
    """Nothing; when the terminal is lost, this process goes on, and what it prints goes nowhere."""

    def silence(_number: int, _frame: Any) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for descriptor in (1, 2):
            os.dup2(nowhere, descriptor)
        os.close(nowhere)

    signal.signal(signal.SIGHUP, silence)


def tell(report: Any) -> bool:
    """True once the process that began this worker has been sent the report; False if it is gone."""
    try:
        assert _link is not None
        _link.send(("told", report))
    except OSError:
        return False
    return True


if __name__ == "__main__":
    from solvers import pinned_workers  # where `tell` finds the link

    pinned_workers.work(int(sys.argv[1]), sys.argv[2])
