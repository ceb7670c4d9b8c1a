"""The bundled instances, all drawn by our own generator."""

from __future__ import annotations

from puzzles.family import Example

EXAMPLES: tuple[Example, ...] = ()
