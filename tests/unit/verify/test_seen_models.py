"""The runs that paths were made of: what is seen of an event of the paths belongs to one of these."""

from pathlib import Path

import pytest

from raddle.verify.grow.seen import Seen
from tests.support.grown_runs import recorded_runs

GIVEN_TO_A_LIBRARY = """#include <pthread.h>
#include <stdlib.h>
static int sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *arg) {
    pthread_mutex_lock(&m);
    sum += *(int *)arg;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t, u;
    int one = 1, two = 2;
    pthread_create(&t, NULL, add, &one);
    pthread_create(&u, NULL, add, &two);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    int asked = sum;
    srand(asked);
    return asked != 3;
}
"""


@pytest.mark.native
@pytest.mark.compiler
@pytest.mark.parametrize("decides", [False, True], ids=["as they were", "what main reads is decided"])
def test_an_event_of_the_paths_is_one_of_a_run_that_they_were_made_of(tmp_path: Path, decides: bool) -> None:
    source, seen = tmp_path / "given.c", Seen()
    source.write_text(GIVEN_TO_A_LIBRARY)
    for trace in recorded_runs(tmp_path, source, 3):
        seen.add(trace)
    if decides:
        before = seen.models()
        assert seen.decide()
        assert [len(one.ctp.events) for one in seen.models()] > [len(one.ctp.events) for one in before]
    models, origins = seen.models(), [one for of_event in seen.origins() for one in of_event]
    assert origins
    for origin in origins:
        assert models[origin.run].ctp.events[origin.event.number] == origin.event
