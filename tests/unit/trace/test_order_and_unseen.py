"""The global order of events, and the writes that only a later load reveals."""

from pathlib import Path

import pytest

from raddle.capture.run import Output
from raddle.pipeline.runs import show
from raddle.testing.runs import RecordOrder, Sources, load_trace, record
from raddle.trace.order import turns
from raddle.trace.print import Selection
from raddle.trace.unseen import unseen_writes
from raddle.trace.walk import Trace

pytestmark = [pytest.mark.native, pytest.mark.compiler]

UNSEEN = r"""
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
static int shared[4];
static char text[] = {0, 7, 0, 0, 0, 8, 0, 0};
static void *reader(void *arg) {
    (void)arg;
    int a = shared[0];
    swab(text, shared, sizeof text);   // writes that no hook announces
    return (void *)(long)(a + shared[0] + shared[1]);
}
int main(void) {
    pthread_t t;
    shared[0] = 1;
    pthread_create(&t, 0, reader, 0);
    pthread_join(t, 0);
    shared[1] = 0;
    return shared[0] != 7;
}
"""


def traced(text: str, folder: Path) -> Trace:
    source = folder / "program.c"
    source.write_text(text)
    order = RecordOrder(Sources((source,)), folder / "run.rdl", output=Output.CAPTURED)
    recording = record(order, lambda note: None)
    assert recording.ending == "exit status 0"
    return load_trace(folder / "run.rdl")


def test_a_write_by_a_library_is_found_at_the_load_that_sees_it(tmp_path: Path) -> None:
    trace = traced(UNSEEN, tmp_path)
    (found,) = unseen_writes(trace)
    assert (found.expected, found.value, found.size) == (1, 7, 4)
    assert trace.threads[found.thread].path == "main.1"
    shown = [line for line in show(tmp_path / "run.rdl", Selection()) if "not followed" in line]
    assert len(shown) == 1 and "shared[0] = 7" in shown[0]


def test_announced_writes_are_not_reported(tmp_path: Path) -> None:
    text = UNSEEN.replace("swab(text, shared, sizeof text)", "shared[0] = 7, shared[1] = 8")
    assert unseen_writes(traced(text, tmp_path)) == []


def test_turns_cover_every_event_once_and_in_each_threads_order(tmp_path: Path) -> None:
    trace = traced(UNSEEN, tmp_path)
    done = [0] * len(trace.threads)
    for number, begin, end in turns(trace):
        assert begin == done[number] and end > begin
        done[number] = end
    assert done == [len(thread.events) for thread in trace.threads]
