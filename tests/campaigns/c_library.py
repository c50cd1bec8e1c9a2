"""SIZE batches of 50 random scripts of calls over every primitive, six runs of each on the C library as it is: what the
calls return is possible, and what is said to be impossible does not happen (tests/support/judged_library.py). With
--runtime, SIZE scripts under the runtime instead (tests/support/judged_runtime.py).

    python -m tests.campaigns.c_library --size 34 [--runtime] [--first 0] [--jobs 2]
"""

import sys
import tempfile
from functools import partial
from pathlib import Path

from tests.campaigns.comparing import campaign
from tests.support import judged_library, judged_runtime

if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        if "--runtime" in sys.argv:
            sys.argv.remove("--runtime")
            program = judged_runtime.built(Path(folder))
            compared = partial(judged_runtime.compared, program=program)
            sys.exit(campaign("c_library --runtime", __doc__, judged_runtime.Judged(), compared))
        judge = partial(judged_library.compared, program=judged_library.built(Path(folder)))
        sys.exit(campaign("c_library", __doc__, judged_library.Judged(), judge))
