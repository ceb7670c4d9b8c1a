"""A run as a folder: its spec, events, checkpoint, control and result; readers and launcher. Imports no numba."""
