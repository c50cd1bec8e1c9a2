"""Which orders between threads make a program fail (seed 5)."""
