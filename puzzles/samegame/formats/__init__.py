"""All text formats of a board and of a game: how each is known by its content, read, and written."""

from __future__ import annotations

import json
from collections.abc import Sequence

from puzzles.entries import Entry, only
from puzzles.errors import PuzzleError
from puzzles.family import TextFormat
from puzzles.samegame import checker, picture
from puzzles.samegame.formats import json_text, lines
from puzzles.samegame.formats.board_record import codes_of, game_steps, puzzle_of
from puzzles.samegame.puzzle import SameGamePuzzle
from puzzles.text.quoting import counted

FORMATS = (
    TextFormat("rows", "rows of colours 0 to 8, . for an empty cell; then moves; FILE#7 chooses a board", True),
    TextFormat("codingame", "the same with -1 for an empty cell and moves as CodinGame has them: 3 0", True),
    TextFormat("json", "our own JSON, with a game's points; CodinGame's test files are read too", True, ".json"),
    TextFormat("svg", "a picture of the game, each cell with the number of its move", True, ".svg", reads=False),
)

KNOWN = "rows of colours, the top row first, such as 0 1 1 2, or JSON"


def likeness(text: str) -> float:
    """How much the text looks like any of the formats, 0 to 1."""
    return json_text.likeness(text) if _is_json(text) else lines.likeness(text)


def entries(text: str) -> tuple[Entry, ...]:
    """The boards of the text, none of them checked."""
    if not _is_json(text):
        return tuple(Entry(one.number, one.text, one.name, line=one.line) for one in lines.read(text))
    listed = json_text.objects(text)
    if len(listed) == 1:
        return (Entry(1, text, json_text.name_of(listed[0])),)
    return tuple(Entry(number, json.dumps(one), json_text.name_of(one)) for number, one in enumerate(listed, start=1))


def read(text: str) -> SameGamePuzzle:
    """The puzzle in the text; PuzzleError if it holds several, or none that is sound."""
    if _is_json(text):
        return json_text.puzzle(json_text.objects(only(entries(text)).text)[0])
    records = lines.read(text)
    only(tuple(Entry(one.number, "", one.name) for one in records))
    return puzzle_of(records[0])


def read_board(puzzle: SameGamePuzzle, text: str) -> tuple[int, ...]:
    """The game in the text, one number a move; whether it is legal is left to the checker.

    The text has moves alone, or the puzzle's board before them. A board without moves is a game without a move.
    """
    if not _is_json(text):
        return codes_of(game_steps(puzzle, lines.read(text)))
    listed = json_text.objects(text)
    if len(listed) > 1:
        raise PuzzleError(f"the list holds {len(listed)} games", "one")
    data = listed[0]
    if "rows" in data and json_text.puzzle({"rows": data["rows"]}).cells != puzzle.cells:
        raise PuzzleError('"rows" is another board', f"the puzzle's ({puzzle.title})")
    if "rows" not in data and "moves" not in data:
        raise PuzzleError('there is no "moves"', json_text.MOVES_ARE)
    board = codes_of(json_text.steps_of(data))
    json_text.check_claims(data, puzzle, board)
    return board


def write(puzzle: SameGamePuzzle, name: str, board: Sequence[int] | None) -> str:
    """The board and the game (by default that which came with it) in the named format; the game must be legal."""
    known = [one.name for one in FORMATS]
    if name not in known:
        raise PuzzleError(f"format {name!r} is not one that can be written", " or ".join(known))
    game = puzzle.moves if board is None else tuple(int(code) for code in board)
    verdict = checker.judge(puzzle, game)
    if not verdict.legal:
        raise PuzzleError(verdict.faults[0], "a legal game")
    if name == "json":
        return json_text.write(puzzle, game)
    if name == "codingame":
        return lines.write_codingame(puzzle, game)
    left = int(verdict.facts["left"])
    rest = f"{counted(left, 'cell')} left" if left else "the board is empty"
    about = f"{counted(len(game), 'move')}, {counted(int(verdict.score), 'point')}, {rest}"
    if name == "svg":
        return picture.write(puzzle, game, about if game else counted(left, "cell"))
    return lines.write_rows(puzzle, game, about)


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")
