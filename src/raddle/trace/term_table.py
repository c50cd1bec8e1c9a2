"""The terms of one thread's walk, in the order in which they arise."""

import numpy as np
import numpy.typing as npt

from raddle.logic.operators import Op
from raddle.trace.events import TERM

Row = tuple[int, int, int, int, int, int, int, int]


class TermTable:
    def __init__(self) -> None:
        self.rows: list[Row] = [(0, 0, 0, 0, 0, 0, 0, 0)]

    def add(
        self, op: Op, width: int, value: int, a: int, a_value: int, b: int = 0, b_value: int = 0, c: int = 0
    ) -> int:
        self.rows.append((int(op), width, a, b, c, value, a_value, b_value))
        return len(self.rows) - 1

    def concat(self, high: int, high_value: int, high_width: int, low: int, low_value: int, low_width: int) -> int:
        if not high and not low:
            return 0
        value = high_value << low_width | low_value
        return self.add(Op.CONCAT, high_width + low_width, value, high, high_value, low, low_value, low_width)

    def width(self, term: int) -> int:
        return self.rows[term][1]

    def value(self, term: int) -> int:
        return self.rows[term][5]

    def column_array(self) -> npt.NDArray[np.void]:
        return np.array(self.rows, dtype=TERM)
