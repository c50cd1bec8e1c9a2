"""SIZE random trace programs whose threads do the same again and again: the search of the folded one denies nothing
that brute force finds, and with fewer orders finds what it does with all (tests/support/exactness_folded.py).

    python -m tests.campaigns.folded --size 4000 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.comparing import campaign
from tests.support.exactness_folded import FoldedExactness, compared

if __name__ == "__main__":
    sys.exit(campaign("folded", __doc__, FoldedExactness(), compared))
