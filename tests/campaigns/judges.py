"""SIZE random trace programs over every primitive, four random runs of each: machine, history, brute force, passes and
search in C, axioms, the paper's formula and its steps say the same of them (tests/support/judged_runs.py).

    python -m tests.campaigns.judges --size 2500 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.comparing import campaign
from tests.support.judged_runs import Judged, compared

if __name__ == "__main__":
    sys.exit(campaign("judges", __doc__, Judged(), compared))
