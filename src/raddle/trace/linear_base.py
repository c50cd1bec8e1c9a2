"""The object that an address is made from: a number and pointers that were read, without the offsets added to them.

In: a term of a walk, and what is an object's address. Out: its value where every read that is no pointer, and whatever
is not linear, counts as 0. Of `table[i]` that is where `table` begins, of `p[i]` what `p` was.
"""

from collections.abc import Callable

from raddle.logic.operators import Op
from raddle.trace.events import ThreadTrace

_MASK64 = 2**64 - 1


def base_of(thread: ThreadTrace, term: int, is_pointer: Callable[[int], bool]) -> int:
    """0 where there is no term."""
    return _Parts(thread, is_pointer).of(term, 0, 64) & _MASK64 if term else 0


class _Parts:
    def __init__(self, thread: ThreadTrace, is_pointer: Callable[[int], bool]) -> None:
        self._terms = thread.terms
        self._is_pointer = is_pointer

    def of(self, term: int, value: int, width: int, *, scaled: bool = False) -> int:
        """Of an operand: a term, or the constant beside it; signed. `scaled`: it is multiplied, so no pointer."""
        if not term:
            return value - (1 << width) if width > 1 and value >> (width - 1) & 1 else value
        row = self._terms[term]
        op, inner = Op(int(row["op"])), int(row["width"])
        a, b = (int(row["a"]), int(row["a_value"])), (int(row["b"]), int(row["b_value"]))
        match op:
            case Op.READ if inner == 64 and not scaled and self._is_pointer(int(row["value"])):
                return int(row["value"])
            case Op.ADD:
                return self.of(*a, inner, scaled=scaled) + self.of(*b, inner, scaled=scaled)
            case Op.SUB:
                return self.of(*a, inner, scaled=scaled) - self.of(*b, inner, scaled=True)
            case Op.MUL if not a[0] or not b[0]:
                return self.of(*a, inner, scaled=True) * self.of(*b, inner, scaled=True)
            case Op.SHL if not b[0]:
                return self.of(*a, inner, scaled=True) << b[1]
            case Op.SEXT | Op.ZEXT | Op.TRUNC if a[0]:
                return self.of(*a, int(self._terms["width"][a[0]]), scaled=True)
            case _:
                return 0
