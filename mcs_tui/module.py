"""`python -P -m mcs_tui.module NAME ARGUMENTS`: a process of ours, as `python -m NAME ARGUMENTS` would be.

It stays the `__main__` that processes of multiprocessing import, so they import `mcs_tui` first too.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

from mcs_tui.guard import current_folder_last

if __name__ == "__main__":
    current_folder_last()
    found = find_spec(sys.argv.pop(1))
    if found is not None and found.submodule_search_locations is not None:
        found = find_spec(f"{found.name}.__main__")
    assert found is not None
    sys.argv[0] = __file__ = str(found.origin)
    exec(found.loader.get_code(found.name), globals())  # type: ignore[union-attr]
