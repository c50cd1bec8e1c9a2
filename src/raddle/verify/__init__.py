"""`verify`: run, ask for a violation, ask for what nobody has seen, run that, until there is nothing left (the
trace-driven verification paper)."""
