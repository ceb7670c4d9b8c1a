"""The generators' setting that asks for a grade."""

from __future__ import annotations

from puzzles.by_hand import GRADES
from puzzles.parameters import Parameter

ANY = "any"

GRADE_PARAMETER = Parameter(
    "grade", str, ANY, "how hard for a person; a graded puzzle has exactly one solution", choices=(ANY, *GRADES)
)
