"""Nodes that threads hand to each other and give back: `verify` forgets which of them a thread has given back where
flags tell it, and only there (decision 49). More programs: campaign `nodes`."""

from pathlib import Path

import pytest

from tests.campaigns.nodes import judged, verified_nodes
from tests.support.ordinary import ordinary

pytestmark = [pytest.mark.native, pytest.mark.compiler, pytest.mark.slow]

KEPT_TO_ITSELF = """#include <pthread.h>
#include <stdlib.h>
static struct node { long a, b; } *shared;
static int begun, ended;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
    pthread_mutex_lock(&m);
    shared->a++;
    begun = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    ended = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
static int is(const int *flag) {
    pthread_mutex_lock(&m);
    int seen = *flag;
    pthread_mutex_unlock(&m);
    return seen;
}
int main(void) {
    pthread_t t;
    struct node *node = malloc(sizeof *node);
    node->a = node->b = 1;
    shared = node;
    pthread_create(&t, NULL, work, NULL);
    if (is(&begun)) free(node);
    if (!is(&ended)) node->USED++;
    pthread_join(t, NULL);
    return 0;
}
"""
"""It is used after it was given back where main looks twice between the two."""


@pytest.mark.parametrize("used", ["a", "b"])
def test_what_a_thread_has_given_back_it_may_still_use_where_nobody_else_does(tmp_path: Path, used: str) -> None:
    verified = verified_nodes(KEPT_TO_ITSELF.replace("USED", used), tmp_path)
    assert verified.verdict == "bug"
    assert [finding.kind for finding in verified.findings] == ["memory"]


def test_a_queue_has_about_as_many_steps_more_for_each_item(tmp_path: Path) -> None:
    (queue,) = ordinary(("list_queue",))
    steps = []
    for items in (2, 3, 4):
        verified = verified_nodes(f"#define N {items}\n{queue.source.read_text()}", tmp_path)
        assert verified.verdict == "proved"
        steps.append(verified.counts.events)
    assert steps[2] - steps[1] < 2 * (steps[1] - steps[0])


@pytest.mark.parametrize("seed", range(8))
def test_random_programs_are_proved_where_no_order_fails(seed: int) -> None:
    found = judged(seed)
    assert not found.wrong and not found.unknown
