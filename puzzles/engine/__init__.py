"""What compiled rules stand on: declaring kernels and rules, their cache, limits, random streams, vectors."""
