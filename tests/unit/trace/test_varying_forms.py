"""Whether a number that is made of addresses, ids and times is another one in another run."""

from dataclasses import dataclass, field

import pytest

from raddle.logic.operators import Op
from raddle.trace.term_table import TermTable
from raddle.trace.varying.forms import Form, Forms
from raddle.trace.varying.sources import TASK, KnownObjects, Object, Origin, Source

BLOCK, OTHER, PLACE = 0x100000000010, 0x100000000400, 0x100000000020


class Objects(KnownObjects):
    """Two blocks of 64 bytes."""

    def __init__(self) -> None:
        self.threads = {}

    def at(self, number: int) -> frozenset[Object]:
        return frozenset(("block", begin) for begin in (BLOCK, OTHER) if begin <= number <= begin + 64)


@dataclass
class Made:
    """Terms over three addresses, an id that the system gives, and a time."""

    terms: TermTable = field(default_factory=TermTable)
    sources: list[Source] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.block = self.source("address", BLOCK, ("block", BLOCK))
        self.place = self.source("address", PLACE, ("block", BLOCK))
        self.other = self.source("address", OTHER, ("block", OTHER))
        self.task = self.source("identity", 4711, (TASK, 1))
        self.time = self.source("clock", 1_000_000)

    def source(self, kind: str, value: int, *objects: Object) -> tuple[int, int]:
        origin = Origin(kind, "", len(self.sources), ())  # type: ignore[arg-type]
        self.sources.append(Source(frozenset({origin}), frozenset(objects)))
        return value, self.terms.add(Op.READ, 64, value, len(self.sources) - 1, 0)

    def two(self, op: Op, a: tuple[int, int], b: tuple[int, int], value: int = 0) -> tuple[int, int]:
        return value, self.terms.add(op, 64, value, a[1], a[0], b[1], b[0])

    def form(self, made: tuple[int, int]) -> Form:
        return Forms(self.terms, self.sources, Objects()).of(made[1])


@pytest.fixture
def made() -> Made:
    return Made()


def test_distances_within_an_object_do_not_vary(made: Made) -> None:
    assert not made.form(made.two(Op.SUB, made.place, made.block)).varies
    assert not made.form(made.two(Op.ULT, made.place, made.block)).varies
    assert not made.form(made.two(Op.SUB, made.place, (BLOCK, 0))).varies


def test_distances_between_objects_and_their_order_vary(made: Made) -> None:
    assert made.form(made.two(Op.SUB, made.block, made.other)).varies
    assert made.form(made.two(Op.ULT, made.block, made.other)).varies
    assert made.form(made.two(Op.ULT, made.block, (OTHER, 0))).varies


def test_whether_names_are_equal_does_not_vary(made: Made) -> None:
    for other in (made.other, made.place, (OTHER, 0), (0, 0), (2**64 - 1, 0)):
        assert not made.form(made.two(Op.EQ, made.block, other)).varies
    assert made.form(made.two(Op.EQ, made.block, (123_456_789, 0))).varies
    assert not made.form(made.two(Op.NE, made.task, (0, 0))).varies


def test_times_vary_however_they_are_compared(made: Made) -> None:
    for op in (Op.EQ, Op.ULT, Op.SUB, Op.ADD, Op.AND, Op.UREM):
        assert made.form(made.two(op, made.time, (5, 0))).varies


def test_bits_that_the_alignment_settles_do_not_vary(made: Made) -> None:
    assert not made.form(made.two(Op.AND, made.block, (7, 0))).varies
    assert made.form(made.two(Op.AND, made.block, (0xF0, 0))).varies
    assert made.form(made.two(Op.AND, made.task, (1, 0))).varies


def test_a_pointer_with_a_mark_stays_a_pointer(made: Made) -> None:
    marked = made.two(Op.OR, made.block, (1, 0), BLOCK | 1)
    assert made.form(marked).is_name
    assert made.form(made.two(Op.AND, marked, (2**64 - 2, 0), BLOCK)).is_name
    assert made.form(made.two(Op.OR, made.block, (3 << 48, 0))).is_name


def test_a_hash_varies_and_is_no_pointer(made: Made) -> None:
    hashed = made.two(Op.XOR, made.block, made.two(Op.LSHR, made.block, (33, 0)))
    assert made.form(hashed).varies and not made.form(hashed).is_name
    assert made.form(made.two(Op.UREM, hashed, (4, 0))).varies


def test_the_beginning_of_a_page_is_a_pointer_whose_distance_varies(made: Made) -> None:
    page = made.two(Op.AND, made.place, (2**64 - 4096, 0), PLACE & ~4095)
    assert made.form(page).is_name
    assert made.form(made.two(Op.SUB, made.place, page)).varies
