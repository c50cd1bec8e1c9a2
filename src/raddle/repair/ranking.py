"""Which repairs come first."""

from collections.abc import Iterable

from raddle.repair.checking import Checked
from raddle.report.repaired import Candidate


def ranked(checked: Iterable[Checked]) -> tuple[Candidate, ...]:
    """The accepted ones first: those after which every line is still come to; those of which it is proved that nothing
    races; then by what they leave to the threads: how much can run side by side, and how much can come in either order
    (to the percent); those that stand where it fails, not in callers; then by how few lines change; equals as they were
    tried."""
    return tuple(one.candidate for one in sorted(checked, key=_worse))


def _worse(checked: Checked) -> tuple[bool, bool, bool, int, bool, int]:
    candidate = checked.candidate
    if not candidate.accepted:
        return True, False, False, 0, False, 0
    races = candidate.verified is None or "races" not in candidate.verified.proved
    kept = round(50 * ((candidate.concurrency or 0.0) + (candidate.side_by_side or 0.0)))
    return False, bool(candidate.reason), races, -kept, checked.wide, candidate.lines
