"""SIZE random STD traces: which accesses race and which threads can stand in a circle is what brute force over all
correct reorderings of the lines says (tests/support/std_oracle.py).

    python -m tests.campaigns.std --size 1000 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.comparing import campaign
from tests.support.std_agreement import Agreement, compared

if __name__ == "__main__":
    sys.exit(campaign("std", __doc__, Agreement(), compared))
