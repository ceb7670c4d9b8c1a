"""What was typed and played, on its way to the disk: the draft and the games."""

from __future__ import annotations

from tui.kept.user_files import EditText
from tui.play.store import OwnStore

UNSAVED = "The disk refuses your"
"""How it is said that something can't be kept."""


class Keeping:
    """Keeps the draft and the games; says what is to be said of it."""

    def __init__(self, draft: EditText, games: OwnStore) -> None:
        self._draft, self._games = draft, games

    def save(self) -> bool:
        """True if all that was typed and played is on the disk now."""
        draft, games = self._draft.save(), self._games.save_changed()
        return draft and games

    @property
    def unsaved(self) -> str:
        """What can't be put on the disk, and why; empty if all is there."""
        what = "draft" if self._draft.trouble else "game"
        trouble = self._draft.trouble or self._games.trouble
        return f"{UNSAVED} {what}: {trouble}. w saves it elsewhere." if trouble else ""

    def save_and_tell(self, said: str) -> str:
        """As `save`; what is to be said then: `unsaved`, that all is well again, or that another app has been there.

        Empty for nothing. `said`: the last line that was said.
        """
        found = ""
        if not self.save():
            found = self.unsaved
        elif said.startswith(UNSAVED):
            found = "Saved now."
        elif self._draft.met_another:
            found = "Another app has changed the draft; its text is in 2 Puzzles."
        elif self._games.met_another:
            found = "Another app has gone on with this game; u shows its board."
        self._draft.met_another = self._games.met_another = False
        return found
