"""Runs of searches as a program: digests of all arrays after each, in JSON; with MCS_TUI_JIT=0 by interpreted kernels.

Standard input is a JSON list of runs, each an object of these fields: `name`, `spec` (a SolveSpec), `playouts`, `odds`
(true: with a prior of random odds), and, if wanted, `begin` and `end`: files of arrays to begin with, to write at last.
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

from puzzles.registry import family
from solvers.runs.spec import SolveSpec
from solvers.session import Session


def session_of(spec: SolveSpec, odds: bool) -> Session:
    """The session; with odds, its prior is random odds that are the same in every process."""
    if not odds:
        return Session(spec, 0)
    brings = family(spec.family)
    rules = importlib.import_module(brings.rules.module)
    code = brings.priors.kind(spec.prior, spec.algorithm).code
    state = rules.build_state(brings.from_json(spec.puzzle), mode=spec.mode, prior_code=code)
    return Session(spec, 0, 1.0 + np.random.default_rng(5).random(rules.limits(state).prior_codes))


def digests(session: Session) -> dict[str, str]:
    """Type, shape and a digest of the bytes of each array that a checkpoint would hold."""
    return {
        name: f"{array.dtype} {array.shape} {hashlib.sha256(array.tobytes()).hexdigest()[:16]}"
        for name, array in session.arrays().items()
    }


def run(order: dict[str, Any]) -> dict[str, Any]:
    """What the search has done: status, playouts, best score, digests of its arrays."""
    session = session_of(order["spec"], order["odds"])
    if "begin" in order:
        with np.load(order["begin"], allow_pickle=False) as saved:
            session.restore(saved)
    status = session.advance(order["playouts"])
    if "end" in order:
        np.savez(order["end"], **session.arrays())
    return {"status": status, "playouts": session.playouts, "score": session.best_score, "arrays": digests(session)}


def main() -> None:
    """Runs what standard input asks for; with a word for an argument, tells on standard error how long each took."""
    warnings.simplefilter("error")
    told: dict[str, Any] = {}
    for order in json.load(sys.stdin):
        order["spec"] = msgspec.convert(order["spec"], SolveSpec)
        begun = time.process_time()
        told[order["name"]] = run(order)
        if sys.argv[1:]:
            print(f"{time.process_time() - begun:.3f} s", order["name"], file=sys.stderr)
    told["imports numba"] = "numba" in sys.modules
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
