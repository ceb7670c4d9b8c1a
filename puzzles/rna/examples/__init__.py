"""The bundled targets, our own, from a single stem to many short ones."""

from __future__ import annotations

from puzzles.family import bundled

EXAMPLES = bundled(
    __name__,
    {
        "hairpin.txt": "one stem and its loop, 16 nt",
        "bulge.dbn": "a stem with an internal loop and bulges, its ends fixed, 32 nt",
        "cloverleaf.fasta": "four arms like a tRNA's, with a fixed loop and a CCA end, 75 nt",
        "restrained.fasta": "two arms with restraints such as R, Y, S and W and two fixed tetraloops, 55 nt",
        "multiloop.txt": "two multiloops, one within the other, 76 nt",
        "starfish.txt": "six arms of two pairs around one loop, 66 nt",
    },
)
