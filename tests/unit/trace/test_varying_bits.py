"""Which bits of a result vary: compared with all values that those bits of the operands may have."""

from itertools import product

import pytest

from raddle.logic.arithmetic import TWO, mask, one
from raddle.logic.operators import Op
from raddle.trace.varying.bits import Bits, varying_bits

WIDTH = 3


def others(of: Bits) -> list[int]:
    """All values that it may have."""
    return [value for value in range(1 << of.width) if not (value ^ of.value) & ~of.varying]


def all_bits() -> list[Bits]:
    return [Bits(value, WIDTH, varying) for value in range(1 << WIDTH) for varying in range(1 << WIDTH)]


@pytest.mark.parametrize("op", [Op.AND, Op.OR, Op.XOR, Op.ADD, Op.SUB, Op.MUL, Op.EQ, Op.NE, Op.ULT, Op.SLE])
def test_every_bit_that_can_differ_is_told_of_two_numbers(op: Op) -> None:
    width = 1 if op in (Op.EQ, Op.NE, Op.ULT, Op.SLE) else WIDTH
    for a, b in product(all_bits(), all_bits()):
        seen = TWO[op](a.value, b.value, WIDTH) & mask(width)
        differ = 0
        for x, y in product(others(a), others(b)):
            differ |= seen ^ TWO[op](x, y, WIDTH) & mask(width)
        if a.varying or b.varying:
            assert differ & ~varying_bits(op, width, a, b) == 0, (a, b)


@pytest.mark.parametrize("op", [Op.SHL, Op.LSHR, Op.ASHR])
def test_every_bit_that_can_differ_is_told_of_shifts(op: Op) -> None:
    for a, by in product(all_bits(), range(WIDTH)):
        seen = TWO[op](a.value, by, WIDTH) & mask(WIDTH)
        differ = 0
        for x in others(a):
            differ |= seen ^ TWO[op](x, by, WIDTH) & mask(WIDTH)
        assert differ == varying_bits(op, WIDTH, a, Bits(by, WIDTH)) & differ
        if op is not Op.ASHR:
            assert differ == varying_bits(op, WIDTH, a, Bits(by, WIDTH))


@pytest.mark.parametrize(("op", "width"), [(Op.ZEXT, 6), (Op.SEXT, 6), (Op.TRUNC, 2)])
def test_conversions_keep_the_bits_that_vary(op: Op, width: int) -> None:
    for a in all_bits():
        seen = one(op, a.value, WIDTH, width)
        differ = 0
        for x in others(a):
            differ |= seen ^ one(op, x, WIDTH, width)
        assert differ == varying_bits(op, width, a, Bits(WIDTH, WIDTH))


def test_what_is_masked_out_does_not_vary() -> None:
    word = Bits(0b0000_0101, 8, 0b1111_0000)
    assert varying_bits(Op.AND, 8, word, Bits(0b0000_1111, 8)) == 0
    assert varying_bits(Op.OR, 8, word, Bits(0b1111_0000, 8)) == 0
    assert varying_bits(Op.AND, 8, word, Bits(0b0001_1111, 8)) == 0b0001_0000


def test_a_comparison_that_the_other_bits_settle_does_not_vary() -> None:
    assert varying_bits(Op.EQ, 1, Bits(0b0001, 4, 0b1000), Bits(0b0010, 4)) == 0
    assert varying_bits(Op.EQ, 1, Bits(0b0001, 4, 0b1000), Bits(0b0001, 4)) == 1
