"""Inverse RNA folding: find a sequence that folds into a given structure."""

from __future__ import annotations

from puzzles.rna.family import FAMILY as FAMILY
