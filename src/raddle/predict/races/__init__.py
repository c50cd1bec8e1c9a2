"""Data races: pairs of places, settled by linear passes over the given run, or by a solver where those leave doubt."""
