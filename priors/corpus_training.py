"""Training a prior from a file of solved puzzles, in slices that can stop at any time."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from priors import store
from priors.provenance import provenance
from puzzles import registry
from puzzles.errors import PuzzleError
from puzzles.family import Family
from puzzles.parameters import ParameterError
from puzzles.text.long_file import LongFile


class CorpusTrainer:
    """Counts one prior over a file. Same file and settings, same counts, whatever the slices.

    `column` names a table's column with the solutions (`puzzles.groups.Priors.corpus`). `families_capped`: of each
    family only that many designs are counted, the first ones; 0: all. `citation` says what the data is, for people.
    KeyError if family or prior are unknown, ParameterError if the prior is not one that is counted from a file,
    PuzzleError if the file can't be opened; `advance` raises it for what is wrong in it.
    """

    def __init__(
        self,
        family: str,
        prior: str,
        shape: str,
        path: Path,
        *,
        column: str = "",
        families_capped: int = 0,
        citation: str = "",
    ) -> None:
        self.family = registry.get_family(family)
        self.kind = self.family.priors.kind(prior)
        if self.kind.source != "corpus":
            raise ParameterError(f"the prior {prior} of {family} is not counted from a file")
        self.shape = shape
        self.path = path
        self.citation = citation
        self.done = 0
        """How many designs have been read."""
        self.finished = False
        self._cap = families_capped
        self._of_family: Counter[str] = Counter()
        self._above_cap = 0
        self._file = LongFile(path)
        self._solved, self._counter = self.family.priors.corpus(prior, self._file, column)

    @property
    def puzzles(self) -> int:
        """How many designs there are: in the end exactly, before that by the share of the file that has been read."""
        return self.done if self.finished else round(self.done / self._file.share)

    @property
    def counted(self) -> int:
        """How many designs were counted."""
        return self._counter.counted

    @property
    def left_out(self) -> dict[str, int]:
        """What was read and not counted, in words, each with its number."""
        capped = {f"designs above {self._cap:,} of a family": self._above_cap} if self._above_cap else {}
        return {**self._counter.left_out, **capped, **self._solved.passed_over}

    def advance(self, puzzles: int) -> int:
        """The number of designs read in all, after up to that many more; `finished` at the end of the file.

        PuzzleError, with file and line, for what can't be read.
        """
        for design in islice(self._solved, puzzles):
            self.done += 1
            self._count(design)
            puzzles -= 1
        if puzzles > 0:
            self.finished = True
            self._file.close()
        return self.done

    def close(self) -> None:
        """Nothing; the file is closed, wherever the reading stood."""
        self._file.close()

    def store(self) -> Path:
        """The path of the stored prior. Only a whole file makes one: its beginning may be all of one kind.

        PuzzleError if nothing in it could be counted.
        """
        if not self.finished:
            raise RuntimeError("the file was not read to its end")
        count, nb = self._counter.count, self._counter.nb
        if not nb.any():
            raise PuzzleError(
                f"nothing in its {self.done:,} designs could be counted",
                "designs of A, C, G and U in which moves follow each other",
                source=str(self.path),
            )
        described = provenance(
            self.family,
            self.kind.name,
            self.shape,
            asked=self.counted,
            counted=self.counted,
            parameters={"file": self.path.name, "column": self._solved.column, "families_capped": self._cap},
            source=self.citation or self.path.name,
            left_out=self.left_out,
        )
        return store.save(count, nb, described)

    def _count(self, design: Any) -> None:
        if self._cap and design.family:
            self._of_family[design.family] += 1
            if self._of_family[design.family] > self._cap:
                self._above_cap += 1
                return
        try:
            self._counter.add(design)
        except ValueError as error:
            raise PuzzleError(
                str(error), "balanced brackets and dots, .()", line=design.line, source=str(self.path)
            ) from None


def check_beginning(family: Family, prior: str, path: Path, column: str = "") -> None:
    """Nothing; PuzzleError, as training would raise it, if the file does not begin with a design."""
    with closing(LongFile(path)) as file:
        for _ in family.priors.corpus(prior, file, column)[0]:
            return
        raise file.wrong("there is no design in the file", "sequences with their structures", 0)
