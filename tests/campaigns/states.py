"""SIZE random trace programs of all profiles: brute force and the search of states find the same races, deadlocks,
failing checks and memory errors (tests/support/exactness_states.py).

    python -m tests.campaigns.states --size 10000 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.comparing import campaign
from tests.support.exactness_states import StatesExactness, compared

if __name__ == "__main__":
    sys.exit(campaign("states", __doc__, StatesExactness(), compared))
