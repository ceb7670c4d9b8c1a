"""Checkpoints: what was saved comes back bit for bit, or is refused."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import msgspec
import numpy as np
import pytest

from priors.sealed import Arrays, DamagedError, sealed
from puzzles.user_data import data_root
from solvers.runs import checkpoint
from solvers.runs.checkpoint import (
    KEY,
    META,
    RENAMED,
    Checkpoint,
    ForeignError,
    digest,
    read_checkpoint,
    read_place,
    trust,
    write_checkpoint,
)

PLACE = Checkpoint(
    stage="prior",
    elapsed=0.1 + 0.2,
    playouts=3000,
    earlier_playouts=2000,
    earlier_restarts=1,
    best_score=-3.0,
    best_board=[1, -1],
    spec=digest(b"spec"),
)


def arrays() -> Arrays:
    return {
        "search.rng": np.array([2**64 - 1], np.uint64),
        "search.best": np.array([-np.inf, np.nan, -0.0]),
        "state.board": np.arange(6, dtype=np.int64).reshape(2, 3)[:, ::2],
        "state.empty": np.zeros((0, 3), np.uint8),
    }


@pytest.fixture
def path(tmp_path: Path) -> Path:
    written = tmp_path / "checkpoint-0.npz"
    write_checkpoint(written, PLACE, arrays())
    return written


def test_all_comes_back_bit_for_bit(path: Path) -> None:
    read = read_checkpoint(path)
    assert read is not None
    place, back = read
    assert place.elapsed == PLACE.elapsed
    assert (place.stage, place.best_board, place.spec) == ("prior", [1, -1], PLACE.spec)
    assert back.keys() == arrays().keys()
    for name, array in arrays().items():
        assert back[name].dtype == array.dtype
        assert back[name].shape == array.shape
        assert back[name].tobytes() == np.ascontiguousarray(array).tobytes()


def test_no_file_is_no_checkpoint(tmp_path: Path) -> None:
    assert read_checkpoint(tmp_path / "checkpoint-0.npz") is None


def test_no_flipped_byte_goes_unnoticed(path: Path) -> None:
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :])
        with pytest.raises(DamagedError):
            read_checkpoint(path)


def without_seal(path: Path, saved: Arrays | None = None) -> None:
    """The file as version 0.1.0 wrote it, with a checksum of the arrays alone."""
    saved = arrays() if saved is None else saved
    meta = msgspec.structs.replace(PLACE, digest=checkpoint._digest(saved))
    np.savez(path, **{META: np.frombuffer(msgspec.json.encode(meta), np.uint8)}, **saved)


def test_a_checkpoint_of_the_first_version_is_read_and_none_of_its_damages_ends_the_program(path: Path) -> None:
    without_seal(path)
    read = read_checkpoint(path)
    assert read is not None
    assert read[0].playouts == PLACE.playouts
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :])
        try:
            read = read_checkpoint(path)
        except DamagedError:
            continue
        assert read is not None  # a byte that means nothing, such as the date of a member: all else is intact
        assert all(read[1][name].tobytes() == arrays()[name].tobytes() for name in arrays())
        assert read[0].playouts == PLACE.playouts


NAMES = {f"state.standing.{last}": np.arange(3.0) for last in (*RENAMED, *RENAMED.values())}


def test_names_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_checkpoint(tmp_path / "checkpoint-0.npz", PLACE, NAMES | {"search.iterations": np.arange(2)})
    read = read_checkpoint(tmp_path / "checkpoint-0.npz")
    assert read is not None
    assert read[1].keys() == {*NAMES, "search.iterations"}


def test_a_flag_that_says_encrypted_is_damage_too(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    place = whole.rindex(b"PK\x01\x02") + 8  # the flags of the last member, in the zip file's directory
    whole[place] ^= 1
    path.write_bytes(whole)
    with pytest.raises(DamagedError, match=r"it can.t be read|its checksum is wrong"):
        read_checkpoint(path)


@pytest.mark.parametrize("length", [0, 1, 100, -1])
def test_a_cut_file_is_refused(path: Path, length: int) -> None:
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(DamagedError, match=r"it can.t be read|its checksum is wrong"):
        read_checkpoint(path)


def test_an_exchanged_array_is_refused(path: Path) -> None:
    without_seal(path)
    other = io.BytesIO()
    np.save(other, np.array([7], np.uint64))
    with zipfile.ZipFile(path) as old:
        members = {name: old.read(name) for name in old.namelist()}
    members["search.rng.npy"] = other.getvalue()
    with zipfile.ZipFile(path, "w") as new:
        for name, data in members.items():
            new.writestr(name, data)
    with pytest.raises(DamagedError, match="its checksum is wrong"):
        read_checkpoint(path)


def test_a_header_of_another_writer_is_damage_and_says_nothing_on_stderr(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    path, header = tmp_path / "checkpoint-0.npz", io.BytesIO()
    np.save(header, np.arange(3))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{META}.npy", header.getvalue().replace(b"(3,), ", b"(3L,),"))
    with pytest.raises(DamagedError, match="UserWarning"):
        read_checkpoint(path)
    assert read_place(path) is None
    assert not recwarn.list


def test_a_zip_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint-0.npz"
    np.savez(path, a=np.zeros(3))
    with pytest.raises(DamagedError):
        read_checkpoint(path)


def test_a_checkpoint_of_the_first_version_is_read_by_todays_names(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint-0.npz"
    old = {
        "state.numbers": np.arange(3),
        "state.game.now": np.arange(4),
        "state.figures": np.arange(2),
        "state.origins.now": np.arange(5),
        "search.merits": np.arange(4.0),
        "search.iterations": np.array([3, 5, 7]),
    }
    without_seal(path, old)
    read = read_checkpoint(path)
    assert read is not None
    arrays = read[1]
    assert set(arrays) == {
        "state.scalars",
        "state.game.scalars",
        "state.origins.now",
        "search.real_scalars",
        "search.iterations",
        "search.batched",
    }
    assert arrays["search.batched"].tolist() == [3]
    assert arrays["search.iterations"].tolist() == [0, 5, 7]


def test_a_checkpoint_is_known_as_written_here_by_the_key_of_the_data_folder(path: Path) -> None:
    assert read_checkpoint(path, own=True) is not None
    key = (data_root() / KEY).read_bytes()
    assert (data_root() / KEY).stat().st_mode & 0o777 == 0o600
    for other in (b"", key[:-1], bytes(32)):
        (data_root() / KEY).write_bytes(other)
        assert read_checkpoint(path) is not None
        with pytest.raises(ForeignError):
            read_checkpoint(path, own=True)
    trust(path)  # by the key of 32 zeros
    assert read_checkpoint(path, own=True) is not None
    (data_root() / KEY).unlink()
    with pytest.raises(ForeignError):
        read_checkpoint(path, own=True)


def test_no_change_of_numbers_or_arrays_keeps_the_signature(path: Path) -> None:
    read = read_checkpoint(path)
    assert read is not None
    place, back = read
    later = msgspec.structs.replace(place, playouts=3001)
    changed = {**back, "search.rng": back["search.rng"] - np.uint64(1)}
    for other_place, other_arrays in ((later, back), (place, changed), (place, {})):
        text = np.frombuffer(msgspec.json.encode(other_place), np.uint8)
        path.write_bytes(sealed({META: text, **other_arrays}))
        assert read_checkpoint(path) is not None
        with pytest.raises(ForeignError):
            read_checkpoint(path, own=True)


def test_a_checkpoint_of_the_first_version_can_be_trusted(path: Path) -> None:
    without_seal(path)
    with pytest.raises(ForeignError):
        read_checkpoint(path, own=True)
    trust(path)
    assert read_checkpoint(path, own=True) is not None
    trust(path.with_name("checkpoint-1.npz"))
    assert not path.with_name("checkpoint-1.npz").exists()
