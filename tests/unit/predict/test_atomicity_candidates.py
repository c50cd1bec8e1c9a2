"""Which blocks may be torn at all: what is left out of the questions cannot be, and nothing else is left out."""

import random
from dataclasses import replace
from itertools import product

import pytest

from raddle.encode.index import Index
from raddle.model.goals import Torn
from raddle.model.program import TraceProgram
from raddle.model.text.parse import parse_ctp
from raddle.predict.atomicity import candidates as candidates_module
from raddle.predict.atomicity import edges
from raddle.predict.atomicity.candidates import Candidates, Key, candidates_of
from raddle.predict.atomicity.instances import Instances, outermost
from tests.support.random_block_ctp import BLOCKS, random_block_ctp
from tests.support.torn_oracle import Quadruple, instances, torn_of

READ, WRITE = "t{} := x", "x := {} + 1"


def program(declarations: str, **bodies: str) -> TraceProgram:
    """Each body is one thread's: lines with semicolons."""
    lines = declarations.split(";")
    for name, body in bodies.items():
        lines += [f"thread {name}", *body.split(";")]
    return parse_ctp("\n".join(lines))


def candidates(ctp: TraceProgram) -> Candidates:
    index = Index(ctp)
    return candidates_of(index, Instances(index, lambda event: event))


def may_be_torn(declarations: str, **bodies: str) -> bool:
    return bool(candidates(program(declarations, **bodies)).questions)


def quadruples(ctp: TraceProgram) -> set[Quadruple]:
    return {
        (goal.first, goal.there, goal.back, goal.last)
        for question in candidates(ctp).questions.values()
        for goal in question.goals()
    }


@pytest.mark.parametrize(
    ("pattern", "may"),
    [("RRR", False), ("RRW", False), ("WRR", False), ("RWR", True), ("RWW", True), ("WRW", True), ("WWR", True),
     ("WWW", True)],
)  # fmt: skip
def test_five_patterns_of_three_accesses_may_tear_a_block(pattern: str, may: bool) -> None:
    first, there, last = (
        (READ if kind == "R" else WRITE).format(number) for number, kind in enumerate(pattern, start=1)
    )
    other = "shared y = 0; shared z = 0"  # somebody writes x, so that it counts
    one = f"atomic {{; {first}; {last}; }}"
    assert may_be_torn(f"shared x = 0; {other}", A=one, B=there, main="create(A); create(B); join(A); x := 7") is may


def test_two_variables_of_two_blocks_may_tear_them() -> None:
    ctp = program(
        "shared x = 0; shared y = 0",
        A="atomic {; a1: x := 1; a2: y := 1; }",
        B="atomic {; b1: i := x; b2: j := y; }",
    )
    names = {event.label: event.number for event in ctp.events}
    assert (names["a1"], names["b1"], names["b2"], names["a2"]) in quadruples(ctp)
    assert all(there != back for _, there, back, _ in quadruples(ctp))


def test_events_outside_of_blocks_are_each_on_their_own() -> None:
    apart = {"A": "atomic {; x := 1; y := 1; }", "B": "i := x; j := y"}
    assert not may_be_torn("shared x = 0; shared y = 0", **apart)


@pytest.mark.parametrize(
    ("block", "other", "may"),
    [
        ("lock(m); i := x; x := i + 1; unlock(m)", "lock(m); x := 5; unlock(m)", False),
        ("lock(m); i := x; x := i + 1; unlock(m)", "x := 5", True),
        ("lock(m); i := x; unlock(m); lock(m); x := i + 1; unlock(m)", "lock(m); x := 5; unlock(m)", True),
        ("lock(m); i := x; x := i + 1; unlock(m)", "lock(n); x := 5; unlock(n)", True),
        ("rdlock(m); i := x; x := i + 1; rdunlock(m)", "rdlock(m); x := 5; rdunlock(m)", True),
        ("rdlock(m); i := x; x := i + 1; rdunlock(m)", "lock(m); x := 5; unlock(m)", False),
        ("take(s); i := x; x := i + 1; post(s)", "take(s); x := 5; post(s)", False),
        ("take(s); i := x; post(s); take(s); x := i + 1; post(s)", "take(s); x := 5; post(s)", True),
        ("take(two); i := x; x := i + 1; post(two)", "take(two); x := 5; post(two)", True),
        ("take(s); i := x; x := i + 1; post(s)", "post(s); take(s); x := 5; post(s)", True),
        ("region_begin; i := x; x := i + 1; region_end", "x := 5", False),
        ("lock(m); wait(c, m); i := x; x := i + 1; unlock(m)", "lock(m); x := 5; unlock(m)", False),
        ("lock(m); i := x; wait(c, m); x := i + 1; unlock(m)", "lock(m); x := 5; unlock(m)", True),
    ],
)
def test_a_lock_around_both_accesses_keeps_others_out(block: str, other: str, may: bool) -> None:
    declared = "shared x = 0; lock m; lock n; condition c; semaphore s = 1; semaphore two = 2"
    assert may_be_torn(declared, A=f"atomic {{; {block}; }}", B=other) is may


def test_an_access_under_the_lock_that_comes_before_the_section_does_not_exclude() -> None:
    ctp = program(
        "shared x = 0; shared y = 0; lock m",
        A="atomic {; lock(m); a1: i := y; a2: j := x; unlock(m); }",
        B="atomic {; lock(m); b1: x := 5; unlock(m); b2: y := 5; }",
    )
    names = {event.label: event.number for event in ctp.events}
    assert (names["a1"], names["b2"], names["b1"], names["a2"]) in quadruples(ctp)


IN_BUSY = "lock(m); assume(busy == 0); busy := 1; unlock(m)"
OUT_BUSY = "lock(m); busy := 0; unlock(m)"
IN_SWAP = "assume(busy == 0) { busy := 1 }"
IN_EXCHANGE = "assume(true) { old := busy, busy := 1 }; assume(old == 0)"
FLAGS = {
    "busy flag under a lock": (IN_BUSY, OUT_BUSY, True),
    "busy flag that is waited for": ("lock(m); assume(busy == 1); wait(c, m); " + IN_BUSY[9:], OUT_BUSY, True),
    "compare and swap": (IN_SWAP, "busy := 0", True),
    "exchange, then a branch": (IN_EXCHANGE, "busy := 0", True),
    "left without the lock": (IN_BUSY, "busy := 0", False),
    "taken in a second section": (
        "lock(m); assume(busy == 0); unlock(m); lock(m); busy := 1; unlock(m)",
        OUT_BUSY,
        False,
    ),
    "the branch lets everything pass": (IN_BUSY.replace("busy == 0", "busy < 5"), OUT_BUSY, False),
    "no branch": ("lock(m); busy := 1; unlock(m)", OUT_BUSY, False),
    "never taken": ("lock(m); assume(busy == 0); busy := 0; unlock(m)", OUT_BUSY, False),
    "left before it is taken": (f"{OUT_BUSY}; {IN_BUSY}", OUT_BUSY, False),
    "not under the same lock": (IN_BUSY.replace("(m)", "(n)"), OUT_BUSY, False),
    "exchange without a branch": (IN_EXCHANGE.partition(";")[0], "busy := 0", False),
}


@pytest.mark.parametrize("name", FLAGS)
def test_a_flag_that_is_used_as_a_lock_is_one(name: str) -> None:
    come, leave, is_lock = FLAGS[name]
    declared = "shared x = 0; shared busy = 0; lock m; lock n; condition c"
    one = f"{come}; atomic {{; i := x; x := i + 1; }}; {leave}"
    other = f"{come.replace('old', 'its')}; x := 5; {leave}"
    ctp = program(declared, A=one, B=other)
    found = {(goal[0], goal[3]) for goal in quadruples(ctp)}
    assert bool(found) is not is_lock
    assert torn_of(ctp, 20_000).quadruples <= quadruples(ctp)


def test_a_third_thread_that_writes_the_flag_spoils_the_lock() -> None:
    declared = "shared x = 0; shared busy = 0; lock m; lock n; condition c"
    one, other = f"{IN_SWAP}; atomic {{; i := x; x := i + 1; }}; busy := 0", f"{IN_SWAP}; x := 5; busy := 0"
    assert not quadruples(program(declared, A=one, B=other))
    spoilt = program(declared, A=one, B=other, C="busy := 0")
    assert torn_of(spoilt, 50_000).quadruples
    assert torn_of(spoilt, 50_000).quadruples <= quadruples(spoilt)
    before = program(declared, main="busy := 0; create(A); create(B)", A=one, B=other)
    assert not quadruples(before)


def test_threads_that_come_before_or_after_do_not_tear() -> None:
    block = "atomic {; i := x; x := i + 1; }"
    one_after_the_other = "create(A); join(A); create(B); join(B)"
    assert not may_be_torn("shared x = 0", main=one_after_the_other, A=block, B=block)
    assert may_be_torn("shared x = 0", main="create(A); create(B); join(A); join(B)", A=block, B=block)


@pytest.mark.parametrize(
    ("block", "other", "may"),
    [
        ("x := x + 1; x := x + 2", "x := x + 5", False),
        ("x := x + 1; x := x - 2", "x := x - 5", False),
        ("x := x + 1; x := x + 2", "x := x * 5", True),
        ("x := x * 2; x := x * 2", "x := x * 2", True),
        ("x := x | 1; x := x | 2", "x := x | 4", False),
        ("x := x | 1; x := x | 2", "x := x & 4", True),
        ("x := 7; x := 7", "x := 7", False),
        ("x := 7; x := 7", "x := 8", True),
        ("x := x + 1; x := x + 2", "i := x; z := i", True),
        ("assume(true) { i := x, x := x + 1 }; assume(true) { j := x, x := x + 1 }; y := i + j", "x := x + 1", True),
        ("assume(true) { i := x, x := x + 1 }; assume(true) { j := x, x := x + 1 }", "x := x + 1", False),
    ],
)
def test_updates_whose_order_nobody_notices_are_no_conflicts(block: str, other: str, may: bool) -> None:
    assert may_be_torn("shared x = 0; shared y = 0; shared z = 0", A=f"atomic {{; {block}; }}", B=other) is may


def test_hidden_cells_are_no_memory() -> None:
    block = "atomic {; i := x; x := i + 1; }"
    assert not may_be_torn("hidden x = 0", A=block, B=block)
    assert may_be_torn("shared x = 0", A=block, B=block)


def test_instances_that_look_the_same_have_one_shape() -> None:
    block = "; ".join(["atomic {; lock(m); i := x; unlock(m); lock(m); x := i + 1; unlock(m); }"] * 5)
    ctp = program("shared x = 0; lock m", A=block, B=block)
    index = Index(ctp)
    places = {event.number: (event.number - ctp.threads[event.thread].first - 1) % 6 for event in ctp.events}
    found = Instances(index, places.get, lambda number: "block")
    assert len(found.shapes) == 1
    assert [found.shapes[0].events(thread).shape for thread in found.shapes[0].threads] == [(5, 2), (5, 2)]
    questions = candidates_of(index, found).questions
    assert {question.count for question in questions.values()} == {2 * 5 * 5}
    assert all(len(set(question.goals())) == 50 for question in questions.values())


def test_of_blocks_within_blocks_the_outermost_counts() -> None:
    ctp = program("shared x = 0", A="atomic {; a: x := 1; b: x := 2; c: x := 3; }", B="x := 4")
    first, last = ctp.transactions[0]
    assert outermost(_with(ctp, (first, last))) == {0: (first, last)}
    assert outermost(_with(ctp, (first, first), (first, last), (last, last))) == {1: (first, last)}


def _with(ctp: TraceProgram, *transactions: tuple[int, int]) -> TraceProgram:
    return replace(ctp, transactions=transactions)


@pytest.mark.parametrize(
    ("update", "may"),
    [
        ("assume(true) { x := x + 1 }", False),
        ("assume(r == 0) { x := x + 1 }", True),
        ("x := x + 1 / r", True),
        ("assume(true) { x := x + 1, y := 1 / r }", True),
    ],
)
def test_an_update_that_may_not_take_place_notices_what_was_there(update: str, may: bool) -> None:
    ctp = program(
        "shared x = 0; shared y = 1; shared z = 0",
        A=f"r := y; atomic {{; t := z; last: {update}; }}",
        B="atomic {; z := 1; there: x := x + 1; }",
        C="y := 1; y := 0",
    )
    names = {event.label: event.number for event in ctp.events}
    assert (names["last"] in {last for _, _, _, last in quadruples(ctp)}) is may
    assert torn_of(ctp, 50_000).quadruples <= quadruples(ctp)


@pytest.mark.parametrize("number", range(0, 1_000, 25))
def test_nothing_is_left_out_that_a_full_search_finds(number: int) -> None:
    ctp = random_block_ctp(random.Random(number), sorted(BLOCKS)[number // 25 % len(BLOCKS)])
    torn = torn_of(ctp, 40_000).quadruples
    assert torn <= quadruples(ctp)
    owner = instances(ctp)
    assert all(owner[first] == owner[last] and owner[there] == owner[back] for first, there, back, last in torn)


# ---- where there are too many pairs of accesses to look at each of them


def _cut(monkeypatch: pytest.MonkeyPatch, ends: int, most: int, steps: int) -> None:
    monkeypatch.setattr(edges, "MOST_ENDS", ends)
    monkeypatch.setattr(edges, "MOST_EDGES", most)
    monkeypatch.setattr(candidates_module, "MOST_STEPS", steps)


def _of_few_places(ctp: TraceProgram) -> tuple[Candidates, Instances]:
    index = Index(ctp)
    found = Instances(index, lambda event: ctp.events[event].thread, lambda number: "block")
    return candidates_of(index, found), found


@pytest.mark.slow
@pytest.mark.parametrize("number", range(0, 1_000, 50))
def test_what_is_cut_off_is_looked_at_later_or_counted(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    ctp = random_block_ctp(random.Random(number), sorted(BLOCKS)[number // 50 % len(BLOCKS)], 20)
    torn = torn_of(ctp, 40_000).quadruples
    for ends, most, steps in product((1, 2), (1, 2, 100), (0, 5, 5_000)):
        _cut(monkeypatch, ends, most, steps)
        found, named = _of_few_places(ctp)
        lost = set()
        for goal in torn:
            key = Key(named.block_number(goal[0]), *map(named.place, goal))
            question = found.questions.get(key)
            if question is None:
                lost.add(key)
            else:
                assert question.left_out or goal in map(_events, question.goals())
        assert len(lost) <= (found.beyond if steps < 5_000 else 0)


def _events(goal: Torn) -> Quadruple:
    return goal.first, goal.there, goal.back, goal.last


@pytest.mark.parametrize(
    ("block", "may"),
    [
        ("lock(m); t1 := x; t2 := x; t3 := x; t4 := x; unlock(m)", False),
        ("lock(m); t1 := x; t2 := x; unlock(m); t3 := x; lock(m); t4 := x; t5 := x; unlock(m)", True),
        ("lock(m); t1 := x; t2 := x; t3 := x; unlock(m); t4 := x", True),
        ("region_begin; t1 := x; t2 := x; t3 := x; t4 := x; region_end", False),
    ],
)
def test_locks_decide_of_accesses_that_are_cut_off_too(monkeypatch: pytest.MonkeyPatch, block: str, may: bool) -> None:
    _cut(monkeypatch, ends=1, most=1, steps=5_000)
    ctp = program("shared x = 0; lock m", A=f"atomic {{; {block}; }}", B="lock(m); x := 1; unlock(m)")
    found, _ = _of_few_places(ctp)
    assert (bool(found.questions), found.beyond) == (may, 0)


def test_many_accesses_before_a_thread_begins_do_not_count_as_left_out() -> None:
    writes, reads = ("; ".join(one.format(at) for at in range(200)) for one in ("x := {}", "t{} := x"))
    ctp = program("shared x = 0", main=f"atomic {{; {writes}; }}; create(A)", A=f"atomic {{; {reads}; }}")
    found, _ = _of_few_places(ctp)
    assert (len(found.questions), found.beyond, found.excluded) == (0, 0, 2)
