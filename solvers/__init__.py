"""How puzzles are solved: searches as data, the session that drives one, and the worker process with its run folder."""
