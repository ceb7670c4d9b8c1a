"""Where a search gets its odds from: the prior at hand at once, with its own temperature unless one is given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drivers.command_line import invoke, one_line
from drivers.reporter_driver import StopAfter

from priors import shipped, store
from priors.table import puzzle_table
from puzzles import registry
from puzzles.groups import PriorKind
from puzzles.parameters import ParameterError
from puzzles.rna.nemo import nemo_weights
from solvers.driver.priors import PriorStages
from solvers.driver.sink import LeaveError
from solvers.jobs import train
from solvers.jobs.worker_reporter import WorkerReporter
from solvers.request import Request
from solvers.runs.folder import new_run
from solvers.runs.reader import view
from solvers.runs.spec import SolveSpec, TrainSpec
from solvers.session import Session

pytestmark = pytest.mark.compiled


def prior_stages(name: str, text: str, **settings: Any) -> PriorStages:
    """What primes a search on that puzzle."""
    family = registry.get_family(name)
    puzzle = family.parse(text)
    spec = SolveSpec(
        family=name, puzzle=family.to_json(puzzle), title="", algorithm="sampling", playouts=10, **settings
    )
    return PriorStages(WorkerReporter(new_run(spec), 0), spec, family, puzzle)


def rna(**settings: Any) -> PriorStages:
    return prior_stages("rna", "((((...))))\n", **settings)


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


FOUR_NODES = "4\n0 5 8 6\n5 0 4 7\n8 4 0 3\n6 7 3 0\n0 40\n5 15\n8 20\n10 30\n"
NEARNESS = np.array([0, -2, -5, -3, -2, 0, -1, -4, -5, -1, 0, 0, -3, -4, 0, 0]) / 5
"""-(d - 3) / (8 - 3) of its entries off the diagonal; 3 is the least of them, 8 the greatest."""


@pytest.mark.parametrize(
    ("settings", "scale"),
    [
        ({}, 10.0),
        ({"parameters": {"bias": 25.0}}, 25.0),
        ({"prior": "distance", "parameters": {"bias": 4.0, "moves": "plain"}, "prior_tau": 0.5}, 2.0),
    ],
)
def test_what_is_computed_from_the_puzzle_is_there_at_once_and_nothing_is_stored(
    settings: dict[str, Any], scale: float
) -> None:
    one = prior_stages("tsptw", FOUR_NODES, **settings)
    assert one.first_stage() == "prior"
    assert np.allclose(one.odds(), np.exp(scale * NEARNESS))
    assert not store.folder().exists()
    assert "tsptw" not in {found.provenance.family for found in store.all_priors()}


def test_a_puzzle_s_own_prior_can_be_left_out_and_its_scale_is_checked() -> None:
    assert prior_stages("tsptw", FOUR_NODES, prior="none").first_stage() == "plain"
    with pytest.raises(ParameterError, match=r"bias is -1\.0; expected 0 to 1,000"):
        prior_stages("tsptw", FOUR_NODES, parameters={"bias": -1.0}).odds()


def test_a_kind_that_its_family_does_not_compute_is_reported() -> None:
    latin = registry.get_family("latin")
    kind = PriorKind("nearness", "", 1, source="puzzle")
    with pytest.raises(ValueError, match="latin computes no prior nearness from a puzzle"):
        puzzle_table(latin, kind, latin.parse("1 . 3\n. 3 .\n3 . 2\n"), {})


def test_counted_priors_keep_their_temperature() -> None:
    count, nb = np.array([3, 1, *[0] * 14]), np.array([4, 4, *[0] * 14])
    family = registry.get_family("latin")
    from priors.provenance import provenance

    store.save(count, nb, provenance(family, "dual", "order-3", asked=1, counted=1, seed=1))
    found = store.find("latin", "dual", "order-3")
    assert found is not None
    assert np.allclose(prior_stages("latin", "1 . 3\n. 3 .\n3 . 2\n").odds(), np.exp(4.0 * found.table))


def test_what_is_missing_and_comes_from_a_file_is_reported_and_not_trained(monkeypatch: pytest.MonkeyPatch) -> None:
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
    train.work(WorkerReporter(run, 0), training)
    seen = view(run)
    assert (seen.status, seen.done, seen.total) == ("done", 3_000, 3_000)
    assert [line.text for line in seen.log][1:] == [
        "training the prior ngram from designs.fa",
        "Counted 3,000 puzzles.",
        "Ended.",
    ]


def test_stopped_before_the_end_it_stores_nothing_and_is_not_resumed(training: TrainSpec) -> None:
    run = new_run(training)
    with pytest.raises(LeaveError):
        train.work(StopAfter(run, 2), training)
    assert "stopped before the end of the file: nothing is stored" in [line.text for line in view(run).log]
    assert store.all_stored() == []
    assert view(run).resumable == ()  # a folder from elsewhere could name any file, whose lines errors quote
    done = invoke("resume", run.id)
    assert done.exit_code == 2
    assert "is a training from a file, of which nothing is saved: train again" in one_line(done.stderr)


def test_a_session_does_not_leave_out_a_named_prior() -> None:
    """It has no table of its own: without the odds of the prior that its spec names it is refused."""
    spec = Request(algorithm="gnrpa", prior="size").resolve(registry.read("# samegame\n1 2\n2 1\n"))
    assert spec.parameters["level"] == 4, "the family's default"
    with pytest.raises(ParameterError, match="the prior size has no odds"):
        Session(spec, 0)
