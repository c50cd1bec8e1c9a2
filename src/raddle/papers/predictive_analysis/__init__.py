"""Symbolic Predictive Analysis for Concurrent Programs (Wang, Kundu, Ganai, Gupta, 2009).

In: a trace program and a check. Out: Query.
`lower` turns synchronisation into guarded assignments over auxiliary cells (sections 2 and 3.1); `cssa` prints the form
of section 4.1; `formula` is the formula over it (sections 4.2 and 5), guarded for prefixes; `decode` turns an answer
into moves.
"""
