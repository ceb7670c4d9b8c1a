"""Signs of texts that are meant as instances, or tours, of the TSP with time windows."""

from __future__ import annotations

from puzzles.text.signs import Sign

SIGNS = (
    Sign("an instance of da Silva and Urrutia", r"^!!"),
    Sign("customers with time windows, as Solomon has them", r"^[ \t]*CUST\w*\.?\s+NO\b|\bREADY\s+TIME\b"),
    Sign("a tour", r"^[ \t]*Route\s*#?\d*\s*:|^[ \t]*TOUR_SECTION\b", (".sol", ".tour")),
    Sign(
        "a TSPLIB instance",
        r"^[ \t]*(?:EDGE_WEIGHT_\w+|DIMENSION|NODE_COORD_SECTION|TIME_WINDOW_SECTION)\b",
        (".tsp", ".tsptw", ".atsp"),
    ),
    Sign("windows in clock times", r"^[ \t]*\[?\"?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?\"?[\s,;-]+\"?\d{1,2}:\d{2}\b"),
    Sign(
        "JSON of an instance with time windows", r"\"(?:time_matrix|time_windows|distance_matrix|travel|windows)\"\s*:"
    ),
)
