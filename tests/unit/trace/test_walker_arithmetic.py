"""Every operator of the C walker against logic/arithmetic.py."""

import struct
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raddle.logic.arithmetic import TWO, Trap, mask, one
from raddle.logic.operators import Op
from raddle.trace.terms import CAST, INTRINSIC
from raddle.trace.walker_library import WalkerLibrary, walker_library

pytestmark = pytest.mark.compiler

FLOAT_OPERATORS = frozenset(
    {Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV, Op.FMAX, Op.FMIN} | {op for op in Op if op.name.startswith("FCMP_")}
)
ONE_BIT = frozenset(op for op in TWO if Op.EQ <= op <= Op.SLE or op.name.startswith("FCMP_") or "OVERFLOW" in op.name)
WIDTHS = st.sampled_from((1, 8, 16, 32, 64)) | st.integers(1, 64)
CORNERS = (0, 1, 2, 3, 7, 8, 31, 32, 33, 63, 64, -1, -2)


@pytest.fixture(scope="module")
def library() -> WalkerLibrary:
    return walker_library()


@cache
def integers(width: int) -> st.SearchStrategy[int]:
    """All bit patterns, with the interesting ones often."""
    corners = [*CORNERS, 1 << (width - 1), (1 << (width - 1)) - 1, (1 << (width - 1)) + 1]
    return st.one_of(
        st.integers(0, mask(width)),
        st.sampled_from([value & mask(width) for value in corners]),
        st.integers(0, 300).map(lambda value: value & mask(width)),
    )


@cache
def float_bits(width: int) -> st.SearchStrategy[int]:
    """Every kind of float: zeros, subnormals, infinities, quiet and signalling NaNs, and near neighbours."""
    code = "<f" if width == 32 else "<d"
    numbers = st.floats(width=width).map(lambda value: int.from_bytes(struct.pack(code, value), "little"))
    infinity = 0x7F800000 if width == 32 else 0x7FF0000000000000
    around = st.integers(-3, 3).map(lambda step: infinity + step)
    return st.one_of(numbers, around, st.integers(0, mask(width)), st.integers(0, 20))


def expected(op: Op, a: int, b: int, width: int, result_width: int) -> int | None:
    try:
        return TWO[op](a, b, width) & mask(result_width)
    except Trap:
        return None


@pytest.mark.parametrize("op", sorted(set(TWO) - FLOAT_OPERATORS), ids=lambda op: op.name)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_an_operator_on_two_integers(library: WalkerLibrary, op: Op, data: st.DataObject) -> None:
    width = data.draw(WIDTHS)
    a, b = data.draw(integers(width)), data.draw(integers(width))
    result_width = 1 if op in ONE_BIT else width
    assert library.two(op, a, b, width, result_width) == expected(op, a, b, width, result_width)


@pytest.mark.parametrize("op", sorted(FLOAT_OPERATORS), ids=lambda op: op.name)
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_an_operator_on_two_floats(library: WalkerLibrary, op: Op, data: st.DataObject) -> None:
    width = data.draw(st.sampled_from((32, 64)))
    a, b = data.draw(float_bits(width)), data.draw(float_bits(width))
    result_width = 1 if op in ONE_BIT else width
    assert library.two(op, a, b, width, result_width) == expected(op, a, b, width, result_width)


@pytest.mark.parametrize("op", (Op.TRUNC, Op.ZEXT, Op.SEXT), ids=lambda op: op.name)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_a_change_of_width(library: WalkerLibrary, op: Op, data: st.DataObject) -> None:
    narrow = data.draw(st.integers(1, 64))
    wide = data.draw(st.integers(narrow, 64))
    source, width = (wide, narrow) if op is Op.TRUNC else (narrow, wide)
    a = data.draw(integers(source))
    assert library.one(op, a, source, width) == one(op, a, source, width)


@pytest.mark.parametrize("op", (Op.SITOFP, Op.UITOFP), ids=lambda op: op.name)
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_an_integer_becomes_a_float(library: WalkerLibrary, op: Op, data: st.DataObject) -> None:
    source, width = data.draw(st.integers(1, 64)), data.draw(st.sampled_from((32, 64)))
    a = data.draw(integers(source))
    assert library.one(op, a, source, width) == one(op, a, source, width)


@given(data=st.data())
@settings(max_examples=400, deadline=None)
def test_a_float_changes_its_width(library: WalkerLibrary, data: st.DataObject) -> None:
    source = data.draw(st.sampled_from((32, 64)))
    op = Op.FPEXT if source == 32 else Op.FPTRUNC
    a = data.draw(float_bits(source))
    assert library.one(op, a, source, 96 - source) == one(op, a, source, 96 - source)


@pytest.mark.parametrize("op", (Op.FNEG, Op.FABS), ids=lambda op: op.name)
@given(data=st.data())
def test_the_sign_of_a_float(library: WalkerLibrary, op: Op, data: st.DataObject) -> None:
    width = data.draw(st.sampled_from((32, 64)))
    a = data.draw(float_bits(width))
    assert library.one(op, a, width, width) == one(op, a, width, width)


@pytest.mark.parametrize("op", (Op.BSWAP, Op.CTPOP, Op.ABS), ids=lambda op: op.name)
@given(data=st.data())
def test_an_intrinsic_on_one_integer(library: WalkerLibrary, op: Op, data: st.DataObject) -> None:
    width = data.draw(st.sampled_from((16, 24, 32, 48, 64)) if op is Op.BSWAP else st.integers(1, 64))
    a = data.draw(integers(width))
    assert library.one(op, a, width, width) == one(op, a, width, width)


def test_no_operator_of_the_walk_is_left_out() -> None:
    tested = {Op.TRUNC, Op.ZEXT, Op.SEXT, Op.SITOFP, Op.UITOFP, Op.FPEXT, Op.FPTRUNC, Op.FNEG, Op.FABS}
    tested |= {Op.BSWAP, Op.CTPOP, Op.ABS} | set(TWO)
    logged = {Op.FPTOSI, Op.FPTOUI}
    assert set(CAST.values()) | set(INTRINSIC.values()) <= tested | logged
