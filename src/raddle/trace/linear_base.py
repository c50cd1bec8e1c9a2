"""The object that an address is made from: a pointer that was read or is a number, without the offsets added to it.

In: a term of a walk, and what is the address of an object. Out: the sum of those in it; whatever else was read, is a
number or is not linear counts as 0. Of `table[i - 1]` that is where `table` begins, of `p[i]` what `p` was.
"""

from collections.abc import Callable

from raddle.logic.operators import Op
from raddle.trace.events import ThreadTrace

_MASK64 = 2**64 - 1


def base_of(thread: ThreadTrace, term: int, is_pointer: Callable[[int], bool]) -> int:
    """0 where there is no term."""
    return _Parts(thread, is_pointer).of(term, 0) & _MASK64 if term else 0


class _Parts:
    def __init__(self, thread: ThreadTrace, is_pointer: Callable[[int], bool]) -> None:
        self._terms = thread.terms
        self._is_pointer = is_pointer

    def of(self, term: int, value: int) -> int:
        """Of an operand: a term, or the number beside it. What is multiplied or extended is no pointer."""
        if not term:
            return value if self._is_pointer(value) else 0
        row = self._terms[term]
        op, width = Op(int(row["op"])), int(row["width"])
        a, b = (int(row["a"]), int(row["a_value"])), (int(row["b"]), int(row["b_value"]))
        match op:
            case Op.READ if width == 64:
                return self.of(0, int(row["value"]))
            case Op.ADD if width == 64:
                return self.of(*a) + self.of(*b)
            case Op.SUB if width == 64:
                return self.of(*a)
            case _:
                return 0
