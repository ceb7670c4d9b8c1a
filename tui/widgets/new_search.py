"""What a new search can be asked for in the app: its settings, what it begins with (the puzzle, a position, a board to
learn from), their values by preset and by the user's own, and its spec.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from puzzles.errors import PuzzleError
from puzzles.family import Board, Family, Puzzle
from puzzles.groups import Preset
from puzzles.inputs import legal_board, puzzle_from, usable
from puzzles.parameters import Parameter, ParameterError, Value
from solvers.registry import MOST_SEEDS, Algorithm
from solvers.request import Request
from solvers.settings import SECONDS, SETTINGS
from tui.kept.loaded import Loaded, path_of
from tui.kept.options import AppOptions

if TYPE_CHECKING:
    from solvers.runs.spec import SolveSpec


SECOND_SOLUTION = 5.0
"""Seconds for finding a second solution, by default; proving that there is none takes far less on published puzzles."""
ALGORITHM, PRIOR, TAU = "algorithm", "prior", "prior_tau"
PRESET, SEEDS = "how_long", "seeds"
USUAL, OWN = "usual", "own"
"""Choices of the preset beside the family's: the defaults, and settings that are those of none."""
BEGIN, FILE = "begin_with", "file"
NOTHING, POSITION, GAME = "nothing", "my position", "my game"
FILE_POSITION, FILE_GAME = "file's position", "file's game"
OF_FILES, POSITIONS = (FILE_POSITION, FILE_GAME), (POSITION, FILE_POSITION)
SEVERAL = Parameter(SEEDS, int, 1, "searches, from this seed on; as many at a time as there are cores", 1, MOST_SEEDS)
DEFAULTS: dict[str, Value] = {"second": SECOND_SOLUTION}
"""Of the form's fields, where they are not the settings' own."""


def parameters_for(family: Family, puzzle: Puzzle | None = None) -> tuple[Parameter, ...]:
    """The settings that do not depend on the algorithm, as far as the family, or that puzzle, has a choice there."""
    found = []
    for field in filter(None, (one.of(family) for one in SETTINGS)):
        found.append(replace(field, default=DEFAULTS.get(field.name, field.default)))
        if field.name == "seed":
            found.append(SEVERAL)
    return (*found, *(family.settings_of(puzzle) if puzzle else family.puzzle_parameters))


def tau_of(family: Family, prior: str, algorithm: str) -> float | None:
    """The temperature that a choice of prior has by default; None if it is no prior."""
    return None if prior == "none" or not family.priors.kinds else family.priors.kind(prior, algorithm).tau


def start_parameters(family: Family, chosen: Algorithm, own: Board | None) -> tuple[Parameter, ...]:
    """The settings at the top: the preset, and what the search begins with; `own`: the user's game of the puzzle."""
    presets = ", ".join(f"{one.name} {one.budget}" for one in family.all_presets)
    choices = (USUAL, *(one.name for one in family.all_presets), OWN)
    words = f"all settings at once: usual {SECONDS:g} s, {presets}"
    return Parameter(PRESET, str, USUAL, words, choices=choices), *beginnings(family, chosen, own)


def preset_values(family: Family, name: str, options: AppOptions) -> tuple[Preset, dict[str, Value]]:
    """The preset, and the values that it gives the settings; where the family has none of that name, the usual one."""
    known = {one.name: one for one in family.all_presets}
    preset = known.get(name) or Preset(USUAL, "the defaults", seconds=options.seconds or SECONDS)
    algorithm_name = preset.algorithm or family.default_algorithm
    tau = preset.prior_tau or tau_of(family, preset.prior, algorithm_name)
    values: dict[str, Value] = {
        ALGORITHM: algorithm_name,
        PRIOR: preset.prior,
        "seconds": preset.seconds or 0.0,
        "playouts": preset.playouts or 0,
    }
    values |= {"mode": preset.mode or family.rules.modes[0]} if family.rules.modes else {}
    return preset, values | ({TAU: tau} if tau is not None else {})


def usual_values(family: Family, options: AppOptions) -> tuple[Preset, dict[str, Value]]:
    """The preset of the user's settings with its values, and with what else they say of a new search."""
    preset, values = preset_values(family, options.preset, options)
    values |= {"seconds": options.seconds} if options.seconds else {}
    return preset, values | {SEEDS: options.seeds, "workers": options.cores if options.seeds == 1 else 1}


def default_spec(loaded: Loaded, options: AppOptions | None = None) -> SolveSpec:
    """The search as the user's settings describe it."""
    preset, values = usual_values(loaded.searched, options or AppOptions())
    known = parameters_for(loaded.searched, loaded.puzzle)
    values = {one.name: one.default for one in known} | values | own_settings(loaded)
    return spec_of(loaded, values, preset.parameters)


def own_settings(loaded: Loaded) -> dict[str, Value]:
    return {one.name: getattr(loaded.puzzle, one.name) for one in loaded.family.settings_of(loaded.puzzle)}


def spec_of(
    loaded: Loaded, values: Mapping[str, Value], own: Mapping[str, Value], board: tuple[int, ...] = ()
) -> SolveSpec:
    if not values["seconds"] and not values["playouts"]:
        raise ParameterError("Give a time or a number of playouts.")
    several = int(values.get("designs", 1)) > 1
    asked = {
        one.name: one.given(values[one.field_name])
        for one in SETTINGS
        if one.field_name in values and (several or not one.of_several)
    }
    if asked.get("first"):
        asked |= {"front": None}
    return Request(own, board, **asked).resolve(loaded.puzzle, source=loaded.source)


def default_seeds(options: AppOptions) -> list[int]:
    """The seeds of a new search."""
    return list(range(1, options.seeds + 1))


def beginnings(family: Family, chosen: Algorithm, own: Board | None) -> tuple[Parameter, ...]:
    """The choice, and the file of one; none where there is nothing to choose. `own`: the user's game of the puzzle."""
    continues = type(family).continued is not Family.continued
    takes = chosen.learns and bool(family.optimisation or family.rules.local_search)
    offered = {POSITION: continues and own is not None, GAME: takes and own is not None}
    offered |= {FILE_POSITION: continues, FILE_GAME: takes}
    names = [name for name, there in offered.items() if there]
    if not names:
        return ()
    words = ["a position stays, and is searched on from"] if continues else []
    if takes:
        words.append(
            "a game is changed step by step" if chosen.needs_repair else "a game is learnt first, warmth times"
        )
    choice = Parameter(BEGIN, str, NOTHING, "; ".join(words), choices=(NOTHING, *names))
    return choice, Parameter(FILE, str, "", "a file with the board; b chooses one")


def begun(loaded: Loaded, what: str, file: str, own: Board | None) -> Loaded:
    """The puzzle that is searched: of a position the rest. ParameterError if it can't be."""
    if what not in POSITIONS:
        return loaded
    try:
        if what == FILE_POSITION:
            return Loaded(puzzle_from(_named(file), loaded.puzzle), loaded.source)
        if own is None:
            raise ParameterError("There is no game of yours here: p plays.")
        return Loaded(loaded.family.continued(loaded.puzzle, own), loaded.source)
    except PuzzleError as error:
        raise ParameterError(str(error)) from None


def board_to_learn(loaded: Loaded, what: str, file: str, own: Board | None) -> tuple[int, ...]:
    """The board that the search takes beside the puzzle; empty for none, ParameterError if it can't be taken."""
    if what not in (GAME, FILE_GAME):
        return ()
    try:
        if what == FILE_GAME:
            return legal_board(_named(file), loaded.puzzle)
        if own is None:
            raise ParameterError("There is no game of yours here: p plays.")
        return usable(tuple(own), loaded.puzzle, "your game")
    except PuzzleError as error:
        raise ParameterError(str(error)) from None


def _named(file: str) -> str:
    """The file that was typed; `~` is the home folder, and `-` a file's name like any other."""
    if not file:
        raise ParameterError("Choose a file first: b.")
    return str(path_of(file)) if file != "-" else "./-"
