"""What a worker process does, by kind of spec: solve, train, generate, warm. Imported by workers only."""
