"""The family's object: the text side of inverse RNA folding. Imports no numba, and RNA only when a design is judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from puzzles.entries import Entry
from puzzles.errors import PuzzleError
from puzzles.family import PICTURE, Board, Example, Puzzle, Rules, Verdict, bundled
from puzzles.folder_family import FolderFamily
from puzzles.groups import ManySolutions, PriorKind, Priors
from puzzles.parameters import Parameter, Value
from puzzles.presets import Preset
from puzzles.rna import checker, formats, picture, remarks
from puzzles.rna.about import ABOUT
from puzzles.rna.by_hand import RnaByHand
from puzzles.rna.editing import EDITOR
from puzzles.rna.formats import json_text
from puzzles.rna.inverse_peer import PEER
from puzzles.rna.puzzle import MODEL_NAMES, OBJECTIVES, RnaPuzzle, codes_of, sequence_of

PRIOR_KINDS = (
    PriorKind("ngram", "how often a move follows another in Rfam (Learning a Prior, 4.3)", 1, source="corpus", tau=6.0),
    PriorKind("nemo", "NEMO's weights, as its program has them", 2, source="handmade", tau=1.0),
    PriorKind("nemo-paper", "NEMO's weights, as its paper prints them", 3, source="handmade", tau=1.0),
    PriorKind("nemo-pairs", "NEMO's weights of pairs, unpaired bases all alike", 4, source="handmade", tau=1.0),
)

RULES_PARAMETERS = (
    Parameter(
        "order",
        str,
        "auto",
        "pairs first or as in the string; auto: string for the prior ngram, else pairs",
        choices=("auto", "pairs", "string"),
    ),
    Parameter("history", int, 0, "earlier moves that a policy code knows", 0, 2),
)

PUZZLE_PARAMETERS = (
    Parameter("model", str, MODEL_NAMES[0], "the energies by which a design folds", choices=MODEL_NAMES),
    Parameter("objective", str, OBJECTIVES[0], "the score of a design that misfolds", choices=OBJECTIVES),
)


class RnaFamily(FolderFamily[RnaPuzzle]):
    """The text side of inverse RNA folding. Boards hold one base a position: 0 open, 1 A, 2 C, 3 G, 4 U."""

    puzzle_class = RnaPuzzle
    formats_module = formats
    json_module = json_text
    checker_module = checker
    picture_module = picture

    def entries(self, text: str) -> tuple[Entry, ...]:
        return formats.entries(text)

    def write_many(
        self,
        puzzle: Puzzle,
        format_name: str,
        boards: Sequence[Board],
        facts: Sequence[Mapping[str, Value]] = (),
    ) -> str:
        if format_name == PICTURE.name:
            return super().write_many(puzzle, format_name, boards, facts)
        return formats.write_many(self.own(puzzle), format_name, boards, facts)

    def start_board(self, puzzle: Puzzle) -> tuple[int, ...]:
        return self.own(puzzle).start_board

    def continued(self, puzzle: Puzzle, board: Board) -> RnaPuzzle:
        """The target with the bases that are written as restraints; PuzzleError if that is all of them."""
        faults = checker.broken(self.own(puzzle), board)
        if faults:
            raise PuzzleError(faults[0], "a design without a conflict")
        if 0 not in board:
            raise PuzzleError("no position is open", "a design with an open position")
        bases = sequence_of(board)
        letters = zip(self.own(puzzle).restraints, bases, strict=True)
        restraints = "".join(letter if base == "N" else base for letter, base in letters)
        return replace(self.own(puzzle), restraints=restraints, start="")

    def attached_board(self, puzzle: Puzzle) -> tuple[int, ...] | None:
        return codes_of(self.own(puzzle).start) or None

    def notation(self, puzzle: Puzzle, board: Board) -> str:
        """The sequence, N for an open position."""
        return sequence_of(board)

    def remarks(self, puzzle: Puzzle, board: Board) -> tuple[str, ...]:
        return remarks.remarks(self.own(puzzle), board)


class RnaPriors(Priors):
    def handmade(self, kind: str) -> tuple[float, ...]:
        """NEMO's weights, as its program has them, as its paper prints them, or of pairs alone."""
        from puzzles.rna.nemo import nemo_weights  # imports NumPy, which reading a puzzle has no use for

        readings = {"nemo": "program", "nemo-paper": "paper", "nemo-pairs": "pairs"}
        return tuple(nemo_weights(readings[kind]).tolist()) if kind in readings else ()


class RnaDesigns(ManySolutions):
    def rank_key(self, verdict: Verdict) -> tuple[float, ...]:
        """A unique MFE first (known to be one, not known, known not to be), then by probability, then by defect.

        Facts come from files too: a missing one counts as the worst.
        """
        facts = verdict.facts
        if not verdict.solved:
            return (-1.0, verdict.score, 0.0)
        unique, probability, defect = (facts.get(name) for name in ("unique", "probability", "defect"))
        return (
            float(unique) if isinstance(unique, bool) else 0.5,
            float(probability) if isinstance(probability, int | float) else 0.0,
            -float(defect) if isinstance(defect, int | float) else -1.0,
        )


PAPER_PRESET = Preset(
    "paper",
    "GNRPA, prior ngram, tau 6; published: 85 of the Eterna100; level and N are ours",
    "Cazenave, Learning a Prior, Table 3",
    algorithm="gnrpa",
    prior="ngram",
    prior_tau=6.0,
    parameters={"level": 2, "iterations": 100},
    seconds=4_096.0,
)

BEAMS_PRESET = Preset(
    "beams",
    "GNRPA, P 4, beam 8, restart threshold 3; published on V1, 8 threads: 80 in a minute, 92 in 64",
    "Cazenave and Fournier, Monte Carlo Inverse Folding, table 3",
    algorithm="gnrpa",
    prior="nemo",
    parameters={
        "level": 2,
        "iterations": 100,
        "batch": 4,
        "beam": "8.1",
        "history": 1,
        "start": 4,
        "threshold": 3,
    },
    seconds=3840.0,
)

FAMILY = RnaFamily(
    name="rna",
    title="Inverse RNA folding",
    formats=(*(one.text for one in formats.FORMATS), PICTURE),
    priors=RnaPriors(PRIOR_KINDS, {"annealing": "nemo"}),
    sample=Example("RNA target", "dot-bracket, then restraints if any", "((((...))))\nGNNNNNNNNNN\n"),
    rules=Rules(
        "puzzles.rna.kernels.rules",
        begins_interpreted=lambda puzzle: puzzle.length <= 300,
        local_search=True,
        parameters=RULES_PARAMETERS,
    ),
    examples=bundled(  # our own, from a single stem to many short ones
        "puzzles.rna.examples",
        {
            "hairpin.txt": "one stem and its loop, 16 nt",
            "bulge.dbn": "a stem with an internal loop and bulges, its ends fixed, 32 nt",
            "cloverleaf.fasta": "four arms like a tRNA's, with a fixed loop and a CCA end, 75 nt",
            "restrained.fasta": "two arms with restraints such as R, Y, S and W and two fixed tetraloops, 55 nt",
            "multiloop.txt": "two multiloops, one within the other, 76 nt",
            "starfish.txt": "six arms of two pairs around one loop, 66 nt",
        },
    ),
    default_algorithm="annealing",
    presets=(PAPER_PRESET, BEAMS_PRESET),
    peers=(PEER,),
    many_solutions=RnaDesigns(),
    slow_to_judge=True,
    puzzle_parameters=PUZZLE_PARAMETERS,
    by_hand=RnaByHand(),
    editor=EDITOR,
    about=ABOUT,
)
