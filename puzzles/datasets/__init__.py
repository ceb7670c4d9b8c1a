"""Benchmark data of other people: what there is, what of it is on this disk, and how it gets there.

None of it comes with the project. `find("eterna100")` is the path of a dataset's first file that is here, or None.
"""

from __future__ import annotations

from puzzles.datasets.stored import find as find
