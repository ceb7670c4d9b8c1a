"""mcs-tui for other programs. Importing it imports our packages from beside it, whatever else has their names."""

from __future__ import annotations

from mcs_tui import guard

guard.import_ours()
