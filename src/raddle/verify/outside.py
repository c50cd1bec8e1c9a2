"""What lies outside the program, and may depend on the order in which its threads come to it."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from raddle.model.recorded.kept_by_libraries import callers_by_path
from raddle.replay.world import named_questions, questions_by_thread
from raddle.trace.walk import Trace

MOST_NAMED: Final = 3
_SENT: Final = {
    ("RD_SIGNAL_SEND",): "a thread sends a signal, which comes where it came in these runs",
    ("RD_CANCEL", "RD_CANCELLED"): "a thread is cancelled, which ends it where it ended in these runs",
}
_SENDS: Final = re.compile(r"call [^@\n]*@(pthread_kill|pthread_sigqueue|raise|kill|sigqueue|tgkill|alarm|setitimer)\(")
_HANDLES: Final = re.compile(r"call [^@\n]*@(sigaction|signal|bsd_signal|sysv_signal|sigset)\(")
_GIVEN: Final = re.compile(r"(write|send|sendto)\(")
"""What is only given to the system does not come back from it."""


def depends_on_order(runs: Sequence[Trace]) -> str:
    """Why a proof cannot be had: several threads use something that no event tells of. Empty: none do."""
    for kinds, what in _SENT.items():
        if any(trace.recording.of_kind(*kinds).size for trace in runs):
            return what
    texts = [module.text for module in runs[0].recording.modules] if runs else []
    if any(map(_SENDS.search, texts)) and any(map(_HANDLES.search, texts)):
        return "it sends signals to threads that handle them, which come where they came in these runs"
    callers: dict[str, set[str]] = defaultdict(set)
    asking: dict[str, tuple[str, ...]] = {}
    for trace in runs:
        for name, paths in callers_by_path(trace).items():
            callers[name] |= paths
        for path, questions in questions_by_thread(trace.recording, also_in_vain=True).items():
            asking[path] = tuple(dict.fromkeys((*asking.get(path, ()), *questions)))
    shared = sorted(name for name, paths in callers.items() if len(paths) > 1)
    if shared:
        more = f" and {len(shared) - MOST_NAMED} more" if len(shared) > MOST_NAMED else ""
        named = f"{', '.join(shared[:MOST_NAMED])}{more}"
        return f"several threads call {named}, and what libraries keep between calls may depend on their order"
    if len(asking) > 1 and any(not _GIVEN.match(one) for questions in asking.values() for one in questions):
        return f"several threads ask the system ({named_questions(asking)}), whose answers may depend on their order"
    return ""
