"""Trace-Driven Verification of Multithreaded Programs (Yang, Sakallah, 2010): questions about paths, step by step.

In: a trace program with branches and a goal (model/program.py). Out: Query. The formula of section 3.1 and the
optimisations of section 5, over the graphs of all runs; decision 23 says what became of sections 3.2 and 4. `verify
--encoding steps` asks it, and encode/paths must agree with it.
"""
