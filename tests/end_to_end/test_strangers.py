"""Code without hooks beside the program: libraries that make threads, lock and call back, and processes."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from raddle.base.exits import Exit
from tests.support.command import check_assertions, raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

POOL = r"""
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next, total;
static void (*job)(int);
static void *work(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        int mine = next < total ? next++ : -1;
        pthread_mutex_unlock(&lock);
        if (mine < 0)
            return unused;
        job(mine);
    }
}
void in_parallel(void (*function)(int), int count, int *done)
{
    pthread_t threads[2];
    job = function, next = 0, total = count;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    *done = count;
}
"""
POOL_CPP = r"""
#include <mutex>
#include <thread>
extern "C" void in_parallel(void (*function)(int), int count, int *done)
{
    std::mutex lock;
    int next = 0;
    auto work = [&] {
        for (;;) {
            int mine;
            {
                std::lock_guard<std::mutex> guard(lock);
                mine = next < count ? next++ : -1;
            }
            if (mine < 0)
                return;
            function(mine);
        }
    };
    std::thread first(work), second(work);
    first.join();
    second.join();
    *done = count;
}
"""
USER = r"""
#include <assert.h>
#include <sched.h>
void in_parallel(void (*function)(int), int count, int *done);
static int counter, cells[4];
static void job(int number)
{
    cells[number] = number;
    sched_yield();
    counter++;
}
int main(void)
{
    int done = 0;
    in_parallel(job, 4, &done);
    assert(done == 4);
    assert(counter == 4);
    return 0;
}
"""


def library(folder: Path, compiler: str, suffix: str, text: str) -> Path:
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler} here")
    source, made = folder / f"pool{suffix}", folder / "libpool.so"
    source.write_text(text)
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-pthread", source, "-o", made], check=True)
    return made


@pytest.mark.parametrize(("compiler", "suffix", "text"), [("cc", ".c", POOL), ("c++", ".cpp", POOL_CPP)])
def test_a_library_without_hooks_makes_threads_that_call_back(
    tmp_path: Path, compiler: str, suffix: str, text: str
) -> None:
    pool = library(tmp_path, compiler, suffix, text)
    (tmp_path / "user.c").write_text(USER)
    recorded = raddle("record", tmp_path / "user.c", pool, "-o", tmp_path / "r.rdl")
    assert recorded.status == 0, recorded.err
    assert raddle("replay", tmp_path / "r.rdl").status == 0
    checked = check_assertions(tmp_path / "r.rdl", cwd=tmp_path)
    assert checked.status in (Exit.FINDING, Exit.INCONCLUSIVE), checked.out
    assert "counter == 4" in checked.out
    assert "libpool.so is not instrumented" in " ".join(checked.out.split())


SERVER = r"""
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static volatile sig_atomic_t stopped;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds;
static void stop(int number) { stopped = number; }
static void *work(void *unused)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        rounds++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
int main(void)
{
    pthread_t thread;
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGTERM, &action, 0);
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    FILE *ready = fopen("ready", "w");
    fprintf(ready, "%ld\n", (long)getpid());
    fclose(ready);
    while (!stopped)
        pause();
    assert(stopped == SIGTERM && rounds == 3);
    return 7;
}
"""


def test_a_signal_from_outside_is_recorded_where_it_came_and_replayed_there(tmp_path: Path) -> None:
    (tmp_path / "server.c").write_text(SERVER)
    ready = tmp_path / "ready"
    killer = os.fork()
    if killer == 0:
        for _ in range(6000):
            if ready.exists() and ready.read_text().endswith("\n"):
                os.kill(int(ready.read_text()), signal.SIGTERM)
                os._exit(0)
            time.sleep(0.01)
        os._exit(1)
    recorded = raddle("record", "server.c", "-o", "r.rdl", cwd=tmp_path)
    assert os.waitpid(killer, 0)[1] == 0
    assert "exit status 7" in recorded.err, recorded.err
    shown = raddle("show", "r.rdl", cwd=tmp_path).out
    assert "signal deliver stop on SIGTERM" in " ".join(shown.split())
    replayed = raddle("replay", "r.rdl", cwd=tmp_path)  # nobody sends it now
    assert replayed.status == 0, replayed.err
    checked = " ".join(check_assertions("r.rdl", cwd=tmp_path).out.split())
    assert "signals come to their threads where they came" in checked
