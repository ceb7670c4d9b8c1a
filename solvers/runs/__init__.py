"""A run as a folder: its spec, events, checkpoints, control and result; reader and launcher.

Nothing in here imports numba: the app reads and starts runs, only workers compute.
"""
