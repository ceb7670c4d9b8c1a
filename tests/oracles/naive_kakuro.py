"""A plain Kakuro solver for tests: backtracking over the digit sets that each run still admits."""

from __future__ import annotations

from itertools import combinations

from puzzles.kakuro.puzzle import Kakuro

Domains = list[set[int]]


def solutions(puzzle: Kakuro, limit: int = 2) -> list[tuple[int, ...]]:
    """Up to `limit` different solutions, in the order found; fewer only if there are no more."""
    whole = set(range(1, puzzle.values + 1))
    domains = [{given} if given else set(whole) for given in puzzle.givens]
    found: list[tuple[int, ...]] = []
    _search(puzzle, domains, limit, found)
    return found


def _search(puzzle: Kakuro, domains: Domains, limit: int, found: list[tuple[int, ...]]) -> None:
    domains = [set(domain) for domain in domains]
    if not _propagate(puzzle, domains):
        return
    unsettled = [cell for cell, domain in enumerate(domains) if len(domain) > 1]
    if not unsettled:
        found.append(tuple(min(domain) for domain in domains))
        return
    cell = min(unsettled, key=lambda one: len(domains[one]))
    for digit in sorted(domains[cell]):
        if len(found) < limit:
            _search(puzzle, [*domains[:cell], {digit}, *domains[cell + 1 :]], limit, found)


def _propagate(puzzle: Kakuro, domains: Domains) -> bool:
    """Narrows the domains to digits of digit sets that some run still admits; False if a run admits none."""
    changed = True
    while changed:
        changed = False
        for run in puzzle.runs:
            left = [domains[cell] for cell in run.cells]
            settled = [min(domain) for domain in left if len(domain) == 1]
            open_cells = [domain for domain in left if len(domain) > 1]
            if len(set(settled)) < len(settled):
                return False
            pool = set().union(*open_cells) - set(settled)
            rest = None if run.clue is None else run.clue - sum(settled)
            sets = [s for s in combinations(sorted(pool), len(open_cells)) if rest is None or sum(s) == rest]
            if not sets:
                return False
            admitted = set().union(*map(set, sets))
            for domain in open_cells:
                if not domain <= admitted:
                    domain &= admitted
                    changed = True
                if not domain:
                    return False
    return True
