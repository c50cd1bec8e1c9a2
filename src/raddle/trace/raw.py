"""A recording's own records as lines, without the walk: for looking at the runtime's doings.

In: `Recording`. Out: one line a synchronisation record, in the global order.
"""

from collections.abc import Iterator

from raddle.base.trace_format import trace_format
from raddle.trace.recorded import Recording


def raw_lines(recording: Recording, thread: str | None = None) -> Iterator[str]:
    """`thread`: only its records, by creation path."""
    fmt = trace_format()
    paths = {one.index: one.path for one in recording.threads}
    flags = fmt.family("RD_FLAG_")
    for record in recording.sync:
        path = paths.get(int(record["thread"]), "-")
        if thread is not None and path != thread:
            continue
        kind = fmt.kind_name(int(record["kind"]))
        said = ",".join(name for bit, name in flags.items() if record["flags"] & bit and name != "visible")
        mark = "@" if record["flags"] & fmt["RD_FLAG_VISIBLE"] else "<"
        numbers = f"object {record['object']:#x} value {record['value']:#x} extra {record['extra']:#x}"
        yield f"{path}{mark}{record['count']} {kind} result {record['result']} {numbers} {said}".rstrip()
