"""What the text formats of all families share: fields with their places, quoting, JSON, names and games."""
