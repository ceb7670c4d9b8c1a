"""Where a search gets its odds from: the prior at hand at once, with its own temperature unless one is given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from desk_driver import StopAfter

from priors import shipped, store
from puzzles import registry
from puzzles.parameters import ParameterError
from puzzles.rna.nemo import nemo_weights
from solvers.jobs import train
from solvers.jobs.desk import Desk
from solvers.jobs.orders import LeaveError
from solvers.jobs.priming import Priming
from solvers.runs.folder import new_run
from solvers.runs.reader import view
from solvers.runs.spec import SolveSpec, TrainSpec


def priming(name: str, text: str, **settings: Any) -> Priming:
    """What primes a search on that puzzle."""
    family = registry.family(name)
    puzzle = family.parse(text)
    spec = SolveSpec(
        family=name, puzzle=family.to_json(puzzle), title="", algorithm="sampling", playouts=10, **settings
    )
    return Priming(Desk(new_run(spec), 0), spec, family, puzzle)


def rna(**settings: Any) -> Priming:
    return priming("rna", "((((...))))\n", **settings)


def table(prior: str) -> np.ndarray:
    found = shipped.find("rna", prior, "any")
    assert found is not None
    return found.table


def test_the_shipped_prior_is_used_from_the_first_playout() -> None:
    one = rna()
    assert one.first_stage() == "prior"
    assert np.allclose(one.odds(), np.exp(6.0 * table("ngram")))
    assert rna(prior="none").first_stage() == "plain"


def test_published_weights_are_the_odds() -> None:
    assert rna(prior="nemo").first_stage() == "prior"
    assert np.allclose(rna(prior="nemo").odds(), np.exp(nemo_weights("program")))
    assert np.allclose(rna(prior="nemo-paper").odds(), np.exp(nemo_weights("paper")))


def test_a_temperature_that_is_given_is_obeyed() -> None:
    assert np.allclose(rna(prior_tau=2.5).odds(), np.exp(2.5 * table("ngram")))


def test_counted_priors_keep_their_temperature() -> None:
    count, nb = np.array([3, 1, *[0] * 14]), np.array([4, 4, *[0] * 14])
    family = registry.family("latin")
    from priors.provenance import provenance

    store.save(count, nb, provenance(family, "dual", "order-3", asked=1, counted=1, seed=1))
    found = store.find("latin", "dual", "order-3")
    assert found is not None
    assert np.allclose(priming("latin", "1 . 3\n. 3 .\n3 . 2\n").odds(), np.exp(4.0 * found.table))


def test_what_is_missing_and_comes_from_a_file_is_told_and_not_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("priors.shipped.FOLDER", Path("/nowhere"))
    assert rna().first_stage() == "plain"
    assert rna(prior="ngram").first_stage() == "prior"
    with pytest.raises(ParameterError, match="the prior ngram is absent; mcs-tui train rna --from FILE makes it"):
        rna(prior="ngram").odds()


@pytest.fixture
def training(tmp_path: Path) -> TrainSpec:
    """Over a file of 3,000 designs, so that it takes several slices."""
    path = tmp_path / "designs.fa"
    path.write_text(">a\nGGGAAACCC\n(((...)))\n" * 3_000)
    return TrainSpec(family="rna", prior="ngram", shape="any", title="", puzzles=0, corpus=str(path))


def test_training_over_a_file_needs_no_kernel_and_says_what_it_counted(training: TrainSpec) -> None:
    run = new_run(training)
    train.work(Desk(run, 0), training)
    seen = view(run)
    assert (seen.status, seen.done, seen.total) == ("done", 3_000, 3_000)
    assert [line.text for line in seen.log][1:] == [
        "training the prior ngram from designs.fa",
        "trained from 3,000 puzzles",
        "ended: done",
    ]


def test_stopped_before_the_end_it_stores_nothing_and_begins_anew_when_resumed(training: TrainSpec) -> None:
    run = new_run(training)
    with pytest.raises(LeaveError):
        train.work(StopAfter(run, 2), training)
    assert "stopped before the end of the file: nothing is stored" in [line.text for line in view(run).log]
    assert store.all_stored() == []
    train.work(Desk(run, 0), training)
    [stored] = store.all_stored()
    assert stored.provenance.counted == 3_000
