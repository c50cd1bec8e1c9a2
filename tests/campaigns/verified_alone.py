"""SIZE random C programs in which main works before and behind the threads, and gives to libraries what they leave:
`verify` proves exactly those of which no schedule fails (tests/support/random_verified_alone.py).

python -m tests.campaigns.verified_alone --size 300 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.judging import Subject, campaign
from tests.support.random_verified_alone import text_of
from tests.support.verified import Agreement, compared


def judged(number: Subject) -> Agreement:
    assert isinstance(number, int)
    return compared(number, text_of)


if __name__ == "__main__":
    sys.exit(campaign("verified_alone", __doc__, Agreement(), judged))
