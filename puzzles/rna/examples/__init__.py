"""The bundled targets, our own, from a single stem to many short ones."""

from __future__ import annotations

from importlib import resources

from puzzles.family import Example

_TARGETS = {
    "hairpin.txt": "one stem and its loop, 16 nt",
    "bulge.dbn": "a stem with an internal loop and bulges, its ends fixed, 32 nt",
    "cloverleaf.fasta": "four arms like a tRNA's, with a fixed loop and a CCA end, 75 nt",
    "restrained.fasta": "two arms with restraints such as R, Y, S and W and two fixed tetraloops, 55 nt",
    "multiloop.txt": "two multiloops, one within the other, 76 nt",
    "starfish.txt": "six arms of two pairs around one loop, 66 nt",
}


def _target(file: str, explanation: str) -> Example:
    text = resources.files(__name__).joinpath(file).read_text(encoding="utf-8")
    return Example(file.rpartition(".")[0], explanation, text)


EXAMPLES = tuple(_target(file, explanation) for file, explanation in _TARGETS.items())
