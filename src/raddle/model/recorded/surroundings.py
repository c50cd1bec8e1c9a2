"""What a trace program takes for granted about the world around the program: one sentence each."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from raddle.base.trace_format import trace_format
from raddle.trace.recorded import Recording

_SHARED_INPUTS = {
    "RD_INPUT_RANDOM": "random numbers",
    "RD_INPUT_NONDET": "values of __VERIFIER_nondet functions",
    "RD_INPUT_TIME": "times of day",
}


def surroundings(recording: Recording) -> Iterator[str]:
    fmt = trace_format()
    inputs = recording.of_kind("RD_INPUT")
    for name, words in _SHARED_INPUTS.items():
        if np.unique(inputs["thread"][inputs["object"] == fmt[name]]).size > 1:
            yield f"several threads ask for {words}: each gets those that it got in the recorded run"
    if recording.of_kind("RD_SIGNAL_DELIVER", "RD_SIGNAL_WAIT").size:
        yield "signals come to their threads where they came in the recorded run"
    elif recording.of_kind("RD_SIGNALS").size:
        yield "no signal comes: none came in the recorded run"
    if recording.of_kind("RD_UNFOLLOWED").size:
        yield "handlers of exit and destructors that run when the last thread has ended are not looked at"
    for path in dict.fromkeys(path for path, _ in recording.strangers):
        does = " and ".join(what for stranger, what in recording.strangers if stranger == path)
        kept = "what it computes is taken as it was in the recorded run"
        yield f"{Path(path).name} is not instrumented: it {does}, and {kept}"
    outside = np.unique(recording.of_kind("RD_OUTSIDE")["thread"]).tolist()
    for thread in outside:
        path = recording.threads[thread].path
        yield f"{path} waited in the kernel: for what, and that it comes in other orders too, is not considered"
