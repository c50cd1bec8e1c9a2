"""Which orders between threads make a program fail (the diagnosis paper)."""
