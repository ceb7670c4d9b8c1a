"""Processes of the program, forked from one that has imported it: `fork_programs()` makes `subprocess` start them so.

Most of the time of a short command or worker is the start of Python and the import of numpy. A test process asks one
server, which it starts once, for a copy that runs `mcs-tui` or a worker with the arguments, environment, descriptors
and folder of the call; so do these in their turn. A process is started as ever if it runs anything else, or if its
environment differs in more than SETTINGS, as the modules that are imported already may depend on that. Interpreted
processes (MCS_TUI_JIT=0) and compiling ones have a server each.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import gc
import inspect
import io
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parents[2]
COMMAND = ["-c", "from tui.commands import main; main()"]
WORKER = ["-P", "-m", "mcs_tui.module", "solvers.worker"]

SETTINGS = {
    "MCS_TUI_CACHE",
    "MCS_TUI_CONFIG",
    "MCS_TUI_DATA",
    "MCS_TUI_DISK_WAIT",
    "MCS_TUI_NICE",
    "NO_COLOR",
    "TERM",
    "COLUMNS",
    "LINES",
    "PYTEST_CURRENT_TEST",
    "TEXTUAL_SNAPSHOT_TEMPDIR",
}
"""Variables that are read when they are needed, never while a module is imported."""
LONGEST_REQUEST, MOST_DESCRIPTORS = 1 << 18, 16

JIT = "MCS_TUI_JIT"
_servers: dict[str, str] = {}
"""The addresses of the servers that this process uses, by what JIT is set to; empty before the server is started."""
_imported_with: dict[str, str] = {}
"""The environment that the servers' modules were imported with, but for JIT."""
_Popen = subprocess.Popen
ARGUMENTS = list(inspect.signature(_Popen._execute_child).parameters)[2:]  # type: ignore[attr-defined]
PIPES = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
STREAMS = ("p2cread", "c2pwrite", "errwrite")


def fork_programs(environment: dict[str, str], servers: dict[str, str]) -> None:
    """From now on `subprocess` has the program's processes forked, on Linux, if they have such an environment."""
    if sys.platform == "linux":
        subprocess.Popen = ForkedPopen  # type: ignore[misc]
        _imported_with.update(_of_imports(environment))
        _servers.update(servers)


class ForkedPopen(_Popen):  # type: ignore[type-arg]
    """As any `Popen`; what it starts is forked by the server if it can be."""

    _answers: socket.socket | None = None

    def _execute_child(self, args: Any, *others: Any) -> None:
        call = dict(zip(ARGUMENTS, others, strict=False))
        environment = dict(os.environ if call["env"] is None else call["env"])
        program = _program(args)
        try:
            folder = os.fspath(call["cwd"] or os.getcwd())
        except FileNotFoundError:  # it was removed: nobody can change to it, and a child is in it all the same
            folder = ""
        if (
            not (program and folder)
            or call["preexec_fn"] is not None
            or environment.get(JIT) not in _servers
            or _of_imports(environment) != _imported_with
        ):
            super()._execute_child(args, *others)  # type: ignore[misc]
            return
        streams = [own if call[name] == -1 else call[name] for own, name in enumerate(STREAMS)]
        request = {
            "program": program,
            "arguments": [os.fsdecode(one) for one in args[1 + len(program) :]],
            "environment": environment,
            "folder": folder,
            "new_session": call["start_new_session"],
            "descriptors": [0, 1, 2, *call["pass_fds"]],
        }
        self._answers = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._answers.connect(_servers[environment[JIT]] or _start_server(environment[JIT]))
        socket.send_fds(self._answers, [json.dumps(request).encode()], [*streams, *call["pass_fds"]])
        self.pid = int(self._answers.recv(64))
        self._child_created = True
        self._close_pipe_fds(*(call[name] for name in PIPES))  # type: ignore[attr-defined]

    def _try_wait(self, wait_flags: int) -> tuple[int, int]:
        if self._answers is None:
            return super()._try_wait(wait_flags)  # type: ignore[misc, no-any-return]
        if wait_flags & os.WNOHANG and not select.select([self._answers], [], [], 0)[0]:
            return 0, 0
        status = int(self._answers.recv(64))
        self._answers.close()
        return self.pid, status

    def _internal_poll(self, *others: Any, **named: Any) -> int | None:
        if self._answers is None:
            return super()._internal_poll(*others, **named)  # type: ignore[misc, no-any-return]
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._wait(0)  # type: ignore[attr-defined]
        return self.returncode


def _program(args: Any) -> list[str]:
    """The arguments of Python that say which of our programs is to be run; empty if it is another."""
    words = list(args) if isinstance(args, list | tuple) else []
    beginnings = (one for one in (COMMAND, WORKER) if words[: 1 + len(one)] == [sys.executable, *one])
    return next(beginnings, [])


def _of_imports(environment: dict[str, str]) -> dict[str, str]:
    paths = {str(HOME), *filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))}
    kept = {name: value for name, value in environment.items() if name not in SETTINGS | {JIT}}
    return kept | {"PYTHONPATH": os.pathsep.join(sorted(paths))}


def _start_server(jit: str) -> str:
    folder = tempfile.TemporaryDirectory()
    address = _servers[jit] = f"{folder.name}/server"
    link, theirs = socket.socketpair()
    with theirs, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(address)
        listening.listen(64)
        numbers = (listening.fileno(), theirs.fileno())
        command = [sys.executable, "-P", __file__, address, *map(str, numbers)]
        process = _Popen(command, env=_imported_with | {JIT: jit}, pass_fds=numbers, stdin=subprocess.DEVNULL)

    def end() -> None:
        link.close()
        process.wait()
        folder.cleanup()

    atexit.register(end)
    return address


def serve(listening: socket.socket, link: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """In each child of the server, the request that it is to fulfil and its descriptors; else never.

    The server exits when the other end of the link is closed.
    """
    children: dict[int, socket.socket] = {}
    ended, wake = socket.socketpair()
    wake.setblocking(False)
    signal.set_wakeup_fd(wake.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        ready, _, _ = select.select([listening, link, ended], [], [])
        if link in ready:
            os._exit(0)
        if ended in ready:
            ended.recv(4096)
            while children and (found := os.waitpid(-1, os.WNOHANG))[0]:
                with children.pop(found[0]) as asking, contextlib.suppress(OSError):
                    asking.send(str(found[1]).encode())
        if listening in ready:
            asking, _ = listening.accept()
            message, descriptors, _, _ = socket.recv_fds(asking, LONGEST_REQUEST, MOST_DESCRIPTORS)
            pid = os.fork()
            if pid == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                signal.signal(signal.SIGINT, signal.default_int_handler)
                return json.loads(message), descriptors
            children[pid] = asking
            asking.send(str(pid).encode())
            for one in descriptors:
                os.close(one)


def become(request: dict[str, Any], descriptors: list[int]) -> None:
    """Gives this process what the request says; all other descriptors are closed."""
    numbers = request["descriptors"]
    above = max(numbers) + 1
    for number, one in zip(numbers, [fcntl.fcntl(one, fcntl.F_DUPFD, above) for one in descriptors], strict=True):
        os.dup2(one, number)
    numbers.sort()
    for one, following in zip(numbers, [*numbers[1:], os.sysconf("SC_OPEN_MAX")], strict=True):
        os.closerange(one + 1, following)
    if request["new_session"]:
        os.setsid()
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv = ["-c", *request["arguments"]]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = _stream(number, name)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _stream(number: int, name: str) -> io.TextIOWrapper:
    """The stream, as Python makes it at its start."""
    before = getattr(sys, name)
    lines = number == 2 or os.isatty(number)
    binary = open(number, "wb" if number else "rb", closefd=False)  # noqa: SIM115
    binary.raw.name = f"<{name}>"
    return io.TextIOWrapper(binary, before.encoding, before.errors, "\n", line_buffering=lines)


def _modules() -> Iterator[str]:
    """What commands and workers import."""
    yield from (WORKER[-1], "solvers.driver.search", "solvers.jobs.train", "solvers.jobs.generate")
    yield from (f"tui.commands.{one.name}" for one in pkgutil.iter_modules(import_module("tui.commands").__path__))
    if os.environ.get(JIT) == "0":
        yield from (f"{family}.kernels.rules" for family in import_module("puzzles.registry").FAMILY_MODULES.values())
        yield from (one.module for one in import_module("solvers.registry").ALGORITHMS)
    yield "numba"  # idle workers import it meanwhile, even interpreted ones


def main() -> None:
    """The server's life, and after `serve` that of one of its children."""
    address, *numbers = sys.argv[1:]
    listening, link = (socket.socket(fileno=int(one)) for one in numbers)
    for module in _modules():
        import_module(module)
    gc.collect()
    gc.freeze()
    request, descriptors = serve(listening, link)
    listening.detach()
    link.detach()
    become(request, descriptors)
    fork_programs(request["environment"], {request["environment"][JIT]: address})
    if request["program"] == WORKER:
        runpy.run_module(WORKER[-1], run_name="__main__", alter_sys=True)
    else:
        import_module("tui.commands").main()


if __name__ == "__main__":
    main()
