"""How a run ended, as a value that can be compared, written down and read again.

exit 0 | assert line 31 | abort | error | deadlock | signal SIGSEGV | limit | timeout | assume | diverged | unknown
data race main.1@4 (hits.c:12), main.2@7 (hits.c:20): what a run was stopped at
atomicity main.1@4 (bank.c:12), main.2@7 (bank.c:30), main.2@7 (bank.c:30), main.1@6 (bank.c:13): likewise
use after free main.1@4 (list.c:12), main.2@7 (list.c:30); out of bounds main.2@7 (a.c:9): likewise
misuse main@4 (pool.c:30), main.1@7 (pool.c:12); misuse main@4 (pool.c:30): likewise, of locks
"""

import re
import signal
from dataclasses import dataclass
from typing import Final

from raddle.base.errors import UserError
from raddle.base.failing import Failing
from raddle.base.process import signal_name
from raddle.trace.recorded import Recording

DATA_RACE: Final = "data race"
ATOMICITY: Final = "atomicity"
USE_AFTER_FREE: Final = "use after free"
OUT_OF_BOUNDS: Final = "out of bounds"
DANGLING: Final = "dangling pointer"
MISUSE: Final = "misuse"
MEMORY_ERRORS: Final = (USE_AFTER_FREE, OUT_OF_BOUNDS, DANGLING)
"""Those that need not end the run."""
ASKED_OF_THE_WALK: Final = (DATA_RACE, ATOMICITY, *MEMORY_ERRORS, MISUSE)
"""What a run is stopped at, as soon as its recording shows it."""
KINDS: Final = (
    "exit", "assert", "abort", "error", "deadlock", *ASKED_OF_THE_WALK, "signal", "limit", "timeout", "assume",
    "diverged", "refused", "unknown",
)  # fmt: skip
_TEXT: Final = re.compile(rf"(?P<kind>{'|'.join(KINDS)})(?: (?P<detail>[^ ].*))?")


@dataclass(frozen=True, slots=True)
class Outcome:
    """`detail`: the status, the signal's name, the line of the assertion, the accesses that a run was stopped at; "":
    not said."""

    kind: str
    detail: str = ""

    def is_failure(self, judged: Failing) -> bool:
        """Whether a test that ends so has failed."""
        if self.kind == "exit" and self.detail.isdecimal():
            return judged.by_status(int(self.detail))
        return self.kind in ("assert", "abort", "error", "deadlock", *ASKED_OF_THE_WALK, "signal")

    def covers(self, seen: "Outcome") -> bool:
        """Whether `seen` is what was expected here; a detail that was not said covers any."""
        return self.kind == seen.kind and self.detail in ("", seen.detail)

    def __str__(self) -> str:
        return f"{self.kind} {self.detail}".rstrip()


def parse_outcome(text: str) -> Outcome:
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        raise UserError(f'no outcome is spelled "{text.strip()}"', advice=f"one of: {', '.join(KINDS)}")
    return Outcome(found["kind"], found["detail"] or "")


def has_failed(recording: Recording) -> bool:
    """By its ending, whatever else went wrong in it."""
    return outcome_of(recording).is_failure(recording.failing)


def outcome_of(recording: Recording) -> Outcome:
    """What the runtime saw, and where it saw nothing, what the system says."""
    final = recording.final
    if recording.outcome == "assert":
        failed = recording.of_kind("RD_ASSERT_FAIL")
        return Outcome("assert", f"line {int(failed[-1]['extra'])}" if failed.size else "")
    if recording.outcome not in ("running", "exit", "unknown"):
        return Outcome(recording.outcome)
    if final is None:
        return Outcome("unknown")
    if final.timed_out:
        return Outcome("timeout")
    if final.signal is not None:
        return Outcome("abort") if final.signal == signal.SIGABRT else Outcome("signal", signal_name(final.signal))
    return Outcome("exit", str(final.status))
