"""What all text formats are read with: fields with their places, quoting, JSON, names and games."""
