"""Where this application keeps what belongs to its user: runs, drafts, logs, benchmark data."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_root() -> Path:
    """This application's data folder; MCS_TUI_DATA overrides the platform's."""
    override = os.environ.get("MCS_TUI_DATA")
    return Path(override) if override else platformdirs.user_data_path("mcs-tui")
