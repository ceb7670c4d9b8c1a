"""Hints of the grids, checked by code that shares none with them."""
