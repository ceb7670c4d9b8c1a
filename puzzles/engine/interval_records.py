"""What a playout writes down of a move that stays listed for some steps: one word, with three fields.

From the lowest bit on: the move's policy code (24 bits), the first step at which it was offered (20 bits), the last.
"""

from __future__ import annotations

import numpy as np

CAME, LEFT = np.uint64(24), np.uint64(44)
"""Where the first and the last step begin."""
CODE_BITS, STEP_BITS = np.uint64((1 << 24) - 1), np.uint64((1 << 20) - 1)
