"""Machine code of Morpion's playouts: vectors of 16-bit lanes; the very same games by a processor with narrow ones."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest
from drivers import machine_games

from puzzles.engine import kernel_cache

pytestmark = pytest.mark.compiled

X86 = platform.machine().lower() in ("x86_64", "amd64")
ARM = platform.machine().lower() in ("aarch64", "arm64")

COMPARES = re.compile(
    # AVX-512: into a mask; AVX2 and SSE2: unsigned <= as "the minimum is the one" or "the saturated difference is 0"
    r"^\s+(vpcmp\w*uw|vpcmpw|v?pcmp(?:eq|gt)w)\s" if X86 else r"^\s+(cmh[si])\s+(?:v\d+\.8h, ){2}",
    re.MULTILINE,
)
"""Packed compares of 16-bit lanes."""

RANGES = 5
"""A move asks for five ranges of the list, so that often at least, whatever the lanes of a register."""

Played = tuple[dict[str, object], list[str]]


@pytest.fixture(scope="module")
def here() -> Played:
    """The games, and the machine code, of this machine's processor at its full width."""
    return machine_games.everything()


@pytest.mark.skipif(not (X86 or ARM), reason=f"which instructions compare 16-bit lanes on {platform.machine()}?")
def test_uniform_games_are_played_with_packed_16_bit_compares(here: Played) -> None:
    assert len(here[1]) == 2
    for code in here[1]:
        assert len(COMPARES.findall(code)) >= RANGES


@pytest.mark.skipif(not X86, reason="SSE2 alone is a setting of x86-64")
def test_a_processor_with_sse2_alone_plays_the_very_same_games(here: Played) -> None:
    root = Path(kernel_cache.__file__).resolve().parents[2]
    narrow = {
        "NUMBA_CPU_NAME": "x86-64",
        "NUMBA_CPU_FEATURES": "",
        "MCS_TUI_KERNELS": str(Path(os.environ["MCS_TUI_KERNELS"]) / "sse2"),
        "PYTHONPATH": os.pathsep.join([str(root), str(root / "tests")]),
    }
    done = subprocess.run(
        [sys.executable, machine_games.__file__],
        env={**os.environ, **narrow},
        capture_output=True,
        text=True,
        check=True,
    )
    games, codes = json.loads(done.stdout)
    assert len(codes) == 2
    for code in codes:
        assert set(re.findall(r"%([xyz]mm)\d", code)) == {"xmm"}
        assert len(COMPARES.findall(code)) >= RANGES
    assert list(games) == list(here[0])
    for name, game in games.items():
        assert game == here[0][name], name
