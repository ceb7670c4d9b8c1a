"""The plain checker of a design: restraints and pairs by the letter, and the fold by ViennaRNA in a fresh state.

It shares no code with the compiled rules, and takes neither energies nor folds from them.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.errors import PuzzleError
from puzzles.family import Verdict
from puzzles.parameters import Value
from puzzles.rna import vienna
from puzzles.rna.puzzle import PAIRS, RnaPuzzle, admits, sequence_of

LOWEST = -1e9
"""The score of a board that is not complete or breaks a rule: less than that of any design."""

MOST_FAULTS = 20
"""Most faults that are listed; one more line counts the others."""


def judge(puzzle: RnaPuzzle, board: Sequence[int]) -> Verdict:
    """The verdict on a board. Solved: complete, legal, and ViennaRNA's MFE structure of the design is the target.

    A board is not legal if its length is another one, if a restraint doesn't admit a base, or if two bases can't pair
    that the target pairs. A design that folds into another structure is legal; that is its fault. `facts` are, for a
    complete legal design: fold (dot-bracket), energy (of the fold, kcal/mol), target_energy, gap (between these),
    distance (pairs in exactly one of fold and target), gc (share of G and C); for a solution also probability, defect
    and, if known, unique.
    """
    wrong = broken(puzzle, board)
    if wrong:
        more = len(wrong) - MOST_FAULTS
        faults = [*wrong[:MOST_FAULTS], *([f"and {more} more"] if more > 0 else [])]
        return Verdict(False, LOWEST, tuple(faults), legal=False)
    if 0 in board:
        return Verdict(False, LOWEST)
    sequence = sequence_of(board)
    folded = vienna.fold(sequence, puzzle.target, puzzle.model)
    distance = len(pairs_of(folded.structure) ^ pairs_of(puzzle.target))
    gap = max(folded.target_energy - folded.energy, 0)
    facts: dict[str, Value] = {
        "fold": folded.structure,
        "energy": folded.energy / 100,
        "target_energy": folded.target_energy / 100,
        "gap": gap / 100,
        "distance": distance,
        "gc": gc_share(sequence),
    }
    value = score(puzzle, distance, gap)
    if distance:
        pairs = "1 pair differs" if distance == 1 else f"{distance} pairs differ"
        above = f"the target lies {gap / 100:.2f} kcal/mol above the fold"
        return Verdict(False, value, (f"the design folds into another structure: {pairs}, and {above}",), facts=facts)
    found = vienna.ensemble(sequence, puzzle.target, puzzle.model)
    facts |= {"probability": found.probability, "defect": found.defect}
    if found.unique is not None:
        facts["unique"] = found.unique
    return Verdict(True, value, facts=facts)


def score(puzzle: RnaPuzzle, distance: int, gap: int) -> float:
    """The score of a design by the puzzle's objective; `gap` in 0.01 kcal/mol.

    nemo: 1 if it folds into its target, else K / (1.01 + dE), or K (1.01 + dE) where K < 0; dE is the gap in kcal/mol,
    K = 1 - distance / (2 pairs), or 1 / (1 + distance) for a target without pairs. This is as NEMO's program has it
    (Portela, An unexpectedly effective Monte Carlo technique for the RNA inverse folding problem, 2018).
    lexicographic: - distance - dE / (1 + dE), so the gap decides among designs of one distance; 0 if it folds into its
    target.
    """
    excess = gap / 100
    if puzzle.objective == "lexicographic":
        return -distance - excess / (1 + excess) if distance else 0.0
    if distance == 0:
        return 1.0
    share = 1 - distance / (2 * puzzle.pairs) if puzzle.pairs else 1 / (1 + distance)
    return share / (1.01 + excess) if share >= 0 else share * (1.01 + excess)


def pairs_of(structure: str) -> frozenset[tuple[int, int]]:
    """The pairs of a balanced dot-bracket structure, by positions from 0."""
    opened: list[int] = []
    pairs = []
    for index, letter in enumerate(structure):
        if letter == "(":
            opened.append(index)
        elif letter == ")":
            pairs.append((opened.pop(), index))
    return frozenset(pairs)


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
    for index, (base, letter) in enumerate(zip(sequence, puzzle.restraints, strict=True)):
        if base != "N" and not admits(letter, base):
            faults.append(f"position {index + 1}: {base} where the restraint is {letter}")
        other = puzzle.partners[index]
        if other > index and "N" not in (base, sequence[other]) and base + sequence[other] not in PAIRS:
            faults.append(f"positions {index + 1} and {other + 1}: {base} and {sequence[other]} can't pair")
    return faults
