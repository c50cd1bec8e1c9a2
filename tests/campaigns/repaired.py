"""SIZE random C programs: no schedule of a program that `repair` has repaired fails or deadlocks.

python -m tests.campaigns.repaired --size 300 [--first 0] [--jobs 2]
--programs: the first SIZE of tests/diagnose and bench/programs/diagnose instead, and what they promise
--table: those of table 5.2 of the paper
"""

import sys

from tests.campaigns.judging import campaign
from tests.support.diagnosed import of_the_table, programs
from tests.support.repaired_runs import Mended, mended_program

if __name__ == "__main__":
    files = {"programs": programs, "table": of_the_table}
    sys.exit(campaign("repaired", __doc__, Mended(), mended_program, files))
