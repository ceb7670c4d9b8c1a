"""NEMO's published weights as a prior, and the contexts that they are given for."""
