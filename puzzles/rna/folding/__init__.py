"""Folding a design: energies, the matrices of the recursion, and the structure traced back through them."""
