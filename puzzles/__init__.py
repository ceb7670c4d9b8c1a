"""What is solved: one folder a family, with its text formats, generator, compiled rules and plain checker.

Importing this package, or a family's folder, never imports numba: only modules that declare kernels do.
"""
