"""SIZE random trace programs under TSO, PSO and switches only at synchronisation: brute force with buffers says the
same as solver, search and machine of the trace program that explains the model (tests/support/exactness_models.py).

    python -m tests.campaigns.memory_models --size 10000 [--first 0] [--jobs 2]
"""

import sys

from tests.campaigns.comparing import campaign
from tests.support.exactness_models import ModelsExactness, compared

if __name__ == "__main__":
    sys.exit(campaign("memory_models", __doc__, ModelsExactness(), compared))
