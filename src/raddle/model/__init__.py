"""Trace or text -> Ctp: the concurrent trace program in CSSA form; its checker, its printer, a machine that runs it."""
