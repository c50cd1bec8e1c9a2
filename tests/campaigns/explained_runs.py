"""Every program of the test folders in which `check` finds something: the failing runs of its witnesses as they are
explained, each formula against what was observed (tests/support/recorded_runs.py, tests/oracles/rechecked_run.py).

    python -m tests.campaigns.explained_runs [FOLDER ...]
"""

import sys
import tempfile
from pathlib import Path

from raddle.base.errors import RaddleError
from tests.oracles.rechecked_run import recheck_run
from tests.support.recorded_runs import disagreements
from tests.support.witnessed_runs import PROPERTIES, TESTS, runs_of


def main(folders: list[str]) -> int:
    runs = wrong = 0
    for folder in folders or list(PROPERTIES):
        for source in sorted((TESTS / folder).glob("*.c*")):
            with tempfile.TemporaryDirectory() as scratch:
                try:
                    for run in runs_of(source, Path(scratch)):
                        runs += 1
                        for said in (*disagreements(run), *recheck_run(run)):
                            wrong += 1
                            print(f"{folder}/{source.name}: {said}", flush=True)
                except RaddleError as error:
                    wrong += 1
                    print(f"{folder}/{source.name}: {error}", flush=True)
    print(f"{runs} failing runs, {wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
