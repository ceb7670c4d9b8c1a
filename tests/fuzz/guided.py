"""The targets of the campaign, guided by the branches that inputs reach: `python -m tests.fuzz.guided --seconds 3600`.

It needs atheris (`pip install atheris`: libFuzzer for Python, on Linux), which is no dependency of ours. Each target
has a process of its own, one after the other, and its share of the seconds. Half of the inputs libFuzzer changes, half
the campaign's mutations do. A failure does not end it; --corpus keeps what reached new branches for the next time.
Ends with a line of figures for each target and for all, and exit code 1 if anything failed.
"""

from __future__ import annotations

import argparse
import os
import pickle
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from random import Random

from . import campaign
from .campaign import Summary
from .mutations import LONGEST, kept

PRODUCT = ["puzzles", "priors", "solvers", "tui"]
INSTRUMENTED = (
    f"import atheris\nwith atheris.instrument_imports(include={PRODUCT}):\n from tests.fuzz.guided import _fuzz"
)
STATED = 0.5
"""Seconds between two writings of the figures: libFuzzer ends the process without a word."""


def main() -> int:
    """The exit code: 1 if any target has failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.guided", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=3600.0, help="for all targets together")
    parser.add_argument("--only", default="", help="a part of the names of the targets")
    parser.add_argument("--corpus", type=Path, help="the folder for inputs that reached new branches")
    parser.add_argument("--keep", type=Path, default=Path("failed"), help="the folder for inputs that fail")
    options = parser.parse_args()
    if find_spec("atheris") is None:
        parser.error("it needs atheris: pip install atheris")
    with campaign.targets(options.only) as chosen:
        shares = {one.name: one.share for one in chosen}
    total, ended = Summary(), True
    with tempfile.TemporaryDirectory() as place:
        for name, share in shares.items():
            corpus = (options.corpus or Path(place, "corpus")) / name.replace(" ", "-")
            seconds = max(1, round(options.seconds * share / sum(shares.values())))
            figures = Path(place, name.replace(" ", "-"))
            call = f"_fuzz({name!r}, {seconds}, {str(corpus)!r}, {str(options.keep)!r}, {str(figures)!r})"
            command = [sys.executable, "-c", f"{INSTRUMENTED}\n{call}"]
            done = subprocess.run(command, stdout=sys.stdout, stderr=subprocess.PIPE, check=False)
            found = pickle.loads(figures.read_bytes()) if figures.exists() else Summary()
            print(f"{name}: {found.line()}; {len(list(corpus.glob('*')))} inputs in the corpus", flush=True)
            total.add(found)
            if done.returncode or not found.calls:
                ended = False
                print(f"FAILED {name}: exit code {done.returncode}\n{done.stderr.decode(errors='replace')[-2000:]}")
    print(f"all: {total.line()}")
    return 0 if ended and not total.failures else 1


def _fuzz(name: str, seconds: int, corpus: str, keep: str, figures: str) -> None:
    """Does not return: libFuzzer ends the process."""
    import atheris

    for folder in (corpus, keep):
        Path(folder).mkdir(parents=True, exist_ok=True)
    found, begun, stated = Summary(), time.monotonic(), 0.0
    with campaign.targets() as chosen, campaign.no_hanging():
        target = next(one for one in chosen if one.name == name)

        def state() -> None:
            found.seconds, found.memory = time.monotonic() - begun, campaign._memory()
            aside = Path(f"{figures}.part")
            aside.write_bytes(pickle.dumps(found))
            os.replace(aside, figures)

        def text_of(data: bytes) -> str:
            return data.decode("latin-1") if target.binary else data.decode("utf-8", "replace")

        def read(data: bytes) -> None:
            nonlocal stated
            campaign._try(found, target, text_of(data), Path(keep))
            if time.monotonic() - stated > STATED:
                stated = time.monotonic()
                state()

        def change(data: bytes, size: int, seed: int) -> bytes:
            rng = Random(seed)
            if rng.random() < 0.5:
                return bytes(atheris.Mutate(data, size))
            return target.encoded(campaign._changed(text_of(data), rng, list(target.seeds)))[:size]

        with atheris.instrument_imports(include=PRODUCT):
            for text in (*target.seeds, *kept(binary=target.binary)):  # inside, as readers import what they need late
                campaign._try(found, target, text, Path(keep))
        state()
        for number, text in enumerate(target.seeds):
            (Path(corpus) / f"seed-{number}").write_bytes(target.encoded(text))
        settings = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=60", "-rss_limit_mb=2000"]
        atheris.Setup(["guided", corpus, *settings, f"-artifact_prefix={keep}/"], read, custom_mutator=change)
        atheris.Fuzz()


if __name__ == "__main__":
    os.environ.setdefault("MCS_TUI_JIT", "0")
    sys.exit(main())
