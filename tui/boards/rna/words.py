"""One line about a design, or about one of its positions. No textual."""

from __future__ import annotations

from tui.boards.rna.scene import FREE, Scene

VIEW_WORDS = {"target": "the target's shape", "fold": "the fold's shape", "arcs": "target above, fold below"}


def of_design(scene: Scene, view: str) -> str:
    """How many bases misfold, and what is drawn: `4 of 62 misfold (reversed); the target's shape`."""
    if not scene.fold:
        return "the target's pairs as arcs" if view == "arcs" else VIEW_WORDS[view]
    if not scene.wrong:
        return f"it folds as wanted; {VIEW_WORDS[view]}"
    return f"{len(scene.wrong)} of {scene.length} misfold (reversed); {VIEW_WORDS[view]}"


def of_position(scene: Scene, position: int) -> str:
    """The position's letter and its partners, such as `12 G: pairs with 30 C`; what differs in the fold is said."""
    wanted, found = scene.partners[position], scene.folded[position]
    words = f"{_name(scene, position)}: {_partner(scene, wanted)}"
    if not scene.board[position]:
        restraint = scene.puzzle.restraints[position]
        words += "; any base" if restraint == FREE else f"; {restraint} allowed"
    elif scene.puzzle.restraints[position] in "ACGU":
        words += "; fixed"
    if found != wanted:
        words += f"; in the fold {_partner(scene, found)}"
    return words


def _name(scene: Scene, position: int) -> str:
    letter = scene.letters[position]
    return f"{position + 1} {letter}" if letter != "." else str(position + 1)


def _partner(scene: Scene, position: int) -> str:
    return "unpaired" if position < 0 else f"with {_name(scene, position)}"
