"""What functions of libraries do: the one table of it, and who may define them.

The rows stand in `*.table`, by families; `functions.py` says what a row says, `rows.py` reads them, `lookup.py`
finds the one of a function that a program calls. A function without a row, or of another file than those that the row
is for, is foreign: it may read and write everything that it can come to, keep it, and answer anything.
"""
