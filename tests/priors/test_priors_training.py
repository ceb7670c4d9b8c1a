"""Training counts the same whatever the slices, loses nothing when stopped, and counts what is sure as sure."""

from __future__ import annotations

import numpy as np
import pytest

from priors import store
from priors.training import Trainer
from puzzles import registry
from puzzles.engine.streams import PURPOSES, stream
from puzzles.errors import PuzzleError
from puzzles.kakuro.kernels.rules import SHARES
from puzzles.latin.instances import generate, training_instances

pytestmark = pytest.mark.compiled

ORDER = 8
SHAPE = f"order-{ORDER}"
KINDS = [kind.name for kind in registry.get_family("latin").priors.kinds]


def trained(prior: str, puzzles: int = 200, *, seed: int = 1, slices: tuple[int, ...] = ()) -> store.Stored:
    return counted("latin", prior, SHAPE, puzzles, seed, slices)


def counted(
    family: str, prior: str, shape: str, puzzles: int, seed: int = 1, slices: tuple[int, ...] = ()
) -> store.Stored:
    trainer = Trainer(family, prior, shape, puzzles, seed)
    for some in slices:
        trainer.advance(some)
    assert trainer.advance(puzzles) == puzzles
    trainer.store()
    found = store.find(family, prior, shape)
    assert found is not None
    return found


@pytest.mark.parametrize("prior", KINDS)
def test_slices_change_nothing(prior: str) -> None:
    whole = trained(prior)
    sliced = trained(prior, slices=(1, 0, 7, 100))
    assert sliced.count.tolist() == whole.count.tolist()
    assert sliced.nb.tolist() == whole.nb.tolist()


def test_another_seed_counts_other_puzzles() -> None:
    assert trained("dual", seed=1).nb.tolist() != trained("dual", seed=2).nb.tolist()


@pytest.mark.parametrize("prior", KINDS)
def test_counts_are_possible_and_every_code_is_of_the_order(prior: str) -> None:
    found = trained(prior)
    assert len(found.nb) == (ORDER + 1) ** 2
    assert np.all(found.count <= found.nb)
    nb = found.nb.reshape(ORDER + 1, ORDER + 1)
    # a value that can be played has at least this one place left in its row and in its column
    assert nb[0].sum() == nb[:, 0].sum() == 0
    assert nb.sum() > 0


@pytest.mark.parametrize("prior", KINDS)
def test_a_value_with_one_place_left_in_its_row_or_column_is_always_right(prior: str) -> None:
    found = trained(prior)
    count, nb = (one.reshape(ORDER + 1, ORDER + 1) for one in (found.count, found.nb))
    assert nb[1, 1] > 0
    assert count[1].tolist() == nb[1].tolist()
    assert count[:, 1].tolist() == nb[:, 1].tolist()


def test_the_fewer_places_a_value_has_left_the_likelier_it_is() -> None:
    found = trained("dual", 1000)
    frequency = np.exp(found.table).reshape(ORDER + 1, ORDER + 1).diagonal()
    nb = found.nb.reshape(ORDER + 1, ORDER + 1).diagonal()
    often = frequency[nb > 50]
    assert len(often) >= 3
    assert often.tolist() == sorted(often, reverse=True)


def test_each_choice_of_the_line_reading_counts_one_move_of_the_solution() -> None:
    found = trained("dual-line")
    # a choice has 2 moves or more, at most as many as there are values
    assert 2 * found.count.sum() <= found.nb.sum() <= ORDER * found.count.sum()


def test_the_open_reading_counts_more_positions_of_the_same_puzzles() -> None:
    assert trained("dual").nb.sum() > 2 * trained("dual-line").nb.sum()


@pytest.mark.parametrize(("prior", "shape"), [("share", "any"), ("sums", "square-4x4-6"), ("sums", "crossword")])
def test_kakuro_slices_change_nothing(prior: str, shape: str) -> None:
    whole = counted("kakuro", prior, shape, 60)
    sliced = counted("kakuro", prior, shape, 60, slices=(1, 7, 45))
    assert sliced.count.tolist() == whole.count.tolist()
    assert sliced.nb.tolist() == whole.nb.tolist()
    assert whole.count.sum() > 0


def test_a_digit_in_no_feasible_set_is_never_right_and_a_sure_one_always() -> None:
    found = counted("kakuro", "share", "any", 100)
    count, nb = (one.reshape(SHARES + 2, SHARES + 2) for one in (found.count, found.nb))
    assert nb[0].sum() > 0
    assert nb[:, 0].sum() > 0
    assert count[0].sum() == count[:, 0].sum() == 0
    sure = nb[SHARES + 1, 1:].sum()
    assert sure > 0
    assert count[SHARES + 1, 1:].sum() == sure


def test_stopping_keeps_what_was_counted() -> None:
    trainer = Trainer("latin", "dual", SHAPE, 1000, 1)
    assert trainer.advance(50) == 50
    path = trainer.store()
    found = store.find("latin", "dual", SHAPE)
    assert found is not None
    assert path == found.path
    assert (found.provenance.counted, found.provenance.asked) == (50, 1000)
    alone = Trainer("latin", "dual", SHAPE, 50, 1)
    alone.advance(50)
    alone.store()
    again = store.find("latin", "dual", SHAPE)
    assert again is not None
    assert again.nb.tolist() == found.nb.tolist()


def test_stopping_before_the_first_puzzle_stores_nothing() -> None:
    assert Trainer("latin", "dual", SHAPE, 10, 1).store() is None
    assert store.all_stored() == []


def test_it_never_counts_more_than_asked() -> None:
    trainer = Trainer("latin", "dual", SHAPE, 5, 1)
    assert trainer.advance(3) == 3
    assert trainer.advance(100) == 5
    assert trainer.advance(1) == 5


def test_provenance_says_what_was_counted() -> None:
    described = trained("dual", 20, seed=9).provenance
    assert described.seed == 9
    assert described.reading == "open"
    assert described.parameters["order"] == ORDER


def test_training_puzzles_are_not_those_to_solve_or_test() -> None:
    parameters = {"order": ORDER, "holes": 0.42}
    training = {tuple(solution.tolist()) for _, solution in training_instances(parameters, 1, 0, 20)}
    assert len(training) == 20
    for purpose in ("generate", "test"):
        others = {generate(parameters, 1, index, purpose)[1] for index in range(20)}
        assert not training & others


def test_the_replay_draws_from_a_stream_of_its_own() -> None:
    assert len({int(stream(purpose, 1, 0)[0]) for purpose in PURPOSES}) == len(PURPOSES)


@pytest.mark.parametrize(
    ("family", "prior", "shape", "error"),
    [
        ("chess", "dual", SHAPE, KeyError),
        ("latin", "tea-leaves", SHAPE, KeyError),
        ("latin", "dual", "order-one", PuzzleError),
    ],
)
def test_what_does_not_exist_is_refused(family: str, prior: str, shape: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Trainer(family, prior, shape, 10, 1)
