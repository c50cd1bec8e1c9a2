"""Calls that POSIX calls an error or undefined, in words: for `record` to report."""

import errno
from collections.abc import Iterator

from raddle.base.trace_format import trace_format
from raddle.trace.recorded import Recording

_MOST = 5


def misuses(recording: Recording) -> Iterator[str]:
    """One line each, the first few; `show` has them all, with their places."""
    fmt = trace_format()
    found = recording.sync[(recording.sync["flags"] & fmt["RD_FLAG_MISUSE"]) != 0]
    paths = [thread.path for thread in recording.threads]
    names = {**errno.errorcode, errno.EDEADLK: "EDEADLK"}  # it has two names, and Python knows the other one
    for record in found[:_MOST]:
        kind = fmt.kind_name(int(record["kind"])).replace("_", " ")
        result = int(record["result"])
        returned = f", which returned {names.get(result, result)}" if result else ""
        yield f"misuse: {kind} at {int(record['object']):#x} by {paths[record['thread']]}{returned}"
    if len(found) > _MOST:
        yield f"misuse: {len(found) - _MOST} more (`raddle show` has them all)"
