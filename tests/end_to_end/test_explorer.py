"""The explorer runs every schedule of the small programs: their headers say what can come of them."""

import re
from pathlib import Path

import pytest

from raddle.capture.image import ProgramImage, load_image
from raddle.replay.explore import ExploreOrder, explore
from raddle.replay.search import Exploration, Reduction
from raddle.testing.runs import Sources, build

PROGRAMS = sorted((Path(__file__).parents[1] / "explore").glob("*.c"))
SEVERAL_KINDS = (
    "bank_account", "barrier", "cond_signal_for_two", "iriw", "locks_cycle_of_three", "nested_create", "once",
    "return_without_join", "rwlock_readers_write", "semaphore_two_tokens", "trylock", "write_to_read_causality",
)  # fmt: skip

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def program(source: Path) -> ProgramImage:
    return load_image(build(Sources((source,)), lambda note: None))


def outcomes_in_header(source: Path) -> set[str]:
    (line,) = re.findall(r"^// OUTCOMES: (.*)$", source.read_text(), re.MULTILINE)
    return {outcome.strip() for outcome in line.split("|")}


def explored(source: Path, reduction: Reduction = Reduction.RACES) -> Exploration:
    found = explore(ExploreOrder(program(source), reduction=reduction, limit_s=20.0))
    assert found.exhausted
    assert found.limited == 0
    return found


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_exactly_the_outcomes_in_the_header_are_found(source: Path) -> None:
    assert set(explored(source).outcomes) == outcomes_in_header(source)


@pytest.mark.parametrize("name", SEVERAL_KINDS)
def test_going_back_only_at_races_completes_as_many_classes_as_going_back_everywhere(name: str) -> None:
    source = PROGRAMS[0].with_name(f"{name}.c")
    everywhere, at_races = explored(source, Reduction.SLEEP), explored(source)
    assert at_races.complete == everywhere.complete
    assert at_races.outcomes.keys() == everywhere.outcomes.keys()
    assert at_races.blocked <= everywhere.blocked


REGIONS = """
#include <pthread.h>
#include <stdio.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x;
static void *twice(void *arg) {
    for (int i = 0; i < 2; i++) {
        __VERIFIER_atomic_begin();
        int r = x;
        x = r + 1;
        __VERIFIER_atomic_end();
    }
    return arg;
}
int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, twice, NULL);
    pthread_create(&t2, NULL, twice, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("x=%d\\n", x);
}
"""

COPY = """
#include <pthread.h>
#include <stdio.h>
#include <string.h>
struct pair { long a, b, c; };
static struct pair from = {1, 1, 1}, to;
static void *copy(void *arg) { memcpy(&to, &from, sizeof to); return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, copy, NULL);
    long a = to.a, c = to.c;
    pthread_join(t, NULL);
    printf("%ld%ld\\n", a, c);
}
"""


def test_an_atomic_region_is_one_step(tmp_path: Path) -> None:
    (tmp_path / "regions.c").write_text(REGIONS)
    found = explored(tmp_path / "regions.c")
    assert set(found.outcomes) == {"x=4"}
    assert found.complete == 6  # the ways to interleave two regions with two


def test_a_copy_is_one_step(tmp_path: Path) -> None:
    (tmp_path / "copy.c").write_text(COPY)
    assert set(explored(tmp_path / "copy.c").outcomes) == {"00", "01", "11"}


def test_the_schedule_of_an_outcome_leads_to_it_again(tmp_path: Path) -> None:
    from raddle.capture.control import Control
    from raddle.capture.run import RunRequest, run_program
    from raddle.replay.explore import ending_of

    source = PROGRAMS[0].with_name("cond_signal_for_two.c")
    image = program(source)
    for ending, schedule in explored(source).outcomes.items():
        control = Control(segments=schedule.segments, wakes=schedule.wakes, strict=True)
        run = run_program(RunRequest(image, tmp_path / "x.rdl", control=control))
        assert ending_of(run) == ending
