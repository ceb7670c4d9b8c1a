"""Actions, the table of their keys, keys of the user's own, the order of typed keys."""
