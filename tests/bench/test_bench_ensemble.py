"""`mcs-tui bench ensemble`: tables with a row for each length and kind of sequence."""

from __future__ import annotations

import argparse
from functools import partial

import pytest

from puzzles.rna.puzzle import RnaPuzzle
from solvers.bench import ensemble

pytestmark = pytest.mark.compiled


def test_the_tables_have_a_row_for_each_length_and_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ensemble, "LENGTHS", (30, 60))
    monkeypatch.setattr(ensemble, "PROPOSALS", 200)
    # with demands the search has a kernel that other tests compile too
    monkeypatch.setattr(ensemble, "RnaPuzzle", partial(RnaPuzzle, synthesis="on"))
    report = ensemble.run(argparse.Namespace(seed=3, instances=1))
    assert len(report.tables) == 3
    for table in report.tables[:2]:
        assert [row[:2] for row in table.rows] == [
            (length, kind) for length in (30, 60) for kind in ("random", "designed")
        ]
        assert all(float(cell) > 0 for row in table.rows for cell in row[2:])
    listed = report.tables[2].rows
    assert [row[0] for row in listed] == [30, 60]
    for row in listed:
        assert int(row[1]) > 0
        assert float(row[2]) > 0
        assert float(row[5]) >= 0
        refused, worse = map(int, str(row[6]).split(" of "))
        assert 0 < refused <= worse <= ensemble.CHANGES
