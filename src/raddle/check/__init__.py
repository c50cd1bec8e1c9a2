"""`check`, stage by stage: one run of the program, answered for all interleavings of its paths.

    record -> walk -> trace program -> decide assertions, races, deadlocks -> replay each finding -> Result

stages.py tells it in order; assertions.py, races.py and deadlocks.py each do one property; confirming.py is what they
share of the real program; trace_programs.py is for traces without one. pipeline/checking.py opens the door.
"""

from raddle.check.assertions import decide
from raddle.check.options import CheckOptions, Timed
from raddle.check.stages import check_trace, early_result
from raddle.check.trace_programs import check_std, check_text

__all__ = ["CheckOptions", "Timed", "check_std", "check_text", "check_trace", "decide", "early_result"]
