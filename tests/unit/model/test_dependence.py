"""When two events depend on each other: docs/rules.md, Atomicity, rule by rule.

Each case is a run. The terms are evaluated with what that run read, and the states are looked at: both have to say the
same. No solver.
"""

import pytest

from raddle.base.errors import InternalError
from raddle.logic.evaluate import Evaluator, GuardedEvaluator
from raddle.logic.terms import Term
from raddle.model.actions import Step
from raddle.model.dependence import Dependence, common_cells
from raddle.model.dependence_in_run import Deed, deed_of, dependent
from raddle.model.machine import Machine
from raddle.model.noticing import Always, ByConditions, ByItsWrite, Noticing
from raddle.model.program import TraceProgram
from raddle.model.run import Ran, moves_of, run
from raddle.model.text.parse import parse_ctp
from raddle.model.uses import reads_of
from raddle.model.values_before import with_values_before
from raddle.model.worth import GrowingWorth


def depend(declared: str, one: str, other: str, order: str, *, is_next: bool = False) -> bool:
    """Whether the events e1 and e2 of the two threads depend on each other in that run. `is_next`: e2 is not in it, it
    is what comes next."""
    ctp = parse_ctp(f"{declared}\nthread A\n{one}\n...\nthread B\n{other}\n...")
    numbers = {event.label: event.number for event in ctp.events if event.label}
    first, second = numbers["e1"], numbers["e2"]
    performed = [event.number for event in ctp.of_thread(0)]
    performed += [ctp.threads[1].first, ctp.threads[2].first, *(numbers[label] for label in order.split())]
    by_states = _by_states(ctp, performed, first, second, is_next=is_next)
    assert _by_terms(ctp, performed, first, second, is_next=is_next) is by_states
    return by_states


def _by_states(ctp: TraceProgram, performed: list[int], first: int, second: int, *, is_next: bool) -> bool:
    machine, worth = Machine(ctp), GrowingWorth()
    slots = list(machine.initial)
    deeds: dict[int, Deed] = {}
    for move in moves_of(ctp, performed):
        size = worth.size
        deeds[move.event] = deed_of(machine, slots, ctp.events[move.event], worth)
        worth.forget(size)
        machine.advance(slots, move, worth)
    assert (second not in deeds) is is_next
    end = deed_of(machine, slots, ctp.events[second], worth) if is_next else deeds[second]
    return dependent(Noticing(ctp), worth.values, deeds[first], end)


def _by_terms(ctp: TraceProgram, performed: list[int], first: int, second: int, *, is_next: bool) -> bool:
    reading = with_values_before(ctp, (first, second))
    machine = Machine(reading)
    after = run(reading, moves_of(reading, performed), machine)
    assert isinstance(after, Ran)
    values = dict(after.values)
    if is_next:
        worth = GrowingWorth()
        for variable, value in values.items():
            worth.learn(variable, value)
        machine.touched(list(after.state), reading.events[second], worth)
        values = worth.values
    term = Dependence(reading).of(first, second, second_is_next=is_next)
    known = {**dict.fromkeys(_variables(reading), 0), **values}  # what does not come to pass has any value
    return bool(GuardedEvaluator(known)(term))


def _variables(ctp: TraceProgram) -> list[Term]:
    return [read.variable for event in ctp.events for read in reads_of(event)]


# ---- reads and writes


def test_two_reads_are_independent() -> None:
    assert not depend("shared x = 1", "e1: a := x", "e2: b := x", "e1 e2")


@pytest.mark.parametrize(("written", "dependent_"), [(1, False), (2, True)])
def test_a_write_that_changes_nothing_is_independent_of_a_read(written: int, dependent_: bool) -> None:
    assert depend("shared x = 1", f"e1: x := {written}", "e2: b := x", "e1 e2") is dependent_
    assert depend("shared x = 1", "e1: a := x", f"e2: x := {written}", "e1 e2") is dependent_


def test_a_write_that_would_have_been_news_to_the_reader_is_not_silent() -> None:
    assert depend("shared x = 0", "e1: a := x", "f: x := 1\ne2: x := 1", "e1 f e2")


def test_a_write_that_changes_what_is_there_now_is_not_silent() -> None:
    assert depend("shared x = 1", "e1: a := x", "f: x := 0\ne2: x := 1", "e1 f e2")


@pytest.mark.parametrize(("written", "dependent_"), [(5, False), (6, True)])
def test_two_writes_of_one_value_are_independent(written: int, dependent_: bool) -> None:
    assert depend("shared x = 0", "e1: x := 5", f"e2: x := {written}", "e1 e2") is dependent_


def test_other_cells_do_not_matter() -> None:
    assert not depend("shared x = 0, y = 0", "e1: x := 5", "e2: y := x@early", "e1 e2")
    assert depend("shared x = 0, y = 0", "e1: { x := 5, y := 1 }", "e2: b := y", "e1 e2")


def test_the_early_read_of_a_cell_and_a_hidden_cell_are_no_accesses() -> None:
    assert not depend("shared x = 0", "e1: a := x@early", "e2: x := 5", "e1 e2")
    assert not depend("hidden x = 0", "e1: a := x", "e2: x := 5", "e1 e2")


# ---- loads that feed only conditions


@pytest.mark.parametrize(("written", "dependent_"), [(3, False), (-1, True)])
def test_a_load_that_feeds_only_conditions_notices_what_changes_one(written: int, dependent_: bool) -> None:
    assert depend("shared x = 1", "e1: a := x\nif(a > 0)", f"e2: x := {written}", "e1 e2") is dependent_
    assert depend("shared x = 1", f"e1: x := {written}", "e2: a := x\nif(a > 0)", "e1 e2") is dependent_
    assert depend("shared x = 1", "e1: if(x > 0)", f"e2: x := {written}", "e1 e2") is dependent_
    assert depend("shared x = 1", "e1: assert(x > 0)", f"e2: x := {written}", "e1 e2") is dependent_


def test_a_load_that_nobody_uses_notices_everything() -> None:
    assert depend("shared x = 1", "e1: a := x", "e2: x := 3", "e1 e2")


def test_a_load_that_is_shown_notices_everything() -> None:
    assert depend("shared x = 1", "e1: a := x@shown\nif(a > 0)", "e2: x := 3", "e1 e2")


def test_a_load_that_also_feeds_a_write_or_an_address_notices_everything() -> None:
    assert depend("shared x = 1, y = 0", "e1: a := x\nif(a > 0)\ny := a", "e2: x := 3", "e1 e2")
    assert depend("shared x = 1, y[2] = 0", "e1: a := x\nif(a > 0)\nb := y[a]", "e2: x := 3", "e1 e2")


def test_each_condition_counts() -> None:
    assert depend("shared x = 1", "e1: a := x\nif(a > 0)\nif(a < 3)", "e2: x := 3", "e1 e2")


def test_of_a_condition_that_speaks_of_a_later_read_the_parts_count_that_do_not() -> None:
    assert depend("shared x = 1, y = 0", "e1: a := x\nb := y\nif(a > b)", "e2: x := 3", "e1 e2")
    both = "e1: a := x\nb := y\nif(a > 0 && b > 0)"
    assert not depend("shared x = 1, y = 0", both, "e2: x := 3", "e1 e2")
    assert depend("shared x = 1, y = 0", both, "e2: x := 0", "e1 e2")
    assert not depend("shared x = 1, y = 0", "g: b := y\ne1: a := x\nif(a > b)", "e2: x := 3", "g e1 e2")


def test_a_condition_that_cannot_be_computed_is_noticed() -> None:
    assert depend("shared x = 1", "e1: a := x\nif(6 / a > 0)", "e2: x := 0", "e1 e2")
    assert not depend("shared x = 1", "e1: a := x\nif(6 / a > 0)", "e2: x := 2", "e1 e2")


def test_a_condition_is_told_from_the_others_values_of_the_run() -> None:
    one = "g: b := y\ne1: a := x\nif(a > b)"
    assert not depend("shared x = 5, y = 0", one, "e2: x := 3", "g e1 e2")
    assert depend("shared x = 5, y = 4", one, "e2: x := 3", "g e1 e2")


# ---- updates


def test_updates_that_commute_are_independent_if_nobody_looks_at_the_result() -> None:
    assert not depend("shared x = 1", "e1: x := x + 1", "e2: x := x + 2", "e1 e2")
    assert depend("shared x = 1", "e1: x := x + 1", "e2: x := x * 2", "e1 e2")


def test_updates_whose_results_feed_only_conditions_are_independent_if_these_stay() -> None:
    counted = "e1: { r := x, x := x - 1 }\nif(r == {})"
    assert not depend("shared x = 5", counted.replace("{}", "1"), "e2: x := x - 1", "e1 e2")
    assert depend("shared x = 5", counted.replace("{}", "4"), "e2: x := x - 1", "e1 e2")
    assert depend("shared x = 5", counted.replace("{}", "5"), "e2: x := x - 1", "e1 e2")


def test_an_update_that_does_not_come_to_its_write_notices_everything() -> None:
    update = "e2: with(x, y) assume(y == 1) { r := x, x := x - 1 }\nif(r > 0)"
    assert depend("shared x = 5, y = 0", "e1: x := 6", update, "e1", is_next=True)
    assert depend("shared x = 5, y = 1", "e1: x := 6", update, "e1", is_next=True)
    assert not depend("shared x = 5, y = 1", "e1: x := x + 1", update, "e1", is_next=True)


def test_updates_whose_results_are_used_are_dependent() -> None:
    assert depend("shared x = 1, y = 0", "e1: { r := x, x := x + 1 }\ny := r", "e2: x := x + 2", "e1 e2")
    assert depend("shared x = 1, y = 0", "e1: x := x + 2", "e2: { r := x, x := x + 1 }\ny := r", "e1 e2")
    assert depend("shared x = 1, y = 0", "e1: { x := x + 1, y := x }", "e2: x := x + 2", "e1 e2")


def test_an_update_that_adds_nothing_is_silent() -> None:
    assert not depend("shared x = 1, y = 0", "e1: x := x + y", "e2: a := x", "e1 e2")
    assert depend("shared x = 1, y = 3", "e1: x := x + y", "e2: a := x", "e1 e2")


@pytest.mark.parametrize(("written", "dependent_"), [(0, True), (1, True)])
def test_an_update_and_a_write_do_not_commute(written: int, dependent_: bool) -> None:
    assert depend("shared x = 1", f"e1: x := {written}", "e2: x := x + 1", "e1 e2") is dependent_
    assert depend("shared x = 1", "e1: x := x + 1", f"e2: x := {written}", "e1 e2") is dependent_


def test_an_update_that_leaves_what_the_write_wrote_commutes_with_it() -> None:
    assert not depend("shared x = 1", "e1: x := 1", "e2: x := x | 1", "e1 e2")
    assert depend("shared x = 2", "e1: x := 1", "e2: x := x & 2", "e1 e2")


def test_an_exchange_whose_result_nobody_uses_is_a_write() -> None:
    exchange = "with(x) x := 5"
    assert not depend("shared x = 0", f"e1: {exchange}", f"e2: {exchange}", "e1 e2")
    assert not depend("shared x = 0", "e1: x := 5", f"e2: {exchange}", "e1 e2")
    assert depend("shared x = 0", f"e1: {exchange}", "e2: x := 4", "e1 e2")


def test_a_swap_that_took_place_notices_what_would_have_kept_it_from_it() -> None:
    assert depend("shared x = 0", "e1: assume(x == 0) { x := 5 }", "e2: x := 4", "e1 e2")
    assert not depend("shared x = 0", "e1: assume(x < 4) { x := 3 }", "e2: assume(x < 5) { x := 3 }", "e1 e2")


def test_an_update_that_could_not_have_been_computed_first_is_dependent() -> None:
    assert depend("shared x = 0", "e1: x := 4", "e2: x := 16 / x", "e1 e2")


# ---- addresses


@pytest.mark.parametrize(("index", "dependent_"), [(0, False), (1, True)])
def test_elements_of_an_array_are_told_apart_by_their_index(index: int, dependent_: bool) -> None:
    declared = f"shared a[2] = 0, i = 1, j = {index}"
    reads = "g: r := i\ne1: s := a[r]"
    writes = "h: r := j\ne2: a[r] := 7"
    assert depend(declared, reads, writes, "g h e1 e2") is dependent_
    assert depend(declared, "g: r := i\ne1: a[r] := 6", writes, "g h e1 e2") is dependent_
    assert depend(declared, reads, writes, "g h e1", is_next=True) is dependent_


@pytest.mark.parametrize(("pointer", "dependent_"), [(16, False), (20, True)])
def test_pointers_are_told_apart_by_what_they_point_to(pointer: int, dependent_: bool) -> None:
    declared = f"shared x = 0, y = 0, p = 20, q = {pointer}"
    one, other = "g: r := p\ne1: at(r, 16: x, 20: y) := 1", "h: r := q\ne2: s := at(r, 16: x, 20: y)"
    assert depend(declared, one, other, "g h e1 e2") is dependent_
    assert depend(declared, one.replace(":= 1", ":= 0"), other, "g h e1 e2") is False


def test_an_update_through_a_pointer_has_its_own_read() -> None:
    declared = "shared x = 0, y = 0, p = 20, q = 20"
    place = "at(r, 16: x, 20: y)"
    one, other = f"g: r := p\ne1: {place} := {place} + 1", f"h: r := q\ne2: {place} := {place} + 2"
    assert not depend(declared, one, other, "g h e1 e2")
    assert not depend(declared, one, other, "g h e1", is_next=True)


def test_what_reads_one_element_and_writes_another_touches_both() -> None:
    declared = "shared a[2] = {3, 4}, i = 0, j = 1"
    one = "g: r := i\nh: s := j\ne1: a[r] := a[s]"
    assert depend(declared, one, "e2: a[1] := 9", "g h e1 e2")
    assert depend(declared, one, "e2: b := a[0]", "g h e1 e2")
    assert not depend(declared, one, "e2: b := a[1]", "g h e1 e2")


# ---- what is next


def test_a_read_of_what_is_next_counts_though_its_guard_is_false() -> None:
    assert depend("shared x = 1", "e1: x := 0", "e2: assume(x == 1) { x := 2 }", "e1", is_next=True)


def test_a_write_of_what_is_next_counts_only_if_it_takes_place() -> None:
    declared = "shared x = 1, y = 0"
    assert not depend(declared, "e1: a := x", "e2: assume(y == 1) { x := 2 }", "e1", is_next=True)
    assert depend(declared, "e1: a := x", "e2: assume(y == 0) { x := 2 }", "e1", is_next=True)


def test_a_check_that_fails_has_read() -> None:
    assert depend("shared x = 1", "e1: x := 0", "e2: assert(x == 1)", "e1", is_next=True)


def test_reads_behind_one_that_goes_astray_do_not_come() -> None:
    declared = "shared a[2] = 0, i = 7, x = 0"
    assert not depend(declared, "e1: x := 1", "e2: with(i, a[i], x) r := x", "e1", is_next=True)
    assert depend(declared, "e1: x := 1", "e2: with(x, i, a[i]) r := x", "e1", is_next=True)


def test_a_condition_on_a_read_that_goes_astray_is_noticed() -> None:
    declared = "shared a[2] = 0, i = 7, x = 1"
    assert depend(declared, "e1: x := 2", "e2: with(x, i, a[i]) assert(x > a[i])", "e1", is_next=True)
    reads = "e2: with(x, i, a[i]) { r := x, s := a[i] }\nif(r > 0)"
    assert not depend(declared, "e1: x := 2", reads, "e1", is_next=True)


# ---- reads that the source does not make in every case


def test_a_read_behind_a_short_circuit_notices_what_its_early_twin_feeds() -> None:
    """if (c && x): x is read early; where the source reads it, its access goes there."""
    declared = "shared c = 1, x = 1\nhidden nowhere = 0"
    reads = "g: a := c\ne1: { b := x@early, u := at(a != 0 ? 16 : 0, 16: x, 0: nowhere)@of_early }\nif(a != 0 && b > 0)"
    assert not depend(declared, reads, "e2: x := 3", "g e1 e2")
    assert depend(declared, reads, "e2: x := 0", "g e1 e2")
    assert not depend(declared.replace("c = 1", "c = 0"), reads, "e2: x := 0", "g e1 e2")
    outer = reads.replace("e1:", "h:").replace("g:", "e1:")
    assert not depend(declared, outer, "e2: c := 2", "e1 h e2")
    assert depend(declared, outer, "e2: c := 0", "e1 h e2")


# ---- how reads are judged


def judged(text: str) -> object:
    ctp = parse_ctp(f"shared x = 1, y[2] = 0\nthread A\n{text}")
    event = next(event for event in ctp.events if event.label == "e")
    assert isinstance(event.action, Step)
    return Noticing(ctp).of(event, event.action.reads[0])


def test_what_a_read_feeds_decides_what_it_notices() -> None:
    assert judged("e: a := x") == Always()
    assert judged("e: x := x + 1") == ByItsWrite()
    assert judged("e: a := x\nfree(x) when a > 0") == Always()
    found = judged("e: a := x\nif(a > 0)\nif(a < 9)")
    assert isinstance(found, ByConditions)
    assert len(found.conditions) == 2


# ---- values before


def test_values_before_are_read_once_where_nobody_reads_them() -> None:
    ctp = parse_ctp("shared x = 1, y = 0\nthread A\ne: x := 5\nf: x := x + 1\ng: y := x")
    e, f, g = (event.number for event in ctp.events if event.label)
    reading = with_values_before(ctp, (e, f))
    reads = [event.action.reads for event in reading.events if isinstance(event.action, Step)]
    assert [len(some) for some in reads] == [1, 1, 1]
    assert reads[0][0].early
    assert with_values_before(reading, (e, f)).events == reading.events
    assert with_values_before(ctp, ()) is ctp
    assert reading.events[g] == ctp.events[g]


def test_without_a_value_before_the_terms_are_refused() -> None:
    ctp = parse_ctp("shared x = 1\nthread A\ne: x := 5\nthread B\nf: a := x")
    e, f = (event.number for event in ctp.events if event.label)
    with pytest.raises(InternalError):
        Dependence(ctp).of(e, f, second_is_next=False)


def test_a_plain_write_and_another_need_no_value_before() -> None:
    ctp = parse_ctp("shared x = 1, y = 0\nthread A\ne: x := 5\nthread B\na := y\nf: x := a")
    e, f = (event.number for event in ctp.events if event.label)
    term = Dependence(ctp).of(e, f, second_is_next=False)
    assert [Evaluator({_variables(ctp)[0]: value})(term) for value in (4, 5)] == [1, 0]


def test_common_cells_are_those_that_one_of_two_may_write() -> None:
    ctp = parse_ctp("shared x = 1, y = 0, z = 0\nthread A\ne: { a := z, x := y }\nthread B\nf: { b := z, y := x }")
    e, f = (event for event in ctp.events if event.label)
    assert common_cells(e, f) == [0, 1]
