"""Experiments in Python: searches on puzzles from seeds, by the same code as those of TOML files."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mcs_tui.reading import Source, read
from mcs_tui.results import pandas
from puzzles.family import Puzzle
from puzzles.parameters import ParameterError
from puzzles.registry import get_family
from solvers.experiments.cell import CellResult, Problem, cells
from solvers.experiments.launch import InProcess, run
from solvers.experiments.report import Report, report
from solvers.experiments.spec import check_families, checked
from solvers.experiments.toml_file import Row, made_of
from solvers.experiments.writers import comma_separated, text
from solvers.pinned_workers import PinnedWorkers

NAME = "experiment"


@dataclass(frozen=True, slots=True, repr=False)
class Measured:
    """What came of an experiment. `results`: of each cell (`solvers.experiments.cell.CellResult`), as they were done:
    `row`, `puzzle`, `seed`, `score`, `solved`, `playouts`, `seconds` (CPU), `board`, `trace`, and `error`, one line.
    """

    report: Report
    results: tuple[CellResult, ...]

    def to_csv(self) -> str:
        """The CSV that `mcs-tui experiment report --format csv` writes: a line for each figure."""
        return comma_separated(self.report)

    def to_frame(self) -> Any:
        """A pandas DataFrame of `to_csv`; ImportError, one line, if pandas is not installed."""
        return pandas().read_csv(io.StringIO(self.to_csv()))

    def __repr__(self) -> str:
        return text(self.report, width=120)


def experiment(
    puzzles: Mapping[str, Puzzle | Source] | Sequence[Puzzle | Source],
    rows: Iterable[str | Mapping[str, Any]],
    *,
    seeds: int | str | Sequence[int] = 8,
    playouts: int | Sequence[int] | None = None,
    seconds: float | Sequence[float] | None = None,
    workers: int = 1,
    callback: Callable[[CellResult], object] = lambda result: None,
    **settings: Any,
) -> Measured:
    """The figures of each row's search of each puzzle from each seed, judged by the plain checker.

    `puzzles`: by name, or numbered from 1; texts and paths are read. `rows`: an algorithm's name, or what a `[[row]]`
    of an experiment's file has (`algorithm`, `prior`, `mode`, `name` ...) beside parameters; a list of values makes as
    many rows: `{"algorithm": "nrpa", "level": [2, 3]}`. `seeds`: how many, from 1 on; `"1-20"`, or a list. `playouts`
    or `seconds` (CPU): the points at which scores are read, the last is the budget. `workers`: 1, this process; more,
    as many processes. `callback` gets the result of each cell as it is done. `settings`: others of the file, such as
    `until`, `measure` and `compare`. Ctrl-C ends it with what is done. PuzzleError or ParameterError (ValueErrors).
    """
    if workers < 1:
        raise ParameterError(f"workers is {workers}; expected 1 or more")
    named = puzzles if isinstance(puzzles, Mapping) else {str(at): one for at, one in enumerate(puzzles, 1)}
    read_in = {name: read(one) if isinstance(one, str | os.PathLike) else one for name, one in named.items()}
    families = list(dict.fromkeys(one.family for one in read_in.values()))
    several = len(families) > 1
    described = checked(
        made_of(
            {
                "title": settings.pop("title", "Experiment"),
                "puzzles": [{"name": one if several else "", "family": one, "files": "of Python"} for one in families],
                "row": [_row(one) for one in rows],
                "seeds": list(seeds) if isinstance(seeds, Sequence) and not isinstance(seeds, str) else seeds,
                **_points(playouts=playouts, seconds=seconds),
                **settings,
            },
            NAME,
        )
    )
    problems = tuple(
        Problem(group=one.family if several else "", name=name, family=one.family, data=_data(one))
        for name, one in read_in.items()
    )
    check_families(described, {one if several else "": {one} for one in families})
    planned, done = cells(described, puzzles=problems), list[CellResult]()

    def keep(result: CellResult) -> None:
        done.append(result)
        callback(result)

    executor = InProcess() if workers == 1 else PinnedWorkers(workers, pinned=False, what="experiment")
    try:
        run(planned, executor, keep)
    except KeyboardInterrupt:
        pass
    finally:
        executor.shutdown(cancel_futures=True)
    return Measured(report(described, planned, done, "mcs_tui.experiment"), tuple(done))


def _row(given: str | Mapping[str, Any]) -> dict[str, Any]:
    """The row as a file has it: what is none of its settings is a parameter."""
    row: dict[str, Any] = {"algorithm": given} if isinstance(given, str) else dict(given)
    own = {name: value for name, value in row.items() if name in Row.__struct_fields__}
    others = {name: value for name, value in row.items() if name not in own}
    return own | {"parameters": {**own.get("parameters", {}), **others}}


def _points(**given: Any) -> dict[str, Any]:
    return {name: list(one) if isinstance(one, Sequence) else one for name, one in given.items() if one is not None}


def _data(puzzle: Puzzle) -> dict[str, Any]:
    if (family := get_family(puzzle.family)).rules.in_python:
        raise ParameterError("experiments are of families' puzzles; expected none in plain Python")
    return family.to_json(puzzle)
