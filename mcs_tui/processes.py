"""Worker processes for calls from Python, as an executor of `concurrent.futures`: begun anew, never forked.

They import nothing of the program that begins them, so a script needs no `if __name__ == "__main__"`. They end with it.
"""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from typing import Any

from solvers.runs.processes import child_environment, program


class Processes(Executor):
    """That many processes, which take what is submitted one at a time; function, arguments and result are pickled."""

    def __init__(self, number: int) -> None:
        self._tasks: queue.SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None]
        self._tasks = queue.SimpleQueue()
        self._begun = [_begin() for _ in range(number)]
        self._killed = False
        self._threads = [threading.Thread(target=self._serve, args=(one,), daemon=True) for one in range(number)]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of `fn(*args)`; its function is a module's own, and not one of the calling script's."""
        future: Future[Any] = Future()
        self._tasks.put((future, fn, args))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As of any executor; with `cancel_futures` what is being done ends too, as the processes are killed."""
        if cancel_futures:
            with suppress(queue.Empty):
                while (task := self._tasks.get_nowait()) is not None:
                    task[0].cancel()
            self._killed = True
            for _, process in self._begun:
                process.kill()
        for _ in self._threads:
            self._tasks.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def _serve(self, number: int) -> None:
        """Hands tasks to one process until there are to be no more; another takes the place of one that has died."""
        while (task := self._tasks.get()) is not None:
            future, fn, args = task
            if not future.set_running_or_notify_cancel():
                continue
            link, process = self._begun[number]
            try:
                link.send((fn, args))
                done, content = link.recv()
            except (EOFError, OSError):
                code = process.wait()
                if not self._killed:
                    self._begun[number] = _begin()
                future.set_exception(RuntimeError(f"a worker process ended with exit code {code}"))
            except Exception as error:  # what can't be pickled
                future.set_exception(error)
            else:
                future.set_result(content) if done else future.set_exception(content)
        link, process = self._begun[number]
        link.close()
        process.wait()


def _begin() -> tuple[Connection, subprocess.Popen[bytes]]:
    """A process, and what leads to it."""
    ours, theirs = Pipe()
    command = program(__name__, str(theirs.fileno()))
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, env=child_environment(), pass_fds=(theirs.fileno(),))
    theirs.close()
    return ours, process


def serve(descriptor: int) -> None:
    """A worker's life: it answers until the other end is closed. Ctrl-C is the business of the process there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    link = Connection(descriptor)
    with suppress(EOFError, OSError):
        while True:
            fn, args = link.recv()
            try:
                answer = True, fn(*args)
            except Exception as error:
                answer = False, error
            link.send(answer)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
