"""The plain checker of a design: restraints and pairs by the letter, and the fold by ViennaRNA in a fresh state.

It shares no code with the compiled rules, and takes neither energies nor folds from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from puzzles.errors import PuzzleError
from puzzles.family import Verdict
from puzzles.parameters import Value
from puzzles.rna import pair_probabilities, states, strands, vienna
from puzzles.rna.bases import PAIRS, admits
from puzzles.rna.defects import as_text
from puzzles.rna.objective import DEFECT, GAP, PROBABILITY, TERMS, of_ensemble, weights_of
from puzzles.rna.puzzle import RnaPuzzle, sequence_of
from puzzles.rna.specification import judging
from puzzles.rna.specification.states import pairings
from puzzles.rna.structure import pairs_of

LOWEST = -1e9
"""The score of a board that is not complete or breaks a rule: less than that of any design."""

MOST_FAULTS = 20
"""Most faults that are listed; one more line counts the others."""


def judge(puzzle: RnaPuzzle, board: Sequence[int]) -> Verdict:
    """As `confirm`; the facts of a solution have probability and defect too, rivals (each a structure and its share),
    defects (by position), pair_probabilities and, if known, unique. Of two strands they have the free energies of
    `puzzles.rna.strands`.

    Where the objective looks at all structures, those of each complete legal design have probability and defect.
    Of several states all have probability and defect, and there are the weighted means (`puzzles.rna.states`).
    """
    verdict = confirm(puzzle, board)
    if not verdict.solved:
        return verdict
    if puzzle.states:
        weighed = states.weighed(puzzle.states, sequence_of(board), puzzle.model)
        return replace(verdict, facts={**verdict.facts, **weighed})
    sequence = puzzle.with_nick(sequence_of(board))
    found = vienna.ensemble(sequence, puzzle.target, puzzle.energy_model, puzzle.specification.free)
    rivals = " ".join(f"{puzzle.with_nick(one.structure)} {one.share:.6g}" for one in found.rivals)
    facts = {**verdict.facts, "probability": found.probability, "defect": found.defect, "rivals": rivals}
    facts |= {"defects": as_text(found.defects), "pair_probabilities": pair_probabilities.as_text(found.pairs)}
    if puzzle.nick:
        facts |= strands.dimer(sequence, puzzle.energy_model).facts
    return replace(verdict, facts=facts if found.unique is None else facts | {"unique": found.unique})


def confirm(puzzle: RnaPuzzle, board: Sequence[int]) -> Verdict:
    """The verdict on a board. Solved: complete, legal, and ViennaRNA's MFE structure of the design is the target.

    A board is not legal if its length is another one, if a restraint doesn't admit a base, or if two bases can't pair
    that the target pairs. A design that folds into another structure is legal; that is its fault. `facts` are, for a
    complete legal design: fold (dot-bracket), energy (of the fold, kcal/mol), target_energy, gap (between these),
    distance (pairs in exactly one of fold and target, those of two free positions aside), gc (share of G and C).

    A design that breaks a demand of the puzzle's specification is legal and not solved: its faults say what it breaks,
    and its score is less by 1 for each fault (`puzzles.rna.specification.judging`).

    Of a design for several states, fold and energies are those of the first; those of all have names such as
    state_2_fold. Solved: each state has the least energy, or lies within its limit. The distance is that of the states
    that do not; the score is - `cost` (`puzzles.rna.states`).

    Of two strands the fold is that of all structures of the pair, those that leave them apart among them; it has &.
    """
    wrong = broken(puzzle, board)
    if wrong:
        more = len(wrong) - MOST_FAULTS
        faults = [*wrong[:MOST_FAULTS], *([f"and {more} more"] if more > 0 else [])]
        return Verdict(False, LOWEST, tuple(faults), legal=False)
    if 0 in board:
        return Verdict(False, LOWEST)
    sequence = sequence_of(board)
    if puzzle.states:
        return _verdict_of_states(puzzle, sequence)
    folded = vienna.fold(puzzle.with_nick(sequence), puzzle.target, puzzle.energy_model)
    free = puzzle.specification.free
    differing = pairs_of(folded.structure) ^ pairs_of(puzzle.target)
    distance = sum(not free.issuperset(pair) for pair in differing)
    gap = max(folded.target_energy - folded.energy, 0)
    facts: dict[str, Value] = {
        "fold": puzzle.with_nick(folded.structure),
        "energy": folded.energy / 100,
        "target_energy": folded.target_energy / 100,
        "gap": gap / 100,
        "distance": distance,
        "gc": gc_share(sequence),
    }
    if of_ensemble(puzzle.objective):
        both = puzzle.with_nick(sequence)
        found = vienna.shares(both, puzzle.target, puzzle.energy_model, free)
        facts |= {"probability": found.probability, "defect": found.defect}
    broken_demands = judging.faults(puzzle.specification, sequence)
    value = score(puzzle, distance, gap, facts) - sum(count for _, count in broken_demands)
    unmet = tuple(puzzle.spelled(line) for line, _ in broken_demands)
    if distance:
        pairs = "1 pair differs" if distance == 1 else f"{distance} pairs differ"
        above = f"the target lies {gap / 100:.2f} kcal/mol above the fold"
        misfolds = f"the design folds into another structure: {pairs}, and {above}"
        return Verdict(False, value, (misfolds, *unmet), facts=facts)
    return Verdict(not unmet, value, unmet, facts=facts)


def seconds(puzzle: RnaPuzzle) -> float:
    """About how long `judge` takes for a design that is no solution, on one core."""
    folds: float = 0.8 * (puzzle.length / 1000) ** 2.6 * max(1, len(puzzle.states))
    return folds + (ensemble_seconds(puzzle.length) if of_ensemble(puzzle.objective) else 0.0)


def ensemble_seconds(length: int) -> float:
    """About how long probability and rivals of a design of that length take, as measured at 1,000 and 2,000 nt."""
    return float(9 * (length / 1000) ** 2.5)


def _verdict_of_states(puzzle: RnaPuzzle, sequence: str) -> Verdict:
    wanted = puzzle.states
    folds = [states.fold(sequence, state, puzzle.model) for state in wanted]
    cost = states.cost(wanted, folds)
    facts: dict[str, Value] = {
        "fold": wanted[0].with_nick(folds[0].structure),
        "energy": folds[0].energy / 100,
        "target_energy": folds[0].target_energy / 100,
        "gap": folds[0].gap / 100,
        "distance": 0,
        "gc": gc_share(sequence),
        "cost": cost,
    }
    faults = []
    for number, (state, fold) in enumerate(zip(wanted, folds, strict=True), start=1):
        facts |= {
            f"state_{number}_fold": state.with_nick(fold.structure),
            f"state_{number}_energy": fold.target_energy / 100,
            f"state_{number}_gap": fold.gap / 100,
        }
        if fold.gap > round(100 * state.within):
            facts["distance"] = int(facts["distance"]) + states.differing(fold.structure, state)
            above = f"its structure lies {fold.gap / 100:.2f} kcal/mol above the MFE"
            limit = f", not within {state.within:g}" if state.within else ""
            faults.append(f"state {number} ({state.words}): {above}{limit}")
    value = 0.0 - cost
    if of_ensemble(puzzle.objective):
        found = [states.ensemble(sequence, state, puzzle.model) for state in wanted]
        whole = states.together(wanted, found)
        facts |= {"probability": whole.probability, "defect": whole.defect}
        value = _sum(puzzle, whole.probability, whole.defect, cost)
    broken_demands = judging.faults(puzzle.specification, sequence)
    unmet = (*faults, *(puzzle.spelled(line) for line, _ in broken_demands))
    return Verdict(not unmet, value - sum(count for _, count in broken_demands), unmet, facts=facts)


def _sum(puzzle: RnaPuzzle, probability: float, defect: float, gap: float) -> float:
    """The sum of an objective's terms without those of NEMO and the distance; `gap` in kcal/mol."""
    weights = weights_of(puzzle.objective) or (0.0,) * len(TERMS)
    return weights[PROBABILITY] * probability - weights[DEFECT] * defect - weights[GAP] * gap


def score(puzzle: RnaPuzzle, distance: int, gap: int, facts: Mapping[str, Value] = MappingProxyType({})) -> float:
    """The score of a design by the puzzle's objective; `gap` in 0.01 kcal/mol, `facts` with what terms need beside.

    nemo: 1 if it folds into its target, else K / (1.01 + dE), or K (1.01 + dE) where K < 0; dE is the gap in kcal/mol,
    K = 1 - distance / (2 pairs), or 1 / (1 + distance) for a target without pairs. This is as NEMO's program has it
    (Portela, An unexpectedly effective Monte Carlo technique for the RNA inverse folding problem, 2018).
    lexicographic: - distance - dE / (1 + dE), so the gap decides among designs of one distance; 0 if it folds into its
    target.
    Otherwise the sum of the terms, each times its weight: `mfe` NEMO's score, the probability, minus the defect, minus
    the distance, minus dE (`puzzles.rna.objective`).
    Of two strands dE counts 0.01 of a design that misfolds in a tie (`puzzles.rna.kernels.states`); without another
    objective the score is -dE. With free positions dE is 0 of a design that is as wanted elsewhere.
    """
    weights = weights_of(puzzle.objective)
    probability, defect = float(facts.get("probability", 0.0)), float(facts.get("defect", 0.0))
    if puzzle.nick or (weights and puzzle.free):
        excess = (max(gap, int(puzzle.nick > 0)) if distance else 0) / 100
        return _sum(puzzle, probability, defect, excess) if weights else 0.0 - excess
    if weights is not None:
        terms = by_nemo(puzzle, distance, gap), probability, -defect, -float(distance), -gap / 100
        return sum(weight * term for weight, term in zip(weights, terms, strict=True))
    excess = gap / 100
    if puzzle.objective == "lexicographic":
        return -distance - excess / (1 + excess) if distance else 0.0
    return by_nemo(puzzle, distance, gap)


def by_nemo(puzzle: RnaPuzzle, distance: int, gap: int) -> float:
    """NEMO's score of a design; `gap` in 0.01 kcal/mol."""
    excess = gap / 100
    if distance == 0:
        return 1.0
    share = 1 - distance / (2 * puzzle.pairs) if puzzle.pairs else 1 / (1 + distance)
    return share / (1.01 + excess) if share >= 0 else share * (1.01 + excess)


def gc_share(sequence: str) -> float:
    """The share of G and C among the bases, 0 to 1."""
    return (sequence.count("G") + sequence.count("C")) / len(sequence)


def broken(puzzle: RnaPuzzle, board: Sequence[int]) -> list[str]:
    """What is not legal in the board, complete or not, each one line; nothing is folded."""
    if len(board) != puzzle.length:
        return [f"the board has {len(board)} positions; the target has {puzzle.length}"]
    try:
        sequence = sequence_of(board)
    except PuzzleError as error:
        return [error.found]
    faults = []
    structures = pairings(puzzle.states, puzzle.partners)
    for index, (base, letter) in enumerate(zip(sequence, puzzle.restraints, strict=True)):
        if base != "N" and not admits(letter, base):
            faults.append(f"position {index + 1}: {base} where the restraint is {letter}")
        for other in dict.fromkeys(partners[index] for partners in structures):
            if other > index and "N" not in (base, sequence[other]) and base + sequence[other] not in PAIRS:
                faults.append(f"positions {index + 1} and {other + 1}: {base} and {sequence[other]} can't pair")
    return [puzzle.spelled(line) for line in faults]
