"""What a search has found, shown or written: the drawn board, a text format, one line in words, one JSON object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from puzzles.errors import PuzzleError
from puzzles.family import PICTURE, Board, Family, Puzzle
from puzzles.inputs import shown_name
from puzzles.parameters import Value
from puzzles.registry import get_family
from puzzles.text.quoting import counted
from solvers.runs.scoring import amount, family_of, optimises, wanted_amount
from solvers.settings import labels_of
from tui.commands.names import written_formats
from tui.commands.options import together
from tui.commands.terminal import Broken, Exit, code_of, complain, emit, emit_json, note, plain_characters
from tui.commands.writing import choose_format, drawn, needs_file, write_file
from tui.processes.checking import fault
from tui.words.printing import PAGE_NAMES, check_pages, encoded, sheets
from tui.words.wording import best_text, budget_text, seconds_text

if TYPE_CHECKING:
    from solvers.runs.spec import SolveSpec
    from solvers.runs.view import RunView


GOING = ("waiting", "starting", "running", "paused")
"""What a run's status is while there is more to come."""
NUMBERS = {
    "unique": "; this is the only solution",
    "several": "; there are at least two solutions",
    "unknown": "; whether it is the only solution is not known (time for counting spent)",
}
"""What is added about the number of solutions."""


@dataclass(frozen=True, slots=True)
class Shown:
    """How the results are shown. `best`: the best board, where there is no solution."""

    format: str | None
    output: Path | None
    everything: bool
    json: bool
    quiet: bool
    ascii: bool
    best: bool = False


result_options = together(
    click.option(
        "--format",
        metavar="NAME",
        shell_complete=written_formats,
        help="Print the result in this format (see `mcs-tui formats`).",
    ),
    click.option(
        "--output", type=click.Path(path_type=Path), help="Write the result to a file (format by --format or suffix)."
    ),
    click.option("--all", "everything", is_flag=True, help="Show the second solution too, if one was found."),
)
"""What is written of a result, and where to; the names are those of `Shown`."""


def verify(puzzle: Puzzle, view: RunView, *, judged: bool = False) -> bool:
    """True if the run has a result, judged here once more by the plain checker; Broken if it fails that.

    `judged`: not once more, as the worker had it judged a moment ago, and it was in no file since.

    The result is a complete solution, or several where they were asked for, however the run has ended; where a score
    is what counts, the best board.
    """
    why = "" if judged else fault(puzzle, view)
    if why:
        solutions = view.found or (view.status == "solved" and not optimises(view.spec))
        what = "a solution" if solutions else "the best board"
        raise Broken(f"{what} of run {view.id} did not pass the checker: {why}")
    return view.board is not None and (view.status == "solved" or bool(view.found) or optimises(view.spec))


def exit_code(view: RunView) -> int:
    """The exit code of the ended run. Where a score is what counts, a board makes an end in order a success, but
    a proof that none keeps the puzzle's constraints.

    Where several solutions were asked for, only all of them are a success.
    """
    if view.none_acceptable:
        return Exit.IMPOSSIBLE
    if optimises(view.spec) and view.status in ("budget", "reached", "done", "exhausted"):
        return Exit.UNSOLVED if view.board is None else Exit.OK
    if view.status in GOING or (view.found and view.status == "done"):
        return Exit.UNSOLVED
    return code_of(view)


def second_solution(view: RunView) -> tuple[int, ...] | None:
    """The other solution that the run found, None if it found none."""
    others = [board for board in view.solution_boards if board != view.board]
    return others[0] if others else None


def prior_words(puzzle: Puzzle, spec: SolveSpec) -> str:
    """Which prior the search may use, and where it is from: `prior dual for order-20 (from 10,000 puzzles)`."""
    if spec.prior == "none":
        return "no prior"
    from priors.store import find
    from priors.stored import ORIGINS

    family = get_family(puzzle.family)
    kind = family.priors.kind(spec.prior, spec.algorithm)
    name = kind.name
    if kind.source == "puzzle":
        return f"prior {name} (computed from the puzzle)"
    shape = family.priors.shape_key(puzzle, name)
    stored = find(family.name, name, shape)
    if stored is None:
        state = "not trained yet"
    elif stored.origin == "trained":
        state = f"from {counted(stored.provenance.counted, 'puzzle')}"
    else:
        state = ORIGINS[stored.origin]
    return f"prior {name} for {shape} ({state})"


def words(view: RunView) -> str:
    """One line about how the search ended."""
    if view.found and not optimises(view.spec):
        return _several_words(view)
    took = view.elapsed if view.solved_seconds is None else view.solved_seconds
    effort = f"{seconds_text(took)} ({_effort(view)})"
    if optimises(view.spec):
        return _best_words(view, effort)
    best = "" if view.best_score is None else f"; best {amount(family_of(view.spec), view.best_score)}"
    return {
        "solved": f"solved in {effort}, verified{NUMBERS.get(view.solutions or '', '')}",
        "exhausted": f"no solution (proved), in {effort}",
        "budget": f"not solved within the budget: {effort}{best}",
        "stopped": f"stopped after {effort}{best}",
        "interrupted": f"the worker is gone after {effort}{best}",
        "failed": f"failed: {view.message}",
    }.get(view.status, f"{view.status}: {effort}{best}")


def _several_words(view: RunView) -> str:
    effort = f"{seconds_text(view.elapsed)} ({_effort(view)})"
    spec: Any = view.spec
    count = f"{len(view.found):,} of {counted(view.wanted, 'design')}, verified"
    if spec.front is not None:
        count = f"Pareto front of {counted(len(view.found), 'design')}, verified"
    end = {"budget": budget_text(view), "done": "everything has been seen", "interrupted": "the worker is gone"}.get(
        view.status, view.status
    )
    return {
        "solved": f"{count}; {'the best ' if spec.keep_best and spec.front is None else ''}found in {effort}",
        "failed": f"failed: {view.message}; {count}",
    }.get(view.status, f"{count}; {end} after {effort}")


def _best_words(view: RunView, effort: str) -> str:
    found = "no board was found"
    if view.board_score is not None:
        what = "optimal" if view.status == "solved" else "best"
        found = f"{best_text(family_of(view.spec), view.board_score, view.facts, what)}, verified"
    if view.claim and not view.playouts:  # a game that is at its end
        return f"{found}; {view.claim}"
    return {
        "solved": f"{found}; found in {effort}",
        "exhausted": f"{found}; {view.claim or 'everything has been seen'}; {effort}",
        "budget": f"{found}; {effort}",
        "reached": f"{found}; the wanted score was reached in {effort}",
        "done": f"{found}; {effort}",
        "failed": f"failed: {view.message}; {found}",
        "interrupted": f"the worker is gone after {effort}; {found}",
    }.get(view.status, f"{view.status} after {effort}; {found}")


def failure(view: RunView) -> str:
    """One line about a run whose worker failed or is gone, with the place of its log if that says more."""
    where = "" if view.wrong_input or str(view.folder) in view.message else f" (log: {view.folder / 'worker-0.log'})"
    return f"{view.message or 'the worker is gone'}{where}"


def remarks(puzzle: Puzzle, view: RunView) -> tuple[str, ...]:
    """What the family has to say about the run's verified result."""
    return () if view.board is None else get_family(puzzle.family).remarks_after(puzzle, view.board, view.facts)


def facts(view: RunView, *, texts: bool = True) -> tuple[str, ...]:
    """Lines on what the checker says further of the run's board: texts line by line, then all figures in one.

    `texts`: False if the board's drawing shows them.
    """
    named = [(name.replace("_", " "), value) for name, value in view.facts.items()]
    lines = [f"{name}: {value}" for name, value in named if isinstance(value, str) and texts]
    figures = [f"{name} {_figure(value)}" for name, value in named if not isinstance(value, str)]
    return (*lines, *([", ".join(figures)] if figures else []))


def as_json(puzzle: Puzzle, view: RunView, source: str, *, verified: bool) -> dict[str, Any]:
    """The ended search as plain JSON values. `verified`: what `verify` returned."""
    from solvers.runs.view import unit

    spec: Any = view.spec
    family, second = get_family(puzzle.family), second_solution(view)
    return {
        "file": source,
        **{key: getattr(puzzle, key) for key in ("family", "title", "note")},
        "status": view.status,
        "message": view.message,
        "exit_code": exit_code(view),
        "verified": verified,
        "score": view.board_score if verified else view.best_score,
        **board_json(family, puzzle, "board", view.board),
        "facts": dict(view.facts),
        "report": family.report(puzzle, view.board, view.facts) if view.board is not None else {},
        "remarks": list(remarks(puzzle, view)),
        "wanted": view.wanted,
        "keep_best": spec.keep_best,
        "apart": spec.apart,
        "front": spec.front,
        "found": [
            board_json(family, puzzle, "board", one.board)
            | {key: getattr(one, key) for key in ("score", "seconds", "worker", "facts")}
            | {"report": family.report(puzzle, one.board, one.facts)}
            for one in view.found
        ],
        "claim": view.claim,
        "solutions": view.solutions,
        **board_json(family, puzzle, "second_board", second),
        "seconds": view.solved_seconds,
        "elapsed": view.elapsed,
        "cpu_seconds": view.cpu,
        "run_cpu_seconds": view.run_cpu,
        "playouts": view.playouts,
        "unit": unit(view.spec),
        "restarts": view.restarts,
        **{key: getattr(spec, key) for key in ("algorithm", "parameters", "mode", "prior", "seed", "workers")},
        "until": wanted_amount(spec),
        **labels_of(spec),
        "search": insights_json(view),
        "run": view.id,
    }


def history_json(view: RunView) -> list[dict[str, Any]]:
    """Each improvement of the run's best."""
    return [
        {"seconds": at, "playouts": playouts, "score": score}
        for (at, score), playouts in zip(view.history, view.history_playouts, strict=True)
    ]


def insights_json(view: RunView) -> list[dict[str, Any]]:
    """What each worker's search says of itself, as `solvers.runs.status` explains; without what it does not have."""
    import msgspec

    found = []
    for worker, insight in view.insights:
        values = {key: value for key, value in msgspec.to_builtins(insight).items() if value not in (None, [], ())}
        found.append({"worker": worker, **values})
    return found


def board_json(family: Family, puzzle: Puzzle, key: str, board: Board | None) -> dict[str, Any]:
    """The board under the key as a list of the family's numbers, and under KEY_notation in its own notation."""
    if board is None:
        return {key: None, f"{key}_notation": None}
    return {key: list(board), f"{key}_notation": family.notation(puzzle, board)}


def _figure(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _effort(view: RunView) -> str:
    from solvers.runs.view import unit

    counts = [counted(view.playouts, unit(view.spec).removesuffix("s"))]
    if view.restarts:
        counts.append(counted(view.restarts, "restart"))
    return ", ".join(counts)


def show_end(
    puzzle: Puzzle, view: RunView, source: str, shown: Shown, output: Path | None, *, judged: bool = False
) -> int:
    """The exit code of the ended search, when all is written that is to be said about it. `judged`: as for `verify`.

    Where several solutions were asked for they are written as one text, best first, under the drawing of the best.
    """
    verified = verify(puzzle, view, judged=judged)
    second = second_solution(view)
    boards = [view.board] if view.board is not None and (verified or shown.best) else []
    if shown.everything and verified and second is not None:
        boards.append(second)
    code = exit_code(view)
    machine = ""
    if boards and (output is not None or shown.format is not None):
        content = written(puzzle, view, boards, source, shown)
        if output is not None:
            write_file(output, content)
            stopped = code in (Exit.INTERRUPTED, Exit.TERMINATED) and view.resumable
            anew = f"; once resumed, mcs-tui show {view.id} --output {output} writes it anew" if stopped else ""
            note(f"wrote {output}{anew}", quiet=shown.quiet)
        else:
            machine = content.decode()
    elif output is not None and view.board is not None and code in (Exit.UNSOLVED, Exit.INTERRUPTED):
        best = f"mcs-tui show {view.id} --output {output} writes the best so far"
        note(f"{output} is not written; {best}", quiet=shown.quiet)
    if shown.json:
        history = {"history": history_json(view)} if shown.best else {}
        emit_json(as_json(puzzle, view, source, verified=verified) | history)
    elif machine:
        emit(machine)
        note(words(view), quiet=shown.quiet)
    else:
        ascii_only = plain_characters(shown.ascii)
        known = {view.board: view.facts}
        drawings = [
            drawn(puzzle, board, ascii_only=ascii_only, facts=known.get(board)) for board in boards if output is None
        ]
        hint = "; --all shows the second" if second is not None and not shown.everything else ""
        about = remarks(puzzle, view) or facts(view, texts=not drawings)
        last = words(view) + hint
        if view.found and output is None:
            several = written(puzzle, view, boards, source, shown).decode().rstrip("\n")
            emit(*filter(None, [*drawings, "\n".join(about), several, last]), between="\n\n")
        elif boards or code not in (Exit.FAILURE, Exit.DISK, Exit.BAD_INPUT):
            emit(*drawings, "\n".join([*about, last]), between="\n\n")
    explain(view, code)
    return code


def explain(view: RunView, code: int) -> None:
    """Says on stderr what to do about a run that did not end by itself."""
    if code in (Exit.FAILURE, Exit.DISK, Exit.BAD_INPUT):
        again = f"; mcs-tui resume {view.id} continues it" if view.status == "interrupted" and view.resumable else ""
        complain(f"mcs-tui: {failure(view)}{again}")
    elif code == Exit.INTERRUPTED:
        complain(f"stopped; mcs-tui resume {view.id} continues it" if view.resumable else "stopped")


def written(puzzle: Puzzle, view: RunView, boards: Sequence[Board], source: str, shown: Shown) -> bytes:
    """The boards, or all that were found, in the wanted format; PuzzleError or UsageError if it can't hold them."""
    family = get_family(puzzle.family)
    name = choose_format(puzzle, shown.format, shown.output)
    try:
        if view.found:
            found = [one.board for one in view.found]
            return encoded(family, puzzle, name, found, [one.facts for one in view.found])
        return encoded(family, puzzle, name, boards)
    except PuzzleError as error:
        raise error.within(shown_name(source)) from None


def check_format(puzzle: Puzzle, source: str, shown: Shown, designs: int = 1) -> None:
    """PuzzleError or UsageError if the wanted format can't hold so many boards; before a search is spent on it."""
    name = choose_format(puzzle, shown.format, shown.output)
    needs_file(name, shown.output)
    family = get_family(puzzle.family)
    start = family.start_board(puzzle)
    try:
        if name in PAGE_NAMES:
            check_pages(name, designs)
            sheets([family.picture(puzzle, start)])
        elif name == PICTURE.name:
            family.write_many(puzzle, name, [start] * designs)
        else:
            family.write(puzzle, name, start)
    except PuzzleError as error:
        raise error.within(shown_name(source)) from None
