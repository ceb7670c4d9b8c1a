"""One search driven to its end, whoever asks for it: a run, a cell of an experiment, a cluster, or Python code."""
