"""Morpion Solitaire (Join Five): add dots to a cross, each completing a line of five or four; the longest game wins."""

from __future__ import annotations

from puzzles.morpion.family import FAMILY as FAMILY
