"""What is kept for the user: settings, options, recent files, files of his own, the puzzle that is loaded."""
