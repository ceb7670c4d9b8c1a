"""The five screens and the dialogs."""
