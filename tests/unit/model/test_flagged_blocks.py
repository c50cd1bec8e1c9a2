"""Which blocks of the heap make no local states different by being given back (model/recorded/flagged_blocks.py)."""

from pathlib import Path

import pytest

from raddle.model.recorded.flagged_blocks import FlaggedBlocks
from raddle.model.recorded.several import SeveralRuns
from raddle.trace.freed import freed_blocks
from raddle.trace.walk_fast import walk_fast
from tests.support.grown_runs import recorded_runs
from tests.support.modelled import recorded

HEAD = """#include <pthread.h>
#include <stdlib.h>
struct node { long a, b; };
struct locked { pthread_mutex_t m; };
static struct node *node;
static struct locked *with_lock;
static void *both(void *arg) { node->a++; node->b++; return arg; }
static void *one(void *arg) { node->a++; return arg; }
static void *locks(void *arg) { pthread_mutex_lock(&with_lock->m); pthread_mutex_unlock(&with_lock->m); return arg; }
static void run(void *(*work)(void *)) {
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
}
"""
pytestmark = [pytest.mark.native, pytest.mark.compiler]


@pytest.mark.parametrize(
    ("main", "expected"),
    [
        ("node = calloc(1, sizeof *node); run(both); free(node);", [True]),
        ("node = calloc(1, sizeof *node); run(one); free(node);", [False]),
        ("node = calloc(1, 24); run(both); free(node);", [False]),
        ("free(malloc(16)); node = calloc(1, sizeof *node); run(both); free(node);", [False, True]),
        ("with_lock = calloc(1, sizeof *with_lock); run(locks); free(with_lock);", [False]),
        ("node = calloc(1, sizeof *node); run(both);", []),
    ],
    ids=["all of it", "a part", "nobody touches the end", "nobody else touches it", "a lock", "not given back"],
)
def test_it_is_one_that_others_touch_everywhere(tmp_path: Path, main: str, expected: list[bool]) -> None:
    source = tmp_path / "program.c"
    source.write_text(f"{HEAD}int main(void) {{ {main} return 0; }}\n")
    trace, blocks = walk_fast(recorded(tmp_path, "program", source)[1]), FlaggedBlocks()
    blocks.add(trace)
    found = blocks.among(trace.shared)
    assert [block.address in found for block in freed_blocks(trace.recording)] == expected


def test_a_place_where_blocks_of_other_sizes_lie_in_other_runs_is_none(tmp_path: Path) -> None:
    blocks, counts = FlaggedBlocks(), list[int]()
    for size in (16, 8):  # the same program but for the size, so at the same place
        source = tmp_path / f"of{size}.c"
        work = "both" if size == 16 else "one"
        source.write_text(f"{HEAD}int main(void) {{ node = calloc(1, {size}); run({work}); free(node); return 0; }}\n")
        trace = walk_fast(recorded(tmp_path, source.stem, source)[1])
        blocks.add(trace)
        counts.append(len(blocks.among(trace.shared)))
    assert counts == [1, 0]


def test_places_of_earlier_runs_are_made_anew_when_a_later_one_shows_that_a_block_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, several = tmp_path / "program.c", SeveralRuns(memory=True)
    main = "node = calloc(1, sizeof *node); run(both); if (node->a) free(node); for (int i = 0; i < 2; i++) node = 0;"
    source.write_text(f"{HEAD}int main(void) {{ {main} return 0; }}\n")
    first, second = recorded_runs(tmp_path, source, 2)
    several.add(first)
    (before,) = several.models()
    monkeypatch.setattr(FlaggedBlocks, "among", lambda blocks, shared: frozenset())
    several.add(second)
    after = several.models()[0]
    states = [[place.where for place in model.places[0]] for model in (before, after)]
    assert states[0] and states[0] != states[1]
