"""All text formats of a board and of a game: how each is known by its content, read, and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puzzles.errors import PuzzleError
from puzzles.puzzle import Verdict
from puzzles.samegame import checker
from puzzles.samegame.formats import json_text, lines
from puzzles.samegame.formats.board_record import MOST_RECORDS, codes_of, game_steps, puzzle_of, summary
from puzzles.samegame.puzzle import SameGamePuzzle
from puzzles.text.format_table import Entry, Format, FormatTable, TextFormat, only
from puzzles.text.json_texts import is_json, object_entries
from puzzles.text.signs import Sign

Game = Sequence[int]
Writer = Callable[[SameGamePuzzle, Game, Verdict], str]


SIGNS = (
    Sign("a board of SameGame", r"^[ \t]*#\s*samegame\b"),
    Sign("CodinGame's test of SameGame", r"\"testIn\"\s*:"),
    Sign("JSON of a board of SameGame", r"\"family\"\s*:\s*\"samegame\""),
    Sign("a game of SameGame", r"^[ \t]*moves\s*:?\s*$", strength=0.85),
)


class SameGameFormats(FormatTable[SameGamePuzzle, None, Writer]):
    """Of boards and games. Without readers: JSON is known by its first character, and all other texts are lines."""

    def entries(self, text: str) -> tuple[Entry, ...]:
        if is_json(text):
            return object_entries(text, json_text.EXPECTED, MOST_RECORDS, "board", json_text.name_of)
        return tuple(Entry(one.number, one.text, one.name, line=one.line) for one in lines.read(text))

    def read(self, text: str) -> SameGamePuzzle:
        """The puzzle in the text; PuzzleError if it holds several, or none that is valid."""
        if is_json(text):
            return json_text.puzzle(json_text.objects(only(self.entries(text)).text)[0])
        records = lines.read(text)
        only(tuple(Entry(one.number, "", one.name) for one in records))
        return puzzle_of(records[0])

    def read_board(self, puzzle: SameGamePuzzle, text: str) -> tuple[int, ...]:
        """The game in the text, one number a move; whether it is legal is left to the checker.

        The text has moves alone, or the puzzle's board before them. A board without moves is a game without a move.
        """
        if not is_json(text):
            return codes_of(game_steps(puzzle, lines.read(text)))
        listed = json_text.objects(text)
        if len(listed) > 1:
            raise PuzzleError(f"the list holds {len(listed)} games", "one")
        return json_text.game_of(listed[0], puzzle)

    def write(self, puzzle: SameGamePuzzle, name: str, board: Game | None) -> str:
        """The board and the game (by default that which came with it) in the named format; the game must be legal."""
        writer = self.writer(name)
        game = puzzle.moves or puzzle.played if board is None else tuple(int(code) for code in board)
        verdict = checker.judge(puzzle, game)
        if not verdict.legal:
            raise PuzzleError(verdict.faults[0], "a legal game")
        return writer(puzzle, game, verdict)


FORMATS = SameGameFormats(
    Format(
        TextFormat("rows", "rows of colours 0 to 8, . for an empty cell; then moves; FILE#7 chooses a board", True),
        lines.likeness,
        write=lambda puzzle, game, verdict: lines.write_rows(puzzle, game, summary(game, verdict)),
    ),
    Format(
        TextFormat("codingame", "the same with -1 for an empty cell and moves as CodinGame has them: 3 0", True),
        write=lines.write_codingame,
    ),
    Format(
        TextFormat("json", "our own JSON, with a game's points; CodinGame's test files are read too", True, ".json"),
        json_text.likeness,
        write=json_text.write,
    ),
    signs=SIGNS,
    head=None,
)
