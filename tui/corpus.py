"""Training a prior from a file of solved puzzles: the file and how it is read, and the run's spec that this makes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.family import Family
from puzzles.parameters import ParameterError

if TYPE_CHECKING:
    from solvers.runs.spec import TrainSpec


@dataclass(frozen=True, slots=True)
class Corpus:
    """A file of solved puzzles, and how it is read; `column` and `citation` may be empty, `families_capped` 0."""

    path: Path
    column: str = ""
    families_capped: int = 0
    citation: str = ""

    def spec(self, family: Family, prior: str, shape: str | None) -> TrainSpec:
        """The run that counts the file.

        ParameterError for a shape that the family has no prior of that kind for; PuzzleError if the file can't be read
        or does not begin as it should.
        """
        from priors.corpus_training import check_beginning
        from priors.shipped import usual_shape
        from solvers.runs.spec import TrainSpec

        usual = usual_shape(family, prior)
        if shape not in (None, usual):
            raise ParameterError(f"{family.name} has no shape {shape!r} for the prior {prior}; expected {usual}")
        check_beginning(self.path, self.column)
        return TrainSpec(
            family=family.name,
            prior=prior,
            shape=usual,
            title=f"training {family.name} {prior}, {self.path.name}",
            puzzles=0,
            corpus=str(self.path.absolute()),
            column=self.column,
            families_capped=self.families_capped,
            citation=self.citation,
        )
