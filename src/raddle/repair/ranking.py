"""Which repairs come first."""

from collections.abc import Iterable

from raddle.repair.checking import Checked
from raddle.report.repaired import Candidate


def ranked(checked: Iterable[Checked]) -> tuple[Candidate, ...]:
    """The accepted ones first: those after which every line is still come to; those of which it is proved that nothing
    races; then by what they leave to the threads: how much can run side by side, and how much can come in either order
    (to the percent); then by how few lines change; equals as they were tried."""
    return tuple(one.candidate for one in sorted(checked, key=_worse))


def _worse(checked: Checked) -> tuple[bool, bool, bool, int, int]:
    candidate = checked.candidate
    if not candidate.accepted:
        return True, False, False, 0, 0
    races = candidate.verified is None or "races" not in candidate.verified.proved
    share = 1.0 if candidate.concurrency is None else candidate.concurrency
    return False, bool(candidate.reason), races, -round(50 * (share + checked.freedom)), candidate.lines
