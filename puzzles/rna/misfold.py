"""What is wrong in the fold of a complete design, and which base or pair brings it nearer: each change is folded.

Folds are ViennaRNA's, as the checker's are, so this takes up to some seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puzzles.by_hand import Hint, Trial
from puzzles.family import Board
from puzzles.rna import vienna
from puzzles.rna.checker import broken, confirm
from puzzles.rna.puzzle import FIVE_PRIME, MOVES, THREE_PRIME, RnaPuzzle, moves_at, sequence_of
from puzzles.rna.structure import paired, pairs_of

UNPAIRED = -1
LEAST_FOLDS, MOST_FOLDS, WORK = 24, 400, 4_000_000
"""Changes that are folded: WORK by the square of the length, within these bounds; a second's work up to some 250 nt."""


class Fold(NamedTuple):
    """How far a design's fold is from the target: pairs in one of them alone, and the gap in 0.01 kcal/mol.

    `partners`: of each position the one that it pairs with in the fold, -1 for none.
    """

    distance: int
    gap: int
    partners: tuple[int, ...]

    @property
    def how_far(self) -> tuple[int, int]:
        return self.distance, self.gap


def fold_of(target: RnaPuzzle, board: Board) -> Fold:
    """The fold of a complete design."""
    if target.states:
        return _fold_of_states(target, board)
    found = vienna.fold(target.with_nick(sequence_of(board)), target.target, target.energy_model)
    distance = len(pairs_of(found.structure) ^ pairs_of(target.target))
    return Fold(distance, max(found.target_energy - found.energy, 0), paired(found.structure))


def _fold_of_states(target: RnaPuzzle, board: Board) -> Fold:
    """The distance of all states, the cost in place of the gap, and the fold in the first state."""
    facts = confirm(target, board).facts
    return Fold(int(facts["distance"]), round(100 * float(facts["cost"])), paired(str(facts["fold"]).replace("&", "")))


def hint(target: RnaPuzzle, board: Board) -> Hint | None:
    """The change of one base or pair after which the fold is nearest to the target; None if it is the target.

    Nearer: fewer pairs differ, or as many with a smaller gap. If no change that was folded brings it nearer, the hint
    says so, and `after` is the board.
    """
    now = fold_of(target, board)
    if not now.distance:
        return None
    wrong = [cell for cell in range(target.length) if now.partners[cell] != target.partners[cell]]
    if not wrong:  # the first state is right, another one is not
        wrong = [cell for state in target.states for cell, other in enumerate(state.partners) if other != UNPAIRED]
    folds = min(max(WORK // target.length**2, LEAST_FOLDS), MOST_FOLDS)
    tried, best, nearest = 0, None, now
    for trial in _changes(target, board, now, wrong):
        if tried == folds or not nearest.distance:
            break
        tried += 1
        then = fold_of(target, trial.after)
        if then.how_far < nearest.how_far:
            best, nearest = trial, then
    if best is None:
        reason = (
            _wrong_words(target, now, wrong[0]),
            f"None of {tried} changes of one base or pair brings the fold nearer.",
            "s searches on from this design.",
        )
        return Hint("no single change", tuple(wrong), reason, tuple(board), certain=False)
    changed = tuple(cell for cell, (old, new) in enumerate(zip(board, best.after, strict=True)) if old != new)
    about = next((cell for cell in (best.place, *changed) if cell in wrong), wrong[0])
    told = (_wrong_words(target, now, about), f"{best.words}: {_gain_words(now, nearest)}")
    return Hint("nearer fold", changed, told, best.after, certain=False)


def _changes(target: RnaPuzzle, board: Board, now: Fold, wrong: list[int]) -> Iterator[Trial]:
    """Other bases and pairs: first where the fold has a pair that the target has not, then ever farther away."""
    false = [cell for cell in wrong if now.partners[cell] != UNPAIRED]
    lost = [cell for cell in wrong if now.partners[cell] == UNPAIRED]
    beside = sorted(range(target.length), key=lambda cell: min(abs(cell - one) for one in wrong))
    seen = set()
    for cell in (*false, *lost, *beside):
        site = min(cell, target.partners[cell]) if target.partners[cell] != UNPAIRED else cell
        if site not in seen:
            seen.add(site)
            yield from trials(target, board, cell)


def trials(target: RnaPuzzle, board: Board, cell: int) -> tuple[Trial, ...]:
    """All other bases there, or pairs with the partner, that the restraints admit; in the order of the moves."""
    other = target.partners[cell]
    site = cell if other == UNPAIRED else min(cell, other)
    found = []
    for move in moves_at(target, site):
        after = list(board)
        after[site] = FIVE_PRIME[move]
        where = f"{site + 1}"
        if other != UNPAIRED:
            after[target.partners[site]] = THREE_PRIME[move]
            where += f" and {target.partners[site] + 1}"
        if tuple(after) != tuple(board):
            found.append(Trial(cell, f"{MOVES[move]} at {where}", tuple(after)))
    return tuple(one for one in found if not (target.states and broken(target, one.after)))


def _wrong_words(target: RnaPuzzle, now: Fold, cell: int) -> str:
    """Such as `12 should pair with 40, but pairs with 35 in the fold.`"""
    wanted, found = target.partners[cell], now.partners[cell]
    if wanted == found:
        return "The first state is right, but another one is not."
    should = "should stay unpaired" if wanted == UNPAIRED else f"should pair with {wanted + 1}"
    does = "stays unpaired" if found == UNPAIRED else f"pairs with {found + 1}"
    return f"{cell + 1} {should}, but {does} in the fold."


def _gain_words(now: Fold, then: Fold) -> str:
    if not then.distance:
        return "then it folds into the target."
    if then.distance < now.distance:
        pairs = "1 pair differs" if then.distance == 1 else f"{then.distance} pairs differ"
        return f"then {pairs} from the target, not {now.distance}."
    return f"as many pairs differ, but the gap falls from {now.gap / 100:.2f} to {then.gap / 100:.2f} kcal/mol."
