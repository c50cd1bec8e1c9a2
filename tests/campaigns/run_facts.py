"""SIZE random paths of all profiles: brute force and the encoding of paths say the same of complete and of failing runs
in which random facts hold and others do not, and every run found is as asked for (tests/support/run_facts.py).

    python -m tests.campaigns.run_facts --size 5000 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.comparing import campaign
from tests.support.run_facts import Agreement, compared

if __name__ == "__main__":
    sys.exit(campaign("run_facts", __doc__, Agreement(), compared))
