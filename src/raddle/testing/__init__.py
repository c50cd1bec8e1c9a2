"""What is put to the test: in: C files or a program, under one input; out: a run of it, or what holds for all runs.

runs.py makes one run, tests.py as many as it takes to verify; first_runs.py and other_paths.py are those of `check`,
given.py takes one that the user has, workshop.py builds the same test otherwise.
"""
