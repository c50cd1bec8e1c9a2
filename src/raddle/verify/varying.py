"""Numbers that are others in every run of the program (times, ids, addresses): does a proof depend on them?

In: the models of all runs. Out: the first use of such a number, in words; empty: there is none. The runs of a proof
have one value for each, so what the program does with another one was not seen.
"""

import hashlib
from collections.abc import Sequence

from raddle.model.recorded.calls import Calls
from raddle.model.recorded.several import RunModel
from raddle.trace.local_states import MOST_BLOCKS
from raddle.trace.recorded import RecordedThread
from raddle.trace.varying.telling import told
from raddle.trace.varying.uses import varying_uses
from raddle.trace.walk import Trace


def depends_on_numbers(models: Sequence[RunModel]) -> str:
    seen: set[bytes] = set()
    for model in models:
        logs = {_log(thread) for thread in model.trace.recording.threads}
        if logs <= seen:
            continue
        seen |= logs
        found = first_use(model.trace)
        if found:
            return f"{found}, and may be another one in another run"
    return ""


def first_use(trace: Trace) -> str:
    uses = varying_uses(trace, Calls(trace.program).is_output, MOST_BLOCKS)
    if uses is None:
        return "what addresses, ids and times are used for is not known: a run has too many events"
    return told(trace.program, uses[0]) if uses else ""


def _log(thread: RecordedThread) -> bytes:
    """Equal: it did the same with the same values."""
    logged = hashlib.blake2b(thread.path.encode(), digest_size=16)
    for part in (thread.blocks, thread.values):
        logged.update(part.size.to_bytes(8, "little") + part.tobytes())
    return logged.digest()
