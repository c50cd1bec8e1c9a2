"""The real commands on real programs: what is recorded, what a replay makes of it, and every status."""

import signal
import subprocess
import time
from pathlib import Path

import pytest

from raddle.base.exits import Exit
from raddle.replay.outcome import Outcome
from raddle.replay.schedule import parse_schedule
from raddle.replay.source import witness_of
from raddle.replay.witness import save_witness
from raddle.trace.recording import load_recording
from tests.support.command import COMMAND, ENVIRONMENT, WITH_SIGNALS, Said, raddle, source
from tests.support.limits import HANG_S

PROGRAMS = Path(__file__).parents[1] / "programs"

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def recorded(folder: Path, text: str, *words: str) -> tuple[Path, Said]:
    said = raddle("record", source(folder, text), "-o", folder / "r.rdl", *words)
    assert said.status == 0, said.err
    return folder / "r.rdl", said


def test_a_recording_is_made_and_replayed_the_same(tmp_path: Path) -> None:
    said = raddle("record", PROGRAMS / "bank_account.c", "-o", tmp_path / "r.rdl")
    assert said.status == 0
    assert said.err.count("\n") == 2
    assert "the program ended with: exit status 0" in said.err
    assert "3 threads" in said.err
    again = raddle("replay", tmp_path / "r.rdl", "--times", "3")
    assert again.status == 0
    assert again.out == said.out
    assert "3 of 3 replays as expected" in again.err


def test_the_program_owns_stdin_and_stdout_and_its_input_is_given_again(tmp_path: Path) -> None:
    numbers = "4 8 15 16 23 42\n"
    said = raddle("record", PROGRAMS / "stdin_sum.c", "-o", tmp_path / "r.rdl", stdin=numbers)
    assert said.out == "6 108\n"
    assert load_recording(tmp_path / "r.rdl").stdin == numbers.encode()
    assert raddle("replay", tmp_path / "r.rdl").out == "6 108\n"


def test_arguments_and_variables_of_the_recording_are_used_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'int main(int c, char **v) { printf("%d %s %s\\n", c, v[1], getenv("RADDLE_TEST_MODE")); }'
    monkeypatch.setitem(ENVIRONMENT, "RADDLE_TEST_MODE", "fast")
    recording, said = recorded(tmp_path, text, "--", "a b")
    monkeypatch.setitem(ENVIRONMENT, "RADDLE_TEST_MODE", "slow")
    assert said.out == "2 a b fast\n"
    assert raddle("replay", recording).out == "2 a b fast\n"


def test_show_prints_the_events_with_their_places(tmp_path: Path) -> None:
    raddle("record", PROGRAMS / "bank_account.c", "-o", tmp_path / "r.rdl")
    said = raddle("show", tmp_path / "r.rdl")
    assert said.status == 0
    assert "bank_account.c:" in said.out and "main.1" in said.out
    only = raddle("show", tmp_path / "r.rdl", "--thread", "main.2")
    assert "main.1" not in only.out and "lock" in only.out
    assert raddle("show", tmp_path / "r.rdl", "--thread", "main.9").status == Exit.USER_ERROR


ENDINGS = {
    "segv": ("int main(void) { *(volatile int *)8 = 1; }", "signal SIGSEGV", "signal SIGSEGV"),
    "abort": ("int main(void) { abort(); }", "signal SIGABRT", "abort"),
    "assert": ("#include <assert.h>\nint main(void) { assert(1 == 2); }", "assertion failed", "assert line 5"),
    "status": ("int main(void) { return 3; }", "exit status 3", "exit 3"),
    "deadlock": (
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
        "int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); }",
        "deadlock",
        "deadlock",
    ),
    "killed": ("#include <signal.h>\nint main(void) { raise(SIGKILL); }", "signal SIGKILL", "signal SIGKILL"),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_every_end_of_the_program_leaves_a_recording_that_replays(tmp_path: Path, name: str) -> None:
    text, ending, outcome = ENDINGS[name]
    recording, said = recorded(tmp_path, text)
    assert f"the program ended with: {ending}\n" in said.err
    again = raddle("replay", recording)
    assert again.status == 0, again.err
    assert f"replayed: {outcome}" in again.err


def test_a_program_that_does_not_end_is_ended_and_replays_as_far(tmp_path: Path) -> None:
    recording, said = recorded(tmp_path, "volatile int x; int main(void) { for (;;) x++; }", "--run-timeout", "0.3")
    assert "the program ended with: time limit" in said.err
    again = raddle("replay", recording, "--run-timeout", "60")
    assert again.status == 0, again.err


def test_a_limit_of_events(tmp_path: Path) -> None:
    recording, said = recorded(tmp_path, "volatile int x; int main(void) { for (;;) x++; }", "--events", "500")
    assert "limit of events" in said.err and "500 events" in said.err
    assert raddle("replay", recording).status == 0


@pytest.mark.parametrize("option", ["--events", "--max-size"])
def test_a_limit_of_nothing_is_refused(tmp_path: Path, option: str) -> None:
    said = raddle("record", source(tmp_path, "int main(void) { return 0; }"), option, "0", cwd=tmp_path)
    assert said.status == 2 and "at least 1" in said.err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is no main function"),
        ("int nope(void); int main(void) { return nope(); }", "raddle: test: does not link\n"),
        ('int main(void) { __asm__ goto("" : : : : out); out: return 0; }', "asm goto is not supported"),
    ],
)
def test_what_cannot_be_built_is_said_in_the_users_words(tmp_path: Path, text: str, why: str) -> None:
    said = raddle("record", source(tmp_path, text), "-o", tmp_path / "r.rdl")
    assert said.status == 2 and why in said.err and "__raddle" not in said.err and "/raddle-" not in said.err


def test_a_misused_lock_is_named(tmp_path: Path) -> None:
    _, said = recorded(
        tmp_path,
        """
        int main(void) {
            pthread_mutexattr_t a;
            pthread_mutex_t m;
            pthread_mutexattr_init(&a);
            pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
            pthread_mutex_init(&m, &a);
            return pthread_mutex_lock(&m) || !pthread_mutex_lock(&m);
        }""",
        "-D_GNU_SOURCE",
    )
    assert "which returned EDEADLK\n" in said.err


ALARM_IN_A_LOOP = """#include <signal.h>
#include <sys/time.h>
static volatile sig_atomic_t ticks;
static void on_alarm(int number) { (void)number; ticks = ticks + 1; }
int main(void) {
    struct itimerval often = {{0, 300}, {0, 300}};
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &often, NULL);
    for (volatile long i = 0; i < 3000000; i++) ;
    return ticks == 0;
}
"""


def test_signals_between_chunks_of_the_recording_do_not_end_the_program(tmp_path: Path) -> None:
    _, said = recorded(tmp_path, ALARM_IN_A_LOOP)
    assert "the program ended with: exit status 0" in said.err


LOST_UPDATE = """#include <assert.h>
int x;
void *add(void *arg) { x++; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    x++;
    pthread_join(t, NULL);
    assert(x == 2);
}
"""


def test_a_schedule_given_by_hand_makes_the_assertion_fail(tmp_path: Path) -> None:
    program = tmp_path / "program"
    assert raddle("cc", source(tmp_path, LOST_UPDATE), "-o", program).status == 0
    # main: start, create, write of the handle, read of x; then all of the thread
    said = raddle("replay", program, "--schedule", "main:4 main.1:4 main+1")
    assert "replayed: assert line 12" in said.err, said.err
    impossible = raddle("replay", program, "--schedule", "main:3 main.1:4 main.1:99")
    assert impossible.status == Exit.INTERNAL_ERROR
    assert "diverged (cause: schedule): main.1:99 (segment 3) cannot be followed" in impossible.err
    missing = raddle("replay", program, "--schedule", "main:3 main.7:4")
    assert "main.7:4 (segment 2) cannot be followed: there is no such thread" in missing.err


def test_a_witness_is_replayed_and_one_that_is_wrong_is_not_reached(tmp_path: Path) -> None:
    program = tmp_path / "program"
    raddle("cc", source(tmp_path, LOST_UPDATE), "-o", program)
    raddle("record", program, "-o", tmp_path / "r.rdl")
    passing = witness_of(load_recording(tmp_path / "r.rdl"))
    save_witness(passing, tmp_path / "passing")
    assert raddle("replay", tmp_path / "passing").status == 0
    wrong = witness_of(load_recording(tmp_path / "r.rdl"), Outcome("assert"))
    save_witness(wrong, tmp_path / "wrong")
    said = raddle("replay", tmp_path / "wrong")
    assert said.status == Exit.INCONCLUSIVE
    assert "not reached: expected assert, seen exit 0" in said.err
    failing = parse_schedule("main:4 main.1:4 main+1")
    text = (tmp_path / "wrong").read_text()
    (tmp_path / "failing").write_text(text.replace(f"schedule: {passing.schedule}", f"schedule: {failing}"))
    said = raddle("replay", tmp_path / "failing", "--times", "5")
    assert said.status == 0, said.err
    assert "5 of 5" in said.err


def test_another_program_is_told(tmp_path: Path) -> None:
    program = tmp_path / "program"
    raddle("cc", source(tmp_path, LOST_UPDATE), "-o", program)
    raddle("record", program, "-o", tmp_path / "r.rdl")
    save_witness(witness_of(load_recording(tmp_path / "r.rdl")), tmp_path / "w")
    raddle("cc", source(tmp_path, LOST_UPDATE.replace("== 2", "== 3")), "-o", program)
    for target in ("r.rdl", "w"):
        said = raddle("replay", tmp_path / target)
        assert said.status == Exit.USER_ERROR
        assert "has changed since" in said.err
    program.unlink()
    assert "not there any more" in raddle("replay", tmp_path / "r.rdl").err


def test_a_replay_that_reads_something_else_says_so(tmp_path: Path) -> None:
    text = 'int main(void) { FILE *f = fopen("data", "r"); int x; fscanf(f, "%d", &x); if (x > 5) puts("big"); }'
    (tmp_path / "data").write_text("3")
    said = raddle("record", source(tmp_path, text), "-o", "r.rdl", cwd=tmp_path)
    assert said.status == 0
    assert raddle("replay", "r.rdl", cwd=tmp_path).status == 0
    (tmp_path / "data").write_text("7")
    said = raddle("replay", "r.rdl", cwd=tmp_path)
    assert said.status == Exit.INTERNAL_ERROR
    assert "diverged (cause: input): test.c:4:" in said.err
    assert "expected read of 0x3, seen read of 0x7" in said.err


def test_assertions_that_were_compiled_out_are_told_first(tmp_path: Path) -> None:
    _, said = recorded(tmp_path, LOST_UPDATE, "-DNDEBUG")
    assert said.err.splitlines()[0].startswith("raddle: assertions were compiled out")
    assert said.err.count("compiled out") == 1


def test_assumptions_that_do_not_hold_are_tried_again(tmp_path: Path) -> None:
    text = """int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);
int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x == 3); printf("%d\\n", x); }"""
    recording, said = recorded(tmp_path, text)
    assert "an assumption did not hold" in said.err
    assert said.out == "3\n"
    assert raddle("replay", recording).out == "3\n"
    _, given = recorded(tmp_path, text, "--nondet", "3")
    assert "an assumption did not hold" not in given.err


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("int main(void) { return }", "error:"),
        ("int main(void) { return f(); }\nint f(int);", "does not"),
        ("", "link"),
    ],
)
def test_what_does_not_compile_is_the_users(tmp_path: Path, text: str, complaint: str) -> None:
    said = raddle("record", source(tmp_path, text), "-o", tmp_path / "r.rdl")
    assert said.status == Exit.USER_ERROR
    assert complaint in said.err
    assert not (tmp_path / "r.rdl").exists()


def test_a_file_that_is_no_recording_is_left_alone(tmp_path: Path) -> None:
    precious = source(tmp_path, "int main(void) {}", "precious.c")
    before = precious.read_text()
    said = raddle("record", precious, "-o", precious)
    assert said.status == Exit.USER_ERROR
    assert precious.read_text() == before


def test_a_recording_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    for place in (tmp_path / "none" / "r.rdl", tmp_path, Path("/dev/null"), tmp_path / "a\nb"):
        said = raddle("record", PROGRAMS / "no_threads.c", "-o", place)
        assert said.status == Exit.USER_ERROR, said.err


def test_an_interrupt_ends_the_program_and_keeps_what_was_recorded(tmp_path: Path) -> None:
    endless = source(tmp_path, 'int main(void) { puts("on"); fflush(stdout); for (volatile int x = 0;; x++); }')
    command = [*WITH_SIGNALS, *COMMAND, "record", str(endless), "-o", str(tmp_path / "r.rdl")]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"on\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=HANG_S)
    assert process.returncode == 130
    assert load_recording(tmp_path / "r.rdl").events > 0


def test_a_schedule_and_a_witness_can_be_taken_from_a_recording(tmp_path: Path) -> None:
    program = tmp_path / "bank"
    assert raddle("cc", PROGRAMS / "bank_account.c", "-o", program).status == 0
    lost = raddle("replay", program, "--schedule", "main:5 main.1:4 main.2:8 main.1:8", "-o", tmp_path / "lost.rdl")
    assert "assert line 35" in lost.err
    schedule = raddle("show", tmp_path / "lost.rdl", "--schedule").out.strip()
    assert schedule.startswith("main:5 main.1:4 main.2:")
    assert "assert line 35" in raddle("replay", program, "--schedule", schedule).err
    (tmp_path / "lost.witness").write_text(raddle("show", tmp_path / "lost.rdl", "--witness").out)
    again = raddle("replay", tmp_path / "lost.witness", "--times", "2")
    assert again.status == 0 and "2 of 2" in again.err


_WAITS_FOR_SIGNAL = """#include <semaphore.h>
#include <signal.h>
#include <unistd.h>
static sem_t posted;
static void post(int number) { (void)number; sem_post(&posted); }
int main(void) {
    sem_init(&posted, 0, 0);
    signal(SIGALRM, post);
    %s
    while (sem_wait(&posted)) {}
    return 0;
}
"""


def test_a_wait_that_a_timer_ends_goes_on_when_its_signal_has_come(tmp_path: Path) -> None:
    recording, _ = recorded(tmp_path, _WAITS_FOR_SIGNAL % "alarm(1000);")
    assert raddle("replay", recording).status == 0
    assert "signal deliver post on SIGALRM" in " ".join(raddle("show", recording).out.split())


def test_a_wait_for_a_signal_that_does_not_come_is_refused_and_not_called_a_deadlock(tmp_path: Path) -> None:
    said = raddle("record", source(tmp_path, _WAITS_FOR_SIGNAL % ""), "-o", tmp_path / "r.rdl")
    assert said.status == Exit.USER_ERROR
    assert "nobody can move unless a signal comes" in said.err and "deadlock" not in said.err


def test_a_long_copy_is_shown_as_one_line(tmp_path: Path) -> None:
    text = """#include <string.h>
static char from[4096], to[4096];
int main(void) { memcpy(to, from, sizeof to); return to[7]; }
"""
    recording, _ = recorded(tmp_path, text)
    shown = raddle("show", recording).out.splitlines()
    assert [line for line in shown if "and 511 more pieces" in line and (" from" in line or " to" in line)]
    assert len(shown) < 10


def test_a_crash_at_the_first_event_of_a_turn_is_replayed(tmp_path: Path) -> None:
    text = """static int *nowhere; static int x;
static void *other(void *arg) { x++; x++; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    return *nowhere;
}
"""
    program = tmp_path / "crash"
    assert raddle("cc", source(tmp_path, text), "-o", program).status == 0
    for upto in range(1, 5):
        schedule = f"main:4 main.1:{upto} main:5"
        assert raddle("replay", program, "--schedule", schedule, "-o", tmp_path / "r.rdl").status == 0
        again = raddle("replay", tmp_path / "r.rdl", "--times", "2")
        assert again.status == 0 and "SIGSEGV" in again.err, again.err


REFUSALS = {
    "PTHREAD_CANCEL_ASYNCHRONOUS": "pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);",
    "robust mutex": """
        pthread_t thread;
        pthread_mutexattr_t robust;
        pthread_mutexattr_init(&robust);
        pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
        pthread_mutex_init(&lock, &robust);
        pthread_create(&thread, 0, ends, 0);
        pthread_join(thread, 0);""",
    "SIGEV_THREAD": """
        timer_t timer;
        struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = called};
        timer_create(CLOCK_MONOTONIC, &event, &timer);""",
    "processes share": """
        sem_t *shared = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        sem_init(shared, 1, 0);
        if (fork() == 0)
            sem_post(shared);""",
    "futex operation": "syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, 0, 0, 0);",
    "longjmp out of a handler of a fault": """
        signal(SIGSEGV, jump);
        if (sigsetjmp(back, 1) == 0)
            *(volatile int *)8 = 1;""",
}
_REFUSED = """
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock;
static sigjmp_buf back;
static unsigned word;
void *ends(void *unused) { pthread_mutex_lock(&lock); return unused; }
void called(union sigval unused) { (void)unused, (void)word; }
void jump(int number) { siglongjmp(back, number); }
int main(void)
{
    %s
    return 0;
}
"""


@pytest.mark.parametrize("what", REFUSALS)
def test_what_cannot_be_modelled_is_refused_by_name(tmp_path: Path, what: str) -> None:
    (tmp_path / "refused.c").write_text(_REFUSED % REFUSALS[what])
    said = raddle("record", tmp_path / "refused.c", "-o", tmp_path / "r.rdl")
    assert said.status == Exit.USER_ERROR, said.err
    assert what in said.err and "the run ends here" in said.err
    assert load_recording(tmp_path / "r.rdl").outcome == "refused"
