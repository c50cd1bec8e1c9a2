"""What the axioms are made of: must-precede, sections, the cone, candidates, accumulating cells."""

from itertools import chain

import pytest

from raddle.base.errors import InternalError
from raddle.encode.accumulate import Accumulators
from raddle.encode.cone import Cone
from raddle.encode.index import Index
from raddle.encode.must import MustPrecede
from raddle.encode.rounds import Round, fixed_rounds
from raddle.encode.sections import Section, Sections
from raddle.encode.trace_candidates import TraceCandidates
from raddle.logic.terms import Term
from raddle.model.actions import Check, Mode, Step
from raddle.model.goals import Fails
from raddle.model.program import TraceProgram
from raddle.model.text.parse import parse_ctp


class Named:
    """A trace program whose events are called by their labels."""

    def __init__(self, text: str) -> None:
        self.ctp: TraceProgram = parse_ctp(text)
        self.index = Index(self.ctp)
        self.candidates = TraceCandidates(self.index)
        self._numbers = {event.label: event.number for event in self.ctp.events if event.label}

    def __getitem__(self, label: str) -> int:
        return self._numbers[label]

    def labels(self, numbers: object) -> set[str]:
        return {label for label, number in self._numbers.items() if number in numbers}  # type: ignore[operator]

    def must(self, a: str, b: str) -> bool:
        return self.index.must(self[a], self[b])

    def read(self, label: str) -> tuple[int, Term]:
        action = self.ctp.events[self[label]].action
        assert isinstance(action, Step | Check)
        return self[label], action.reads[0].variable

    def same_as(self, label: str) -> str | None:
        event, variable = self.read(label)
        found = self.candidates.same_as(event, self.index.reads[variable][1])
        return None if found is None else next(iter(self.labels({self.index.reads[found][0]})))

    def writers(self, label: str) -> set[str]:
        event, variable = self.read(label)
        return self.labels({writer for writer, _ in self.candidates.writers(event, self.index.reads[variable][1])})

    def cone(self, label: str, *, alone: bool = False) -> set[str]:
        cone = Cone(self.index, Fails(self[label]), self.candidates, alone=alone)
        return self.labels({event.number for event in self.ctp.events if event.number in cone})


# ---- must precede


LIFE = """
shared x = 0
thread main
  m1: x := 1
  m2: create(A)
  m3: x := 2
  m4: join(A)
  m5: x := 3
thread A
  a1: start
  a2: x := 4
  a3: exit
"""


def test_what_comes_before_a_create_precedes_the_thread_and_what_follows_it_does_not() -> None:
    program = Named(LIFE)
    assert program.must("m1", "a2")
    assert program.must("m2", "a1")
    assert not program.must("m3", "a2")
    assert not program.must("a2", "m3")


def test_a_thread_precedes_what_follows_its_join() -> None:
    program = Named(LIFE)
    assert program.must("a2", "m5")
    assert program.must("a3", "m4")
    assert not program.must("m4", "a3")
    assert not program.must("m1", "m1")


def test_the_clock_of_an_event_names_the_last_position_of_each_thread_that_precedes_it() -> None:
    program = Named(LIFE)
    must = program.index.must
    assert must.clock(program["m5"]).tolist() == [4, 2]
    assert must.clock(program["a2"]).tolist() == [1, 1]
    assert must.clock(program["m3"]).tolist() == [2, -1]


def test_the_end_of_a_once_precedes_those_who_pass_it_and_its_beginning_too() -> None:
    program = Named(
        "once o\nthread A\n a: once_begin(o)\n b: once_end(o)\nthread B\n c: once_pass(o)\nthread C\n d: once_pass(o)"
    )
    assert program.must("a", "c")
    assert program.must("b", "d")
    assert not program.must("c", "d")


def rounds_of(ctp: TraceProgram) -> list[Round]:
    return [one for found in fixed_rounds(ctp, ctp.events).values() for one in found]


def test_arrivals_precede_departures_only_where_the_rounds_are_fixed() -> None:
    two = "thread A\n a: arrive(b)\n c: leave(b)\nthread B\n d: arrive(b)\n e: leave(b) last\n"
    fixed = Named("barrier b = 2\n" + two)
    assert fixed.must("a", "e")
    assert fixed.must("d", "c")
    assert not fixed.must("c", "e")
    third = Named("barrier b = 2\n" + two + "thread C\n arrive(b)\n leave(b)")
    assert not third.must("a", "e")
    assert rounds_of(third.ctp) == []


def test_the_rounds_of_a_barrier_are_the_nth_arrivals_of_each() -> None:
    body = "arrive(b)\n leave(b)\n arrive(b)\n leave(b)\n"
    ctp = parse_ctp(f"barrier b = 2\nthread A\n{body}thread B\n{body.replace('leave(b)', 'leave(b) last')}")
    rounds = [
        [ctp.events[number].position for number in [*chain.from_iterable(one.arrivals.values()), *one.leaves]]
        for one in rounds_of(ctp)
    ]
    assert rounds == [[1, 1, 2, 2], [3, 3, 4, 4]]


def test_a_round_that_somebody_never_comes_to_lacks_him() -> None:
    ctp = parse_ctp("barrier b = 2\nthread A\n barrier(b)\n barrier(b)\nthread B\n barrier(b) last\n")
    assert [len(one.arrivals) for one in rounds_of(ctp)] == [2, 1]
    assert not any(events for event, events in MustPrecede(ctp).into.items() if event == ctp.events[-1].number)


def test_a_circle_of_waiting_is_an_internal_error() -> None:
    ctp = parse_ctp(
        "once o, p\nthread A\n once_pass(o)\n once_begin(p)\n once_end(p)\n"
        "thread B\n once_pass(p)\n once_begin(o)\n once_end(o)"
    )
    with pytest.raises(InternalError, match="circle"):
        MustPrecede(ctp)


# ---- sections


def test_a_section_goes_from_its_acquire_to_its_release() -> None:
    program = Named("lock m, n\nthread A\n a: lock(m)\n b: lock(n)\n c: unlock(m)\n d: unlock(n)\n e: rdlock(m)")
    sections = program.index.sections
    outer, inner = sections.by_acquire[program["a"]], sections.by_acquire[program["b"]]
    assert (outer.releases, inner.releases) == ([program["c"]], [program["d"]])
    assert sections.around(program["b"]) == (outer, inner)
    assert sections.around(program["c"]) == (outer, inner)
    assert sections.around(program["d"]) == (inner,)
    last = sections.by_acquire[program["e"]]
    assert last == Section(0, Mode.SHARED, 1, program["e"])
    assert last.releases == []
    assert [one.acquire for one in sections.of_lock[0]] == [program["a"], program["e"]]


def test_a_wait_ends_the_section_and_the_acquire_behind_it_begins_one() -> None:
    program = Named(
        "lock m\ncondition c\nthread A\n a: lock(m)\n w: begin_wait(c, m)\n k: woken(c)\n b: lock(m)\n u: unlock(m)"
    )
    sections = program.index.sections
    assert sections.by_acquire[program["a"]].releases == [program["w"]]
    assert sections.around(program["w"]) == (sections.by_acquire[program["a"]],)
    assert sections.around(program["k"]) == ()
    assert sections.by_acquire[program["b"]].releases == [program["u"]]


def test_two_events_have_sections_in_common_unless_both_are_shared() -> None:
    program = Named(
        "shared x = 0\nlock m\nthread A\n lock(m)\n a: x := 1\n unlock(m)\n"
        "thread B\n rdlock(m)\n b: x := 1\n rdunlock(m)\n"
        "thread C\n rdlock(m)\n c: x := 1\n rdunlock(m)\n d: x := 2"
    )
    sections: Sections = program.index.sections
    common = sections.common(program["a"], program["b"])
    assert common is not None
    assert [one.thread for one in common] == [1, 2]
    assert sections.common(program["b"], program["c"]) is None
    assert sections.common(program["a"], program["d"]) is None


# ---- the cone


def test_writers_of_what_the_check_reads_are_in_the_cone_and_others_are_not() -> None:
    program = Named(
        "shared x = 0, y = 0\nthread A\n a: x := 1\n b: y := 1\nthread B\n c: y := 2\n"
        "thread C\n d: assert(x == 0)\n e: x := 3"
    )
    assert program.cone("d") == {"a", "d"}


def test_what_is_written_brings_in_what_was_read_for_it() -> None:
    program = Named(
        "shared x = 0, y = 0\nthread A\n a: r := y\n b: x := r\nthread B\n c: y := 2\nthread C\n d: assert(x == 0)"
    )
    assert program.cone("d") == {"a", "b", "c", "d"}


def test_a_branch_before_a_needed_event_brings_in_what_it_reads() -> None:
    program = Named(
        "shared x = 0, y = 0\nthread A\n a: assume(y == 0)\n b: x := 1\nthread B\n c: y := 2\n"
        "thread C\n d: assert(x == 0)"
    )
    assert program.cone("d") == {"a", "b", "c", "d"}


def test_another_check_before_a_needed_event_brings_in_what_it_reads_unless_it_is_left_out() -> None:
    program = Named(
        "shared x = 0, y = 0\nthread A\n a: assert(y == 0)\n b: x := 1\nthread B\n c: y := 2\n"
        "thread C\n d: assert(x == 0)"
    )
    assert program.cone("d") == {"a", "b", "c", "d"}
    assert program.cone("d", alone=True) == {"a", "b", "d"}


def test_a_lock_that_was_taken_brings_in_its_release_but_not_other_sections() -> None:
    program = Named(
        "shared x = 0\nlock m\nthread A\n a: lock(m)\n b: x := 1\n c: unlock(m)\n d: skip\n"
        "thread B\n e: lock(m)\n f: unlock(m)\nthread C\n g: assert(x == 0)"
    )
    assert program.cone("g") == {"a", "b", "c", "g"}


@pytest.mark.parametrize(
    ("objects", "needed", "others"),
    [
        ("semaphore s = 0", "take(s)", "post(s)"),
        ("condition c", "begin_wait(c)\n woken(c)", "signal(c)"),
        ("barrier b = 2", "arrive(b)\n leave(b)", "arrive(b)\n leave(b) last"),
        ("once o", "once_pass(o)", "once_begin(o)\n once_end(o)"),
        ("lock m", "trylock(m) fails", "lock(m)"),
    ],
)
def test_who_may_have_waited_brings_in_those_who_let_it_go_on(objects: str, needed: str, others: str) -> None:
    program = Named(
        f"shared x = 0\n{objects}\nthread A\n {needed}\n a: x := 1\nthread B\n b: skip\n {others}\n c: skip\n"
        "thread C\n d: assert(x == 0)"
    )
    assert program.cone("d") == {"a", "b", "d"}


# ---- candidates


def test_a_read_may_not_see_what_was_surely_overwritten() -> None:
    program = Named(
        "shared x = 0\nthread main\n a: x := 1\n b: x := 2\n create(A)\n c: x := 3\nthread A\n d: assert(x == 2)"
    )
    assert program.writers("d") == {"b", "c"}


def test_a_read_in_a_section_may_not_see_the_middle_of_another() -> None:
    program = Named(
        "shared x = 0\nlock m\nthread A\n lock(m)\n a: x := 1\n b: x := 2\n unlock(m)\n"
        "thread B\n lock(m)\n c: assert(x == 2)\n unlock(m)\nthread C\n d: assert(x == 2)"
    )
    assert program.writers("c") == {"b"}
    assert program.writers("d") == {"a", "b"}


def test_after_an_own_write_in_its_section_a_read_sees_no_other_section() -> None:
    program = Named(
        "shared x = 0\nlock m\nthread A\n lock(m)\n a: x := 1\n unlock(m)\n"
        "thread B\n lock(m)\n b: x := 2\n c: assert(x == 2)\n unlock(m)\nthread C\n d: x := 3"
    )
    assert program.writers("c") == {"b", "d"}


def test_what_is_written_in_a_section_that_never_ends_is_seen_by_no_other_one() -> None:
    program = Named(
        "shared x = 0\nlock m\nthread A\n lock(m)\n a: x := 1\n"
        "thread B\n lock(m)\n c: assert(x == 0)\n unlock(m)\nthread C\n d: assert(x == 0)"
    )
    assert program.writers("c") == set()
    assert program.writers("d") == {"a"}


SAME = "shared x = 0\nlock m\nthread A\n lock(m)\n a: r := x\n b: assert(x == r)\n unlock(m)\n"


def test_a_second_read_is_the_first_one_where_a_lock_keeps_all_writers_out() -> None:
    assert Named(SAME + "thread B\n lock(m)\n x := 1\n unlock(m)").same_as("b") == "a"


@pytest.mark.parametrize(
    "text",
    [
        SAME + "thread B\n x := 1",
        SAME.replace("a: r := x", "a: r := x\n x := 2") + "thread B\n lock(m)\n x := 1\n unlock(m)",
        SAME.replace("a: r := x\n", "a: r := x\n unlock(m)\n lock(m)\n") + "thread B\n lock(m)\n x := 1\n unlock(m)",
        SAME.replace("lock(m)", "rdlock(m)").replace("unrdlock", "rdunlock")
        + "thread B\n rdlock(m)\n x := 1\n rdunlock(m)",
    ],
    ids=["a writer without the lock", "an own write between", "two sections", "shared sections"],
)
def test_it_is_not_where_somebody_may_have_written_in_between(text: str) -> None:
    assert Named(text).same_as("b") is None


def test_writers_that_must_come_before_or_after_the_thread_do_not_count_against_it() -> None:
    text = "thread main\n x := 5\n create(A)\n join(A)\n x := 6\n" + SAME.split("\n", 2)[2] + " exit"
    assert Named("shared x = 0\nlock m\n" + text).same_as("b") == "a"


# ---- accumulating cells


def accumulates(body: str, other: str = "x := x + 2", before: str = "skip") -> dict[str, int | None] | None:
    """What each labelled write adds, and `base`; None: the cell is not one of these."""
    program = Named(
        f"shared x: 8 = 7\nlock m\nthread main\n {before}\n create(A)\n create(B)\n create(C)\n"
        f"thread A\n {body}\nthread B\n {other}\nthread C\n c: assert(x == 9)"
    )
    found = Accumulators(program.index).of(0)
    if found is None:
        return None
    added = {next(iter(program.labels({writer})), "other"): term.constant for writer, term in found.added}
    return {**added, "base": found.base.constant}


def test_atomic_additions_accumulate() -> None:
    assert accumulates("a: x := x + 1") == {"a": 1, "other": 2, "base": 7}
    assert accumulates("a: x := x - 1") == {"a": 255, "other": 2, "base": 7}


def test_a_store_before_everything_is_the_base() -> None:
    assert accumulates("a: x := x + 1", before="x := 3") == {"a": 1, "other": 2, "base": 3}


def test_stores_of_which_nobody_knows_who_is_first_are_no_trouble_before_a_last_one() -> None:
    program = Named(
        "shared x: 8 = 7\nthread main\n create(A)\n create(B)\n join(A)\n join(B)\n x := 3\n create(C)\n x := x + 1\n"
        "thread A\n x := 1\n exit\nthread B\n x := 2\n exit\nthread C\n c: assert(x == 3)"
    )
    found = Accumulators(program.index).of(0)
    assert found is not None
    assert (found.base.constant, [term.constant for _, term in found.added]) == (3, [1])


LOCKED = "lock(m)\n r := x\n a: x := r + 1\n unlock(m)"


def test_additions_in_sections_of_one_lock_accumulate() -> None:
    assert accumulates(LOCKED, "lock(m)\n q := x\n x := 4 + q\n unlock(m)") == {"a": 1, "other": 4, "base": 7}


@pytest.mark.parametrize(
    ("body", "other"),
    [
        ("r := x\n a: x := r + 1", "x := x + 2"),
        (LOCKED, "x := x + 2"),
        (LOCKED, "x := 2"),
        (LOCKED, "lock(m)\n x := 2\n unlock(m)"),
        ("a: x := x * 2", "x := x + 2"),
        ("a: x := x + x", "x := x + 2"),
        ("rdlock(m)\n r := x\n a: x := r + 1\n rdunlock(m)", "lock(m)\n x := x + 2\n unlock(m)"),
        ("lock(m)\n r := x\n unlock(m)\n lock(m)\n a: x := r + 1\n unlock(m)", "lock(m)\n x := x + 2\n unlock(m)"),
        (LOCKED.replace("a:", "x := 5\n a:"), "lock(m)\n x := x + 2\n unlock(m)"),
    ],
    ids=[
        "a torn addition", "a writer without the lock", "a store without it", "a store with it", "a product",
        "what was read twice", "a shared section", "two sections", "a store in between",
    ],
)  # fmt: skip
def test_anything_else_does_not(body: str, other: str) -> None:
    assert accumulates(body, other) is None
