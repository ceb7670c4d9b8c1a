"""Stored priors come back as they were, and what is damaged or outdated is set aside, never trusted."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import msgspec
import numpy as np
import pytest

from priors import store
from priors.provenance import Provenance, provenance
from priors.table import log_frequencies
from puzzles import registry

FAMILY = registry.get_family("latin")
PRIOR = FAMILY.priors.kinds[0].name
SHAPE = "order-8"
COUNT = np.array([3, 1, 0, 0], np.int64)
NB = np.array([4, 4, 5, 0], np.int64)


def described(**changes: object) -> Provenance:
    """The provenance of a finished training, with some fields changed."""
    made = provenance(FAMILY, PRIOR, SHAPE, asked=10, counted=10, seed=7)
    return msgspec.structs.replace(made, **changes)


def names() -> list[str]:
    return sorted(path.name for path in store.folder().iterdir() if path.suffix != ".lock")


def test_what_is_saved_is_found_again() -> None:
    path = store.save(COUNT, NB, described())
    found = store.find("latin", PRIOR, SHAPE)
    assert found is not None
    assert found.path == path
    assert found.count.tolist() == COUNT.tolist()
    assert found.nb.tolist() == NB.tolist()
    assert found.table.tolist() == log_frequencies(COUNT, NB).tolist()
    assert found.provenance.parameters == dict(FAMILY.priors.training_shape(SHAPE))
    assert (found.provenance.asked, found.provenance.counted, found.provenance.seed) == (10, 10, 7)
    assert found.provenance.summary.startswith(f"latin {PRIOR} order-8: 10 puzzles, seed 7, ")
    assert names() == [f"latin-{PRIOR}-order-8.npz"]


def test_the_file_is_plain_numpy_without_pickle() -> None:
    path = store.save(COUNT, NB, described())
    with np.load(path, allow_pickle=False) as arrays:
        assert arrays["count"].tolist() == COUNT.tolist()


def test_nothing_stored_is_no_prior_and_no_notice() -> None:
    assert store.look_up("latin", PRIOR, SHAPE) == store.Lookup(None, "")
    assert store.all_stored() == []
    assert not store.folder().exists()


def test_every_flipped_byte_is_noticed() -> None:
    path = store.save(COUNT, NB, described())
    intact = path.read_bytes()
    for place in range(len(intact)):
        path.write_bytes(intact[:place] + bytes([intact[place] ^ 0x10]) + intact[place + 1 :])
        assert store.find("latin", PRIOR, SHAPE) is None, f"byte {place} of {len(intact)} was flipped"
        assert names() == [f"{path.name}.damaged"]
        path.with_name(f"{path.name}.damaged").unlink()


@pytest.mark.parametrize("kept", [0, 1, 63, 64, 500])
def test_a_truncated_file_is_set_aside(kept: int) -> None:
    path = store.save(COUNT, NB, described())
    path.write_bytes(path.read_bytes()[:kept])
    found = store.look_up("latin", PRIOR, SHAPE)
    assert found.stored is None
    assert found.notice == (f"the prior {path.name} is damaged (its checksum is wrong); it was set aside")
    assert names() == [f"{path.name}.damaged"]


def test_an_intact_archive_that_holds_something_else_is_set_aside() -> None:
    path = store.save(COUNT, NB, described())
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("count.npy", "no array")
        archive.comment = bytes(64)
    seal(path)
    assert "'count' is no array" in store.look_up("latin", PRIOR, SHAPE).notice
    assert names() == [f"{path.name}.damaged"]


@pytest.mark.parametrize(
    ("count", "nb", "reason"),
    [
        (NB + 1, NB, "more solutions than it was possible"),
        (COUNT[:2], NB, "expected two of one length"),
        (COUNT / 2, NB / 1, "expected int64"),
        (COUNT * np.nan, NB, "expected int64"),
        (np.array([None, 1]), NB, "it can't be read"),
    ],
)
def test_sealed_nonsense_is_set_aside(count: np.ndarray, nb: np.ndarray, reason: str) -> None:
    path = store.save(COUNT, NB, described())
    text = np.frombuffer(msgspec.json.encode(described()), np.uint8)
    np.savez(path, count=count, nb=nb, provenance=text)
    with zipfile.ZipFile(path, "a") as archive:
        archive.comment = bytes(64)
    seal(path)
    assert reason in store.look_up("latin", PRIOR, SHAPE).notice
    assert names() == [f"{path.name}.damaged"]


def seal(path: Path) -> None:
    """Puts the right checksum at a file's end: what a defect of the program, not of the disk, could write."""
    body = path.read_bytes()[:-64]
    path.write_bytes(body + hashlib.sha256(body).hexdigest().encode())


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"revision": 2}, "the rules have changed since it was counted"),
        ({"code": 7}, "the rules have changed since it was counted"),
        ({"reading": "line"}, "the rules have changed since it was counted"),
        ({"parameters": {"order": 8, "holes": 0.1}}, "the rules have changed since it was counted"),
        ({"format": 0}, "format 0; expected 1"),
    ],
)
def test_a_prior_of_other_rules_is_outdated(changes: dict[str, object], reason: str) -> None:
    path = store.save(COUNT, NB, described(**changes))
    found = store.look_up("latin", PRIOR, SHAPE)
    assert found.stored is None
    assert found.notice == f"the prior {path.name} is outdated ({reason}); it was set aside"
    assert names() == [f"{path.name}.outdated"]
    assert store.find("latin", PRIOR, SHAPE) is None


def test_a_prior_under_another_ones_name_is_set_aside() -> None:
    path = store.save(COUNT, NB, described())
    path.rename(path.with_name(f"latin-{PRIOR}-order-9.npz"))
    assert store.look_up("latin", PRIOR, "order-9").notice.count(f"it holds latin {PRIOR} order-8") == 1
    assert store.all_stored() == []


def test_a_damaged_one_can_be_stored_again() -> None:
    path = store.save(COUNT, NB, described())
    path.write_bytes(b"")
    assert store.find("latin", PRIOR, SHAPE) is None
    store.save(COUNT, NB, described())
    assert store.find("latin", PRIOR, SHAPE) is not None


def test_all_stored_lists_the_good_ones_and_remove_takes_one_away() -> None:
    store.save(COUNT, NB, described())
    store.save(COUNT, NB, provenance(FAMILY, PRIOR, "order-9", asked=5, counted=5, seed=1))
    (store.folder() / "latin-broken.npz").write_bytes(b"not a prior")
    found = store.all_stored()
    assert [one.provenance.shape for one in found] == ["order-8", "order-9"]
    store.remove(found[0])
    store.remove(found[0])
    assert [one.provenance.shape for one in store.all_stored()] == ["order-9"]


def test_a_training_stopped_early_keeps_the_larger_one() -> None:
    store.save(COUNT, NB, described(seed=1))
    store.save(COUNT, NB, described(seed=2, counted=3))
    found = store.find("latin", PRIOR, SHAPE)
    assert found is not None
    assert found.provenance.seed == 1
    store.save(COUNT, NB, described(seed=3, asked=5, counted=5))  # asked for and finished: it replaces
    found = store.find("latin", PRIOR, SHAPE)
    assert found is not None
    assert found.provenance.seed == 3


def test_a_training_stopped_early_is_kept_where_there_is_none() -> None:
    store.save(COUNT, NB, described(counted=3))
    found = store.find("latin", PRIOR, SHAPE)
    assert found is not None
    assert "3 of 10 puzzles" in found.provenance.summary


@pytest.mark.parametrize("shape", ["../order-8", "", "order 8", "/order-8", "Order-8"])
def test_names_that_could_leave_the_folder_are_refused(shape: str) -> None:
    with pytest.raises(ValueError, match="can't name a prior"):
        store.find("latin", PRIOR, shape)


def test_storing_and_finding_at_once_never_loses_or_mixes() -> None:
    seen: list[int] = []

    def write(seed: int) -> None:
        for _ in range(5):
            store.save(COUNT * seed, NB * seed, described(seed=seed))

    def read() -> None:
        for _ in range(20):
            found = store.find("latin", PRIOR, SHAPE)
            if found is not None:
                assert found.count.tolist() == (COUNT * found.provenance.seed).tolist()
                seen.append(found.provenance.seed)

    store.save(COUNT, NB, described(seed=1))
    threads = [threading.Thread(target=write, args=(seed,)) for seed in (1, 2, 3)]
    threads += [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 40
    assert names() == [f"latin-{PRIOR}-order-8.npz"]


def test_finding_priors_imports_no_numba() -> None:
    program = (
        "import sys, priors.store, priors.table, priors.stored\n"
        f"priors.store.find('latin', {PRIOR!r}, 'order-8'); priors.store.all_stored()\n"
        "sys.exit(any(name in sys.modules for name in ('numba', 'matplotlib')))"
    )
    home = Path(store.__file__).resolve().parent.parent
    assert subprocess.run([sys.executable, "-c", program], cwd=home, check=False).returncode == 0
