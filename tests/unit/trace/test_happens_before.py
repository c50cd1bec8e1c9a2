"""Happens-before on walks: what orders two accesses of a run, and what does not (docs/rules.md, Race)."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from raddle.capture.control import Control, RandomPolicy
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.run import RunRequest, run_program
from raddle.model.accesses import Touch, meet
from raddle.model.clocks import Clocks, next_touched
from raddle.model.machine import Machine
from raddle.model.program import Event
from raddle.model.recorded.from_trace import model_of
from raddle.model.run import moves_of
from raddle.model.worth import GrowingWorth
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.freed import freed_blocks
from raddle.trace.happens_before import At, HappensBefore, races, rows_of
from raddle.trace.recording import load_recording
from raddle.trace.run_clocks import Record, RunClocks, ordering_kinds
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import walk_fast
from tests.support.both_walks import walked_by_both
from tests.support.modelled import recorded

pytestmark = [pytest.mark.native, pytest.mark.compiler]

PAIRS = {
    "nothing": ("data = 1", "data = 2", True),
    "reads": ("seen = data", "seen2 = data", False),
    "mutex": ("L(&m); data = 1; U(&m)", "L(&m); data = 2; U(&m)", False),
    "mutex_left": ("L(&m); U(&m); data = 1", "L(&m); data = 2; U(&m)", True),
    "mutex_then": ("data = 1; L(&m); U(&m)", "L(&m); U(&m); data = 2", False),
    "other_mutex": ("L(&m); data = 1; U(&m)", "L(&m2); data = 2; U(&m2)", True),
    "readers": ("R(&rw); data = 1; RU(&rw)", "R(&rw); data = 2; RU(&rw)", True),
    "reader_and_writer": ("R(&rw); seen = data; RU(&rw)", "W(&rw); data = 2; RU(&rw)", False),
    "post": ("data = 1; sem_post(&s)", "sem_wait(&s); data = 2", False),
    "post_early": ("sem_post(&s); data = 1", "sem_wait(&s); data = 2", True),
    "count_only": ("data = 1; sem_post(&s)", "int n; sem_getvalue(&s, &n); data = 2", True),
    "atomic": ("ADD(&a, 1, seq_cst)", "ADD(&a, 1, relaxed)", False),
    "atomic_and_plain": ("ADD(&a, 1, seq_cst)", "*(int *)&a = 2", True),
    "release_acquire": ("data = 1; ST(&a, 1, release)", "if (LD(&a, acquire)) data = 2", False),
    "seq_cst": ("data = 1; ST(&a, 1, seq_cst)", "if (LD(&a, seq_cst)) data = 2", False),
    "relaxed_store": ("data = 1; ST(&a, 1, relaxed)", "if (LD(&a, acquire)) data = 2", True),
    "relaxed_load": ("data = 1; ST(&a, 1, release)", "if (LD(&a, relaxed)) data = 2", True),
    "plain_between": ("data = 1; ST(&a, 1, release); *(int *)&a = 1", "if (LD(&a, acquire)) data = 2", True),
    "sequence": ("data = 1; ST(&a, 1, release); ADD(&a, 1, relaxed)", "if (LD(&a, acquire)) data = 2", False),
    "own_sequence": ("data = 1; ST(&a, 1, release); ST(&a, 2, relaxed)", "if (LD(&a, acquire)) data = 2", False),
    "update_acquires": ("data = 1; ADD(&a, 1, acq_rel)", "ADD(&a, 1, acquire); data = 2", False),
    "update_releases_only": ("data = 1; ADD(&a, 1, acquire)", "ADD(&a, 1, acq_rel); data = 2", True),
    "fences": ("data = 1; F(release); ST(&a, 1, relaxed)", "if (LD(&a, relaxed)) F(acquire); data = 2", False),
    "fence_late": ("F(release); data = 1; ST(&a, 1, relaxed)", "if (LD(&a, relaxed)) F(acquire); data = 2", True),
    "signal_fences": ("data = 1; S(release); ST(&a, 1, relaxed)", "if (LD(&a, relaxed)) S(acquire); data = 2", True),
    "failed_swap": ("data = 1; ST(&a, 1, release)", "int n = 7; CAS(&a, &n, 9, acq_rel, relaxed); data = 2", True),
    "failed_swap_acquires": (
        "data = 1; ST(&a, 1, release)", "int n = 7; CAS(&a, &n, 9, relaxed, acquire); data = 2", False
    ),
    "failed_swap_releases_nothing": (
        "data = 1; int n = 7; CAS(&a, &n, 9, release, relaxed)", "LD(&a, acquire); data = 2", True
    ),
    "failed_swap_is_no_write": ("int n = 7; CAS(&a, &n, 9, seq_cst, seq_cst)", "seen = *(int *)&a", False),
    "once": ("pthread_once(&once, begin)", "pthread_once(&once, begin); seen = begun", False),
    "free": ("seen = heap->x", "free(heap)", True),
    "free_locked": ("L(&m); seen = heap->x; U(&m)", "L(&m); free(heap); U(&m)", False),
    "realloc": ("heap->y = 1", "heap = realloc(heap, 4000)", True),
    "neighbours": ("heap->x = 1", "heap->y = 1", False),
    "copy": ("heap->y = 1", "struct pair copy = *heap; seen = copy.x", True),
}  # fmt: skip
"""What the first thread of a pair does, and then the second; whether they race."""

TEXT = """
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#define L pthread_mutex_lock
#define U pthread_mutex_unlock
#define R pthread_rwlock_rdlock
#define W pthread_rwlock_wrlock
#define RU pthread_rwlock_unlock
#define LD(a, o) atomic_load_explicit(a, memory_order_##o)
#define ST(a, v, o) atomic_store_explicit(a, v, memory_order_##o)
#define ADD(a, v, o) atomic_fetch_add_explicit(a, v, memory_order_##o)
#define CAS(a, e, v, o, f) atomic_compare_exchange_strong_explicit(a, e, v, memory_order_##o, memory_order_##f)
#define F(o) atomic_thread_fence(memory_order_##o)
#define S(o) atomic_signal_fence(memory_order_##o)
struct pair { int x; int y; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t s;
static _Atomic int a;
static int data, seen, seen2, begun;
static struct pair *heap;
static void begin(void) { begun = 1; }
"""


def text() -> str:
    lines = TEXT.strip().split("\n")
    for name, (first, second, _) in PAIRS.items():
        lines.append(f"static void *{name}_1(void *arg) {{ {first}; return arg; }}")
        lines.append(f"static void *{name}_2(void *arg) {{ {second}; return arg; }}")
    lines.append("static void run(void *(*first)(void *), void *(*second)(void *)) {")
    lines.append("    pthread_t t1, t2; sem_init(&s, 0, 0); a = 0; heap = calloc(1, sizeof *heap);")
    lines.append("    pthread_create(&t1, NULL, first, NULL); pthread_create(&t2, NULL, second, NULL);")
    lines.append("    pthread_join(t1, NULL); pthread_join(t2, NULL);")
    lines.append("}")
    lines += ["int main(void) {", *(f"    run({name}_1, {name}_2);" for name in PAIRS), "    return 0;", "}"]
    return "\n".join(lines)


@cache
def walked() -> Trace:
    folder = _folder()
    (folder / "pairs.c").write_text(text())
    _, recording = recorded(folder, "pairs", folder / "pairs.c")
    assert recording.ending == "exit status 0"
    return walk_fast(recording)


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    _FOLDERS.append(tmp_path_factory.mktemp("happens_before"))


_FOLDERS: list[Path] = []


def _folder() -> Path:
    return _FOLDERS[-1]


def function_at(trace: Trace, at: At) -> str:
    place = trace.program.place_of(int(trace.threads[at.thread].events["site"][at.row]))
    assert place is not None
    return text().split("\n")[place.line - 1].split("(")[0].split("*")[-1]


@cache
def racing_functions() -> frozenset[frozenset[str]]:
    trace = walked()
    return frozenset(frozenset(function_at(trace, at) for at in race) for race in races(trace))


@pytest.mark.parametrize("name", PAIRS)
def test_two_threads_race_where_nothing_orders_them(name: str) -> None:
    assert (frozenset((f"{name}_1", f"{name}_2")) in racing_functions()) == PAIRS[name][2]


def test_nobody_else_races() -> None:
    names = {function.rsplit("_", 1)[0] for functions in racing_functions() for function in functions}
    assert names == {name for name, (_, _, racy) in PAIRS.items() if racy}


# ---- against other ways to say the same


@cache
def in_another_order(seed: int) -> Trace:
    walked()
    file = _folder() / f"pairs{seed}.rdl"
    run_program(RunRequest(_image(), file, control=Control(policy=RandomPolicy(seed)), limit_s=30))
    return walk_fast(load_recording(file))


def _image() -> ProgramImage:
    return load_image(_folder() / "pairs")


@pytest.mark.parametrize("seed", range(2))
def test_the_pairs_of_sites_are_those_of_all_pairs_of_rows(seed: int) -> None:
    trace = in_another_order(seed)
    order = HappensBefore(trace)
    rows = [
        At(thread.index, int(row))
        for thread in trace.threads
        for row in np.flatnonzero(np.isin(thread.events["kind"], [*range(1, 4), EventKind.SYNC]))
        if thread.index  # main is ordered with everybody
    ]
    site = {at: int(trace.threads[at.thread].events["site"][at.row]) for at in rows}
    expected = {
        frozenset((site[one], site[other]))
        for one in rows
        for other in rows
        if one < other and order.unordered(one, other) and order.conflict(one, other)
    }
    found = [frozenset((site[race.first], site[race.second])) for race in order.races()]
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize("seed", range(2))
def test_the_trace_program_orders_the_same(seed: int) -> None:
    modelled = model_of(in_another_order(seed))
    ctp, order = modelled.ctp, HappensBefore(modelled.trace)
    machine = Machine(ctp)
    clocks, slots, worth = Clocks(machine), list(machine.initial), GrowingWorth()
    before: list[tuple[Event, tuple[Touch, ...]]] = []
    compared = 0
    for move in moves_of(ctp, ctp.observed):
        event = ctp.events[move.event]
        touched = next_touched(machine, slots, event, worth)
        for earlier, its in before if touched else ():
            if earlier.thread != event.thread and meet(its, touched):
                rows = At(earlier.thread, earlier.origin), At(event.thread, event.origin)
                assert order.precedes(*rows) == clocks.precedes(earlier.number, event, touched), rows
                compared += 1
        clocks.perform(event, slots, touched)
        machine.advance(slots, move, worth)
        before.append((event, touched))
    assert compared > len(PAIRS)


def test_both_walkers_agree_on_what_is_shared_because_it_is_given_back() -> None:
    trace = walked_by_both(in_another_order(1).recording)
    blocks = [block for block in freed_blocks(trace.recording) if block.thread]
    shared = trace.shared.astype(np.int64) << 3
    assert any(((shared >= block.address) & (shared < block.end)).any() for block in blocks)


# ---- parts


def test_a_visible_event_may_have_several_rows_or_none() -> None:
    trace = walked()
    events = trace.threads[0].events
    for row in range(len(events)):
        own = rows_of(trace, 0, int(events["index"][row])).tolist()
        assert (row in own) == bool(events["flags"][row] & EventFlag.VISIBLE)
    assert rows_of(trace, 0, int(trace.recording.threads[0].count)).size == 0


def test_a_block_that_is_changed_in_place_is_given_back() -> None:
    sizes = [block.size for block in freed_blocks(walked().recording)]
    assert sizes == [8, 8, 8]


def test_what_races_is_found_by_the_numbers_of_the_events() -> None:
    trace = walked()
    order = HappensBefore(trace)
    for race in order.races():
        numbers = [(at.thread, int(trace.threads[at.thread].events["index"][at.row])) for at in race]
        assert order.race(numbers[0], numbers[1]) is not None
        assert order.race(numbers[1], numbers[0]) is not None
        assert order.race(numbers[0], numbers[0]) is None


def clocks_after(*records: tuple[int, str, int, int]) -> RunClocks:
    """Thread, kind, object, value; each at a row of its own."""
    clocks = RunClocks(3)
    for row, (thread, kind, address, value) in enumerate(records):
        clocks.record(thread, row, Record(kind, 0, address, value, 0))
    return clocks


def knows(clocks: RunClocks, thread: int, other: int) -> bool:
    return clocks.known[thread][-1][other] > 0


def test_a_barrier_orders_those_of_one_round() -> None:
    round_of = [(0, "barrier_arrive", 9, 0), (1, "barrier_arrive", 9, 0), (0, "barrier_leave", 9, 0)]
    assert knows(clocks_after(*round_of), 0, 1)
    clocks = clocks_after(*round_of, (2, "barrier_arrive", 9, 1), (2, "barrier_leave", 9, 1))
    assert not knows(clocks, 2, 0)


def test_a_barrier_that_is_initialised_again_is_another_one() -> None:
    old = (0, "barrier_arrive", 9, 0)
    assert not knows(clocks_after(old, (1, "barrier_init", 9, 2), (1, "barrier_leave", 9, 0)), 1, 0)


def test_an_atomic_region_orders_as_a_lock_does() -> None:
    assert knows(clocks_after((0, "region_begin", 0, 0), (0, "region_end", 0, 0), (1, "region_begin", 0, 0)), 1, 0)


def test_a_wait_gives_the_lock_away() -> None:
    assert knows(clocks_after((0, "lock", 5, 0), (0, "wait", 6, 5), (1, "lock", 5, 0)), 1, 0)


def test_signals_of_conditions_order_nothing() -> None:
    assert {"signal", "broadcast", "wake"}.isdisjoint(ordering_kinds().values())


def test_a_semaphore_that_is_initialised_again_is_another_one() -> None:
    assert not knows(clocks_after((0, "sem_post", 9, 1), (1, "sem_init", 9, 1), (1, "sem_wait", 9, 0)), 1, 0)
