"""SIZE random paths of all profiles: brute force and the step-by-step encoding, with each reduction and without it,
say the same of failures, frontiers, meetings and standstills, and of events under scheduling policies
(tests/support/step_agreement.py).

    python -m tests.campaigns.step_goals --size 300 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.comparing import campaign
from tests.support.path_goals import Agreement
from tests.support.step_agreement import compared

if __name__ == "__main__":
    sys.exit(campaign("step_goals", __doc__, Agreement(), compared))
