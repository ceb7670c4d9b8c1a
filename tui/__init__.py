"""What people touch: the command line and the Textual app. Nothing here computes; nothing here imports numba."""
