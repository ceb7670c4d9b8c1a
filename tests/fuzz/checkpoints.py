"""Forged checkpoints: numbers of a search's arrays are changed as nothing but the search could, and the search goes on.

`MCS_TUI_JIT=0 python -m tests.fuzz.checkpoints --seconds 600 --seed 2` tries all families and searches; each forged
checkpoint must be refused by a ValueError, or lead no interpreted kernel out of an array. (Where it would, Python
raises an IndexError; a compiled kernel would read or write what stands there.)
"""

from __future__ import annotations

import argparse
import random
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.engine.contract import RulesModule, load
from puzzles.registry import families, get_family
from solvers.registry import algorithms_for
from solvers.runs.spec import SolveSpec
from solvers.session import Session

Arrays = dict[str, npt.NDArray[Any]]

EXAMPLES = {
    "latin": "paper-20",
    "kakuro": "paper-10",
    "sudoku": "sudoku-16",
    "morpion": "opening-5D",
    "samegame": "board-6",
    "tsptw": "route-13",
    "rna": "hairpin",
}
SMALL: dict[str, dict[str, Any]] = {
    "nmcs": {"level": 2},
    "amcs": {"level": 2, "depth": 3},
    "lnmcs": {"level": 2, "evaluations": 2},
    "uct": {"room": 6, "bound": "sp"},
    "nrpa": {"level": 2, "iterations": 3},
    "nrpa-pair": {"level": 2, "iterations": 3},
    "gnrpa": {"level": 2, "iterations": 3, "batch": 2},
    "blnrpa": {"level": 2, "iterations": 3, "batch": 2},
}
BEAMS: dict[str, Any] = {"level": 2, "iterations": 3, "batch": 2, "beam": "3.2"}
"""Of searches whose name ends with `-beams`: of each record of games, one."""
PLACES = {"backtracking": 25, "exhaustive": 25, "annealing": 25}
"""After how many playouts, or what counts as such, the search is saved; else after FEW."""
FEW = 5
STACK = ("state.", "search.moves", "search.marks", "search.ends", "search.scalars")
PLACED = "scalars steps counts nexts lengths moves sequences frames held stages tried"
NESTED = tuple(f"search.{name}" for name in PLACED.split())
NOT_COVERED = {
    "nmcs": NESTED,
    "amcs": NESTED,
    "lnmcs": NESTED,
    "backtracking": STACK,
    "exhaustive": STACK,
    "annealing": ("state.", "search.first", "search.scalars"),
}
"""Arrays that hold a part of a position: only the family could say what fits together.

Checkpoints of these searches must be signed by who goes on from them (`solvers.runs.checkpoint`).
"""


def cases() -> list[tuple[str, str]]:
    """All pairs of a family and a search."""
    pairs = [(family.name, one.name) for family in families() for one in algorithms_for(family)]
    return [*pairs, ("tsptw", "gnrpa-beams"), ("samegame", "gnrpa-beams"), ("morpion", "nrpa-beams")]


@cache
def started(family_name: str, algorithm: str) -> tuple[Session, Arrays]:
    """A search that has begun, and copies of what its checkpoint holds."""
    family = get_family(family_name)
    name = algorithm.removesuffix("-beams")
    text = next(one.text for one in family.examples if one.name == EXAMPLES[family_name])
    puzzle = family.parse(text)
    spec = SolveSpec(
        family=family_name,
        puzzle=family.to_json(puzzle),
        title="",
        algorithm=name,
        parameters=BEAMS if name != algorithm else SMALL.get(name, {}),
        prior=family.priors.kinds[0].name if name in ("gnrpa", "blnrpa") and family.priors.kinds else "none",
    )
    odds = None
    if spec.prior != "none":
        rules, code = load(family.rules.module, RulesModule), family.priors.kind(spec.prior).code
        size = rules.limits(rules.build_state(puzzle, mode=spec.mode, prior_code=code)).prior_codes
        odds = 1.0 + np.random.default_rng(5).random(size)
    session = Session(spec, 0, odds)
    session.advance(PLACES.get(algorithm, FEW))
    return session, {name: array.copy() for name, array in session.arrays().items()}


def forge(arrays: Arrays, algorithm: str, source: random.Random) -> Arrays:
    """The arrays, numbers of one to three of them changed."""
    made = {name: array.copy() for name, array in arrays.items()}
    names = [
        name
        for name, array in made.items()
        if array.size and not name.startswith(NOT_COVERED.get(algorithm, ("nothing",)))
    ]
    for name in source.sample(names, source.randint(1, min(3, len(names)))):
        flat = made[name].reshape(-1)
        for _ in range(source.choice((1, 1, 3, flat.size))):
            flat[source.randrange(flat.size)] = _number(flat, source)
    return made


def _number(flat: npt.NDArray[Any], source: random.Random) -> Any:
    """A value of the array's type: any bits, an end of its range, one of another place, or near its size."""
    kind = source.randrange(4)
    if kind == 0:
        return np.frombuffer(source.randbytes(flat.itemsize), flat.dtype)[0]
    if kind == 1 and flat.dtype.kind in "iu":
        return source.choice((np.iinfo(flat.dtype).min, np.iinfo(flat.dtype).max))
    if kind == 1:
        return source.choice((np.nan, np.inf, -np.inf, 0.0, -1.0))
    if kind == 2:
        return flat[source.randrange(flat.size)]
    near = source.randint(-2, 2) + source.choice((0, flat.size, 64, 1 << 16))
    return near if flat.dtype.kind != "u" else near % (1 << min(16, 8 * flat.itemsize))


def tried(family_name: str, algorithm: str, source: random.Random) -> bool:
    """Whether the search went on from a forged checkpoint; False if that was refused. IndexError if it was not."""
    session, arrays = started(family_name, algorithm)
    session.restore(arrays)
    try:
        session.restore(forge(arrays, algorithm, source))
    except ValueError:
        assert all(
            np.array_equal(array, arrays[name], equal_nan=array.dtype.kind == "f")
            for name, array in session.arrays().items()
        )
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        session.advance(FEW)
        session.solutions()
    return True


def campaign(seconds: float, seed: int) -> Iterator[tuple[str, str, bool]]:
    """Each case in turn, until the time is over: its family, its search, and what came of it."""
    source, end = random.Random(seed), time.monotonic() + seconds
    while time.monotonic() < end:
        for family_name, algorithm in cases():
            yield family_name, algorithm, tried(family_name, algorithm, source)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found: Counter[str] = Counter()
    for family_name, algorithm, went_on in campaign(given.seconds, given.seed):
        found[f"{family_name} {algorithm}: {'went on' if went_on else 'refused'}"] += 1
    for name, number in sorted(found.items()):
        print(f"{number:7,} {name}")


if __name__ == "__main__":
    main()
