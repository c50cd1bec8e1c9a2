"""What was read goes somewhere but into conditions: found in the code of one program with a line for each case."""

import pytest

from raddle.model.recorded.shown import Shown
from raddle.trace.events import EventKind
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import walk_fast
from raddle.trace.words import Words
from tests.support.modelled import recorded

TEXT = """\
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
int x = 3, sink;
_Atomic int n;
static int get(void) { return x; }                   // returned
static int is_large(int v) { return v > 2; }
static int twice(int v) { return v + v; }
static int deep(void) { return get() + 1; }
static void keep(int *p, int v) { *p = v; }
int *private_place;
void *work(void *unused)
{
    if (x > 1) sched_yield();                         // condition
    if (twice(x) > 1) sched_yield();                  // through a function
    if (is_large(x)) sched_yield();                   // compared in a function
    if (deep() == 4) sched_yield();
    switch (x) { case 1: sched_yield(); }             // switch
    int kept = x; if (kept == 3) printf("%d", kept);  // printed
    *private_place = x;                               // stored
    keep(private_place, x);                           // stored in a function
    int v[2] = {1, 2}; sink = v[x & 1];               // address
    int best = x > 2 ? x : 1; if (best) sched_yield(); // chosen
    atomic_fetch_add(&n, 1);                          // result unused
    n++;                                              // increment
    if (atomic_fetch_sub(&n, 1) == 2) sched_yield();  // result compared
    printf("%d", atomic_fetch_add(&n, 1));            // result printed
    return 0;
}
int main(void)
{
    pthread_t t;
    private_place = malloc(4);
    pthread_create(&t, 0, work, 0);
    n = x;
    x = 3;
    pthread_join(t, 0);
    return 0;
}
"""

EXPECTED = {
    "condition": {False},
    "through a function": {False},
    "compared in a function": {False},
    "switch": {False},
    "printed": {True},
    "stored": {True},
    "stored in a function": {True},
    "address": {True},
    "chosen": {False},
    "result unused": {False},
    "increment": {False},
    "result compared": {False},
    "result printed": {True},
    "returned": {False},
}


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    folder = tmp_path_factory.mktemp("shown")
    source = folder / "shown.c"
    source.write_text(TEXT)
    return walk_fast(recorded(folder, "shown", source)[1])


def answers(trace: Trace, case: str) -> set[bool]:
    """Of the reads of x and n on the line that says so."""
    shown, words = Shown(trace.program), Words(trace)
    line = next(number for number, text in enumerate(TEXT.splitlines(), 1) if text.endswith(f"// {case}"))
    thread = trace.threads[1]
    reads = thread.events[(thread.events["kind"] == EventKind.READ) | (thread.events["kind"] == EventKind.UPDATE)]
    found = set()
    for row in reads:
        place = words.place_of(thread, row)
        name = words.deed(thread, row).what.split()[0]
        if place is not None and place.line == line and name in ("x", "n"):
            found.add(shown.is_shown(thread, int(row["site"]), int(row["stack"])))
    return found


@pytest.mark.compiler
@pytest.mark.parametrize("case", EXPECTED)
def test_what_is_read_is_shown_unless_only_conditions_use_it(trace: Trace, case: str) -> None:
    assert answers(trace, case) == EXPECTED[case]
