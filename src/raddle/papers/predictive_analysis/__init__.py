"""Ctp + one of its checks -> Query, by the seeds' own formula: slow, plain, what every other encoding must agree with.

`lower` turns synchronisation into guarded assignments over auxiliary cells; `formula` is seed 1's formula over them,
guarded for prefixes; `decode` turns an answer into moves.
"""
