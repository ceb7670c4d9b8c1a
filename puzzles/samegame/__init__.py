"""SameGame: remove groups of equal cells until none is left."""
