"""What the text formats of all families share."""
