"""What a designer demands of a sequence beside its fold: read, checked for contradictions, and judged. Plain Python.

`demands` has the values and their reader, `domains` the bases that they leave, `conflicts` what contradicts what,
`judging` the faults of a sequence. The searches' own code is `puzzles.rna.kernels.demands`.
"""
