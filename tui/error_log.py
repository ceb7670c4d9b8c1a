"""The logs of the program's own errors, in the data folder: with what is needed to find the cause, and none is lost."""

from __future__ import annotations

import platform
import time
import traceback
from collections.abc import Mapping
from pathlib import Path

from puzzles.user_data import add_to_log, data_root

APP, COMMANDS = "crash.log", "errors.log"


def logged(name: str, error: BaseException, facts: Mapping[str, str]) -> Path | None:
    """The log that has the error now: time, versions, `facts` and the traceback; None if it can't be written."""
    from priors.provenance import version  # a command that has nothing to log is quicker without

    lines = [time.strftime("%Y-%m-%dT%H:%M:%S%z"), f"mcs-tui {version()}, Python {platform.python_version()}"]
    lines += [f"{what}: {value}" for what, value in {"system": platform.platform(), **facts}.items()]
    path = data_root() / name
    try:
        add_to_log(path, "\n".join([*lines, *traceback.format_exception(error)]))
    except OSError:
        return None
    return path
