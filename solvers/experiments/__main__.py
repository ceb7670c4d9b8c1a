"""`python -m solvers.experiments FOLDER WORKERS [K/N] [quiet]`: what `mcs-tui experiment run` becomes.

The folder says what is searched; K/N is the part of it that is, such as 3/16. WORKERS is a number of processes on this
machine, or the address of a Dask scheduler.

Exit codes: 0 all cells are done, 1 some could not be done, 2 wrong input, 69 no scheduler at that address, 74 a disk
that stays full, 128 and the number of the signal that ended it. It outlives its terminal.
"""

from __future__ import annotations

import signal
import sys
from functools import partial
from pathlib import Path

from puzzles.errors import PuzzleError
from puzzles.parameters import ParameterError
from puzzles.text.quoting import one_line
from solvers.driver.cluster import Cluster, ClusterError
from solvers.experiments.folder import ExperimentFolder, FolderError, part_of
from solvers.experiments.launch import DiskFullError, Launch, StopError
from solvers.experiments.search import make_ready, run_cell, told_cell
from solvers.pinned_workers import PinnedWorkers, without_terminal

ALL_DONE, SOME_LEFT, WRONG_INPUT, NO_CLUSTER, DISK_FULL, SIGNALLED = 0, 1, 2, 69, 74, 128


def main(arguments: list[str]) -> int:
    """The exit code of the experiment in that folder, run on so many workers until all cells are done."""
    folder, workers, *others = arguments
    quiet = "quiet" in others
    place = part_of(ExperimentFolder(Path(folder)), next((one for one in others if one != "quiet"), ""))
    launch = Launch(place, int(workers) if workers.isdigit() else 0, quiet=quiet)

    def stop(number: int, _frame: object) -> None:
        if not launch.cells:
            raise StopError(number)  # nothing is searched yet
        launch.inbox.put(StopError(number))

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    without_terminal()
    try:
        with launch.folder.held_by_us():
            if not workers.isdigit():
                return _on_cluster(launch, workers)
            launch.prepare()
            pool = PinnedWorkers(int(workers), launch.live.tell)
            try:
                return ALL_DONE if launch.run(pool, partial(told_cell, places=str(launch.folder.places))) else SOME_LEFT
            finally:
                pool.shutdown(cancel_futures=True)
    except ClusterError as error:
        complain(f"mcs-tui experiment: {error}; {launch.how_far}")
        return NO_CLUSTER
    except (FolderError, PuzzleError, ParameterError) as error:
        complain(str(error))
        return WRONG_INPUT
    except StopError as error:
        by = f"stopped by {signal.Signals(error.number).name}" if error.number else "stopped"
        launch.say(f"{by}: {launch.how_far}; the same command goes on")
        return SIGNALLED + (error.number or signal.SIGINT)
    except DiskFullError as error:
        complain(f"mcs-tui experiment: {error}")
        return DISK_FULL
    except OSError as error:
        complain(f"mcs-tui experiment: {error.filename or folder}: {error.strerror or error}")
        return DISK_FULL


def _on_cluster(launch: Launch, address: str) -> int:
    with Cluster(address, launch.live.tell, launch.inbox.put) as cluster:
        launch.live.workers = len(cluster.workers)
        launch.prepare()
        return (
            ALL_DONE
            if launch.run(cluster.executor, cluster.call(run_cell), partial(cluster.make_ready, make_ready))
            else SOME_LEFT
        )


def complain(line: str) -> None:
    """Nothing; the line is on stderr."""
    print(one_line(line), file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
