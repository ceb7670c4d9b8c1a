"""What is wrong with a Kakuro in the making, and why it has no solution, as far as a person sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.deduction import bits
from puzzles.editing import Problem
from puzzles.kakuro.clue_typing import Slot
from puzzles.kakuro.combinations import combinations
from puzzles.text.quoting import counted

if TYPE_CHECKING:
    from puzzles.kakuro.draft_grid import KakuroGrid, Line


def problems(draft: KakuroGrid) -> tuple[Problem, ...]:
    """Of runs and clues; where nothing else is wrong and all clues are there, of their sums across and down."""
    found = [problem for run in draft.runs for problem in _of_run(draft, run)]
    for place, cell in enumerate(draft.cells):
        runs = draft.runs_before.get(place, {})
        for way, number, side in ((False, cell.down, "below it"), (True, cell.across, "right of it")):
            if number and way not in runs:
                words = f"{draft.name_of(place)}: {number} has no white cell {side}."
                found.append(Problem((place,), words))
    return tuple(found) or _balance(draft)


def _of_run(draft: KakuroGrid, run: Line) -> list[Problem]:
    found: list[Problem] = []
    way, length, clue = "across" if run.across else "down", len(run.places), draft.clue(run)
    where = draft.name_of(run.before)
    if length > draft.values:
        words = f"{where}: {length} cells {way}; a run has at most {draft.values}."
        return [Problem(run.places, words)]
    digits = [draft.cells[place].digit for place in run.places]
    for digit in sorted(set(digits) - {0}):
        if digits.count(digit) > 1:
            equal = tuple(one for one, other in zip(run.places, digits, strict=True) if other == digit)
            found.append(Problem(equal, f"{where}: {digit} is given twice {way}."))
    sums = Slot(length, draft.values).sums
    if clue and clue not in sums:
        reached = f"{sums[0]} to {sums[-1]}" if len(sums) > 1 else f"{sums[0]}"
        found.append(Problem((run.before,), f"{where}: {clue} {way} in {counted(length, 'cell')}; only {reached}."))
    elif clue and not found and any(digits) and not sets(draft, run):
        found.append(Problem((run.before,), f"{where}: the given digits can't make {clue} {way}."))
    if length == 1 and not draft.square:
        found.append(Problem(run.places, f"{draft.name_of(run.places[0])}: one cell alone {way}.", doubt=True))
    return found


def _balance(draft: KakuroGrid) -> tuple[Problem, ...]:
    """Each cell is in one run across and one down, so both kinds of clues have the same sum in each part."""
    part = {place: place for run in draft.runs for place in run.places}

    def root(place: int) -> int:
        while part[place] != place:
            part[place] = place = part[part[place]]
        return place

    for run in draft.runs:
        for one in run.places[1:]:
            part[root(one)] = root(run.places[0])
    parts: dict[int, list[Line]] = {}
    for run in draft.runs:
        parts.setdefault(root(run.places[0]), []).append(run)
    found = []
    for runs in parts.values():
        across, down = (sum(draft.clue(run) for run in runs if run.across is way) for way in (True, False))
        if across != down and all(draft.clue(run) for run in runs):
            words = f"The clues across make {across}, those down {down}: one is wrong."
            found.append(Problem((), words))
    return tuple(found)


def sets(draft: KakuroGrid, run: Line) -> list[set[int]]:
    """The sets of digits that make the run's clue together with those that are given in it."""
    given = {draft.cells[place].digit for place in run.places} - {0}
    used = sum(1 << digit for digit in given)
    free = len(run.places) - len(given)
    masks = combinations(draft.values, free, draft.clue(run) - sum(given), used)
    return [given | set(bits(mask)) for mask in masks]


def impossible(draft: KakuroGrid) -> str:
    """The first run whose clue no digits make, when each cell only holds what both its runs admit."""
    digits = {
        place: {cell.digit} if cell.digit else set(range(1, draft.values + 1))
        for place, cell in enumerate(draft.cells)
        if cell.white
    }
    found = {run: sets(draft, run) for run in draft.runs if draft.clue(run)}
    changed = True
    while changed:
        changed = False
        for run in found:
            within = set().union(*(digits[place] for place in run.places))
            kept = [one for one in found[run] if one <= within and all(digits[p] & one for p in run.places)]
            if not kept:
                line = divmod(run.before, draft.columns)[0 if run.across else 1]
                return f"{'row' if run.across else 'column'} {line} can't make {draft.clue(run)}"
            admitted = set().union(*kept)
            for place in run.places:
                if not digits[place] <= admitted:
                    digits[place] &= admitted
                    changed = True
            changed |= len(kept) < len(found[run])
            found[run] = kept
    return ""
