"""Trace -> Ctp: cells, terms, synchronisation and assumptions of a recorded run."""
