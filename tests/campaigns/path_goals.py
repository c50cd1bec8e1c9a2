"""SIZE random paths of all profiles: brute force, the encoding of paths and the search of their states say the same of
every failure, frontier, meeting and standstill, and every way there runs on the machine (tests/support/path_goals.py).

    python -m tests.campaigns.path_goals --size 5000 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.comparing import campaign
from tests.support.path_goals import Agreement, compared

if __name__ == "__main__":
    sys.exit(campaign("path_goals", __doc__, Agreement(), compared))
