"""A cell that another program does (`puzzles.peers`), by the CPU time of its process, without imports."""

from __future__ import annotations

from puzzles.parameters import resolve
from solvers.experiments.cell import CellResult
from solvers.experiments.record import TELL_EVERY, Record
from solvers.peer_process import Line, PeerProcess, peer_named


def searched(record: Record) -> CellResult:
    """The result: to the first solution, or with the parameter `solutions` of 2 to the proof that there is no other.

    RuntimeError if the program fails, ParameterError if it is not installed; StoppedError as `Record.tell`.
    """
    cell, boards = record.cell, 0
    peer = peer_named(cell.family, cell.algorithm)
    parameters = resolve(peer.parameters, cell.parameters, peer.name)
    whole = cell.parameters.get("solutions") == 2
    end = "budget"
    with PeerProcess(
        peer, record.puzzle, seed=cell.seed, parameters=parameters, cpu_seconds=cell.seconds[-1]
    ) as process:
        record.tell(now=True)
        while not process.ended and end == "budget":
            for line in process.lines(TELL_EVERY):
                boards += line.board is not None
                record.step(line.cpu, boards)
                if record.spent:
                    break
                end = _taken(record, line, whole=whole)
                record.settle()
                if end != "budget":
                    break
            record.tell()
    if end == "budget":  # it was ended when it had spent that
        record.step(cell.seconds[-1], boards)
        record.settle()
    several = f"{boards} solutions" if boards > 1 else "one solution"
    return record.result(end, claim=several if whole and record.solved and end != "budget" else "")


def _taken(record: Record, line: Line, *, whole: bool) -> str:
    """How the search ends with the line; `budget` if it does not."""
    if line.board is None:
        proved = line.complete and not record.solved
        return "exhausted" if proved else "solved" if record.solved else "finished"
    board = tuple(line.board)
    verdict = record.family.judge(record.puzzle, board)
    if not record.solved and (verdict.solved or record.score is None or verdict.score > record.score):
        record.found(verdict.score, board, solved=verdict.solved)
    return "reached" if record.reached else "solved" if record.solved and not whole else "budget"
