"""How the travelling salesman problem with time windows is drawn: as text, and as a board of the app."""
