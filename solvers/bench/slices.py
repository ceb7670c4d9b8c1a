"""One side of `bench compare`: makes searches of a checkout, and advances them as it is asked to, line by line.

Run by its path, with the checkout on PYTHONPATH, which may be of an earlier version: of that only
`compiled_session` and `Session` are used, as 0.1.0 has them. Each line of standard input is a JSON list: `["make",
name, family, puzzle, algorithm, parameters, prior]` makes a search and its first playout, `["advance", name, playouts]`
goes on. Both are answered by `[CPU seconds, best score]`, or by a text that says in one line what has failed.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def made(family_name: str, text: str, algorithm: str, parameters: dict[str, Any], prior: str) -> Any:
    """The session, compiled, with nothing played."""
    from puzzles.registry import get_family
    from solvers.compiled_session import compiled_session

    puzzle = get_family(family_name).parse(text)
    return compiled_session(puzzle, algorithm, parameters, prior=prior, seed=1)


def advanced(session: Any, playouts: int) -> float:
    """CPU seconds of that many more playouts; a search that ends begins again."""
    begun = time.process_time()
    end = session.playouts + playouts
    while session.playouts < end:
        if session.advance(end - session.playouts) != "running":
            session.go_on()
    return time.process_time() - begun


def main() -> None:
    sessions: dict[str, Any] = {}
    for line in sys.stdin:
        order, name, *rest = json.loads(line)
        answer: Any
        try:
            if order == "make":
                sessions[name] = made(*rest)
                rest = [1]
            answer = (advanced(sessions[name], *rest), sessions[name].best_score)
        except Exception as error:  # the other side shows it
            answer = f"{type(error).__name__}: {' '.join(str(error).split())}"
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
