"""What is said of undesignable motifs, verified by a command that takes minutes."""
