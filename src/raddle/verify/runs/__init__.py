"""The real program, run again: along a computed way, by chance, with fewer switches."""
