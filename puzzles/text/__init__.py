"""What the text formats of all families share: fields with their places, arrays, quoting, JSON, tables, pictures."""
