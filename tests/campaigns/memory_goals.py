"""SIZE random trace programs of all profiles: brute force and the decider say the same of every memory error, and
every way there runs on the machine (tests/support/exactness_memory.py).

    python -m tests.campaigns.memory_goals --size 10000 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.comparing import campaign
from tests.support.exactness_memory import MemoryExactness, compared

if __name__ == "__main__":
    sys.exit(campaign("memory_goals", __doc__, MemoryExactness(), compared))
