"""What the threads of a program were seen to do over many runs, and what of it can happen together."""
