"""`python -m raddle`: the same as the command `raddle`."""

import sys

from raddle.cli import main

if __name__ == "__main__":
    sys.exit(main())
