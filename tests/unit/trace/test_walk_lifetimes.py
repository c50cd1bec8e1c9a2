"""Rows of the walk that tell when stack slots end, and where a division may trap: both walkers on small programs."""

import subprocess
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.toolchain import find_toolchain
from raddle.trace.events import EventKind, ThreadTrace
from raddle.trace.walk import Trace
from tests.support.both_walks import walked_by_both
from tests.support.modelled import recorded

pytestmark = pytest.mark.compiler

HEAD = """#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
static int *_Atomic given;
static int never;
static int divisor = 2, dividend = 10, result;
static jmp_buf back;
static void *use(void *arg) { int *slot = given; if (slot) *slot += 1; return arg; }
static void share(int *slot) {
    static pthread_t other;
    given = slot;
    pthread_create(&other, 0, use, 0);
    pthread_join(other, 0);
}
"""


def walked(folder: Path, body: str, *, suffix: str = ".c") -> Trace:
    source = folder / f"program{suffix}"
    source.write_text(HEAD + body)
    _, recording = recorded(folder, "program", source)
    walked_by_both(recording, keep_private=True)
    return walked_by_both(recording)


def slots(thread: ThreadTrace) -> list[tuple[str, int]]:
    """Of the thread in order: that a slot came to be, or ended, and which one."""
    found: list[tuple[str, int]] = []
    known: list[int] = []
    for event in thread.events:
        if event["kind"] in (EventKind.SLOT, EventKind.SLOT_END):
            if event["kind"] == EventKind.SLOT:
                known.append(int(event["address"]))
            last = max(at for at, address in enumerate(known) if address == event["address"])
            found.append((EventKind(event["kind"]).name, last))
    return found


def kinds(thread: ThreadTrace, *wanted: EventKind) -> list[str]:
    return [EventKind(kind).name for kind in thread.events["kind"] if kind in wanted]


def test_slots_end_with_their_function_in_reverse_order(tmp_path: Path) -> None:
    trace = walked(
        tmp_path,
        """static void both(void) { int a = 1, b = 2; share(&a); share(&b); }
        int main(void) { both(); both(); return 0; }""",
    )
    one = [("SLOT", 0), ("SLOT", 1), ("SLOT_END", 1), ("SLOT_END", 0)]
    assert slots(trace.threads[0]) == one + [(kind, number + 2) for kind, number in one]
    begun = trace.threads[0].events[trace.threads[0].events["kind"] == EventKind.SLOT]
    ended = trace.threads[0].events[trace.threads[0].events["kind"] == EventKind.SLOT_END]
    assert sorted(begun["value"].tolist()) == sorted(ended["value"].tolist()) == [4, 4, 4, 4]


def test_a_longjmp_ends_the_slots_of_the_functions_that_it_leaves(tmp_path: Path) -> None:
    trace = walked(
        tmp_path,
        """static void inner(void) { int a = 1; share(&a); longjmp(back, 1); }
        static void outer(void) { int b = 1; share(&b); inner(); }
        int main(void) { int c = 3; share(&c); if (!setjmp(back)) outer(); share(&c); return 0; }""",
    )
    assert slots(trace.threads[0]) == [
        *(("SLOT", number) for number in range(3)),
        *(("SLOT_END", number) for number in (2, 1, 0)),
    ]
    creations = [
        at
        for at, event in enumerate(trace.threads[0].events)
        if event["kind"] == EventKind.SYNC and trace.recording.sync[int(event["value"])]["kind"] == 3
    ]
    ends = [at for at, kind in enumerate(trace.threads[0].events["kind"]) if kind == EventKind.SLOT_END]
    assert ends[1] < creations[-1] < ends[2], "the two functions are left before main goes on"


@pytest.mark.parametrize("way", ["pthread_exit(0);", "pthread_cancel(pthread_self()); pthread_testcancel();"])
def test_the_end_of_a_thread_ends_its_slots_before_others_may_know_of_it(tmp_path: Path, way: str) -> None:
    trace = walked(
        tmp_path,
        f"""static void inner(void) {{ int a = 1; share(&a); {way} }}
        static void *routine(void *arg) {{ int b = 1; share(&b); inner(); return arg; }}
        int main(void) {{
            pthread_t t;
            pthread_create(&t, 0, routine, 0);
            pthread_join(t, 0);
            return 0;
        }}""",
    )
    thread = next(thread for thread in trace.threads if thread.path == "main.1")
    assert slots(thread) == [("SLOT", 0), ("SLOT", 1), ("SLOT_END", 1), ("SLOT_END", 0)]
    assert thread.events["kind"].tolist()[-3:] == [EventKind.SLOT_END, EventKind.SLOT_END, EventKind.SYNC]


def test_a_thread_that_the_process_cuts_off_keeps_its_slots(tmp_path: Path) -> None:
    trace = walked(tmp_path, "int main(void) { int a = 1; share(&a); exit(a - 2); }")
    assert slots(trace.threads[0]) == [("SLOT", 0)]


def test_an_exception_ends_the_slots_of_the_functions_that_it_leaves(tmp_path: Path) -> None:
    source = tmp_path / "program.cpp"
    source.write_text(
        """#include <thread>
        static int *given;
        static void share(int *slot) { std::thread other([=] { *slot += 1; }); other.join(); *slot += 1; }
        struct Cleaned { ~Cleaned() { int d = 4; share(&d); } };
        static void inner() { int a = 1; share(&a); throw a; }
        static void outer() { Cleaned cleaned; int b = 1; share(&b); inner(); }
        int main() { int c = 1; try { outer(); } catch (int) { share(&c); } return 0; }"""
    )
    _, recording = recorded(tmp_path, "program", source)
    trace = walked_by_both(recording)
    own = slots(trace.threads[0])
    assert len([kind for kind, _ in own if kind == "SLOT"]) == len([kind for kind, _ in own if kind == "SLOT_END"])
    alive: list[int] = []
    for kind, number in own:
        if kind == "SLOT":
            alive.append(number)
        else:
            assert alive.pop() == number


def test_an_exception_that_a_library_catches_has_left_whoever_it_passed(tmp_path: Path) -> None:
    """As a test framework goes on with the next test: `one` is not gone on with when `two` returns."""
    library = tmp_path / "library.cpp"
    library.write_text("void each(void (*one)(), void (*two)()) { try { one(); } catch (int) { } two(); }\n")
    plain = library.with_suffix(".o")
    subprocess.run([*find_toolchain(Cache.of_user()).driver("c++"), "-c", library, "-o", plain], check=True)
    source = tmp_path / "program.cpp"
    source.write_text(
        """#include <thread>
        void each(void (*one)(), void (*two)());
        static int *given, behind;
        static void share(int *slot) { std::thread other([=] { *slot += 1; }); other.join(); *slot += 1; }
        struct Cleaned { ~Cleaned() { int d = 4; share(&d); } };
        static void inner() { Cleaned cleaned; throw 1; }
        static void one() { inner(); share(&behind); }
        static void two() { int b = 1; share(&b); }
        int main() { each(one, two); return behind; }"""
    )
    _, recording = recorded(tmp_path, "program", source, plain)
    trace = walked_by_both(recording)
    own = slots(trace.threads[0])
    assert [kind for kind, _ in own].count("SLOT") == [kind for kind, _ in own].count("SLOT_END") > 0


def test_a_division_is_told_where_terms_decide_whether_it_traps(tmp_path: Path) -> None:
    trace = walked(
        tmp_path,
        """static void *change(void *arg) { divisor = 3; dividend = 7; return arg; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, change, 0);
            pthread_join(t, 0);
            result = 100 / divisor;             /* told */
            result = dividend / 2;              /* cannot trap */
            result = dividend / (never - 1);    /* told: INT_MIN / -1 */
            result = (unsigned)dividend / (never - 1u);
            result = (unsigned)dividend % (unsigned)divisor; /* told */
            return 100 / (result + 1) > 100;
        }""",
    )
    rows = trace.threads[0].events[trace.threads[0].events["kind"] == EventKind.DIVISION]
    assert rows["size"].tolist() == [32, 32, 32, 32]
    assert rows["value"].tolist() == [3, 2**32 - 1, 3, 2]
    assert rows["written"].tolist() == [100, 7, 7, 100]
    assert rows["address"].tolist() == [1, 1, 0, 1]
    assert (rows["value_term"] != 0).tolist() == [True, False, True, True]
    assert (rows["written_term"] != 0).tolist() == [False, True, True, False]
    assert (rows["flags"] == 0).all()


def test_a_division_that_traps_is_told_before_the_thread_ends(tmp_path: Path) -> None:
    trace = walked(
        tmp_path,
        """static void *change(void *arg) { divisor = 0; return arg; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, change, 0);
            pthread_join(t, 0);
            return 100 % divisor;
        }""",
    )
    last = trace.threads[0].events[-1]
    assert (last["kind"], last["value"], last["written"]) == (EventKind.DIVISION, 0, 100)
