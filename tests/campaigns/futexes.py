"""SIZE random C programs that wait and wake by futexes: `verify` proves exactly those of which no schedule fails or
deadlocks (tests/support/random_futexes.py, tests/support/verified.py).

python -m tests.campaigns.futexes --size 300 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.judging import Subject, campaign
from tests.support.random_futexes import text
from tests.support.verified import Agreement, compared


def judged(number: Subject) -> Agreement:
    assert isinstance(number, int)
    return compared(number, lambda seed, _: text(seed), ("assertions", "exit", "deadlocks"))


if __name__ == "__main__":
    sys.exit(campaign("futexes", __doc__, Agreement(), judged))
