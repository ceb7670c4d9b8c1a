"""Random targets and restraints for tests of inverse folding."""

from __future__ import annotations

import random

from oracles.naive_rna import LETTERS, PAIRS

from puzzles.rna.puzzle import RnaPuzzle


def random_target(rng: random.Random, length: int) -> str:
    """A structure of many short helices that touch, with loops of all kinds and hairpins of 3 or more."""
    while True:
        target = _structure(rng, length)
        if "()" not in target and "(.)" not in target and "(..)" not in target:
            return target


def _structure(rng: random.Random, n: int) -> str:
    if n < 7 or rng.random() < 0.15:
        return "." * n
    if rng.random() < 0.4:
        return "(" + _structure(rng, n - 2) + ")"
    cut = rng.randrange(1, n)
    return _structure(rng, cut) + _structure(rng, n - cut)


def random_puzzle(
    rng: random.Random, length: int, *, restrained: float = 0.0, objective: str = "nemo", model: str = "eterna-v2"
) -> RnaPuzzle:
    """A target with that share of its positions restrained."""
    target = random_target(rng, length)
    partners = RnaPuzzle(target).partners
    while True:
        letters = [rng.choice(list(LETTERS)) if rng.random() < restrained else "N" for _ in target]
        if all(_can_pair(letters[i], letters[j]) for i, j in enumerate(partners) if j > i):
            return RnaPuzzle(target, "".join(letters), objective=objective, model=model)


def _can_pair(one: str, two: str) -> bool:
    return any(pair[0] in LETTERS[one] and pair[1] in LETTERS[two] for pair in PAIRS)
