"""Makes many ended runs, to measure how long listing them takes: `many_runs.py DATA COUNT [--bare]`.

Each has the files that a solved run leaves, `--bare`: without a summary, as version 0.1.0; DATA is then the
MCS_TUI_DATA of the program that is measured.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from drivers.run_driver import latin_spec

from solvers.runs import spec as specs
from solvers.runs.events import AnyEvent, Finished, Improved, Progress, Solved, Started, encode
from solvers.runs.folder import STAMP, Run
from solvers.runs.listing import summarize
from solvers.runs.result import Result, merge_result
from solvers.runs.status import Status, write_status

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
STEPS = 40


def make_runs(data: Path, count: int, *, bare: bool = False) -> list[Path]:
    """The folders of the made runs, the oldest first; `bare`: without summaries."""
    board = [place % 20 for place in range(400)]
    steps: list[AnyEvent] = [Started(pid=1, time=FIRST.isoformat(), version="0")]
    for step in range(STEPS):
        score = float(step - STEPS)
        steps.append(Improved(score=score, board=board, at=float(step), playouts=step * 1000))
        steps.append(Progress(best_score=score, rate=1000.0, at=float(step), playouts=step * 1000))
    steps.append(Solved(score=0.0, board=board, seconds=float(STEPS), at=float(STEPS), playouts=STEPS * 1000))
    steps.append(Finished(reason="solved", best_score=0.0, at=float(STEPS), playouts=STEPS * 1000))
    events = b"".join(map(encode, steps))
    made = []
    for number in range(count):
        stamp = (FIRST + timedelta(minutes=number)).strftime(STAMP)
        folder = data / "runs" / f"{stamp}-latin-{number:04x}"
        folder.mkdir(parents=True)
        spec = latin_spec("paper-20", playouts=STEPS * 1000 + number)  # searches of their own, a line each
        (folder / "spec.json").write_bytes(specs.encode(spec))
        (folder / "events.jsonl").write_bytes(events)
        (folder / "worker-0.lock").touch()
        (folder / "worker-0.log").touch()
        write_status(folder / "status-0.json", Status(pid=1, phase="ended", at=float(STEPS), playouts=STEPS * 1000))
        result = Result(proof="solved", score=0.0, board=board, playouts=STEPS * 1000, seconds=float(STEPS))
        merge_result(folder / "result.json", result)
        if not bare:
            summarize(Run(folder), 0)
        made.append(folder)
    return made


if __name__ == "__main__":
    make_runs(Path(sys.argv[1]), int(sys.argv[2]), bare="--bare" in sys.argv)
