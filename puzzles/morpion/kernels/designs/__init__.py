"""Reference designs of the Morpion Solitaire playout, from the slowest to the paper's own (Table I)."""
