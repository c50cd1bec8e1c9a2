"""SIZE random trace programs of all profiles: brute force and the decider say the same of every torn block, and
every way there runs on the machine (tests/support/exactness_blocks.py).

    python -m tests.campaigns.block_goals --size 10000 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.comparing import campaign
from tests.support.exactness_blocks import BlockExactness, compared

if __name__ == "__main__":
    sys.exit(campaign("block_goals", __doc__, BlockExactness(), compared))
