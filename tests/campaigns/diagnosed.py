"""SIZE random C programs: the causes that `diagnose` finds are right on all their real runs.

python -m tests.campaigns.diagnosed --size 300 [--first 0] [--jobs 2]
--programs: the first SIZE of tests/diagnose and bench/programs/diagnose instead
--table: those of table 5.2 of the paper
"""

import sys

from tests.campaigns.judging import campaign
from tests.support.diagnosed import of_the_table, programs
from tests.support.diagnosed_runs import Judged, judged_program

if __name__ == "__main__":
    files = {"programs": programs, "table": of_the_table}
    sys.exit(campaign("diagnosed", __doc__, Judged(), judged_program, files))
