"""`mcs-tui check` and `mcs-tui compare`: is a puzzle, game or board right, and what do two games have in common."""

from __future__ import annotations

from collections.abc import Callable

import click

from puzzles.by_hand import GRADES, FillIn, Grade
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle, Verdict
from puzzles.inputs import is_stdin, read_board, shown_name
from puzzles.registry import families, get_family
from puzzles.text.reading import heard
from solvers.registry import MOST_COUNTED, algorithms_for
from solvers.request import Request
from solvers.runs.scoring import amount
from solvers.settings import EXHAUSTIVE
from tui.commands.following import Progress, finish
from tui.commands.job_options import family_option, puzzle_of, puzzle_setting_option
from tui.commands.options import Seconds
from tui.commands.report import failure
from tui.commands.terminal import Exit, Refused, code_of, complain, emit, emit_json, note, plain_characters
from tui.commands.writing import attached_game, drawn

NUMBERS = {
    "unique": "exactly one solution (proved)",
    "several": "at least {:,} solutions",
    "counted": "exactly {:,} solutions (proved)",
    "none": "no solution (proved)",
    "unknown": "number of solutions unknown (the time is spent)",
}
COUNT_SECONDS = 60.0
"""For how long solutions are counted."""

CODES = {
    "unique": Exit.OK,
    "several": Exit.UNSOLVED,
    "counted": Exit.UNSOLVED,
    "none": Exit.IMPOSSIBLE,
    "unknown": Exit.UNSOLVED,
}


@click.command(short_help="Check a puzzle, and a board for it.")
@click.argument("file", metavar="FILE|-")
@click.option("--board", "board_name", metavar="FILE|-", help="A filled-in or partly filled-in board to check.")
@click.option(
    "--solutions",
    "most",
    type=click.IntRange(1, MOST_COUNTED),
    metavar="N",
    help="Count the solutions, up to N of them (2 tells one from several), by exhaustive search, for at most "
    f"{COUNT_SECONDS:.0f} seconds.",
)
@click.option(
    "--prove",
    "prove_seconds",
    type=Seconds(),
    metavar="SECONDS",
    help="Look for proofs, which are kept, that no sequence folds into some motif of an RNA target, for at most that "
    "many seconds.",
)
@family_option
@puzzle_setting_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no notes on stderr.")
def check(
    file: str,
    board_name: str | None,
    most: int | None,
    prove_seconds: float | None,
    family_name: str | None,
    settings: tuple[str, ...],
    as_json: bool,
    quiet: bool,
) -> int:
    """Check a puzzle or a game, and a board for it; each fault is reported in one line.

    FILE is a path, standard input (-) or a bundled example (example:NAME); FILE#7 or FILE#NAME is one puzzle of a
    file with several. Puzzles that are filled in are graded by the hardest technique that a person needs. Exit code
    0: no fault (with --board: it is the solution or, for puzzles with a score, legal and complete; with
    --solutions: there is exactly one). 1: the board is wrong or incomplete, or there are several solutions or their
    number is unknown. 3: no solution.
    """
    puzzle = puzzle_of(file, board_name, family_name, settings)
    family = get_family(puzzle.family)
    countable = not family.optimisation and EXHAUSTIVE in [one.name for one in algorithms_for(family)]
    if most is not None and not countable:
        raise click.UsageError(f"solutions of {family.name} can't be counted; leave out --solutions")
    about = family.about
    if prove_seconds is not None and not (about and about.prove):
        raise click.UsageError(f"nothing can be proved of {family.name} without a search; leave out --prove")
    if board_name is None:
        board = attached_game(family, puzzle) or family.start_board(puzzle)
    else:
        with heard() as said:
            board = read_board(board_name, puzzle)
        for line in said:
            note(f"{shown_name(board_name)}: {line}", quiet=quiet)
    if puzzle.note:
        note(f"{shown_name(file)}: {puzzle.note}", quiet=quiet)
    verdict = family.judge(puzzle, board)
    complete = not family.optimisation or family.optimisation.complete(puzzle, board)
    wanted = verdict.legal and complete if family.optimisation else verdict.solved
    code: int = Exit.UNSOLVED if verdict.faults or (board_name is not None and not wanted) else Exit.OK
    remarks = family.remarks(puzzle, board) if verdict.legal else ()
    tried = _prove(about.prove, puzzle, prove_seconds) if about and about.prove and prove_seconds else ()
    proved = about.proved(puzzle)[1:] if about else ()
    number, found = None, 0
    if most is not None:
        number, counted, found = _count(puzzle, most, quiet)
        code = max(code, counted)
        if number is None:
            return counted
    # a board is looked at for its faults; and only a puzzle with one solution can be solved by techniques
    hand = family.by_hand if board_name is None and number in (None, "unique") else None
    grade = hand.grade(puzzle) if isinstance(hand, FillIn) else None
    if as_json:
        emit_json(
            {
                "file": file,
                **{key: getattr(puzzle, key) for key in ("family", "title", "note")},
                "board": board_name,
                "solved": verdict.solved,
                "score": verdict.score if complete else None,
                "faults": list(verdict.faults),
                "facts": dict(verdict.facts),
                "report": family.report(puzzle, board, verdict.facts) if verdict.legal else {},
                "solutions": number,
                "solutions_found": found if number else None,
                "grade": None if grade is None else {"name": grade.name, "steps": grade.steps},
                "board_notation": family.notation(puzzle, board),
                "remarks": list(remarks),
                "proved": [*proved, *tried],
                "exit_code": code,
            }
        )
    else:
        finding = [] if verdict.faults else [_finding(family, verdict, complete, board_name is not None)]
        numbers = [] if number is None else [NUMBERS[number].format(found)]
        draws = verdict.legal and (bool(verdict.facts) or bool(proved))
        shown = [drawn(puzzle, board, ascii_only=plain_characters(False), facts=verdict.facts)] if draws else []
        words = [] if grade is None else [_graded(grade)]
        emit(puzzle.title, *shown, *proved, *tried, *remarks, *verdict.faults, *finding, *words, *numbers)
    return code


def _prove(prove: Callable[[Puzzle, float], tuple[str, ...]], puzzle: Puzzle, seconds: float) -> tuple[str, ...]:
    try:
        return prove(puzzle, seconds)
    except OSError as error:
        raise Refused(f"{error.filename}: {error.strerror or error}; the proofs can't be kept") from None


def _finding(family: Family, verdict: Verdict, complete: bool, is_board: bool) -> str:
    if family.optimisation and complete:
        optimal = "; nothing better is possible (proved)" if verdict.solved else ""
        return f"legal; {amount(family, verdict.score, verdict.facts)}{optimal}"
    if is_board:
        return "the board is a solution" if verdict.solved else "the board is incomplete; no fault so far"
    if family.optimisation:
        return "the puzzle can be read"
    return f"the puzzle can be read; {'it is solved already' if verdict.solved else 'its givens have no fault'}"


def _graded(grade: Grade) -> str:
    """Such as `grade: hard (naked single 24, run orders 3)`."""
    if grade.name == GRADES[-1]:
        return f"grade: {grade.name}; no technique known here solves it"
    techniques = ", ".join(f"{name} {number}" for name, number in grade.steps.items())
    return f"grade: {grade.name}" + (f" ({techniques})" if techniques else "")


def _count(puzzle: Puzzle, most: int, quiet: bool) -> tuple[str | None, int, int]:
    """What is known of the number of solutions (a key of NUMBERS; None: no end), the exit code, how many were found."""
    asked = Request({"solutions": max(most, 2)}, algorithm=EXHAUSTIVE, prior="none", seconds=COUNT_SECONDS)
    spec = asked.resolve(puzzle)
    with Progress(quiet=quiet) as progress:
        view, interrupted = finish(spec, progress)
    if interrupted:
        return None, interrupted, 0
    if view.status not in ("exhausted", "solved", "budget"):
        complain(f"mcs-tui: {failure(view)}")
        return None, code_of(view), 0
    number = "none" if view.status == "exhausted" else view.solutions or "unknown"
    found = len(view.solution_boards)
    if number == "several" and found < max(most, 2) and view.elapsed < COUNT_SECONDS:
        number = "counted"
    return number, CODES[number], found


@click.command(short_help="Compare two games.")
@click.argument("file", metavar="FILE|-")
@click.argument("other", metavar="FILE|-")
@family_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object, with the indices of the shared moves in each.")
@click.option("-q", "--quiet", is_flag=True, help="No notes on stderr.")
def compare(file: str, other: str, family_name: str | None, as_json: bool, quiet: bool) -> int:
    """Compare two games: which moves they share, also if one is rotated or mirrored.

    Each FILE is a path, standard input (-), a bundled example (example:NAME), the best board of a run (run:ID) or a
    game played by hand (game:NAME, a file of the folder own-games). Both are of one family that compares its games,
    such as morpion.
    """
    if is_stdin(file) and is_stdin(other):
        raise click.UsageError("only one of the two can be standard input")
    from tui.game_names import named_game

    (one, board, _), (two, other_board, _) = named_game(file, family_name), named_game(other, family_name)
    if one.family != two.family:
        what = f"{shown_name(file)} is of the family {one.family}, {shown_name(other)} of {two.family}"
        raise Refused(f"{what}; expected two of one family")
    family = get_family(one.family)
    try:
        found = family.compare(one, board, two, other_board)
    except PuzzleError as error:
        raise error.within(f"{shown_name(file)} and {shown_name(other)}") from None
    if found is None:
        able = ", ".join(one.name for one in families() if type(one).compare is not Family.compare)
        raise Refused(f"{family.name} does not compare its boards; expected two of: {able}")
    for name, puzzle in ((file, one), (other, two)):
        if puzzle.note:
            note(f"{shown_name(name)}: {puzzle.note}", quiet=quiet)
    if as_json:
        emit_json(
            {
                "files": [file, other],
                "family": family.name,
                "titles": [one.title, two.title],
                "words": list(found.words),
                "shared": sorted(found.shared),
                "other_shared": sorted(found.other_shared),
            }
        )
    else:
        emit("\n".join(found.words))
    return Exit.OK
