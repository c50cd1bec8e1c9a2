"""What files under /proc say is recorded, and the same in every run: who runs the test does not decide what it does."""

from pathlib import Path

import pytest

from raddle.base.exits import Exit
from tests.support.command import ENVIRONMENT, raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

LOOKING = """#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int hits;
static void *hit(void *unused)
{
    hits++;
    return unused;
}
static void step(long times)
{
    while (times-- > 0)
        free(malloc(1));
}
static int parent_of(int process)
{
    char name[40], line[400] = "";
    int parent = 0;
    snprintf(name, sizeof name, "/proc/%d/stat", process);
    int file = open(name, O_RDONLY);
    if (file < 0)
        return 0;
    ssize_t size = read(file, line, sizeof line - 1);
    close(file);
    for (ssize_t at = 0; at < size; at++)
        step(line[at] == '7');
    char *end = strrchr(line, ')');
    if (!end || sscanf(end + 1, "%*s%d", &parent) != 1)
        return 0;
    snprintf(name, sizeof name, "/proc/%d/exe", process);
    step(readlink(name, line, sizeof line));
    return parent;
}
int main(void)
{
    char line[400];
    pthread_t one, two;
    for (int process = getpid(); process; process = parent_of(process))
        step(1);
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (!strncmp(line, "PPid:", 5))
            step(atoi(line + 5) % 100);
    if (status)
        fclose(status);
    if (access("/proc/none", F_OK) == 0 || open("/proc/none", O_RDONLY) >= 0)
        return 77;
    pthread_create(&one, 0, hit, 0);
    pthread_create(&two, 0, hit, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return hits == 2 ? 0 : 1;
}
"""
"""As Boost.Test looks for a debugger: what the number of its ancestors is, and what their files say, takes steps."""


def test_a_run_that_looks_for_a_debugger_is_replayed_from_other_processes(tmp_path: Path) -> None:
    (tmp_path / "looking.c").write_text(LOOKING)
    assert raddle("record", "looking.c", "-o", "run.rdl", cwd=tmp_path).status == Exit.NOTHING_FOUND
    for through in ((), ("/bin/sh", "-c", '"$@"; exit $?', "sh")):
        said = raddle("replay", "run.rdl", "--times", "2", through=through, cwd=tmp_path)
        assert said.status == Exit.NOTHING_FOUND, said.err
        assert "2 of 2 replays as expected" in said.err


@pytest.mark.parametrize("command", ["check", "verify"])
def test_what_can_fail_behind_that_is_found(tmp_path: Path, command: str) -> None:
    (tmp_path / "looking.c").write_text(LOOKING)
    said = raddle(command, "looking.c", "--property", "exit", "--no-explain", cwd=tmp_path)
    assert said.status == Exit.FINDING, said.out + said.err
    assert "looking.c:56: the test can fail: exit status 1" in said.out
    (witness,) = tmp_path.glob("*.witness")
    assert raddle("replay", witness, cwd="/").status == Exit.NOTHING_FOUND


def test_the_environment_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = 'char c; FILE *f = fopen("/proc/self/environ", "r"); return !f || fread(&c, 1, 1, f) != 1;'
    (tmp_path / "secret.c").write_text(f"#include <stdio.h>\nint main(void) {{ {reading} }}\n")
    monkeypatch.setitem(ENVIRONMENT, "SECRET", "swordfish")
    said = raddle("record", "secret.c", "-o", "run.rdl", cwd=tmp_path)
    assert "exit status 0" in said.err
    assert "proc" not in raddle("show", "--witness", "run.rdl", cwd=tmp_path).out.replace("/proc", "")


OTHER_FILES = """#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int turn;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char first_of(const char *name)
{
    char letter = 0;
    int file = open(name, O_RDONLY);
    if (read(file, &letter, 1) != 1)
        letter = 0;
    close(file);
    return letter;
}
static void *other(void *unused)
{
    pthread_mutex_lock(&mutex);
    turn = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    pthread_mutex_lock(&mutex);
    int is_late = turn;
    pthread_mutex_unlock(&mutex);
    if (is_late)
        assert(first_of("/proc/self/status") == 'N');
    else
        assert(first_of("/proc/self/stat") != 'N');
    assert(first_of("/proc/version") == 'L');
    pthread_join(thread, 0);
    return 0;
}
"""


def test_what_another_file_said_is_not_fed_back(tmp_path: Path) -> None:
    (tmp_path / "other.c").write_text(OTHER_FILES)
    said = raddle("verify", "other.c", "--no-explain", cwd=tmp_path)
    assert said.status != Exit.FINDING, said.out
    assert said.status != Exit.INTERNAL_ERROR, said.err
