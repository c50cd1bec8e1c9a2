"""Futexes of a recording that are more than a wait, and a wake of one or all who wait (decision 40)."""

from typing import Final

from raddle.base.trace_format import trace_format
from raddle.trace.alone import alone_phases
from raddle.trace.recorded import Recording

ODD_FUTEXES: Final = "whom a wake of some of those who sleep on a futex finds is not modelled"


def has_odd_futexes(recording: Recording) -> bool:
    """Waits and wakes by bits, requeues, wakes of several but not of all; waits of a thread that is alone, which may
    not have shown what it wrote."""
    waits, wakes = recording.of_kind("RD_FUTEX_WAIT"), recording.of_kind("RD_FUTEX_WAKE")
    if not waits.size:
        return False
    by_kind = (waits["result"] & trace_format()["RD_WAKE_BY_KIND"]).any()
    of_some = ((wakes["extra"] != 1) & (wakes["extra"] < len(recording.threads))).any()
    return bool(by_kind or of_some) or _waits_alone(recording)


def _waits_alone(recording: Recording) -> bool:
    waits, phases = recording.of_kind("RD_FUTEX_WAIT"), alone_phases(recording)
    return any(
        phase.begin <= count < phase.end
        for thread, count in zip(waits["thread"].tolist(), waits["count"].tolist(), strict=True)
        for phase in phases[thread]
    )
