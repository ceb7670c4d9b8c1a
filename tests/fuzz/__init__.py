"""Fuzzing: mutated texts through all that reads texts, by a command and, for a few seconds, in the tests."""
