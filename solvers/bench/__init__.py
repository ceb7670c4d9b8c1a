"""Benchmarks: programs that print the papers' tables beside ours, with machine, versions and command. No timed test."""
