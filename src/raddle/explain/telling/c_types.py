"""Types of C's integers, as far as they decide what an expression is worth: promotions and the usual conversions."""

from dataclasses import dataclass
from typing import Final

from raddle.explain.telling.c_operators import TYPES


@dataclass(frozen=True, slots=True)
class CType:
    width: int
    signed: bool

    @property
    def promoted(self) -> "CType":
        return self if self.width >= INT.width else INT

    @property
    def cast(self) -> str:
        name = TYPES.get(self.width, "int")
        if self.signed:
            return "(signed char)" if self.width == 8 else f"({name})"
        return "(unsigned)" if name == "int" else f"(unsigned {name})"

    def holds(self, value: int, width: int) -> bool:
        """Whether it has that number of `width` bits, by its own sign."""
        number = value - (1 << width) if self.signed and value >> (width - 1) else value
        low, high = (-(1 << self.width - 1), (1 << self.width - 1) - 1) if self.signed else (0, (1 << self.width) - 1)
        return low <= number <= high


INT: Final = CType(32, signed=True)


def common(one: CType, other: CType) -> CType:
    """In which C computes with both."""
    one, other = one.promoted, other.promoted
    if one.width == other.width:
        return CType(one.width, one.signed and other.signed)
    return one if one.width > other.width else other
