"""Generated puzzles, from a passing job in a worker process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from puzzles.family import Family
from puzzles.parameters import Value
from tui.commands.following import Interrupts, Progress, follow, start
from tui.commands.report import failure
from tui.commands.terminal import OK, Broken, Refused

if TYPE_CHECKING:
    from solvers.runs.events import Generated
    from solvers.runs.view import RunView

Taker = Callable[["Generated"], bool]
"""Gets each generated puzzle as it comes; False: no more are wanted."""


def generate_puzzles(
    family: Family, parameters: Mapping[str, Value], count: int, seed: int, take: Taker, progress: Progress
) -> int:
    """The exit code; `take` has got each of `count` puzzles as soon as it was made.

    Refused if there is no puzzle of such parameters; Broken if the worker fails.
    """
    from solvers.runs.spec import GenerateSpec

    taken = 0
    wanted = True

    def seen(view: RunView) -> bool:
        nonlocal taken, wanted
        while wanted and taken < len(view.generated):
            wanted = take(view.generated[taken])
            taken += 1
        return wanted

    spec = GenerateSpec(
        family=family.name,
        title=f"generating {count} of {family.title}",
        parameters=dict(parameters),
        count=count,
        seed=seed,
    )
    with Interrupts() as interrupts:
        run = start(spec, transient=True)
        view = follow(run, progress, interrupts, stops=True, seen=seen)
    if interrupts.code:
        return interrupts.code
    if view.wrong_input:
        raise Refused(view.message)
    if view.status in ("failed", "interrupted"):
        raise Broken(failure(view))
    return OK
