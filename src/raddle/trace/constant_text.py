"""The string constants of a program, by address."""

from bisect import bisect_right

from raddle.ir.values import Text
from raddle.trace.program import Program


def text_at(program: Program, address: int) -> str:
    """The string constant that stands there; empty: none does."""
    if not address:
        return ""
    last = bisect_right(program.variables, address, key=lambda entry: entry[0])
    for start, size, variable, _ in reversed(program.variables[max(0, last - 8) : last]):
        if address < start + size and isinstance(variable.initializer, Text):
            data = variable.initializer.data[address - start :]
            return data.split(b"\0", 1)[0].decode("utf-8", "replace")
    return ""
