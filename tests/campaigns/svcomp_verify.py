"""SV-COMP's programs from folders of the user's, property unreach-call: `verify`'s verdict against the known one.

    python -m tests.campaigns.svcomp_verify --size 60 --folder c/pthread --folder c/pthread-atomic

SIZE: seconds for each program. The known verdict stands in a .yml beside the program, in older copies in its name.
Where a program asks for inputs, a proof is one for those of the first run: against a known bug it counts as `other
inputs`.
"""

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from raddle.base.errors import RaddleError
from raddle.capture.run import Output
from raddle.pipeline.verifying import VerifyOrder, verify
from raddle.report.progress import Silent
from raddle.testing.runs import RecordOrder, Sources
from raddle.verify.options import VerifyOptions

_IN_YML: Final = re.compile(r"property_file:\s*\S*unreach-call\.prp\s*\n\s*expected_verdict:\s*(true|false)")
_IN_NAME: Final = re.compile(r"(true|false)-unreach-call|-(true)$")


@dataclass(frozen=True)
class Row:
    name: str
    expected: str
    word: str
    """right, wrong, unknown, error, other inputs."""
    verdict: str
    runs: int
    seconds: float
    why: str = ""

    def __str__(self) -> str:
        what = f"{self.word:13}{self.name:45}{self.expected:8}{self.verdict:8}"
        return f"{what}{self.runs:5} runs {self.seconds:6.1f} s  {self.why}"


def expected(source: Path) -> str | None:
    """proved or bug; None: nobody says."""
    beside = source.with_suffix(".yml")
    found = _IN_YML.search(beside.read_text()) if beside.is_file() else _IN_NAME.search(source.name.split(".")[0])
    if found is None:
        return None
    return "bug" if found[1] == "false" else "proved"


def verified(source: Path, seconds: float) -> Row:
    known = expected(source) or ""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        options = VerifyOptions(until=began + seconds, witnesses=Path(folder), explain=False, again=True)
        order = RecordOrder(Sources((source,), ("-w",)), output=Output.CAPTURED)
        try:
            found = verify(VerifyOrder(order, options), lambda note: None, Silent())
        except RaddleError as error:
            return Row(source.name, known, "error", "", 0, time.monotonic() - began, str(error))
    if found.verdict == "unknown":
        word = "unknown"
    elif found.verdict == known:
        word = "right"
    else:
        word = "other inputs" if found.verdict == "proved" and found.inputs else "wrong"
    return Row(source.name, known, word, found.verdict, found.counts.runs, time.monotonic() - began, found.reason)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=60)
    parser.add_argument("--folder", type=Path, action="append", required=True)
    parser.add_argument("--only", default="", help="programs whose names contain this")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    sources = sorted(path for folder in options.folder for path in folder.glob("*.c") if options.only in path.name)
    known = [source for source in sources if expected(source)]
    began, counts = time.monotonic(), Counter[str]()
    with ProcessPoolExecutor(options.jobs) as pool:
        for row in pool.map(partial(verified, seconds=options.size), known):
            counts[row.word] += 1
            print(row, flush=True)
    words = ", ".join(f"{count} {word}" for word, count in sorted(counts.items()))
    unsaid = len(sources) - len(known)
    print(f"{len(known)} programs ({unsaid} without a known verdict): {words}, {time.monotonic() - began:.0f} s")
    return 1 if counts["wrong"] or counts["error"] else 0


if __name__ == "__main__":
    sys.exit(main())
