"""All compiled code of the family; only its instances and the workers import it."""
