"""The parts that make a trace program, without a program: cells, values, forced order, value sets."""

from dataclasses import replace

import numpy as np

from raddle.logic.operators import Op
from raddle.logic.terms import TermStore
from raddle.model.actions import Cell, Read, Step, Write
from raddle.model.program import Event, Thread, TraceProgram
from raddle.model.recorded.memory import Extent, Memory
from raddle.model.recorded.value_sets import Symbolic, Values, ValueSets
from raddle.model.recorded.values import Values as TermValues
from raddle.trace.events import TERM
from raddle.trace.forced_order import ForcedOrder, Moment
from tests.support.hand_made import Log, recording_of

TEXT = "define void @f() {\nentry:\n  ret void\n}\n"


def test_accesses_are_cut_where_others_begin_and_end() -> None:
    memory = Memory([Extent(16, 8), Extent(20, 2), Extent(32, 4), Extent(36, 4)])
    assert memory.extents == [Extent(16, 4), Extent(20, 2), Extent(22, 2), Extent(32, 4), Extent(36, 4)]
    assert [part.cell for part in memory.parts(16, 8)] == [0, 1, 2]
    assert [(part.offset, part.size) for part in memory.parts(16, 8)] == [(0, 4), (4, 2), (6, 2)]
    assert memory.touches(Extent(23, 1)) and not memory.touches(Extent(24, 8))


def test_an_access_that_may_go_to_several_places_wants_the_same_parts_everywhere() -> None:
    memory = Memory([Extent(16, 4), Extent(20, 4), Extent(21, 1)])
    assert memory.offsets([16, 20], 4) == {0, 1, 2}
    assert memory.offsets([16], 4) == set()


def rows(*terms: tuple[int, ...]) -> np.ndarray:  # type: ignore[type-arg]
    """op, width, a, b, c, value, a_value, b_value."""
    return np.array([(0,) * 8, *terms], TERM)


def test_terms_of_a_walk_become_terms_of_the_logic() -> None:
    store = TermStore()
    x = store.variable("x", 32)
    table = rows(
        (Op.READ, 32, 4, 0, 0, 5, 0, 0),
        (Op.ADD, 32, 1, 0, 0, 6, 5, 1),
        (Op.SLT, 1, 0, 2, 0, 1, 3, 6),
        (Op.ITE, 8, 0, 0, 3, 9, 9, 7),
        (Op.CONCAT, 40, 4, 2, 32, 0, 9, 6),
        (Op.EXTRACT, 8, 5, 0, 0, 9, 0, 32),
    )
    values = TermValues(store, table, {4: x}, [3, 6])
    more = store.apply(Op.ADD, 32, x, store.bits(1, 32))
    condition = store.apply(Op.SLT, 1, store.bits(3, 32), more)
    assert values[3] is condition
    assert values[6] is store.choice(condition, store.bits(9, 8), store.bits(7, 8))
    assert values.side_conditions == []


def test_a_float_made_an_integer_is_pinned() -> None:
    store = TermStore()
    x = store.variable("x", 64)
    table = rows((Op.READ, 64, 0, 0, 0, 5, 0, 0), (Op.FPTOSI, 32, 1, 0, 0, 2, 5, 64))
    values = TermValues(store, table, {0: x}, [2])
    assert values[2] is store.bits(2, 32)
    assert [side.condition for side in values.side_conditions] == [store.equal(x, store.bits(5, 64))]
    assert values.side_conditions[0].condition is store.equal(x, store.bits(5, 64))


def test_creating_and_joining_force_an_order() -> None:
    main, child = Log(TEXT), Log(TEXT, "main.1")
    main.happens("RD_FENCE").happens("RD_CREATE", value=1).happens("RD_FENCE")
    child.happens("RD_START").happens("RD_FENCE").happens("RD_EXIT")
    main_after = Log(TEXT)
    main_after.sync, main_after.count = [], 3
    main_after.happens("RD_JOIN", value=1).happens("RD_FENCE")
    recording = recording_of(main, child)
    joined = np.concatenate([recording.sync, recording_of(main_after).sync])
    order = ForcedOrder(replace(recording, sync_parts=(joined.view(np.uint8),)))
    assert order.must_precede(Moment(0, 0), Moment(1, 1))
    assert not order.must_precede(Moment(0, 2), Moment(1, 1))
    assert not order.must_precede(Moment(1, 1), Moment(0, 2))
    assert order.must_precede(Moment(1, 1), Moment(0, 4))
    assert order.must_precede(Moment(0, 1), Moment(0, 2)) and not order.must_precede(Moment(0, 2), Moment(0, 1))


class _Around:
    """Two cells of 8 bytes at 4096 and 4104; behind them 7."""

    def addresses(self, access: Symbolic, values: Values) -> tuple[int, ...]:
        return tuple(sorted(values)) if values is not None else (4096, 4104)

    def extent(self, cell: int) -> Extent:
        return Extent(4096 + 8 * cell, 8)

    def cell_of(self, extent: Extent) -> int | None:
        return {4096: 0, 4104: 1}.get(extent.address)

    def first_value(self, extent: Extent) -> int | None:
        return 7


def sets_of(store: TermStore, steps: list[Step], symbolic: dict[tuple[int, int], Symbolic]) -> ValueSets:
    events = tuple(Event(number, 0, number, step, 0, number) for number, step in enumerate(steps))
    cells = (Cell("p", 64, 4096), Cell("q", 64, 1))
    return ValueSets(TraceProgram(store, (Thread("main", 0, len(events), None),), events, cells), symbolic, _Around())


def test_a_value_set_holds_what_may_be_written_through_pointers_too() -> None:
    store = TermStore()
    p, r = store.variable("p", 64), store.variable("r", 64)
    steps = [
        Step((Read(p, (0,)),), store.true, ()),
        Step((), store.true, (Write(store.bits(4104, 64), (0,)),)),
        Step((Read(r, (1,)),), store.true, ()),
    ]
    via = Symbolic(0, 2, 0, p, 4104, 8, how="accessed")
    sets = sets_of(store, steps, {(0, 2): via})
    assert sets.of(p) == {4096, 4104}
    assert sets.of(r) == {4096, 4104, 1}
    assert sets.of(store.apply(Op.ADD, 64, p, store.bits(8, 64))) == {4104, 4112}


def test_a_counter_has_no_bound_but_its_remainder_has() -> None:
    store = TermStore()
    q = store.variable("q", 64)
    more = store.apply(Op.ADD, 64, q, store.bits(1, 64))
    address = store.apply(Op.UREM, 64, q, store.bits(3, 64))
    steps = [Step((Read(q, (1,)),), store.true, ()), Step((), store.true, (Write(more, (1,)),))]
    sets = sets_of(store, steps, {(0, 9): Symbolic(0, 9, 0, address, 1, 1, how="accessed")})
    assert sets.of(q) is None
    assert sets.of(address) == {0, 1, 2}
