"""Error Invariants for Concurrent Traces (Holzer, Schwartz-Narbonne, Tabaei Befrouei, Weissenbacher, Wies, 2016).

The formulas of its section 3 and what its definitions ask of a slice: slow and plain, the second way to every slice.
They share nothing with what makes the slices (explain/slicing).
"""
