"""Runs -> Paths: the graphs of all threads while they grow."""
