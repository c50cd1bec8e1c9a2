"""Threads that wait for each other in a circle: a deadlock, also where others could go on."""

import pytest

from tests.native.harness import c, run
from tests.native.test_runtime import Programs, programs

__all__ = ["programs"]


@pytest.mark.parametrize(
    ("how", "waits"),
    [
        ("locks", {"main.1": ("LOCK", "main.2"), "main.2": ("LOCK", "main.1")}),
        ("readers", {"main.1": ("WRLOCK", "main.2"), "main.2": ("WRLOCK", "main.1")}),
        ("join", {"main.1": ("LOCK", "main.2"), "main.2": ("JOIN", "main.1")}),
        ("running", {"main.1": ("LOCK", "main.2"), "main.2": ("LOCK", "main.1")}),
    ],
)
def test_a_circle_is_a_deadlock_although_main_would_return_or_others_run(
    programs: Programs,
    how: str,
    waits: dict[str, tuple[str, str]],
) -> None:
    recording = run(programs("circles"), "quantum 1000", arguments=(how,))
    assert (recording.status, recording.outcome) == (86 if how == "running" else 0, c("OUTCOME_DEADLOCK"))
    said = {
        recording.path(record): (record.value, recording.threads[record.extra].path)
        for record in recording.of("DEADLOCK")
    }
    assert said == {thread: (c(kind), holder) for thread, (kind, holder) in waits.items()}
    assert recording.errors.count("raddle: deadlock: ") == len(waits)
    assert recording.output == ("" if how == "running" else "bye\n")


@pytest.mark.parametrize("how", ["timed", "handlers", "released by another"])
def test_what_may_open_again_is_no_circle(programs: Programs, how: str) -> None:
    recording = run(programs("circles"), arguments=(how,))
    assert (recording.outcome, recording.output) == (c("OUTCOME_EXIT"), "bye\n")
    assert not recording.of("DEADLOCK")


def test_when_told_so_the_run_ends_as_soon_as_the_circle_is_closed(programs: Programs) -> None:
    recording = run(programs("circles"), "circles 1", arguments=("locks",))
    assert (recording.outcome, recording.output) == (c("OUTCOME_DEADLOCK"), "")


def test_a_circle_that_a_schedule_closes_ends_the_run_where_the_schedule_ends(programs: Programs) -> None:
    first = run(programs("circles"), arguments=("locks",))
    counts = {thread.path: thread.count for thread in first.threads}
    main = counts["main"] - 50
    segments = ("segment main.1 2", "segment main.2 3", f"segment main.1 {counts['main.1']}", f"segment main {main}")
    created = [record.count for record in first.of("CREATE")]
    recording = run(
        programs("circles"),
        "circles 1",
        "strict 1",
        f"segment main {created[-1] + 1}",
        *segments[:3],
        f"segment main.2 {counts['main.2']}",
        segments[3],
        arguments=("locks",),
    )
    assert recording.outcome == c("OUTCOME_DEADLOCK")
    assert {thread.path: thread.count for thread in recording.threads} == counts | {"main": main}
