"""What is known beforehand: tables of bias per prior code, counted from replayed solutions, and their storage."""
