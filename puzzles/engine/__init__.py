"""What compiled rules are built from: declaring kernels and rules, their cache, limits, random streams, vectors."""
