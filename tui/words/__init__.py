"""How runs, games and experiments are put into words, tables, curves and pages, for the app and the command line."""
