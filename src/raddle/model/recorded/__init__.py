"""Trace -> trace program: cells, terms, synchronisation and assumptions of a recorded run."""
