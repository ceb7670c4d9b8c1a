"""The app through a real sshd on loopback, with its own keys, over a line that counts bytes and can be cut."""

from __future__ import annotations

import getpass
import os
import select
import shlex
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from drivers.app_in_terminal import DEADLINE, HOME, PROGRAM, Terminal

from solvers.runs.folder import Run, all_runs

APP = PROGRAM.format(ascii=False)
SERVER_NAMES = ("sshd", "/usr/sbin/sshd", "/usr/local/sbin/sshd")
SETTINGS = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/user_key.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
PrintMotd no
PrintLastLog no
"""
CLIENT = (
    *("-F", "none", "-tt", "-q", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
    *("-o", "IdentitiesOnly=yes", "-o", "ControlMaster=no"),
)


def missing() -> str:
    """Why there is no sshd to test with; empty if there is one."""
    needed = {"sshd": any(map(shutil.which, SERVER_NAMES)), "ssh": shutil.which("ssh")}
    lacking = [name for name, there in {**needed, "ssh-keygen": shutil.which("ssh-keygen")}.items() if not there]
    if lacking:
        return f"{' and '.join(lacking)} missing (Debian: openssh-server, openssh-client)"
    return ""


class Line:
    """Passes on what two sides send to each other; counts the bytes to the client; can be cut as a network is."""

    def __init__(self, server_port: int) -> None:
        self.received = 0
        self._server_port = server_port
        self._cuts: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """All connections are reset, without a farewell."""
        for one in self._cuts:
            one.close()
        self._cuts.clear()

    def close(self) -> None:
        self.cut()
        self._listening.shutdown(socket.SHUT_RDWR)  # which ends its accept
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._server_port))
            cut, ours = socket.socketpair()
            self._cuts.append(cut)
            threading.Thread(target=self._pass_on, args=(client, server, ours), daemon=True).start()

    def _pass_on(self, client: socket.socket, server: socket.socket, cut: socket.socket) -> None:
        other = {client: server, server: client}
        with suppress(OSError):
            while True:
                ready = select.select([client, server, cut], [], [])[0]
                data = b"" if cut in ready else ready[0].recv(1 << 16)
                if not data:
                    break
                if ready[0] is server:
                    self.received += len(data)
                other[ready[0]].sendall(data)
        for side in (client, server):
            side.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            side.close()


class Server:
    """An sshd of our own for the user who runs this; ends with the context. `folder`: for its keys and settings."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> Self:
        for name in ("host_key", "user_key"):
            make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self._folder / name)]
            subprocess.run(make, check=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        settings = self._folder / "settings"
        settings.write_text(SETTINGS.format(port=port, folder=self._folder))
        program = next(filter(None, map(shutil.which, SERVER_NAMES)))
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)  # where an sshd of root's confines its helper
        log = (self._folder / "log").open("wb")
        self._process = subprocess.Popen([program, "-D", "-e", "-f", str(settings)], stderr=log)
        end = time.monotonic() + DEADLINE
        while not self._listens(port):
            said = (self._folder / "log").read_text()
            assert self._process.poll() is None, f"sshd has ended: {said}"
            assert time.monotonic() < end, f"sshd does not listen: {said}"
        self.line = Line(port)
        return self

    def __exit__(self, *_error: object) -> None:
        self.line.close()
        self._process.terminate()
        self._process.wait()

    def client(self, program: str, *, size: tuple[int, int] = (80, 24), **environment: str) -> Client:
        """An ssh of its own that runs the Python program on a terminal; `environment`: variables over there."""
        variables = [f"{name}={value}" for name, value in {"PYTHONPATH": str(HOME), **environment}.items()]
        command = shlex.join(["env", *variables, sys.executable, "-c", program])
        place = ["-i", str(self._folder / "user_key"), "-p", str(self.line.port), f"{getpass.getuser()}@127.0.0.1"]
        return Client(["ssh", *CLIENT, *place, command], {}, size)

    @staticmethod
    def _listens(port: int) -> bool:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            return False
        return True


class Client(Terminal):
    """An ssh on a pseudo-terminal."""

    def wait_for_silence(self, line: Line, seconds: float) -> None:
        """Returns after that many seconds in which not a byte came over the line; AssertionError after DEADLINE."""
        end = time.monotonic() + DEADLINE
        before, since = line.received, time.monotonic()
        while time.monotonic() - since < seconds:
            self.read()
            if line.received != before:
                before, since = line.received, time.monotonic()
            assert time.monotonic() < end, "the line is never silent"


def started(client: Client, line: Line) -> Run:
    """The run that searches the puzzle highlighted in Puzzles, the only one that lives."""
    client.type("s")  # the form of its search
    client.wait_for("Start")
    client.wait_for_silence(line, 0.5)
    client.type("\r")
    end = time.monotonic() + DEADLINE
    while not (runs := [run for run in all_runs() if run.lives()]):
        client.read()
        assert time.monotonic() < end, f"no run begins: {client.output[-2000:]!r}"
    return runs[0]
