"""What a trace program made from a run tells of races and deadlocks: orders, fences, free(), early reads, waits."""

from pathlib import Path

import pytest

from raddle.model.actions import (
    Acquire,
    Action,
    Fence,
    Free,
    Join,
    Mode,
    OnceEnd,
    Order,
    Read,
    RegionBegin,
    RegionEnd,
    Step,
    Take,
    Wake,
    Write,
)
from raddle.model.check import check_program
from raddle.model.program import TraceProgram
from tests.support.modelled import modelled, modelled_text, observed_run

pytestmark = [pytest.mark.native, pytest.mark.compiler]

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
static _Atomic int flag;
static int data, seen;
static int *heap;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t tokens;
static const struct timespec late = {2000000000, 0};
"""


def ctp_of(folder: Path, first: str, second: str, ready: str = "") -> TraceProgram:
    """Of two threads, the second of which goes first where it must."""
    text = f"""{HEAD}
static void *one(void *arg) {{ {first}; return arg; }}
static void *two(void *arg) {{ {second}; return arg; }}
int main(void) {{
    pthread_t t1, t2;
    {ready};
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, two, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}}"""
    ctp = modelled_text(folder, "races", text).ctp
    check_program(ctp)
    observed_run(ctp)
    return ctp


def actions(ctp: TraceProgram, thread: int) -> list[Action]:
    return [event.action for event in ctp.of_thread(thread)]


def accesses(ctp: TraceProgram, thread: int, cell: str) -> list[Read | Write]:
    """To a variable."""
    steps = [action for action in actions(ctp, thread) if isinstance(action, Step)]
    return [
        access
        for step in steps
        for access in (*step.reads, *step.writes)
        if any(ctp.cells[each].name == cell for each in access.cells)
    ]


def orders(ctp: TraceProgram, thread: int, cell: str) -> list[Order]:
    return [access.order for access in accesses(ctp, thread, cell)]


@pytest.mark.parametrize(
    ("done", "expected"),
    [
        ("atomic_store_explicit(&flag, 1, memory_order_release)", [Order.RELEASE]),
        ("atomic_store_explicit(&flag, 1, memory_order_relaxed)", [Order.RELAXED]),
        ("atomic_store(&flag, 1)", [Order.SEQ_CST]),
        ("seen = atomic_load_explicit(&flag, memory_order_acquire)", [Order.ACQUIRE]),
        ("atomic_fetch_add_explicit(&flag, 1, memory_order_acq_rel)", [Order.ACQUIRE, Order.RELEASE]),
        ("atomic_fetch_add_explicit(&flag, 1, memory_order_release)", [Order.RELAXED, Order.RELEASE]),
        ("atomic_fetch_add_explicit(&flag, 1, memory_order_acquire)", [Order.ACQUIRE, Order.RELAXED]),
        ("atomic_fetch_add(&flag, 1)", [Order.SEQ_CST, Order.SEQ_CST]),
        ("*(int *)&flag = 3", [Order.PLAIN]),
    ],
)  # fmt: skip
def test_accesses_have_their_orders(done: str, expected: list[Order], tmp_path: Path) -> None:
    assert orders(ctp_of(tmp_path, done, "atomic_store(&flag, 9)"), 1, "flag") == expected


@pytest.mark.parametrize(
    ("expected", "read", "write"),
    [(0, Order.ACQUIRE, Order.RELEASE), (7, Order.RELAXED, Order.RELAXED)],
)
def test_a_swap_has_the_order_of_how_it_went(expected: int, read: Order, write: Order, tmp_path: Path) -> None:
    swap = "atomic_compare_exchange_strong_explicit(&flag, &old, 9, memory_order_acq_rel, memory_order_relaxed)"
    ctp = ctp_of(tmp_path, f"int old = {expected}; {swap}", "atomic_store(&flag, 5)")
    assert orders(ctp, 1, "flag") == [read, write]


def test_fences_are_events_unless_they_are_for_signal_handlers(tmp_path: Path) -> None:
    fences = "atomic_thread_fence(memory_order_release); atomic_signal_fence(memory_order_acq_rel)"
    ctp = ctp_of(tmp_path, fences, "atomic_thread_fence(memory_order_seq_cst)")
    assert [action for action in actions(ctp, 1) if isinstance(action, Fence)] == [Fence(Order.RELEASE)]
    assert [action for action in actions(ctp, 2) if isinstance(action, Fence)] == [Fence(Order.SEQ_CST)]


def freed(ctp: TraceProgram) -> list[set[str]]:
    """Not what realloc() is only given in other orders."""
    actions = [event.action for event in ctp.events if isinstance(event.action, Free)]
    return [{ctp.cells[cell].name for cell in one.cells} for one in actions if not one.goes_on or one.when is None]


@pytest.mark.parametrize(
    ("gives_back", "count"), [("free(heap)", 2), ("heap = realloc(heap, 8000)", 4), ("heap = realloc(heap, 8)", 3)]
)
def test_memory_that_is_given_back_while_others_use_it_is_freed(gives_back: str, count: int, tmp_path: Path) -> None:
    """With what realloc() copies."""
    ctp = ctp_of(tmp_path, "seen = heap[1] + heap[3]", gives_back, "heap = calloc(4, sizeof *heap)")
    (cells,) = freed(ctp)
    assert len(cells) == count


def test_memory_that_is_given_back_after_its_users_is_settled(tmp_path: Path) -> None:
    text = f"""{HEAD}
static void *user(void *arg) {{ heap[1] = 1; return arg; }}
int main(void) {{
    pthread_t thread;
    heap = malloc(16);
    pthread_create(&thread, NULL, user, NULL);
    pthread_join(thread, NULL);
    free(heap);
    return 0;
}}"""
    ctp = modelled_text(tmp_path, "settled", text).ctp
    assert not ctp.cells
    assert not freed(ctp)


def test_an_early_read_is_an_access_where_the_source_reads(tmp_path: Path) -> None:
    ctp = ctp_of(tmp_path, "data = 42; atomic_store(&flag, 1)", "if (atomic_load(&flag)) assert(data == 42)")
    early, beside = accesses(ctp, 2, "data")
    assert isinstance(early, Read)
    assert isinstance(beside, Read)
    assert early.early
    assert not beside.early
    assert beside.address is not None
    assert [ctp.cells[cell].name for cell in beside.cells] == ["data", "nowhere"]


def test_an_early_read_acquires_only_where_the_source_reads(tmp_path: Path) -> None:
    ctp = ctp_of(tmp_path, "data = 1; atomic_store(&flag, 1)", "assert(data == 0 || atomic_load(&flag) == 1)")
    assert orders(ctp, 2, "flag") == [Order.PLAIN, Order.SEQ_CST]


def waiting(ctp: TraceProgram, thread: int) -> list[tuple[str, bool]]:
    return [
        (type(action).__name__, action.waits)
        for action in actions(ctp, thread)
        if isinstance(action, Acquire | Take | Wake | Join)
    ]


@pytest.mark.parametrize(
    ("done", "expected"),
    [
        ("pthread_mutex_lock(&lock)", [("Acquire", True)]),
        ("pthread_mutex_trylock(&lock)", [("Acquire", False)]),
        ("pthread_mutex_timedlock(&lock, &late)", [("Acquire", False)]),
        ("pthread_rwlock_rdlock(&rwlock)", [("Acquire", True)]),
        ("pthread_rwlock_tryrdlock(&rwlock)", [("Acquire", False)]),
        ("pthread_rwlock_timedwrlock(&rwlock, &late)", [("Acquire", False)]),
        ("sem_wait(&tokens)", [("Take", True)]),
        ("sem_trywait(&tokens)", [("Take", False)]),
        ("sem_timedwait(&tokens, &late)", [("Take", False)]),
    ],
)  # fmt: skip
def test_tries_and_timed_operations_do_not_wait(done: str, expected: list[tuple[str, bool]], tmp_path: Path) -> None:
    ctp = ctp_of(tmp_path, done, "", "sem_init(&tokens, 0, 1)")
    assert waiting(ctp, 1) == expected


@pytest.mark.parametrize(
    ("call", "waits"), [("wait(&changed, &lock)", True), ("timedwait(&changed, &lock, &late)", False)]
)
def test_a_wait_with_a_time_limit_ends_by_itself(call: str, waits: bool, tmp_path: Path) -> None:
    waiter = f"pthread_mutex_lock(&lock); while (!data) pthread_cond_{call}; pthread_mutex_unlock(&lock)"
    caller = "pthread_mutex_lock(&lock); data = 1; pthread_cond_signal(&changed); pthread_mutex_unlock(&lock)"
    assert waiting(ctp_of(tmp_path, waiter, caller), 1) == [("Acquire", True), ("Wake", waits), ("Acquire", True)]


@pytest.mark.parametrize(
    ("call", "waits"), [("pthread_join(t, NULL)", True), ("pthread_timedjoin_np(t, NULL, &late)", False)]
)
def test_a_join_with_a_time_limit_does_not_wait(call: str, waits: bool, tmp_path: Path) -> None:
    text = f"""#define _GNU_SOURCE
{HEAD}
static void *user(void *arg) {{ return arg; }}
int main(void) {{ pthread_t t; pthread_create(&t, NULL, user, NULL); {call}; return 0; }}"""
    assert waiting(modelled_text(tmp_path, "join", text).ctp, 0) == [("Join", waits)]


def test_the_region_that_holds_a_call_together_is_made_up(tmp_path: Path) -> None:
    ctp = ctp_of(tmp_path, "sem_getvalue(&tokens, &seen)", "data = seen", "sem_init(&tokens, 0, 2)")
    regions = [event.action for event in ctp.events if isinstance(event.action, RegionBegin | RegionEnd)]
    assert regions == [RegionBegin(made_up=True), RegionEnd(made_up=True)]


GUARD = """
#include <thread>
struct Table { int size; Table() : size(3) {} };
static int use() { static Table table; return table.size; }
int main() {
    int first = 0, second = 0;
    std::thread one([&] { first = use(); }), two([&] { second = use(); });
    one.join();
    two.join();
    return first + second == 0;
}
"""


def test_the_guard_of_a_static_local_is_written_with_release_before_it_is_done(tmp_path: Path) -> None:
    source = tmp_path / "guard.cpp"
    source.write_text(GUARD)
    ctp = modelled(tmp_path, "guard", source).ctp
    done = next(event for event in ctp.events if isinstance(event.action, OnceEnd))
    written = ctp.events[done.number - 1].action
    assert isinstance(written, Step)
    assert [write.order for write in written.writes] == [Order.RELEASE]
    assert ctp.events[done.number - 2].action == RegionBegin(made_up=True)
    assert ctp.events[done.number + 1].action == RegionEnd(made_up=True)
    acquired = [
        read.order for event in ctp.of_thread(2) if isinstance(event.action, Step) for read in event.action.reads
    ]
    assert Order.ACQUIRE in acquired


def test_the_modes_of_locks_are_kept(tmp_path: Path) -> None:
    ctp = ctp_of(tmp_path, "pthread_rwlock_rdlock(&rwlock)", "")
    assert [action.mode for action in actions(ctp, 1) if isinstance(action, Acquire)] == [Mode.SHARED]
