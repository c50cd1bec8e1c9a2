"""A program that leaves something behind finds another world when it runs again: named, and reset by `--before`."""

from pathlib import Path

import pytest

from raddle.base.exits import Exit
from tests.support.command import Said, check_assertions, raddle, source

pytestmark = [pytest.mark.native, pytest.mark.compiler]

OPENING = """#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int x;
void *add(void *arg) { x++; return arg; }
void race(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    x++;
    pthread_join(t, NULL);
    assert(x == 2);
}
"""
LEFT_BEHIND = {
    "a file that exists": (
        'int main(void) { if (open("out.txt", O_CREAT | O_EXCL | O_WRONLY, 0600) < 0) return errno; race(); }',
        ('open("out.txt") at test.c:19, in main, gave -1 (EEXIST), in the recorded run ',),
        "rm -f out.txt",
    ),
    "a directory": (
        'int main(int c, char **v) { char n[9]; strcpy(n, "made"); if (mkdir(n, 0700)) return 1; race(); }',
        ('mkdir("made") at test.c:19, in main, gave -1, in the recorded run 0',),
        "rmdir made || true",
    ),
    "a file that is read": (
        """int main(void) {
    char b[8] = "";
    FILE *f = fopen("log", "a+");
    int n = (int)fread(b, 1, 2, f);
    fputs("ab", f);
    fclose(f);
    if (n == 0) race();
}""",
        ("fread() at test.c:22, in main, brought other bytes than in the recorded run",),
        ": >log",
    ),
}


def checked(folder: Path, text: str, *words: str) -> Said:
    return check_assertions(source(folder, OPENING + text), *words, cwd=folder)


@pytest.mark.parametrize("what", LEFT_BEHIND)
def test_a_changed_world_is_named_and_a_command_before_each_run_resets_it(tmp_path: Path, what: str) -> None:
    text, words, reset = LEFT_BEHIND[what]
    said = checked(tmp_path, text)
    assert said.status == Exit.INCONCLUSIVE, said.out + said.err
    told = " ".join(said.out.split())
    assert all(word in told for word in words), told
    assert "--before CMD" in told

    said = checked(tmp_path, text, "--before", reset)
    assert said.status == Exit.FINDING, said.out + said.err
    (witness,) = tmp_path.glob("*.witness")
    for _ in range(2):
        again = raddle("replay", witness, cwd=tmp_path)
        assert again.status == 0, again.err
        assert f"raddle: before each run: {reset}\n" in again.err
        assert "replayed: assert line 17" in again.err


def test_a_replay_that_finds_another_world_says_so(tmp_path: Path) -> None:
    text = LEFT_BEHIND["a file that exists"][0]
    assert raddle("record", source(tmp_path, OPENING + text), "-o", "r.rdl", cwd=tmp_path).status == 0
    said = raddle("replay", "r.rdl", cwd=tmp_path)
    assert said.status == Exit.INTERNAL_ERROR
    assert "diverged (cause: world)" in said.err and 'open("out.txt") at test.c:19' in said.err
    assert raddle("replay", "r.rdl", "--before", "rm out.txt", cwd=tmp_path).status == 0


def test_a_witness_alone_names_what_the_program_asked_for(tmp_path: Path) -> None:
    text = LEFT_BEHIND["a file that exists"][0]
    assert checked(tmp_path, text, "--before", "rm -f out.txt").status == Exit.FINDING
    said = raddle("replay", *tmp_path.glob("*.witness"), "--before", "", cwd=tmp_path)
    assert said.status != 0
    assert 'the program asks the system (open("out.txt") at test.c:19)' in said.err


def test_a_recording_keeps_its_command_and_check_uses_it(tmp_path: Path) -> None:
    text = LEFT_BEHIND["a file that exists"][0]
    words = ("--before", "rm -f out.txt", "-o", "r.rdl")
    assert raddle("record", source(tmp_path, OPENING + text), *words, cwd=tmp_path).status == 0
    said = check_assertions("r.rdl", cwd=tmp_path)
    assert said.status == Exit.FINDING, said.err
    assert "before each run: rm -f out.txt" in said.err


@pytest.mark.parametrize("command", ["record", "check"])
def test_a_command_that_fails_is_the_users_error(tmp_path: Path, command: str) -> None:
    text = source(tmp_path, "int main(void) { return 0; }")
    said = raddle(command, text, "--before", "echo not there >&2; exit 4", cwd=tmp_path)
    assert said.status == Exit.USER_ERROR
    assert "the command that goes before each run failed (exit status 4): not there" in said.err
    assert not list(tmp_path.glob("*.rdl*"))


def test_a_run_that_fails_in_another_world_is_no_finding(tmp_path: Path) -> None:
    text = (
        OPENING
        + """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *safe(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return arg; }
int main(void) {
    pthread_t t;
    int made = mkdir("made", 0700);
    assert(made == 0);
    pthread_create(&t, NULL, safe, NULL);
    safe(NULL);
    pthread_join(t, NULL);
}
"""
    )
    said = raddle("check", source(tmp_path, text), cwd=tmp_path)
    assert said.status == Exit.NOTHING_FOUND, said.out
    assert 'mkdir("made")' in " ".join(said.out.split())
