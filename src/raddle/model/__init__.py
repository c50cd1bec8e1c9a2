"""Trace or text -> trace program in CSSA form, a chain or with branches; its checker, printer, machine and goals."""
