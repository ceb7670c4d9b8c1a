"""Numbers in a run's spec: what no option of the command line admits is refused in one line when the spec is read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from drivers.command_line import invoke, one_line
from drivers.run_driver import latin_spec

from solvers.runs.folder import new_run
from solvers.runs.reader import view
from solvers.runs.spec import CompileSpec, GenerateSpec, RunSpec, TrainSpec, decode, encode

SOLVE = latin_spec()
TRAIN = TrainSpec(family="latin", prior="dual", shape="order-8", title="", puzzles=1)
GENERATE = GenerateSpec(family="latin", title="")


@pytest.mark.parametrize(
    ("spec", "wrong"),
    [
        (SOLVE, {"workers": 65}),
        (SOLVE, {"workers": 0}),
        (SOLVE, {"workers": 10**18}),
        (SOLVE, {"wanted": 10_001}),
        (SOLVE, {"seconds": 0}),
        (SOLVE, {"playouts": 0}),
        (SOLVE, {"prior_tau": 101}),
        (SOLVE, {"seed": -1}),
        (SOLVE, {"count_seconds": -1}),
        (TRAIN, {"workers": 1_000_000}),
        (TRAIN, {"families_capped": -1}),
        (GENERATE, {"count": 0}),
        (CompileSpec(), {"workers": 65}),
    ],
)
def test_a_number_that_no_option_admits_is_refused(spec: RunSpec, wrong: dict[str, Any]) -> None:
    assert decode(encode(spec)) == spec
    with pytest.raises(ValueError, match=next(iter(wrong))) as error:
        decode(json.dumps(json.loads(encode(spec)) | wrong).encode())
    assert "\n" not in str(error.value)


def test_such_a_run_is_listed_and_not_begun() -> None:
    run = new_run(SOLVE)
    run.spec_path.write_text(json.dumps(json.loads(encode(SOLVE)) | {"workers": 1_000_000}))
    seen = view(run)
    assert (seen.spec, seen.status, seen.resumable) == (None, "failed", ())
    assert "spec.json is damaged" in seen.message
    assert one_line(invoke("resume", run.id).stderr)
