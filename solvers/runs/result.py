"""A run's solutions and the best of all workers, in `result.json`: merged under a file lock, replaced as a whole."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Literal

import filelock
import msgspec

from puzzles import trouble
from puzzles.family import Family, Verdict
from puzzles.groups import ManySolutions
from puzzles.parameters import Value
from puzzles.user_data import decoded, read_file, replace_file, set_aside


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """One verified solution: by which worker, after how many seconds of its search, and the verdict's facts."""

    board: tuple[int, ...]
    score: float
    seconds: float
    worker: int = 0
    facts: dict[str, Value] = {}


def distinct(solutions: Iterable[Solution]) -> list[Solution]:
    """Those with different boards; of the same ones the first."""
    found: dict[tuple[int, ...], Solution] = {}
    for one in solutions:
        found.setdefault(one.board, one)
    return list(found.values())


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A run's result. `proof`: solved, exhausted (everything was seen), or empty: a best so far.

    Without a board to show, `exhausted` means that there is no solution; where a score is what counts, `claim` says in
    words what was proven of the best.
    `facts` are those of the checker's verdict on the board. `found`: the different solutions of all workers in a run
    that wants more than one; with `keep_best`, the best `wanted` of them so far. `reached`: the score has the size at
    which the run ends (`SolveSpec.until`).
    """

    proof: Literal["solved", "exhausted", ""] = ""
    worker: int = 0
    score: float | None = None
    board: list[int] = []
    facts: dict[str, Value] = {}
    playouts: int = 0
    seconds: float = 0.0
    solutions: str = ""
    boards: list[list[int]] = []
    wanted: int = 1
    keep_best: bool = False
    found: list[Solution] = []
    claim: str = ""
    reached: bool = False

    @property
    def over(self) -> bool:
        """True if no worker needs to search on."""
        if self.reached:
            return True
        if self.proof == "solved" and self.wanted > 1:
            return not self.keep_best and len(self.found) >= self.wanted
        return bool(self.proof)


Combine = Callable[[Iterable[Solution]], list[Solution]]
"""Makes one list of the solutions of several workers, some of which may be the same."""

_DECODER = msgspec.json.Decoder(Result)
LOCK_WAIT = 10.0
"""Seconds to wait for another worker's merge, which takes milliseconds."""


def read_result(path: Path, if_damaged: Callable[[ValueError], object] = lambda error: None) -> Result | None:
    """The result in the file; None if there is none, or if it is damaged: then `if_damaged` is called before."""
    try:
        return decoded(_DECODER.decode, read_file(path))
    except OSError:
        return None
    except ValueError as error:
        if_damaged(error)
        return None


def merge_result(path: Path, ours: Result, combined: Combine = distinct) -> Result:
    """What the file now holds: the better of ours and what was there, the solutions of both as `combined` makes them.

    OSError if it can't be written.
    """
    if not path.parent.exists():  # a file lock would make the folder of a removed run again
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))
    with filelock.FileLock(path.with_suffix(".lock"), timeout=LOCK_WAIT, mode=0o600):
        old = read_result(path, partial(_set_aside, path))
        merged = better(old, ours)
        if old is not None and (old.found or ours.found):
            merged = msgspec.structs.replace(merged, found=combined([*old.found, *ours.found]))
        replace_file(path, msgspec.json.encode(merged) + b"\n", durable=True)
        return merged


def _set_aside(path: Path, why: ValueError) -> None:
    aside = set_aside(path)
    trouble.tell(f"{path.parent.name}: the damaged result was set aside as {aside.name}: {why}", aside)


def better(old: Result | None, new: Result) -> Result:
    """The one to keep: a proof before none, the first proof before a later one, then the higher score.

    A worker may replace its own proof, to add how many solutions there are.
    """
    if old is None:
        return new
    if old.proof:
        return new if new.proof and new.worker == old.worker else old
    if new.proof:
        return new
    old_score = float("-inf") if old.score is None else old.score
    new_score = float("-inf") if new.score is None else new.score
    return new if new_score > old_score else old


def rank_key(one: Solution, family: Family) -> tuple[float, ...]:
    """The key by which the family ranks the solution, the greatest first."""
    many = family.many_solutions or ManySolutions()
    return many.rank_key(Verdict(solved=True, score=one.score, facts=one.facts))


def ranked(solutions: Iterable[Solution], family: Family) -> tuple[Solution, ...]:
    """Best first, by the family's rank of their verdicts; among equals the one that was found first."""
    in_time = sorted(solutions, key=lambda one: one.seconds)
    return tuple(sorted(in_time, key=lambda one: rank_key(one, family), reverse=True))


def kept(
    solutions: Iterable[Solution],
    family: Family,
    wanted: int,
    *,
    keep_best: bool,
    apart: int,
    front: float | None = None,
) -> tuple[Solution, ...]:
    """At most `wanted` of the different solutions, best first: the best of all or, without `keep_best`, the first.

    Any two differ in at least `apart` entries: of each two that do not, the one that comes later in that order is left
    out. `front`: only those of the Pareto front of the family's criteria, whose middle this is; of more than `wanted`
    the best by each criterion, then those that differ most from all taken before.
    """
    many, found = family.many_solutions or ManySolutions(), list[Solution]()
    in_order = ranked(solutions, family) if keep_best else sorted(solutions, key=lambda one: one.seconds)
    different = distinct(in_order)
    points = [] if front is None else [criteria(one, family, front) for one in different]
    if points:
        on_front = [not any(dominates(other, point) for other in points) for point in points]
        different = [one for one, good in zip(different, on_front, strict=True) if good]
        points = [point for point, good in zip(points, on_front, strict=True) if good]
    for one in different:
        if len(found) == wanted and front is None:
            break
        if not apart or all(many.distance(one.board, other.board) >= apart for other in found):
            found.append(one)
    if front is not None and len(found) > wanted:
        found = _spread(found, [points[different.index(one)] for one in found], many, wanted)
    return ranked(found, family)


def criteria(one: Solution, family: Family, middle: float) -> tuple[float, ...]:
    """The solution's figures in a Pareto front, greater is better."""
    many = family.many_solutions or ManySolutions()
    return many.criteria(Verdict(solved=True, score=one.score, facts=one.facts), middle)


def dominates(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """True if the first is as good by each criterion, and better by one."""
    return one != other and all(a >= b for a, b in zip(one, other, strict=True))


def _spread(
    solutions: list[Solution], points: list[tuple[float, ...]], many: ManySolutions, wanted: int
) -> list[Solution]:
    """So many of the solutions: the best by each criterion, then in turn the one farthest from all that are taken."""
    best = [max(range(len(points)), key=lambda index: points[index][at]) for at in range(len(points[0]))]
    taken = list(dict.fromkeys(best))[:wanted]
    near = [min(many.distance(one.board, solutions[at].board) for at in taken) for one in solutions]
    while len(taken) < wanted:
        far = max(range(len(solutions)), key=lambda index: near[index])
        taken.append(far)
        near = [
            min(old, many.distance(one.board, solutions[far].board)) for old, one in zip(near, solutions, strict=True)
        ]
    return [solutions[index] for index in taken]
