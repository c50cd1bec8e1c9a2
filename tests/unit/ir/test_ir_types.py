"""Sizes, offsets and leaves agree with what a C compiler lays out on x86-64."""

from raddle.ir.parse import parse_module
from raddle.ir.types import (
    POINTER,
    ArrayType,
    FloatType,
    IntType,
    StructType,
    Type,
    VectorType,
    align_of,
    leaves_of,
    offset_of,
    size_of,
    spell,
    store_size_of,
    width_of,
)

I8, I16, I32, I64 = (IntType(bits) for bits in (8, 16, 32, 64))
DOUBLE = FloatType("double")


def test_structs_are_padded_and_packed_ones_are_not() -> None:
    struct = StructType((I8, DOUBLE, ArrayType(20, I8)))
    assert (struct.offsets, size_of(struct), align_of(struct)) == ((0, 8, 16), 40, 8)
    packed = StructType((I8, I32, I16), packed=True)
    assert (packed.offsets, size_of(packed), align_of(packed)) == ((0, 1, 5), 7, 1)
    assert size_of(StructType(())) == 0


def test_odd_widths_occupy_whole_bytes_and_are_aligned_up() -> None:
    sizes: list[tuple[Type, int, int]] = [
        (IntType(1), 1, 1),
        (IntType(24), 3, 4),
        (IntType(48), 6, 8),
        (IntType(128), 16, 16),
        (FloatType("x86_fp80"), 10, 16),
        (VectorType(3, FloatType("float")), 16, 16),
    ]
    for of, stored, allocated in sizes:
        assert (store_size_of(of), size_of(of)) == (stored, allocated), spell(of)


def test_only_scalars_of_at_most_64_bits_have_a_width() -> None:
    assert [width_of(of) for of in (IntType(1), I64, POINTER, DOUBLE)] == [1, 64, 64, 64]
    assert [width_of(of) for of in (IntType(65), FloatType("x86_fp80"), VectorType(2, I32))] == [None] * 3


def test_leaves_are_the_scalars_in_order_with_their_offsets() -> None:
    inner = StructType((I16, I32))
    outer = StructType((I8, ArrayType(2, inner)))
    assert [path for path, _ in leaves_of(outer)] == [(0,), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1)]
    assert [offset_of(outer, path) for path, _ in leaves_of(outer)] == [0, 4, 8, 12, 16]


def test_named_types_are_resolved_when_they_are_asked_for() -> None:
    module = parse_module("%a = type { %b, i8 }\n%b = type { i32, i64 }\n@g = global %a zeroinitializer")
    assert size_of(module.globals["@g"].type) == 24
