"""A disk whose writes are recorded, may fail, and can be cut off: what a folder looks like after a power cut.

While it records, `open`, `os.open`, `os.write`, `os.fsync`, `os.replace`, `os.unlink` and `os.mkdir` below the folder
are done and noted. `after_cut` gives the files that a file system may hold if the power fails after the first
operations: names as of some moment since their folder was last synced, and of each file at least what was synced.
With `reads`, opening and reading files below the folder may fail too.
"""

from __future__ import annotations

import builtins
import errno
import io
import itertools
import os
import stat
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

LOSSES = ("nothing", "all", "zeros", "half")
"""What becomes of bytes that were not synced: kept, lost, zeros in their place, the second half lost."""


@dataclass(frozen=True)
class Operation:
    """One change: `kind` is name, unname, sync names (of the folder `name`), cut, write or sync.

    `file` is the number of a file.
    """

    kind: str
    name: str = ""
    file: int = -1
    offset: int = 0
    data: bytes = b""


class RecordedDisk:
    """Records the changes below a folder; fails where `fault` says so."""

    def __init__(self, folder: Path, *, reads: bool = False) -> None:
        self.folder = folder
        self.reads = reads
        self.operations: list[Operation] = []
        self.calls = 0
        """How many calls there were that may fail."""
        self.fault: Callable[[int, str], OSError | None] = lambda call, name: None
        self.short = -1
        """The call that writes half of its bytes, if it is one that writes."""
        self._files: dict[str, int] = {}
        self._numbers = itertools.count()
        self._descriptors: dict[int, str] = {}
        self._real = {
            name: getattr(os, name) for name in ("open", "write", "fsync", "close", "replace", "unlink", "mkdir")
        }
        self._real_open = builtins.open

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Inside, changes are recorded and fail."""
        changed = {name: getattr(self, f"_{name}") for name in self._real}
        streams = (mock.patch.object(module, "open", self._open_stream) for module in (builtins, io))
        with mock.patch.multiple(os, **changed), next(streams), next(streams):
            yield

    def adopt(self) -> None:
        """Notes the files that are there, as on the disk for long."""
        for path in sorted(self.folder.rglob("*")):
            if path.is_file():
                name = str(path.relative_to(self.folder))
                self._opened(name, new=True, cut=False)
                self._note("write", file=self._files[name], data=path.read_bytes())
                self._note("sync", file=self._files[name])
        for folder in (self.folder, *self.folder.rglob("*/")):
            self._note("sync names", str(folder.relative_to(self.folder)))

    def unsynced(self, operations: int) -> list[int]:
        """Which of the first operations changed names in a folder that was not synced since."""
        found: list[int] = []
        for at, one in enumerate(self.operations[:operations]):
            if one.kind in ("name", "unname"):
                found.append(at)
            elif one.kind == "sync names":
                found = [name for name in found if _folder_of(self.operations[name].name) != one.name]
        return found

    def after_cut(self, operations: int, dropped: Collection[int], loss: str) -> dict[str, bytes]:
        """The files by name after the first operations, without the dropped changes of names."""
        done = self.operations[:operations]
        names: dict[str, int] = {}
        written: dict[int, tuple[bytes, bytes]] = {}
        for at, one in enumerate(done):
            if one.kind in ("name", "unname") and at not in dropped:
                names = {name: file for name, file in names.items() if name != one.name and file != one.file}
                if one.kind == "name":
                    names[one.name] = one.file
            kept, now = written.get(one.file, (b"", b""))
            if one.kind == "write":
                now = now[: one.offset].ljust(one.offset, b"\0") + one.data + now[one.offset + len(one.data) :]
            elif one.kind == "cut":
                now = now[: one.offset]
            written[one.file] = (now, now) if one.kind == "sync" else (kept, now)
        return {name: _lost(*written.get(file, (b"", b"")), loss) for name, file in names.items()}

    def cuts(self, begin: int = 0, *, any_order: bool = False) -> Iterator[dict[str, bytes]]:
        """The different states after a cut of the power, from the given operation on.

        Of the changes of names that were not synced, none, the last one or all are lost; `any_order`: any of them.
        """
        seen: set[int] = set()
        for operations in range(begin, len(self.operations) + 1):
            lost = self.unsynced(operations)
            orders = [[], lost[-1:], lost]
            if any_order:
                orders = [list(one) for count in range(len(lost) + 1) for one in itertools.combinations(lost, count)]
            for dropped, loss in itertools.product(orders, LOSSES):
                state = self.after_cut(operations, dropped, loss)
                known = hash(tuple(sorted(state.items())))
                if known not in seen:
                    seen.add(known)
                    yield state

    def _name(self, path: Any) -> str | None:
        """The path below the folder; None if it is elsewhere."""
        place = Path(os.path.abspath(os.fspath(path)))
        return str(place.relative_to(self.folder)) if place.is_relative_to(self.folder) else None

    def _may_fail(self, call: str) -> None:
        self.calls += 1
        error = self.fault(self.calls, call)
        if error is not None:
            raise error

    def _note(self, kind: str, name: str = "", file: int = -1, offset: int = 0, data: bytes = b"") -> None:
        self.operations.append(Operation(kind, name, file, offset, data))

    def _opened(self, name: str, *, new: bool, cut: bool) -> None:
        if new:
            self._files[name] = next(self._numbers)
            self._note("name", name, self._files[name])
        elif cut:
            self._note("cut", file=self._files[name])

    def _open(self, path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        name = self._name(path) if isinstance(path, str | os.PathLike) else None
        if name is None:
            return int(self._real["open"](path, flags, mode, dir_fd=dir_fd))
        if self.reads or flags & (os.O_CREAT | os.O_RDWR | os.O_WRONLY):
            self._may_fail("open")
        new = not os.path.lexists(path)
        descriptor = int(self._real["open"](path, flags, mode, dir_fd=dir_fd))
        self._descriptors[descriptor] = name
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            self._opened(name, new=new, cut=bool(flags & os.O_TRUNC))
        return descriptor

    def _write(self, descriptor: int, data: Any) -> int:
        name = self._descriptors.get(descriptor)
        if name is None or name not in self._files:
            return int(self._real["write"](descriptor, data))
        self._may_fail("write")
        data = bytes(data)
        if self.calls == self.short:
            data = data[: len(data) // 2]
        offset = os.fstat(descriptor).st_size  # all that is written so is appended
        written = int(self._real["write"](descriptor, data))
        self._note("write", file=self._files[name], offset=offset, data=data[:written])
        return written

    def _fsync(self, descriptor: int) -> None:
        name = self._descriptors.get(descriptor)
        if name is not None:
            self._may_fail("fsync")
            if name in self._files:
                self._note("sync", file=self._files[name])
            else:
                self._note("sync names", name)
        else:
            self._real["fsync"](descriptor)  # what is recorded need not be on the disk

    def _close(self, descriptor: int) -> None:
        self._descriptors.pop(descriptor, None)
        self._real["close"](descriptor)

    def _replace(self, source: Any, target: Any, **places: Any) -> None:
        old, new = self._name(source), self._name(target)
        if old is not None and new is not None:
            self._may_fail("replace")
        self._real["replace"](source, target, **places)
        if old is not None and new is not None:
            self._files[new] = self._files.pop(old)
            self._note("name", new, self._files[new])

    def _unlink(self, path: Any, **places: Any) -> None:
        self._real["unlink"](path, **places)
        name = self._name(path)
        if name is not None and name in self._files:
            self._note("unname", name, self._files.pop(name))

    def _mkdir(self, path: Any, *arguments: Any, **places: Any) -> None:
        if self._name(path) is not None:
            self._may_fail("mkdir")
        self._real["mkdir"](path, *arguments, **places)

    def _open_stream(self, file: Any, mode: str = "r", *arguments: Any, **settings: Any) -> Any:
        if self.reads and mode == "rb" and file in self._descriptors:
            return io.BufferedReader(_ReadStream(self, file))
        name = self._name(file) if isinstance(file, str | os.PathLike) else None
        if self.reads and mode in ("r", "rb") and name is not None:
            self._may_fail("open")
            stream = io.BufferedReader(_ReadStream(self, file))
            return stream if mode == "rb" else io.TextIOWrapper(stream, *arguments[1:], **settings)
        if name is None or mode in ("r", "rb"):
            return self._real_open(file, mode, *arguments, **settings)
        if "b" not in mode:
            raise AssertionError(f"{name}: text streams are not recorded")
        self._may_fail("open")
        new = not os.path.lexists(file)
        stream = _RecordedStream(self, name, os.fspath(file), mode)
        self._descriptors[stream.fileno()] = name
        self._opened(name, new=new, cut="w" in mode)
        return io.BufferedRandom(stream) if "+" in mode else io.BufferedWriter(stream)


class _ReadStream(io.FileIO):
    def __init__(self, disk: RecordedDisk, file: Any) -> None:
        self._disk = disk
        super().__init__(file, "r")

    def readinto(self, buffer: Any) -> int:
        self._disk._may_fail("read")
        return super().readinto(buffer) or 0

    def readall(self) -> bytes:
        self._disk._may_fail("read")
        return super().readall()

    def close(self) -> None:
        if not self.closed:
            self._disk._descriptors.pop(self.fileno(), None)
        super().close()


class _RecordedStream(io.FileIO):
    def __init__(self, disk: RecordedDisk, name: str, path: str, mode: str) -> None:
        self._disk, self._name = disk, name
        super().__init__(path, mode.replace("b", ""))

    def write(self, data: Any) -> int:
        disk, offset = self._disk, self.tell()
        disk._may_fail("write")
        data = bytes(data)
        written = super().write(data[: len(data) // 2] if disk.calls == disk.short else data) or 0
        disk._note("write", file=disk._files[self._name], offset=offset, data=data[:written])
        return written

    def close(self) -> None:
        if not self.closed:
            self._disk._descriptors.pop(self.fileno(), None)
        super().close()

    def truncate(self, size: int | None = None) -> int:
        end = super().truncate(size)
        self._disk._note("cut", file=self._disk._files[self._name], offset=end)
        return end


def _folder_of(name: str) -> str:
    """The folder of the named file, as it is called when it is synced."""
    return name.rpartition("/")[0] or "."


def _lost(synced: bytes, now: bytes, loss: str) -> bytes:
    """What is left of the bytes now that only the first are sure."""
    if loss == "nothing" or synced == now:
        return now
    if loss == "all":
        return synced
    sure = next((at for at, (a, b) in enumerate(zip(synced, now, strict=False)) if a != b), min(len(synced), len(now)))
    return now[:sure] + (bytes(len(now) - sure) if loss == "zeros" else now[sure : sure + (len(now) - sure) // 2])


def failing(call: int, code: int) -> Callable[[int, str], OSError | None]:
    """A fault of the one call."""
    return lambda made, name: OSError(code, os.strerror(code)) if made == call else None


FAULTS = (errno.ENOSPC, errno.EIO, errno.EINTR)
