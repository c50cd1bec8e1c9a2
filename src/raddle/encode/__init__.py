"""Ctp, or Paths, + a question about it -> Query. One file per axiom; each states its formula and where it comes from.

formula.py is what axioms ask of a formula under construction, program_index.py and order.py what they ask of events:
trace_formula.py and index.py answer for a trace program and its goals, paths/ for graphs. axioms.py has the order.
"""
