"""ViennaRNA's inverse folding from random starts, again and again."""

from __future__ import annotations

import random
from collections.abc import Mapping

from puzzles.parameters import Value
from puzzles.peers import Peer, Report
from puzzles.rna.bases import codes_of
from puzzles.rna.checker import broken
from puzzles.rna.folding import models
from puzzles.rna.objective import weights_of
from puzzles.rna.puzzle import RnaPuzzle

PEER = Peer(
    "rnainverse",
    "RNAinverse",
    "ViennaRNA's inverse folding: an adaptive walk from random starts, each given up when it can't reach the target",
    "puzzles.rna.inverse_peer",
    "RNA",
    install="viennarna",
    source="Hofacker et al., Monatshefte für Chemie 125, 1994",
    why_not=lambda puzzle: _why_not(puzzle),
)


def _why_not(puzzle: RnaPuzzle) -> str:
    if puzzle.nick:
        return "rnainverse is for one strand; expected annealing or another search"
    if weights_of(puzzle.objective) is not None:
        return "rnainverse looks for a design that folds into its target; expected objective nemo"
    return ""


def search(puzzle: RnaPuzzle, seed: int, parameters: Mapping[str, Value], report: Report) -> bool:
    """As `puzzles.peers.PeerModule.search`: each legal design that is as near as any before; goes on for ever.

    `give_up` is on, as in `RNAinverse -R` with a negative number: a start ends when it can't lead to an exact solution.
    """
    models.load(puzzle.energy_model)
    import RNA

    RNA.cvar.give_up = 1
    rng = random.Random(f"rnainverse {seed}")
    nearest = float("inf")
    while True:
        design, distance = RNA.inverse_fold(start_of(rng, puzzle.restraints), puzzle.target)
        board = codes_of(design.upper())
        if distance <= nearest and not broken(puzzle, board):  # it knows of no restraints but fixed bases
            nearest = distance
            report(board)


def start_of(rng: random.Random, restraints: str) -> str:
    """A random start for `RNA.inverse_fold`: fixed bases are small letters, which it leaves as they are."""
    return "".join(letter.lower() if letter in "ACGU" else rng.choice("ACGU") for letter in restraints)
