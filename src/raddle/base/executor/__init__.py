"""The one executor: work in forked children, within limits.

In: functions, closures too, since a child has all that its parent has. Out: what they return or raise, in the shape of
`concurrent.futures`: another Executor may stand in its place where functions can be pickled. `limits.py` says what a
task may take and how it ends without an answer, `child.py` is one child, `pool.py` has the children of many tasks.
Decision 39.
"""
