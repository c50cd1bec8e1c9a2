"""SIZE random trace programs of all profiles: brute force and the decider say the same of every race and deadlock, and
every way there runs on the machine (tests/support/exactness_goals.py).

    python -m tests.campaigns.goals --size 10000 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.comparing import campaign
from tests.support.exactness_goals import Exactness, compared

if __name__ == "__main__":
    sys.exit(campaign("goals", __doc__, Exactness(), compared))
