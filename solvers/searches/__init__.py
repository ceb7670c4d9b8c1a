"""The searches: each is data and a compiled function that advances it; solvers.registry lists them."""
