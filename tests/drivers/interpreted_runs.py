"""Runs of searches as a program: digests of all arrays after each, in JSON; with MCS_TUI_JIT=0 by interpreted kernels.

Standard input is a JSON list of runs, each an object of these fields: `name`, `spec` (a SolveSpec), `odds` (true: a
prior of random odds), `slices` (playouts of each), and, if wanted, `begin` and `end`: files of arrays to begin with and
to write at the end. The answer has an entry for each slice of a run.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
import time
import warnings
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from puzzles.registry import get_family
from puzzles.rna.kernels import state as rna
from solvers.runs.spec import SolveSpec
from solvers.session import Session


def session_of(spec: SolveSpec, odds: bool) -> Session:
    """The session; with odds, its prior is random odds that are the same in every process."""
    if not odds:
        return Session(spec, 0)
    family = get_family(spec.family)
    rules = importlib.import_module(family.rules.module)
    code = family.priors.kind(spec.prior, spec.algorithm).code
    state = rules.build_state(family.from_json(spec.puzzle), mode=spec.mode, prior_code=code)
    return Session(spec, 0, 1.0 + np.random.default_rng(5).random(rules.limits(state).prior_codes))


def comparable(session: Session) -> dict[str, npt.NDArray[Any]]:
    """Copies of the arrays that a checkpoint would hold, and of the state's in any case.

    A resumed search for designs folds again what it had remembered, so it counts other folds: their number is 0 here.
    Behind the records of a game, and of the moves that the last line took, processors leave what their instructions
    wrote there, and nothing reads it: it is 0 here.
    """
    keeps_state, session.keeps_state = session.keeps_state, True
    arrays = {name: array.copy() for name, array in session.arrays().items()}
    session.keeps_state = keeps_state
    if session.puzzle.family == "rna":
        arrays["state.scalars"][rna.FOLDS] = 0
    for name, array in arrays.items():
        if name.endswith(".records"):
            counts = arrays[name.removesuffix("records") + "counts"]
            array[np.arange(array.shape[-1]) >= counts[..., np.newaxis]] = 0
        elif name.endswith(".dropped"):
            array[:] = 0
    return arrays


def reported(session: Session, status: str) -> dict[str, Any]:
    """What the search has done so far; of each array its type, shape and a digest of its bytes."""
    arrays = {
        name: f"{array.dtype} {array.shape} {hashlib.sha256(array.tobytes()).hexdigest()[:16]}"
        for name, array in comparable(session).items()
    }
    return {"status": status, "playouts": session.playouts, "score": session.best_score, "arrays": arrays}


def run(order: dict[str, Any]) -> list[dict[str, Any]]:
    """What the search has done after each slice."""
    session = session_of(order["spec"], order["odds"])
    if "begin" in order:
        with np.load(order["begin"], allow_pickle=False) as saved:
            session.restore(saved)
    done = [reported(session, session.advance(playouts)) for playouts in order["slices"]]
    if "end" in order:
        np.savez(order["end"], **session.arrays())
    return done


def best_board(order: dict[str, Any]) -> list[int]:
    """The best board of a run."""
    session = session_of(order["spec"], order["odds"])
    session.advance(sum(order["slices"]))
    return list(session.best_board() or ())


def main() -> None:
    """Runs what standard input asks for; with a word for an argument, tells on standard error how long each took."""
    warnings.simplefilter("error")
    answer: dict[str, Any] = {}
    for order in json.load(sys.stdin):
        order["spec"] = msgspec.convert(order["spec"], SolveSpec)
        begun = time.process_time()
        answer[order["name"]] = run(order)
        if sys.argv[1:]:
            print(f"{time.process_time() - begun:.3f} s", order["name"], file=sys.stderr)
    answer["imports numba"] = "numba" in sys.modules
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
