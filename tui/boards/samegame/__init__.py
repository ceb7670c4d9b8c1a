"""How SameGame is drawn: as text, and as a board of the app."""
