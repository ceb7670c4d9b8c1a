"""The distribution of a prior: its numbers worked by hand, and its pictures."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from priors import store
from priors.provenance import provenance
from priors.stored import draw, histogram
from puzzles import registry

# frequencies 0, 1/4, 1/2, 1/2, 3/4, 1, 1; the last two codes were never possible
COUNT = np.array([0, 1, 1, 4, 3, 1, 9, 0, 0], np.int64)
NB = np.array([5, 4, 2, 8, 4, 1, 9, 0, 0], np.int64)


@pytest.fixture
def stored() -> store.Stored:
    family = registry.get_family("latin")
    kind = family.priors.kinds[0].name
    store.save(COUNT, NB, provenance(family, kind, "order-8", asked=2, counted=2, seed=1))
    found = store.find("latin", kind, "order-8")
    assert found is not None
    return found


def test_bins_worked_by_hand(stored: store.Stored) -> None:
    edges, counts = histogram(stored, bins=4)
    assert edges.tolist() == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert counts.tolist() == [1, 1, 2, 3]


def test_there_are_twenty_bins_and_every_code_seen_is_in_one(stored: store.Stored) -> None:
    edges, counts = histogram(stored)
    assert len(edges) == 21
    assert counts.tolist() == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 2]


def test_a_bias_is_shown_from_its_least_to_its_greatest(tmp_path: Path) -> None:
    found = store.find("samegame", "size", "any")
    assert found is not None
    edges, counts = histogram(found, bins=9)
    assert edges.tolist() == [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert counts.tolist() == [1, 1, 1, 1, 1, 1, 1, 1, 2]  # the last bin is closed
    draw(found, tmp_path / "bias.svg", bins=9)
    assert (tmp_path / "bias.svg").read_text(encoding="utf-8").count('id="bar-') == 9


def test_no_bins_are_refused(stored: store.Stored) -> None:
    with pytest.raises(ValueError, match="bins"):
        histogram(stored, bins=0)


def test_an_svg_has_a_bar_for_each_bin_and_letters_as_outlines(stored: store.Stored, tmp_path: Path) -> None:
    path = tmp_path / "prior.svg"
    draw(stored, path, bins=7)
    text = path.read_text(encoding="utf-8")
    assert text.count('id="bar-') == 7
    assert "<svg" in text
    assert "<text" not in text
    again = tmp_path / "again.svg"
    draw(stored, again, bins=7)
    assert again.read_text(encoding="utf-8") == text


def test_a_png_is_written(stored: store.Stored, tmp_path: Path) -> None:
    path = tmp_path / "prior.PNG"
    draw(stored, path)
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">II", data[16:24]) == (1050, 675)


@pytest.mark.parametrize("name", ["prior.pdf", "prior", "svg"])
def test_another_suffix_is_one_clear_line(stored: store.Stored, tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=r"expected \.svg or \.png") as caught:
        draw(stored, tmp_path / name)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.glob(name)) == []
