"""Algorithm 4 (Cazenave, Learning a Prior) in plain Python, for the permutation toy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

Code = tuple[int, int]  # place, number


def naive_replay(
    solution: Sequence[int], draw: Callable[[int], int], every_place: bool
) -> tuple[Counter[Code], Counter[Code]]:
    """How often each (place, number) was in the solution, and how often it was possible, at the choices."""
    count: Counter[Code] = Counter()
    nb: Counter[Code] = Counter()
    open_places = set(range(len(solution)))
    numbers = set(range(len(solution)))
    while open_places:
        chosen = sorted(open_places)[draw(len(open_places))]
        if len(numbers) > 1:
            for place in open_places if every_place else {chosen}:
                nb.update((place, number) for number in numbers)
                count[place, solution[place]] += 1
        open_places.remove(chosen)
        numbers.remove(solution[chosen])
    return count, nb
