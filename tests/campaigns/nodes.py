"""SIZE random C programs that hand nodes of the heap around: `verify` finds memory used that was given back, or proves
that none is, exactly where an order of the operations comes to that or none does (tests/support/random_nodes.py).

python -m tests.campaigns.nodes --size 300 [--first 0] [--jobs 2]
"""

import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from raddle.base.errors import RaddleError
from raddle.capture.run import Output
from raddle.pipeline.verifying import VerifyOrder, verify
from raddle.report.progress import Silent
from raddle.report.verified import Verified
from raddle.testing.runs import RecordOrder, Sources
from raddle.verify.options import VerifyOptions
from tests.campaigns.judging import Subject, campaign
from tests.support.limits import soon_enough, work
from tests.support.random_nodes import node_program


@dataclass
class Judged:
    programs: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    wrong: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def add(self, other: "Judged") -> None:
        self.programs += other.programs
        self.verdicts.update(other.verdicts)
        self.runs += other.runs
        self.wrong += other.wrong
        self.unknown += other.unknown

    def __str__(self) -> str:
        verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(self.verdicts.items()))
        return f"{self.programs} programs: {verdicts}; {self.runs} runs, {len(self.wrong)} wrong"


def judged(number: Subject) -> Judged:
    assert isinstance(number, int)
    program, found = node_program(number), Judged(programs=1)
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        try:
            verified = verified_nodes(program.text(), Path(scratch))
        except (RaddleError, AssertionError) as error:
            found.wrong.append(f"program {number}: {type(error).__name__}: {error}")
            return found
    found.verdicts[verified.verdict] += 1
    found.runs += verified.counts.runs
    if verified.verdict == "unknown":
        found.unknown.append(f"program {number}: {verified.reason}")
    elif (verified.verdict == "bug") != program.fails():
        which = "some" if program.fails() else "no"
        found.wrong.append(f"program {number}: {verified.verdict}, and {which} order fails")
    return found


def verified_nodes(text: str, folder: Path, **more: Any) -> Verified:
    """`more`: options."""
    source = folder / "nodes.c"
    source.write_text(text)
    properties = ("assertions", "exit", "memory")
    options = VerifyOptions(properties, until=soon_enough(), work=work(), witnesses=folder, explain=False, again=True)
    options = replace(options, **more)
    order = RecordOrder(Sources((source,), ("-w",)), output=Output.CAPTURED)
    return verify(VerifyOrder(order, options), lambda note: None, Silent())


if __name__ == "__main__":
    sys.exit(campaign("nodes", __doc__, Judged(), judged))
