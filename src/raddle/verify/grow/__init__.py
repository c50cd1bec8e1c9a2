"""Runs -> trace program: the graphs of all threads while they grow."""
