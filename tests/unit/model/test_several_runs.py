"""Several runs of one program: threads that go the same way have the same events, on the same cells."""

from itertools import combinations
from pathlib import Path

import pytest

from raddle.base.errors import ToolError
from raddle.logic.evaluate import Evaluator
from raddle.model.actions import Check, Free, Read, Step
from raddle.model.check import check_program
from raddle.model.recorded.several import RunModel, SeveralRuns
from tests.support.modelled import observed_run
from tests.support.several_runs import Told, built, run_of, runs_of, same_way

pytestmark = [pytest.mark.compiler, pytest.mark.native]

PREDICT = Path(__file__).parents[2] / "predict"
CHOSEN = [
    "atomic_cas_without_retry", "barrier_serial_thread", "bounded_buffer", "cond_if", "division", "once_by_hand",
    "queue_two_consumers", "refcount", "sync_builtins",
]  # fmt: skip

RETURNED = """
    #include <assert.h>
    #include <pthread.h>
    int flag;
    void *asks(void *unused) {
        if (flag)
            return (void *)7;
        return 0;
    }
    void *sets(void *unused) { flag = 1; return 0; }
    int main(void) {
        pthread_t a, b;
        void *result;
        pthread_create(&a, 0, asks, 0);
        pthread_create(&b, 0, sets, 0);
        pthread_join(a, &result);
        assert(result != (void *)9);
        pthread_join(b, 0);
        return 0;
    }
"""

ALTERNATELY = """
    #include <pthread.h>
    _Alignas(64) int turn;
    _Alignas(64) int x;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    void *one(void *unused) {
        pthread_mutex_lock(&lock);
        if (turn++ == 0)
            x = 1;
        pthread_mutex_unlock(&lock);
        return 0;
    }
    int main(void) {
        pthread_t a, b;
        pthread_create(&a, 0, one, 0);
        pthread_create(&b, 0, one, 0);
        pthread_join(a, 0);
        pthread_join(b, 0);
        return 0;
    }
"""

COUNTED = """
    #include <pthread.h>
    #include <semaphore.h>
    int n;
    sem_t s;
    void *sets(void *unused) { n = 1; return 0; }
    void *takes(void *unused) { sem_post(&s); return 0; }
    int main(void) {
        pthread_t a, b;
        pthread_create(&a, 0, sets, 0);
        sem_init(&s, 0, n);
        pthread_create(&b, 0, takes, 0);
        pthread_join(a, 0);
        pthread_join(b, 0);
        return 0;
    }
"""

GIVEN_BACK = """
    #include <pthread.h>
    #include <stdlib.h>
    struct node { long first, second; };
    _Atomic int is_used;
    void *frees(void *node) { if (!is_used) free(node); return 0; }
    void *uses(void *node) { if (is_used) ((struct node *)node)->second = 1; return 0; }
    void *sets(void *unused) { is_used = 1; return 0; }
    int main(void) {
        pthread_t threads[4];
        struct node *node = calloc(1, sizeof *node);
        pthread_create(&threads[0], 0, frees, node);
        pthread_create(&threads[1], 0, uses, node);
        pthread_create(&threads[2], 0, uses, node);
        pthread_create(&threads[3], 0, sets, 0);
        for (int one = 0; one < 4; one++)
            pthread_join(threads[one], 0);
        return 0;
    }
"""


def modelled(folder: Path, program: Path | str, count: int = 5) -> tuple[RunModel, ...]:
    several = SeveralRuns()
    for trace in runs_of(built(folder, program), folder, count):
        several.add(trace)
    return several.models()


def scheduled(folder: Path, program: str, *schedules: str) -> tuple[RunModel, ...]:
    image, several = built(folder, program), SeveralRuns()
    for schedule in schedules:
        several.add(run_of(image, folder, schedule))
    return several.models()


def threads_of(models: tuple[RunModel, ...]) -> list[tuple[RunModel, int]]:
    return [(model, thread) for model in models for thread in range(len(model.ctp.threads))]


def read_and_guarded(model: RunModel, thread: int) -> list[Step]:
    return [event.action for event in model.ctp.of_thread(thread) if isinstance(event.action, Step)]


@pytest.mark.parametrize("name", CHOSEN)
def test_threads_that_go_the_same_way_do_the_same(name: str, tmp_path: Path) -> None:
    models = modelled(tmp_path, PREDICT / f"{name}.c")
    cells: dict[object, object] = {}
    for model in models:
        check_program(model.ctp)
        observed_run(model.ctp)
        for key, cell in zip(model.cells, model.ctp.cells, strict=True):
            known = cell.width, cell.initial, cell.hidden
            assert cells.setdefault(key, known) == known
        assert not [check for check in model.ctp.checks if check.action.against != "assertion"]  # type: ignore[union-attr]
        assert model.ctp.terms is models[0].ctp.terms
        assert all(place.before <= model.ctp.threads[at].count for at, own in enumerate(model.places) for place in own)
    told = {(model.number, thread): Told(model, thread).events for model, thread in threads_of(models)}
    compared = 0
    for (one, first), (other, second) in combinations(threads_of(models), 2):
        if one is not other and same_way(one, first, other, second):
            a, b = told[one.number, first], told[other.number, second]
            assert a[: len(b)] == b[: len(a)]  # one of them may have been cut off by the end of the process
            compared += 1
    assert compared


@pytest.mark.parametrize("name", ["bounded_buffer", "atomic_cas_loop", "argument_on_heap"])
def test_what_a_thread_holds_at_a_place_is_worth_what_it_held_there(name: str, tmp_path: Path) -> None:
    several, held = SeveralRuns(), 0
    for trace in runs_of(built(tmp_path, PREDICT / f"{name}.c"), tmp_path, 3):
        several.add(trace)
    for model in several.models():
        evaluated = Evaluator(dict(observed_run(model.ctp).values))
        for thread, places in enumerate(model.places):
            assert model.doubts[thread] is None
            states = several.states(model.number, thread)
            assert len(places) == len(states)
            for place, state in zip(places, states, strict=True):
                assert [evaluated(term) for _, term in place.held] == [value for _, value, _ in state.held]
                held += len(state.held)
    assert held


def test_a_result_goes_through_a_cell_though_it_is_constant_in_each_run(tmp_path: Path) -> None:
    models = scheduled(tmp_path, RETURNED, "main:4 main.1:9 main.2:9", "main:4 main.2:9 main.1:9")
    left = []
    for model in models:
        cell = model.cells.index(("result", "main.1"))
        writes = [write for step in read_and_guarded(model, 1) for write in step.writes if cell in write.cells]
        reads = [read for step in read_and_guarded(model, 0) for read in step.reads if cell in read.cells]
        assert len(writes) == len(reads) == 1
        left.append(writes[0].value.constant)
    assert sorted(left) == [0, 7]


def test_memory_is_shared_that_different_threads_touch_in_different_runs(tmp_path: Path) -> None:
    models = scheduled(tmp_path, ALTERNATELY, "main:4 main.1:99 main.2:99", "main:4 main.2:99 main.1:99")
    written = [
        {model.ctp.cells[write.cells[0]].name for step in read_and_guarded(model, at) for write in step.writes}
        for model, at in ((models[0], 1), (models[1], 2))
    ]
    assert written == [{"turn", "x"}, {"turn", "x"}]
    (alone,) = scheduled(tmp_path, ALTERNATELY, "main:4 main.1:99 main.2:99")
    assert "x" not in {cell.name for cell in alone.ctp.cells}


def test_a_model_stays_the_same_when_a_run_brings_nothing_new(tmp_path: Path) -> None:
    several = SeveralRuns()
    traces = list(runs_of(built(tmp_path, PREDICT / "queue_two_consumers.c"), tmp_path, 5))
    for trace in (*traces, *traces):
        several.add(trace)
        models = several.models()
    before = several.models()
    several.add(traces[0])
    after = several.models()
    assert len(models) == 10
    assert all(one is other for one, other in zip(before, after, strict=False))
    assert Told(after[-1], 1).events == Told(after[0], 1).events
    assert not _variables(after[-1]) & _variables(after[0])


def test_what_a_run_gives_back_is_all_that_later_runs_touch_of_it(tmp_path: Path) -> None:
    image, several = built(tmp_path, GIVEN_BACK), SeveralRuns(memory=True)
    given_back = []
    for schedule in ("main:9 main.1:9 main.2:9 main.3:9 main.4:9", "main:9 main.4:9 main.1:9 main.2:9 main.3:9"):
        several.add(run_of(image, tmp_path, schedule))
        frees = [event.action for model in several.models() for event in model.ctp.events]
        given_back.append([len(free.cells) for free in frees if isinstance(free, Free)])
    assert given_back == [[0], [1]]


def _variables(model: RunModel) -> set[object]:
    steps = (event.action for event in model.ctp.events if isinstance(event.action, Step | Check))
    reads: list[Read] = [read for step in steps for read in step.reads]
    return {read.variable for read in reads}


def test_a_semaphore_that_begins_differently_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="s does not begin with the same count in every run"):
        scheduled(tmp_path, COUNTED, "main:99 main.1:9", "main:2 main.1:9 main:99")
