"""What no sequence can fold into: motifs proved undesignable, where a target has them, and bounds on its probability.

All of it holds for Turner 2004 with dangles 2 (the model eterna-v2), and for no other model. Imports no numba.
"""
