"""The runtime by itself: C drivers without instrumentation, run under a control file; what they recorded."""

import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from tests.native.harness import CHECK_FACTOR, Recording, build, c, run
from tests.support.limits import HANG_S

Programs = Callable[[str], Path]
OBJECTS = {
    "mutexes": "1 1 1 mutexes\n",
    "barriers": "2 barriers\n",
    "onces": "1 onces\n",
    "limits": "1 1 1 1 limits\n",
    "keys": "farewell 1\nfarewell 2\n1 keys\n",
    "readers": "1 1 1 readers\n",
    "semaphores": "10 1 semaphores\n",
    "c11": "farewell 7\n41 c11\n",
    "spinning": "spinning\n",
}


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Programs:
    folder = tmp_path_factory.mktemp("native")
    built: dict[str, Path] = {}

    def program(name: str) -> Path:
        if name not in built:
            built[name] = build(folder, name)
        return built[name]

    return program


def replayed(program: Path, first: Recording, *more: str, arguments: tuple[str, ...] = ()) -> Recording:
    return run(program, "strict 1", *first.segments(), *first.inputs(), *first.choices(), *more, arguments=arguments)


def test_one_thread_at_a_time_holds_a_mutex(programs: Programs) -> None:
    for seed in range(10):
        recording = run(programs("counter"), "policy random", f"seed {seed}")
        assert recording.output == "15\n"
        owner = None
        for record in recording.of("LOCK", "UNLOCK"):
            assert owner == (None if record.kind == "LOCK" else record.thread)
            owner = record.thread if record.kind == "LOCK" else None


def test_visible_events_are_numbered_without_a_gap(programs: Programs) -> None:
    recording = run(programs("counter"))
    assert [t.path for t in recording.threads] == ["main", "main.1", "main.2", "main.3"]
    for index, thread in enumerate(recording.threads[1:], 1):
        counts = [s.count for s in recording.sync if s.visible and s.thread == index]
        accesses = [n + i for n in counts[1:-1:2] for i in (1, 2)]  # between each lock and its unlock
        assert sorted(counts + accesses) == list(range(thread.count))
        assert recording.kinds(thread.path)[0] == "START"
        assert recording.kinds(thread.path)[-1] == "EXIT"


def test_default_policy_switches_only_where_a_thread_blocks_or_ends(programs: Programs) -> None:
    recording = run(programs("counter"))
    assert [recording.path(s) for s in recording.of("SWITCH")] == ["main.1", "main", "main.2", "main", "main.3", "main"]


@pytest.mark.parametrize("name", OBJECTS)
def test_objects_behave_as_posix_says_under_any_policy(programs: Programs, name: str) -> None:
    program = programs("objects")
    assert run(program, arguments=(name,)).output == OBJECTS[name]
    for seed in range(6):
        got = run(program, "policy random", f"seed {seed}", arguments=(name,))
        assert sorted(got.output) == sorted(OBJECTS[name]), f"seed {seed}: {got.errors}"


@pytest.mark.parametrize("name", OBJECTS)
def test_replaying_the_schedule_gives_the_same_records(programs: Programs, name: str) -> None:
    program = programs("objects")
    for policy in ("policy default", "policy random"):
        first = run(program, policy, "seed 3", arguments=(name,))
        again = replayed(program, first, arguments=(name,))
        assert again.sync == first.sync
        assert again.output == first.output


def test_random_policy_is_deterministic_for_a_seed_and_differs_between_seeds(programs: Programs) -> None:
    program = programs("queue")
    schedules = set()
    for seed in range(8):
        one, two = (run(program, "policy random", f"seed {seed}") for _ in range(2))
        assert one.sync == two.sync
        assert one.output == "3\n"
        schedules.add(tuple(one.segments()))
    assert len(schedules) > 4


def test_a_wait_is_release_wake_and_reacquire(programs: Programs) -> None:
    recording = run(programs("queue"), "policy random", "seed 2")
    for index in (1, 2):
        mine = [s for s in recording.sync if s.visible and s.thread == index]
        for before, after in pairwise(mine):
            assert (before.kind == "WAIT") == (after.kind == "WAKE")
            assert (before.kind == "WAKE") == (after.kind == "REACQUIRE")
    woken = [s.value for s in recording.of("SIGNAL") if s.value != c("NO_THREAD")]
    broadcast = sum(s.value for s in recording.of("BROADCAST"))
    assert len(woken) + broadcast == len(recording.of("WAKE"))


def test_a_choice_directive_says_whom_a_signal_wakes(programs: Programs) -> None:
    program = programs("queue")
    both_wait = ["segment main 5", "segment main.1 3", "segment main.2 3", "segment main 7"]
    signal_number = run(program, *both_wait, "strict 1").of("SIGNAL")[0].count
    for woken in (1, 2):
        got = run(program, *both_wait, "strict 1", f"choice main {signal_number} main.{woken}")
        assert got.of("SIGNAL")[0].value == woken


def test_time_limits_pass_without_waiting(programs: Programs) -> None:
    recording = run(programs("objects"), arguments=("limits",))
    assert [s.failed for s in recording.of("TIMEDLOCK", "SEM_TIMEDWAIT")] == [True, True]
    assert recording.of("WAKE")[0].extra == c("WAKE_TIMEOUT")
    assert recording.of("SLEEP")[0].value == 1000 * 10**9


def test_a_timeout_directive_lets_a_timed_lock_fail_that_could_succeed(programs: Programs) -> None:
    program = programs("timed")
    first = run(program)
    [lock] = first.of("TIMEDLOCK")
    assert (first.output, lock.failed) == ("got it\n", False)
    got = run(program, f"timeout main {lock.count}")
    assert (got.output, got.of("TIMEDLOCK")[0].failed) == ("timed out\n", True)


def test_recursive_locks_mark_their_inner_operations(programs: Programs) -> None:
    recording = run(programs("objects"), arguments=("mutexes",))
    inner = [s.kind for s in recording.of("LOCK", "UNLOCK") if s.flags & c("FLAG_RECURSIVE")]
    assert inner == ["LOCK", "UNLOCK"]
    misused = [s.kind for s in recording.sync if s.flags & c("FLAG_MISUSE")]
    assert misused == ["LOCK", "UNLOCK", "UNLOCK"]


def test_a_wait_releases_a_lock_held_twice_only_once_as_glibc_does(programs: Programs) -> None:
    recording = run(programs("objects"), arguments=("nested",))
    [wait] = recording.of("WAIT")
    assert wait.flags & c("FLAG_MISUSE")
    assert recording.of("DEADLOCK")


@pytest.mark.parametrize(
    ("how", "status", "outcome", "last"),
    [
        ("deadlock", 86, "DEADLOCK", "DEADLOCK"),
        ("self", 86, "DEADLOCK", "DEADLOCK"),
        ("assert", -6, "ASSERT", "ASSERT_FAIL"),
        ("error", -6, "ERROR", "ERROR_CALL"),
        ("assume", 86, "ASSUME", "ASSUME_FAIL"),
        ("double free", -6, "ABORT", "ABORT"),
        ("no join", 3, "EXIT", "PROCESS_EXIT"),
        ("main first", 0, "EXIT", "PROCESS_EXIT"),
    ],
)
def test_each_ending_is_recorded_and_has_its_status(
    programs: Programs, how: str, status: int, outcome: str, last: str
) -> None:
    recording = run(programs("endings"), arguments=(how,))
    assert (recording.status, recording.outcome) == (status, c(f"OUTCOME_{outcome}"))
    assert recording.sync[-1].kind == last


def test_a_deadlock_names_who_waits_for_what(programs: Programs) -> None:
    recording = run(programs("endings"), arguments=("deadlock",))
    assert [recording.path(s) for s in recording.of("DEADLOCK")] == ["main", "main.1"]
    assert [s.extra for s in recording.of("DEADLOCK")] == [1, 0]
    assert recording.errors.count("raddle: deadlock: ") == 2


def test_exit_handlers_run_after_the_exit_event_and_main_may_end_first(programs: Programs) -> None:
    assert run(programs("endings"), arguments=("no join",)).output == "bye\n"
    assert run(programs("endings"), arguments=("main first",)).output == "late\nbye\n"


def test_given_values_are_returned_in_order_and_recorded(programs: Programs) -> None:
    recording = run(programs("endings"), "nondet 5", "nondet -7", arguments=("assume",))
    assert recording.output == "-7\nbye\n"
    assert [s.value for s in recording.of("INPUT")] == [5, 2**64 - 7]


def test_a_killed_process_leaves_a_readable_recording(programs: Programs) -> None:
    recording = run(programs("endings"), arguments=("kill",))
    assert recording.status == -9
    worker = recording.threads[1]
    assert worker.count > 100_000
    assert len(worker.values) == 8 * (worker.count - 1)
    assert len(worker.blocks) >= 8 * (worker.count - 2)


def test_hooks_log_what_the_contract_says(programs: Programs) -> None:
    main = (recording := run(programs("memory"))).threads[0]
    cell = 0x1122334455667788.to_bytes(8, "little")
    start = (5).to_bytes(8, "little") + cell[:1] + cell[:2] + cell[:4] + cell + cell[:4] + b"from here\0"
    assert main.values.startswith(start + b"b" * (3 << 20))
    assert main.values[len(start) + (3 << 20) :].startswith(b"from here\0" * 2)
    sites = [int.from_bytes(main.blocks[i : i + 4], "little") for i in range(0, 16, 8)]
    checks = [int.from_bytes(main.blocks[i + 4 : i + 8], "little") for i in range(0, 16, 8)]
    assert (sites, checks[0]) == ([3, 7], 0)
    kinds = [(s.kind, s.count, s.blocks) for s in recording.sync if s.thread == 0][:6]
    assert kinds[:4] == [("START", 0, 0), ("FENCE", 10, 1), ("READ", 12, 2), ("WRITE", 13, 2)]
    assert kinds[4:] == [("WRITE", 14, 2), ("CREATE", 15, 2)]  # the id is stored before its thread can run
    [module] = recording.modules
    assert int.from_bytes(module[4:8], "little") == 64
    assert len(module) == 16 + 64 + 8


def test_the_check_covers_addresses_and_stored_values(programs: Programs) -> None:
    recording = run(programs("counter"))
    words = subprocess.run(["nm", str(programs("counter"))], capture_output=True, text=True, check=True).stdout.split()
    counter = int(words[words.index("counter") - 2], 16)
    check = 0
    for value in range(1, 6):
        for word in (counter, counter, value):  # a load, a store
            check = (check ^ word) * CHECK_FACTOR & (2**64 - 1)
    assert recording.threads[1].check == check


def test_addresses_do_not_depend_on_the_schedule(programs: Programs) -> None:
    program = programs("memory")
    runs = [run(program), *(run(program, "policy random", f"seed {seed}") for seed in range(4))]
    assert len({tuple(sorted(r.output.splitlines())) for r in runs}) == 1
    by_thread = {(r.path(s), s.count, s.object) for r in runs for s in r.of("ALLOC")}
    assert len(by_thread) == 8  # four blocks in each of two threads


def test_a_schedule_that_cannot_be_followed_ends_a_strict_run_only(programs: Programs) -> None:
    program = programs("counter")
    for wrong, reason in (("segment main.7 5", "NO_THREAD"), ("segment main 10", "BLOCKED")):
        strict = run(program, "strict 1", "segment main 7", "segment main.1 2", wrong, "segment main.2 1")
        [diverged] = strict.of("DIVERGED")
        assert (strict.status, strict.outcome) == (86, c("OUTCOME_DIVERGED"))
        assert (diverged.object, diverged.value) == (c(f"DIVERGED_{reason}"), 2)
        lenient = run(program, "segment main 7", "segment main.1 2", wrong, "segment main.2 1")
        assert (lenient.status, lenient.output) == (0, "15\n")
    ended = run(program, "strict 1", "segment main 7", "segment main.1 99")
    assert ended.of("DIVERGED")[0].object == c("DIVERGED_ENDED")


def test_the_run_can_stop_at_the_end_of_the_schedule(programs: Programs) -> None:
    recording = run(programs("counter"), "segment main 7", "segment main.2 3", "stop_at_end 1")
    assert (recording.status, recording.output) == (0, "")
    assert recording.sync[-1].kind == "SCHEDULE_END"
    assert [t.count for t in recording.threads] == [7, 0, 3, 0]


def test_the_number_of_events_can_be_limited(programs: Programs) -> None:
    recording = run(programs("counter"), "events 30")
    assert (recording.status, recording.outcome) == (86, c("OUTCOME_LIMIT"))
    assert sum(t.count for t in recording.threads) == 30


def test_events_of_a_thread_that_is_alone_have_a_limit_of_their_own(programs: Programs) -> None:
    in_all = sum(thread.count for thread in run(programs("counter")).threads)
    alone = 4  # what main does up to the first creation, and from the end of the last thread on
    for events, more, ends in ((in_all - alone, alone, True), (in_all - alone - 1, alone, False), (in_all, 3, False)):
        outcome = run(programs("counter"), f"events {events}", f"alone {more}").outcome
        assert outcome == c("OUTCOME_EXIT" if ends else "OUTCOME_LIMIT")


def test_exploring_tells_what_each_thread_would_do(programs: Programs) -> None:
    recording = run(programs("counter"), "explore 1", "segment main 7", "segment main.1 2", "stop_at_end 1")
    last = recording.sync[-5:-1]
    assert [(recording.path(s), s.kind) for s in last] == [(t.path, "PENDING") for t in recording.threads]
    assert [s.value for s in last] == [c("JOIN"), c("ACCESS"), c("START"), c("START")]
    assert [bool(s.flags & c("FLAG_ENABLED")) for s in last] == [False, True, True, True]
    assert last[1].extra == 4


def test_exploring_does_not_change_the_schedule(programs: Programs) -> None:
    for policy in ("policy default", "policy random"):
        plain = run(programs("queue"), policy, "seed 4")
        explored = run(programs("queue"), policy, "seed 4", "explore 1")
        assert [s for s in explored.sync if s.kind != "PENDING"] == plain.sync


def test_spurious_wakes_happen_only_where_they_are_allowed(programs: Programs) -> None:
    program = programs("queue")
    waits = ["segment main 5", "segment main.1 3", "segment main.1 4"]
    assert run(program, "strict 1", *waits).outcome == c("OUTCOME_DIVERGED")
    allowed = run(program, "strict 1", "spurious 1", *waits)
    assert (allowed.output, allowed.of("WAKE")[0].extra) == ("3\n", c("WAKE_SPURIOUS"))


@pytest.mark.parametrize("name", ["pipes", "streams", "stream locks", "children"])
def test_threads_that_block_in_the_kernel_do_not_block_the_others(programs: Programs, name: str) -> None:
    program = programs("outside")
    plain = subprocess.run([program, name], capture_output=True, text=True, check=True).stdout
    recording = run(program, arguments=(name,))
    assert recording.output == plain
    assert len(recording.of("OUTSIDE")) == len(recording.of("BACK")) == (0 if name == "children" else 1)
    again = replayed(program, recording, arguments=(name,))
    assert [s for s in again.sync if s.visible] == [s for s in recording.sync if s.visible]


def test_without_a_control_file_the_program_is_as_if_compiled_plainly(programs: Programs) -> None:
    for name in ("mutexes", "barriers", "onces", "keys", "readers", "semaphores", "c11", "spinning"):
        done = subprocess.run([programs("objects"), name], capture_output=True, text=True, check=True, timeout=HANG_S)
        assert sorted(done.stdout) == sorted(OBJECTS[name])
    assert subprocess.run([programs("endings"), "assert"], capture_output=True, check=False).returncode == -6
    assert subprocess.run([programs("endings"), "no join"], capture_output=True, check=False).returncode == 3


def test_nobody_runs_while_a_thread_is_in_a_region(programs: Programs) -> None:
    program = programs("region")
    inside = ["segment main 5", "segment main.1 3", "segment main.2 3"]  # each would cut a region in two
    for directives in (inside, *(["policy random", f"seed {seed}"] for seed in range(8))):
        recording = run(program, *directives)
        assert recording.output == "0\n"
        owner = None
        for record in recording.of("SWITCH", "REGION_BEGIN", "REGION_END"):
            assert owner in (None, record.thread)
            owner = record.thread if record.kind == "REGION_BEGIN" else None


def test_a_program_may_define_names_that_the_runtime_defines_too(programs: Programs) -> None:
    recording = run(programs("own_names"))
    assert (recording.output, recording.of("INPUT")) == ("2 2 4\n", [])


def test_the_runtime_compiles_without_a_warning_and_hides_its_names(programs: Programs) -> None:
    exported = subprocess.run(["nm", "-D", str(programs("counter"))], capture_output=True, text=True, check=True).stdout
    assert " rd_" not in exported
    assert " W pthread_mutex_lock" in exported
