"""Playing by hand: the game with its steps and clock, where games are kept, and what is known of the solution."""
