"""Blocks that are to be atomic -> those that another thread can come between, with runs that show it."""
