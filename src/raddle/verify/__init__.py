"""`verify`: run, ask for a violation, ask for what nobody has seen, run that, until there is nothing left (seed 3)."""
