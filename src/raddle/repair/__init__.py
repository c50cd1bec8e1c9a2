"""Patches that keep the orders from which a program fails from coming about; each is checked before it is told."""
