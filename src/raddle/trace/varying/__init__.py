"""Values that are others in another run, though the program is given the same: times, ids of threads, addresses.

In: a recorded run, walked once more. Out: `VaryingUse`: where what the program does depends on such a number.
"""
