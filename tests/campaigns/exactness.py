"""SIZE random trace programs of all profiles: brute force, our encoding and the paper's say the same of every
check, with and without a bound, and every witness runs on the machine (tests/support/exactness.py).

    python -m tests.campaigns.exactness --size 10000 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.comparing import campaign
from tests.support.exactness import Exactness, compared

if __name__ == "__main__":
    sys.exit(campaign("exactness", __doc__, Exactness(), compared))
