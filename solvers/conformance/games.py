"""Checks of a family's rules and generator: games at random, replayed by the plain checker move by move.

And of the searches on it: the same results by seed, in slices, and after a checkpoint.

The operations of rules are kernels here, to be called from Python on a state of any family.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from puzzles.engine.contract import InstancesModule, RulesModule, load
from puzzles.engine.kernels import kernel
from puzzles.engine.limits import Limits
from puzzles.engine.rules import (
    accept,
    agrees,
    implements,
    legal_moves,
    mark,
    play,
    policy_code,
    prior_code,
    propose,
    reset,
    restore_position,
    save_position,
    score,
    snapshot,
    solved,
    start,
    undo,
)
from puzzles.engine.streams import stream
from puzzles.errors import PuzzleError
from puzzles.family import Family, Puzzle
from puzzles.parameters import resolve
from solvers.conformance.places import Check
from solvers.conformance.texts import puzzles_of
from solvers.registry import Algorithm, algorithms_for
from solvers.request import Request
from solvers.session import Session

GAMES, PUZZLES = 2, 3
"""Games on each of that many puzzles."""
JUDGED = 30
"""Positions of a long game that are judged, about."""
REQUIRED = (reset, legal_moves, play, score, solved, policy_code, prior_code, snapshot, agrees)


def checks(family: Family) -> Iterator[Check]:
    """What searches rely on."""
    yield Check("the rules have all operations that the family declares", partial(_operations, family))
    yield Check("rules and checker agree on every position of a game", partial(_agreement, family))
    yield Check("games keep within the limits", partial(_limits, family))
    yield Check("boards come back from each format that holds them", partial(_written, family))
    yield Check("a saved position comes back", partial(_returns, family, trail=False))
    if family.rules.undo:
        yield Check("undone moves leave no trace", partial(_returns, family, trail=True))
    if family.generator is not None:
        yield Check("the generator depends on seed and number alone", partial(_generated, family))
    for one in algorithms_for(family):
        yield Check(
            f"{one.name}: the result depends on the seed alone, and the checker agrees", partial(_search, family, one)
        )


@kernel
def reset_state(state):
    reset(state)


@kernel
def moves_at(state, rng):
    return legal_moves(state, rng)


@kernel
def play_move(state, move):
    play(state, move)


@kernel
def codes_into(state, count, policy_codes, prior_codes):
    for k in range(count):
        policy_codes[k] = policy_code(state, state.moves[k])
        prior_codes[k] = prior_code(state, state.moves[k])


@kernel
def look(state, board):
    """Score, solved, and the length of the snapshot, which is written to board."""
    length = snapshot(state, board)
    return score(state), solved(state), length


@kernel
def take_mark(state):
    return mark(state)


@kernel
def undo_to(state, where):
    undo(state, where)


@kernel
def keep_position(state, frame):
    save_position(state, frame)


@kernel
def recall_position(state, frame):
    restore_position(state, frame)


class Game:
    """A game in progress on a puzzle, moves drawn at random; the same one for the same seed."""

    def __init__(self, family: Family, puzzle: Puzzle, seed: int, *, trail: bool = False) -> None:
        rules = load(family.rules.module, RulesModule)
        settings: dict[str, Any] = resolve(family.rules.parameters, {}, family.name)
        if family.rules.modes:
            settings["mode"] = family.rules.modes[0]
        if family.priors.kinds:
            settings["prior_code"] = family.priors.kinds[0].code
        self.state = rules.build_state(puzzle, trail=trail, **settings)
        self.limits: Limits = rules.limits(self.state)
        self.rng, self._draws = stream("test", seed), random.Random(seed)
        self._board = np.zeros(max(self.limits.board, 1), np.int64)
        reset_state(self.state)
        self.look()

    def look(self) -> None:
        """Lists the moves with the random numbers that `rng` has now, and looks at the position."""
        self.score, self.solved, self._length = look(self.state, self._board)
        self.count = int(moves_at(self.state, self.rng.copy()))
        self.moves = [int(move) for move in self.state.moves[: self.count]]

    @property
    def board(self) -> tuple[int, ...]:
        return tuple(self._board[: self._length].tolist())

    def codes(self) -> tuple[list[int], list[int]]:
        policy, prior = np.zeros(self.count + 1, np.int64), np.zeros(self.count + 1, np.int64)
        codes_into(self.state, self.count, policy, prior)
        return policy[:-1].tolist(), prior[:-1].tolist()

    def play(self) -> bool:
        if not self.count:
            return False
        play_move(self.state, self._draws.choice(self.moves))
        self.rng[0] += np.uint64(1)
        self.look()
        return True


def _games(family: Family, *, trail: bool = False) -> Iterator[tuple[Puzzle, Game]]:
    for puzzle in puzzles_of(family)[:PUZZLES]:
        for seed in range(GAMES):
            yield puzzle, Game(family, puzzle, seed, trail=trail)


def _operations(family: Family) -> str:
    rules, puzzle = load(family.rules.module, RulesModule), puzzles_of(family)[0]
    state = Game(family, puzzle, 0).state
    changing = rules.repairing(state, puzzle) if family.rules.local_search else state
    for kind, needed, wanted in (
        (type(state), REQUIRED, True),
        (type(state), (mark, undo), family.rules.undo),
        (type(changing), (start, propose, accept), family.rules.local_search),
    ):
        for operation in needed:
            if implements(operation, kind) != wanted:
                return f"{operation.__name__} is {'missing' if wanted else 'there, and the family does not say so'}"
    return ""


def _agreement(family: Family) -> str:
    for puzzle, game in _games(family):
        every, step = max(1, game.limits.steps // JUDGED), 0
        while True:
            if step % every == 0 or not game.count:
                fault = _disagreement(family, puzzle, game)
                if fault:
                    return f"{puzzle.title}, move {step}, board {game.board[:12]}: {fault}"
            if not game.play():
                break
            step += 1
    return ""


def _disagreement(family: Family, puzzle: Puzzle, game: Game) -> str:
    verdict = family.judge(puzzle, game.board)
    if not verdict.legal:
        return f"the checker refuses it: {'; '.join(verdict.faults[:1])}"
    if verdict.score != game.score:
        return f"the rules score {game.score}, the checker {verdict.score}"
    if family.optimisation is None and verdict.solved != game.solved:
        return f"solved is {game.solved}, by the checker {verdict.solved}"
    return "it is solved, and there are moves" if game.solved and game.count else ""


def _limits(family: Family) -> str:
    for puzzle, game in _games(family):
        limits, steps, choices = game.limits, 0, game.count
        while True:
            policy, prior = game.codes()
            for name, least, most, limit in (
                ("moves at a position", 0, game.count, limits.width),
                ("moves in a game", 0, steps, limits.steps),
                ("moves offered in a game", 0, choices, limits.choices),
                ("length of a board", 0, len(game.board), limits.board),
                ("policy code", min(policy, default=0), max(policy, default=0), limits.policy_codes - 1),
                ("prior code", min(prior, default=0), max(prior, default=0), limits.prior_codes - 1),
            ):
                if least < 0 or most > limit:
                    return f"{puzzle.title}: {name}: {least} to {most}, at most {limit} by the limits"
            if not game.play():
                break
            steps, choices = steps + 1, choices + game.count
    return ""


def _written(family: Family) -> str:
    for puzzle, game in _games(family):
        while game.play():
            pass
        for one in family.writable(puzzle):
            try:
                text = family.write(puzzle, one.name, game.board)
            except PuzzleError:  # a format without boards
                continue
            if one.reads and text != family.write(puzzle, one.name) and family.parse_board(puzzle, text) != game.board:
                return f"{one.name} of {puzzle.title}: {game.board[:12]} is read as another board"
    return ""


def _returns(family: Family, *, trail: bool) -> str:
    """Goes back to each position of a game: by undoing moves, or by restoring what was saved."""
    for puzzle, game in _games(family, trail=trail):
        frame = np.zeros(max(game.limits.frame, 1), np.uint64)
        while game.count:
            if trail:
                back = partial(undo_to, game.state, take_mark(game.state))
            else:
                keep_position(game.state, frame)
                back = partial(recall_position, game.state, frame)
            fault = _gone_back(family, puzzle, game, back)
            if fault:
                return fault
            game.play()
    return ""


def _gone_back(family: Family, puzzle: Puzzle, game: Game, back: Callable[[], Any]) -> str:
    """Plays up to three moves and goes back; a fault if the position is another one then.

    Where a solution is looked for the moves may be other ones: those of another variable to branch on.
    """

    def seen() -> dict[str, Any]:
        moves = game.moves if family.optimisation is not None else ()
        return {"score": game.score, "solved": game.solved, "board": game.board, "moves": moves}

    before, rng = seen(), game.rng.copy()
    for _ in range(3):
        game.play()
    back()
    game.rng[:] = rng
    game.look()
    changed = [f"{name} {before[name]}, then {now}" for name, now in seen().items() if now != before[name]]
    return f"{puzzle.title}: {changed[0]}" if changed else ""


def _generated(family: Family) -> str:
    generator = family.needed_generator()
    instances = load(generator.module, InstancesModule)
    values = resolve(generator.parameters, {}, family.name)
    made = [instances.generate(values, 1, index, "test") for index in (0, 1, 0)]
    if made[0] != made[2]:
        return "number 0 of seed 1 is another puzzle the second time"
    if made[0] == made[1]:
        return "numbers 0 and 1 of seed 1 are the same puzzle"
    for puzzle, solution in made:
        if generator.gives_solution and not family.passes(family.judge(puzzle, solution)):
            return f"{puzzle.title}: the solution that comes with it does not solve it"
    return ""


SEARCHED = 24
SEARCH_SLICES = (1, 8, 0, 12, 3)  # SEARCHED in all


def _session(family: Family, algorithm: Algorithm) -> Session:
    puzzle = puzzles_of(family)[:2][-1]
    spec = Request(algorithm=algorithm.name, prior="none").resolve(puzzle)
    return Session(spec, 0)


def _search(family: Family, algorithm: Algorithm) -> str:
    whole, again, sliced = (_session(family, algorithm) for _ in range(3))
    whole.advance(SEARCHED)
    again.advance(SEARCHED)
    if _outcome(whole) != _outcome(again):
        return "the same seed gives another result"
    for count in SEARCH_SLICES[:3]:
        sliced.advance(count)
    resumed = _session(family, algorithm)
    resumed.restore({name: array.copy() for name, array in sliced.arrays().items()})
    for count in SEARCH_SLICES[3:]:
        sliced.advance(count)
        resumed.advance(count)
    for one, after in ((sliced, "slices"), (resumed, "a checkpoint")):
        if _outcome(one) != _outcome(whole):
            return f"after {after} the result is another: {_outcome(one)[:4]}, not {_outcome(whole)[:4]}"
    board = whole.best_board()
    if board is None:
        return f"no board after {SEARCHED} {algorithm.unit}"
    verdict = family.judge(whole.puzzle, board)
    if not verdict.legal:
        return f"the checker refuses the best board: {'; '.join(verdict.faults[:1])}"
    if verdict.score != whole.best_score:
        return f"the best board scores {whole.best_score}, by the checker {verdict.score}"
    if any(not family.judge(whole.puzzle, one).solved for one in whole.solutions()):
        return "the checker refuses a solution"
    return ""


def _outcome(one: Session) -> tuple[Any, ...]:
    """The search's results and arrays; without arrays if it plays in pairs: they hold whichever game was last."""
    outcome = one.status, one.playouts, one.best_score, one.best_board(), one.restarts
    arrays = {name: array.tobytes() for name, array in one.arrays().items() if name.startswith("search.")}
    return (*outcome, {} if getattr(one.search, "twin", None) is not None else arrays)
