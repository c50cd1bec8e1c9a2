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


SLOTS = """#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
struct node { long a, b; };
static struct node *slot[2];
static int begun;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node *made(void) {
    struct node *node = malloc(sizeof *node);
    node->a = node->b = 1;
    return node;
}
static void *work(void *which) {
    pthread_mutex_lock(&m);
    struct node *node = slot[(long)which];
    begun = 1;
    node->a++;
    node->b++;
    pthread_mutex_unlock(&m);
    free(node);
    return NULL;
}
int main(void) {
    pthread_t first, second;
    struct node *one = made(), *two = made(), *three = made();
    slot[0] = one;
    pthread_create(&first, NULL, work, (void *)0);
    pthread_mutex_lock(&m);
    slot[1] = begun ? two : CHOSEN;
    two->a++;
    three->b++;
    pthread_mutex_unlock(&m);
    pthread_create(&second, NULL, work, (void *)1);
    pthread_mutex_lock(&m);
    USED;
    pthread_mutex_unlock(&m);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
"""
"""Which node the second thread gives back is no branch of anybody's, and one step of paths."""


@pytest.mark.parametrize(
    ("chosen", "used", "verdict"),
    [
        ("three", "", "proved"),
        ("slot[0]", "", "bug"),  # given back twice
        ("three", "three->a++", "bug"),  # where a field is used that nobody else reaches by a constant address,
        ("three", "three->b++", "bug"),  # one behind the beginning of the block,
        ("three", "two->b++", "bug"),  # of the other block
        ("three", "if (!begun) one->b++, two->b++, three->b++", "proved"),
        ("NULL", "if (!begun) begun = slot[1] ? 1 : 0", "bug"),  # node->a++ of NULL
    ],
)
def test_which_of_several_nodes_is_given_back_is_one_step(tmp_path: Path, chosen: str, used: str, verdict: str) -> None:
    assert verified_nodes(SLOTS.replace("CHOSEN", chosen).replace("USED", used), tmp_path).verdict == verdict


@pytest.mark.parametrize("looked_at", ["two", "three"])
def test_a_library_may_look_at_a_node_that_no_run_was_seen_to_give_back(tmp_path: Path, looked_at: str) -> None:
    text = SLOTS.replace("CHOSEN", "three").replace("USED;", f"unlink((char *){looked_at});")
    verified = verified_nodes(text, tmp_path, random_runs=0)
    assert verified.verdict == "unknown"
    assert "gives back, unseen" in (verified.reason or "")


def test_a_queue_has_about_as_many_steps_more_for_each_item(tmp_path: Path) -> None:
    (queue,) = ordinary(("list_queue",))
    steps = []
    for items in (2, 3, 4):
        verified = verified_nodes(f"#define N {items}\n{queue.source.read_text()}", tmp_path)
        assert verified.verdict == "proved"
        steps.append(verified.counts.events)
    assert steps[2] - steps[1] < 2 * (steps[1] - steps[0])
    assert steps[2] < 520  # 544 where each node that is given back is an outcome


@pytest.mark.parametrize("seed", range(8))
def test_random_programs_are_proved_where_no_order_fails(seed: int) -> None:
    found = judged(seed)
    assert not found.wrong and not found.unknown
