"""A schedule -> the real program run under it: Confirmed, NotReached, Diverged or CutOff.

In: a program, a `Schedule` with its inputs, what is expected (a recording or an outcome). Out: `ReplayResult`.
Key types: `Schedule`, `Witness`, `Outcome`, `ReplayResult`; `explore` runs every schedule of a small program.
"""
