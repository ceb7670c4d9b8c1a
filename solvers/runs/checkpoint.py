"""Where a worker goes on from: the arrays of its search and a few numbers, in one checked .npz file.

It is signed with a key of its user's data folder. Some searches save positions as kernels use them, and only their
family could say whether such numbers fit together: those go on from no checkpoint that was not written here.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from priors.sealed import Arrays, DamagedError, is_sealed, parsed, sealed, strictly
from puzzles.parameters import Value
from puzzles.user_data import data_root, decoded, make_folder, open_regular, read_file, replace_file, take_lock
from solvers.runs.result import Solution

META = "checkpoint"
"""Name of the member that holds the numbers; a search's arrays have other names."""

RENAMED = {"numbers": "scalars", "now": "scalars", "figures": "scalars", "merits": "real_scalars"}
"""Arrays of version 0.1.0, by their names' last part, and what they are called today."""
KEY = "checkpoint.key"
KEY_BYTES = 32


class ForeignError(DamagedError):
    """The checkpoint is as it was written, but not by a worker of this data folder."""


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True):
    """A search's place. `playouts` counts all stages, `earlier_...` those before this one.

    `spec` is the digest of the spec: with another one the search can't go on. `solved_seconds` is the search
    time to the solution, once there is one; `best_facts` are the facts of the verdict on the best board.
    `found`: what was found so far in a run that wants several solutions; `repeats`: how often one came again;
    `judged`: how many were judged, where only the best are kept; `unjudged`: those that waited for their verdict.
    `cpu`: processor time of the search, as `elapsed` is of the clock. `digest` is of the arrays, where an earlier
    version wrote the file: today's is sealed as a whole. `signature`: of all else and the arrays, in the file alone.
    """

    stage: Literal["plain", "easy", "prior"]
    elapsed: float
    playouts: int
    earlier_playouts: int
    earlier_restarts: int
    best_score: float | None
    best_board: list[int]
    spec: str
    solved_seconds: float | None = None
    best_facts: dict[str, Value] = {}
    found: list[Solution] = []
    repeats: int = 0
    judged: int = 0
    unjudged: list[list[int]] = []
    cpu: float = 0.0
    digest: str = ""
    signature: str = ""


_DECODER = msgspec.json.Decoder(Checkpoint)


def digest(data: bytes) -> str:
    """32 hexadecimal digits that change with the data."""
    return hashlib.sha256(data).hexdigest()[:32]


def write_checkpoint(path: Path, checkpoint: Checkpoint, arrays: Arrays) -> None:
    """Nothing; the file holds both, signed, or (OSError) what it held before."""
    signed = msgspec.structs.replace(checkpoint, signature=_signature(checkpoint, arrays, _key()))
    text = np.frombuffer(msgspec.json.encode(signed), np.uint8)
    replace_file(path, sealed({META: text, **arrays}), durable=True)


def read_checkpoint(path: Path, *, own: bool = False) -> tuple[Checkpoint, Arrays] | None:
    """The numbers and arrays; None if there is no file. DamagedError if it is not valid.

    `own`: ForeignError if it was not signed with this data folder's key.
    """
    try:
        file = os.fdopen(open_regular(path), "rb")
    except FileNotFoundError:
        return None
    with file:
        arrays = parsed(file)
        sealed_whole = is_sealed(file)
    try:
        checkpoint = decoded(_DECODER.decode, arrays.pop(META).tobytes())
    except (KeyError, ValueError) as error:
        raise DamagedError(f"it is not a checkpoint ({error})") from None
    if not sealed_whole and checkpoint.digest != _digest(arrays):
        raise DamagedError("its checksum is wrong")
    if own and not _is_own(checkpoint, arrays):
        raise ForeignError("it was not written in this data folder, and its positions can't be checked")
    if not sealed_whole:
        arrays = _with_current_names(arrays)
    return msgspec.structs.replace(checkpoint, signature=""), arrays


def trust(path: Path) -> None:
    """Signs a checkpoint that was written elsewhere, if there is one; DamagedError if it is not valid."""
    saved = read_checkpoint(path)
    if saved is not None:
        write_checkpoint(path, *saved)


def read_place(path: Path) -> Checkpoint | None:
    """The numbers alone, whether or not the arrays are damaged; None if they can't be read."""
    try:
        with open(open_regular(path), "rb") as stream, strictly(), np.load(stream, allow_pickle=False) as members:
            return _DECODER.decode(members[META].tobytes())
    except Exception:  # as for `parsed`
        return None


def _with_current_names(arrays: Arrays) -> Arrays:
    """The arrays of a checkpoint that version 0.1.0 wrote, by today's names."""
    current = {}
    for name, array in arrays.items():
        parts = name.split(".")
        if parts[-2:-1] != ["origins"]:
            parts[-1] = RENAMED.get(parts[-1], parts[-1])
        current[".".join(parts)] = array
    iterations = current.get("search.iterations")
    if iterations is not None and "search.batched" not in current:  # it was the first of the iterations
        current["search.batched"] = iterations[:1].copy()
        iterations[0] = 0
    return current


def _digest(arrays: Arrays) -> str:
    running = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        running.update(f"{name} {array.dtype.str} {array.shape}".encode())
        running.update(array.tobytes())
    return running.hexdigest()[:32]


def _is_own(checkpoint: Checkpoint, arrays: Arrays) -> bool:
    key = _read_key()
    return key is not None and hmac.compare_digest(checkpoint.signature, _signature(checkpoint, arrays, key))


def _signature(checkpoint: Checkpoint, arrays: Arrays, key: bytes) -> str:
    text = msgspec.json.encode(msgspec.structs.replace(checkpoint, signature=""))
    return hmac.new(key, text + _digest(arrays).encode(), "sha256").hexdigest()


def signed(text: str) -> str:
    """The text's signature by the key of this data folder. OSError if there is no key and none can be written."""
    return hmac.new(_key(), text.encode(), "sha256").hexdigest()


def is_ours(text: str, signature: str) -> bool:
    """True if `signed` gave that signature to the text, in this data folder."""
    key = _read_key()
    return key is not None and hmac.compare_digest(signature, hmac.new(key, text.encode(), "sha256").hexdigest())


def _key() -> bytes:
    """The key of this data folder; it is made if there is none. OSError if it can't be."""
    import filelock

    path = data_root() / KEY
    if (key := _read_key()) is not None:
        return key
    make_folder(path.parent)
    lock = filelock.FileLock(path.with_suffix(".lock"), mode=0o600)
    take_lock(lock, seconds=-1)
    try:
        if (key := _read_key()) is None:
            key = secrets.token_bytes(KEY_BYTES)
            replace_file(path, key, durable=True)
        return key
    finally:
        lock.release()


def _read_key() -> bytes | None:
    with suppress(OSError):
        key = read_file(data_root() / KEY)
        return key if len(key) == KEY_BYTES else None
    return None
