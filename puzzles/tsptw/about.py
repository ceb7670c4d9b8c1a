"""What people are told of the TSP with time windows: rules, a tour to watch, an instance to begin with, papers."""

from __future__ import annotations

from puzzles.about import About, Showcase
from puzzles.family import Example
from puzzles.tsptw import best_known

TOUR = "2 3 12 11 8 7 5 4 9 6 1 10\n"
"""Of route-13: cost 558, the least there is."""


def about(route: Example) -> About:
    """`route`: the bundled instance route-13."""
    return About(
        rules=(
            "Start at the depot, visit every node once, and come back. Service at a node has to begin within its time "
            "window: who comes early waits, who comes late has missed it.",
            "The best tour keeps all windows and travels least. Waiting costs nothing.",
        ),
        starter="route-13",
        showcase=Showcase("Twelve stops, each in its time window: no tour is shorter.", route.text, TOUR),
        papers=("T. Cazenave: Generalized Nested Rollout Policy Adaptation",),
        goal=best_known.goal,
    )
