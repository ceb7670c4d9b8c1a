"""Local search on designs: what proposals change, what they are worth by ViennaRNA, and what it solves."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import RNA
from drivers.compiled_repair import accept_one, propose_one, start_one
from drivers.rna_targets import random_puzzle
from oracles.naive_rna import LETTERS, PAIRS

from puzzles.engine.streams import stream
from puzzles.registry import get_family
from puzzles.rna.bases import codes_of
from puzzles.rna.energy_models import compound, energies
from puzzles.rna.kernels.rules import ADDED, SCRATCH, build_state
from puzzles.rna.nemo import nemo_weights
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from solvers.runs.spec import SolveSpec
from solvers.session import Session

pytestmark = pytest.mark.compiled

ODDS = np.exp(nemo_weights("program"))
NEMO = 2

of_both_dangles = pytest.mark.parametrize("model", ["eterna-v2", "eterna-v1", "dna-2004"])


def build(puzzle: RnaPuzzle) -> Any:
    return build_state(puzzle, prior_code=NEMO, order="pairs")


def started(puzzle: RnaPuzzle, rng: Any, design: str = "") -> tuple[Any, float]:
    """A state whose current design is that one, or one drawn by the prior; and its merit."""
    state = build(puzzle)
    board = np.array(codes_of(design) if design else [0] * puzzle.length, np.int64)
    return state, start_one(state, board, rng, ODDS)


def design_of(state: Any) -> str:
    return sequence_of(state.bases[1:-1].tolist())


def merit_by_vienna(puzzle: RnaPuzzle, design: str) -> float:
    judge = compound(design, energies(puzzle.model))
    fold, energy = judge.mfe()
    return -round(judge.eval_structure(puzzle.target) - energy, 2) - 0.01 * (fold != puzzle.target)


def keeps_all(puzzle: RnaPuzzle, design: str) -> bool:
    paired = all(design[i] + design[j] in PAIRS for i, j in enumerate(puzzle.partners) if j > i)
    return paired and all(base in LETTERS[letter] for base, letter in zip(design, puzzle.restraints, strict=True))


def changes(one: str, other: str) -> list[int]:
    return [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]


@of_both_dangles
def test_merits_are_those_of_viennarna_and_restraints_and_pairs_are_kept(model: str) -> None:
    random_numbers = random.Random(3)
    rng = stream("test", 1)
    for length in (12, 30, 61, 90):
        puzzle = random_puzzle(random_numbers, length, restrained=0.3, model=model)
        state, merit = started(puzzle, rng)
        for number in range(60):
            design = design_of(state)
            assert keeps_all(puzzle, design)
            assert merit == (-np.inf if merit == -np.inf else pytest.approx(merit_by_vienna(puzzle, design), abs=1e-9))
            accept_one(state, number % 2 == 0 and merit > -np.inf)
            merit = propose_one(state, rng, ODDS, -1e6)


@of_both_dangles
def test_early_refusals_refuse_what_is_worse_and_nothing_else(model: str) -> None:
    random_numbers = random.Random(4)
    refused = taken = 0
    for length in (40, 80, 120):
        puzzle = random_puzzle(random_numbers, length, model=model)
        rng = stream("test", length)
        state, current = started(puzzle, rng)
        for _ in range(300):
            least = current - 0.3 * random_numbers.random()
            before = design_of(state)
            merit = propose_one(state, rng, ODDS, least)
            if design_of(state) == before:
                assert merit == -np.inf
            else:
                true = merit_by_vienna(puzzle, design_of(state))
                assert (merit >= least) == (true >= least - 1e-9)
                assert merit < least or merit == pytest.approx(true, abs=1e-9)
            refused += merit < least
            taken += merit >= least
            accept_one(state, merit >= least)
            current = merit if merit >= least else current
            assert merit >= least or design_of(state) == before
    assert refused > 100
    assert taken > 30


def test_most_changes_are_at_misfolded_positions() -> None:
    # the first hairpin is sound and the second folds into something else: its stem is of weak pairs
    sound, faulty = "GCGCGAAAGCGC", "UUUUGAAAAAAA"
    puzzle = RnaPuzzle("((((....))))......((((....))))")
    design = sound + "AAAAAA" + faulty
    assert RNA.fold(design)[0] == "((((....))))" + "." * 18
    touched = np.zeros(puzzle.length)
    rng = stream("test", 5)
    state, _ = started(puzzle, rng, design)
    for _ in range(2_000):
        assert design_of(state) == design
        propose_one(state, rng, ODDS, 1e6)  # nothing is as good as that
        changed = changes(design, design_of(state))
        assert len(changed) <= 4 * 8  # at most four spots, each with neighbours, mismatch and all their partners
        touched[changed] += 1
        accept_one(state, False)
    assert touched[-12:].sum() > 5 * touched[:12].sum() > 0


def test_the_first_design_is_the_start_sequence() -> None:
    puzzle = RnaPuzzle("((((....)))).....", start="CCGCGAAAGCGGACGUA")
    rng = stream("test", 6)
    state, _ = started(puzzle, rng)
    assert design_of(state) == puzzle.start
    start_one(state, np.zeros(puzzle.length, np.int64), rng, ODDS)
    assert len(changes(puzzle.start, design_of(state))) > 2


def test_what_does_not_fit_of_a_board_is_drawn() -> None:
    puzzle = RnaPuzzle("((((....)))).....", "GNNNNNNNNNNNNNNNN")
    board = "CAGCGAAAGCGGACGUA"  # its first base breaks the restraint, its second does not pair
    state, _ = started(puzzle, stream("test", 7), board)
    found = design_of(state)
    assert keeps_all(puzzle, found)
    assert found[2:10] + found[12:] == board[2:10] + board[12:]


def spec(puzzle: RnaPuzzle, seed: int = 1, prior: str = "nemo", **given: Any) -> SolveSpec:
    rna = get_family("rna")
    return SolveSpec(
        family="rna", puzzle=rna.to_json(puzzle), title="", algorithm="annealing", prior=prior, seed=seed, **given
    )


EASY = [
    "((((((.((((....))))))).)))..........",  # The Finger
    "(((((......)))))",  # Simple Hairpin
    ".....(((((...)))))..(((((....))))).....",
    "((((.((((....)))).((((....)))).((((....))))))))",
    "((((((.((.((...)).)).))))))",
    "....................",
]


@pytest.mark.parametrize("target", EASY)
@pytest.mark.parametrize("prior", ["nemo", "none"])
def test_easy_targets_are_solved_and_restraints_kept(target: str, prior: str) -> None:
    puzzle = RnaPuzzle(target, "".join("NNRNNNSN"[place % 8] for place in range(len(target))))
    for seed in (1, 2):
        session = Session(spec(puzzle, seed, prior), 0, ODDS if prior == "nemo" else None)
        assert session.advance(30_000) == "solved"
        board = session.best_board()
        assert board is not None
        assert keeps_all(puzzle, sequence_of(board))
        assert get_family("rna").judge(puzzle, board).solved
        assert session.best_score == 1.0


def test_a_solution_given_as_a_warm_start_is_found_at_once() -> None:
    design = "GCGCGAAAGCGC"
    puzzle = RnaPuzzle("((((....))))")
    assert RNA.fold(design)[0] == puzzle.target
    session = Session(spec(puzzle, warm_start=list(codes_of(design))), 0, ODDS)
    assert session.advance(1) == "solved"
    assert session.best_board() == tuple(codes_of(design))


@pytest.mark.parametrize("objective", ["mfe", "probability"])
def test_a_search_saved_before_it_wrote_motifs_and_hairpins_or_estimated_goes_on_without(objective: str) -> None:
    puzzle = RnaPuzzle("((..((....))..((....))..((....))..))", objective=objective)
    begun, resumed = (Session(spec(puzzle), 0, ODDS) for _ in range(2))
    begun.state.copies.share[0] = begun.state.hairpins.share[0] = 0.0
    if objective == "probability":
        begun.state.library.share[0] = 0.0
        begun.state.standing.figures[:] = 0.0
    begun.advance(20)
    saved = {name: array.copy() for name, array in begun.arrays().items()}
    of_both = {"state.copies.share", "state.hairpins.share"}
    assert (set(ADDED) if objective == "probability" else of_both) == set(ADDED) & saved.keys()
    for name in ("state.standing.reference", "state.standing.figures"):
        if name in saved:
            begun.arrays()[name][:] = 0
    resumed.restore({name: array for name, array in saved.items() if name not in ADDED})
    for one in (begun, resumed):
        one.advance(40)
    assert all(np.array_equal(array, begun.arrays()[name]) for name, array in resumed.arrays().items())


def test_a_search_resumes_bit_for_bit_without_its_scratch() -> None:
    puzzle = RnaPuzzle("..(((.((..((....))..((.((...)).))..))..((....))...)))...")
    whole, cut = (Session(spec(puzzle), 0, ODDS) for _ in range(2))
    whole.advance(400)
    cut.advance(150)
    saved = {name: array.copy() for name, array in cut.arrays().items()}
    assert not any(scratch in name.split(".") for name in saved for scratch in SCRATCH)
    resumed = Session(spec(puzzle), 0, ODDS)
    resumed.restore(saved)
    resumed.advance(200)
    resumed.advance(50)
    for name, array in whole.arrays().items():
        assert np.array_equal(array, resumed.arrays()[name]), name
