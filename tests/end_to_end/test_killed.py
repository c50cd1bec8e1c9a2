"""A kill at any moment leaves a recording that loads and is walked to its end: chunks are copied all the time here."""

from pathlib import Path

import pytest

from raddle.capture.build import build_program
from raddle.capture.image import load_image
from raddle.capture.run import RunRequest, run_program, unfinished
from raddle.testing.runs import load_trace
from raddle.trace.events import EventKind

# A child that is not recorded waits until the recording has a certain size, and kills its parent.
PROGRAM = r"""
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long counter, cells[64];

static void *count(void *unused)
{
    (void)unused;
    for (unsigned i = 0;; i++) {
        cells[i % 64] += cells[(i + 1) % 64] + i;
        if (i % 4)
            continue;
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    if (fork() == 0) {
        struct stat found;
        do
            stat(argv[1], &found);
        while (found.st_size < atol(argv[2]));
        kill(getppid(), SIGKILL);
        _exit(0);
    }
    pthread_t other;
    pthread_create(&other, NULL, count, NULL);
    count(NULL);
}
"""
FULL = 256 << 10


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("killed")
    (folder / "count.c").write_text(PROGRAM)
    return build_program([folder / "count.c"], [], folder / "count").program


@pytest.mark.parametrize("chunks", [0, 5, 8, 11])
def test_a_killed_program_leaves_all_that_it_did(program: Path, tmp_path: Path, chunks: int) -> None:
    recording = tmp_path / "r.rdl"
    size = str((1 << 20) + chunks * FULL)
    run = run_program(RunRequest(load_image(program), recording, (str(unfinished(recording)), size), limit_s=10))
    assert run.signal == 9 and not run.timed_out
    trace = load_trace(recording)
    assert trace.recording.events > 10_000
    assert any(kind == EventKind.SYNC for kind in trace.threads[0].events["kind"])
