"""`raddle verify` as a command: each verdict, what it says, and that its witnesses are real."""

import json
from pathlib import Path

import pytest

from tests.support.command import Said, raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

TWO_THREADS = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
%s
int main(int argc, char **argv) {
    pthread_t t1, t2;
    limit = argc > 1 ? atoi(argv[1]) : 2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(flag < limit);
    return 0;
}
"""
HANDED_OVER = """static int x, y, flag, limit;
static void *first(void *arg) { x = 1; y = 1; x = 2; return arg; }
static void *second(void *arg) { if (x == 1) if (y == 1) flag = 2; return arg; }"""
IN_ORDER = """static int x, y, flag, limit;
static void *first(void *arg) { x = 1; y = 1; x = 2; return arg; }
static void *second(void *arg) { if (y == 1) if (x == 0) flag = 2; return arg; }"""
LOCKED = """static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int flag, limit;
static void *first(void *arg) {
    pthread_mutex_lock(&a); pthread_mutex_lock(&b); if (flag < 1) flag++;
    pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return arg;
}
static void *second(void *arg) {
    pthread_mutex_lock(%s); pthread_mutex_lock(%s); if (flag < 1) flag++;
    pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return arg;
}"""
FOR_EVER = """static int x, flag, limit;
static void *first(void *arg) { for (;;) if (x++ < 0) break; return arg; }
static void *second(void *arg) { return arg; }"""


def verified(folder: Path, text: str, *words: str) -> Said:
    (folder / "test.c").write_text(TWO_THREADS % text)
    return raddle("verify", "test.c", *words, cwd=folder)


def test_a_path_that_no_first_run_takes_is_found_and_its_witness_fails_again(tmp_path: Path) -> None:
    said = verified(tmp_path, HANDED_OVER)
    assert said.status == 1
    assert said.out.startswith("test.c:14: assertion can fail: flag < limit\n    where flag is 2")
    assert "CONFIRMED: the real program failed there" in said.out and "BUG: run " in said.out
    witness = next(tmp_path.glob("*.witness"))
    again = raddle("replay", witness.name, cwd=tmp_path)
    assert again.status == 0 and "replayed: assert line 14" in again.err


def test_a_path_that_no_order_takes_makes_a_proof(tmp_path: Path) -> None:
    said = verified(tmp_path, IN_ORDER)
    assert (said.status, said.err) == (0, "")
    proved = "PROVED: in every interleaving, no assertion fails, nothing aborts or crashes; the exit status passes."
    assert " ".join(said.out.split()).startswith(proved)
    assert "sequentially consistent executions (freedom from data races" in said.out
    assert not list(tmp_path.glob("*.witness"))


def test_the_verdict_is_for_the_input_that_was_given(tmp_path: Path) -> None:
    said = verified(tmp_path, IN_ORDER, "--format", "json", "--", "0")
    told = json.loads(said.out)
    assert (said.status, told["verdict"], told["inputs"]) == (1, "bug", ["arguments: 0"])
    assert told["findings"][0]["observed"] is True and told["stats"]["runs"] == 1
    with_more = json.loads(verified(tmp_path, HANDED_OVER, "--format", "json", "--", "3").out)
    assert (with_more["verdict"], with_more["proved"], with_more["findings"]) == ("proved", ["assertions", "exit"], [])
    assert with_more["executions"] == "sequentially consistent" and with_more["iterations"][-1]["reached"] is False


def test_with_races_and_deadlocks_excluded_it_is_proved_for_all_executions(tmp_path: Path) -> None:
    said = verified(tmp_path, LOCKED % ("&a", "&b"), "--property", "races,deadlocks")
    assert said.status == 0, said.out
    text = " ".join(said.out.split())
    assert "no two accesses race; nothing deadlocks. That is for all executions;" in text


def test_a_deadlock_is_a_bug_where_it_is_asked_about_and_a_note_elsewhere(tmp_path: Path) -> None:
    asked = verified(tmp_path, LOCKED % ("&b", "&a"), "--property", "deadlocks", "--no-explain")
    assert asked.status == 1 and "can deadlock: main.1 and main.2 wait for each other" in asked.out
    again = raddle("replay", next(tmp_path.glob("*.witness")).name, cwd=tmp_path)
    assert again.status == 0 and "replayed: deadlock" in again.err
    other = verified(tmp_path, LOCKED % ("&b", "&a"))
    assert other.status == 0 and "--property deadlocks" in other.out


def test_a_race_is_a_bug_where_it_is_asked_about(tmp_path: Path) -> None:
    said = verified(tmp_path, IN_ORDER, "--property", "races", "--no-explain")
    assert said.status == 1 and "data race on " in said.out
    again = raddle("replay", next(tmp_path.glob("*.witness")).name, cwd=tmp_path)
    assert again.status == 0 and "replayed: data race" in again.err


def test_a_thread_that_never_ends_is_unknown_within_the_steps_that_it_was_given(tmp_path: Path) -> None:
    said = verified(tmp_path, FOR_EVER, "--steps", "20")
    assert said.status == 3
    assert said.out.startswith("UNKNOWN: not within 20 steps: main.1 goes on behind its first 20 events.")
    assert "--steps 40" in said.out


def test_the_report_goes_where_it_is_wanted(tmp_path: Path) -> None:
    said = verified(tmp_path, IN_ORDER, "--format", "json", "-o", "report.json")
    assert (said.status, said.out) == (0, "")
    assert json.loads((tmp_path / "report.json").read_text())["verdict"] == "proved"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nothing.c"], "nothing.c: no such file"),
        ([], "nothing to run"),
        (["test.c", "--property", "speed"], "no property is called 'speed'"),
        (["test.c", "--property", "atomicity"], "verify cannot prove that yet: atomicity"),
        (["test.c", "--steps", "0"], "must be at least 1"),
        (["test.c", "--encoding", "magic"], "invalid choice: 'magic'"),
        (["test.c", "-o", "nowhere/report"], "nowhere: no such folder"),
        (["test.c", "--witnesses", "test.c"], "test.c: no folder can be made there"),
    ],
)
def test_what_cannot_be_done_is_one_message(tmp_path: Path, words: list[str], message: str) -> None:
    (tmp_path / "test.c").write_text("int main(void) { return 0; }\n")
    said = raddle("verify", *words, cwd=tmp_path)
    assert said.status == 2 and message in said.err and said.out == ""


def test_memory_that_is_used_after_it_was_given_back_is_a_bug(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "closed_session.c"
    assert raddle("verify", example, "--property", "memory", cwd=tmp_path).status == 1


def test_the_folder_for_witnesses_is_made_where_it_is_not_there(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "bank_account.c"
    raddle("verify", example, "--witnesses", "there/and/further", cwd=tmp_path)
    assert [one.suffix for one in (tmp_path / "there" / "and" / "further").iterdir()] == [".witness"]


LATE_INPUT = """#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static int ready;
static void *other(void *arg) {
    if (!ready)
        assert(__VERIFIER_nondet_int() < 5);
    return arg;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    ready = 1;
    pthread_join(thread, NULL);
    return 0;
}
"""


def test_inputs_that_only_later_runs_ask_for_are_told_with_the_proof(tmp_path: Path) -> None:
    """In the first run main is done before the thread looks."""
    (tmp_path / "late.c").write_text(LATE_INPUT)
    report = json.loads(raddle("verify", "late.c", "--format", "json", cwd=tmp_path).out)
    assert report["verdict"] == "proved"
    assert report["inputs"] == ["__VERIFIER_nondet functions return 1; then 1"]
