"""What figures `experiment report --chart` draws, and how wide."""

KINDS = ("curves", "targets", "profile", "ranks")
WIDTHS = {"column": 3.5, "page": 7.2}
"""In inches."""
