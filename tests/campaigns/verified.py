"""SIZE random C programs: `verify` proves exactly those of which no schedule fails (tests/support/verified.py).

python -m tests.campaigns.verified --size 300 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.judging import Subject, campaign
from tests.support.verified import Agreement, compared


def judged(number: Subject) -> Agreement:
    assert isinstance(number, int)
    return compared(number)


if __name__ == "__main__":
    sys.exit(campaign("verified", __doc__, Agreement(), judged))
