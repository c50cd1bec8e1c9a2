"""Schedules with fewer switches that may fail in the same way."""

from raddle.base.segments import Segment
from raddle.verify.runs.shorter import segments_of, turns_of, with_fewer_switches


def segments(text: str) -> tuple[Segment, ...]:
    words = (word.split(":") for word in text.split())
    return tuple(Segment(thread, int(upto)) for thread, upto in words)


def test_turns_and_segments_say_the_same() -> None:
    schedule = segments("main:2 main.1:3 main:5 main.1:4")
    assert turns_of(schedule) == [("main", 2), ("main.1", 3), ("main", 3), ("main.1", 1)]
    assert segments_of(turns_of(schedule)) == schedule


def test_every_try_has_fewer_switches_and_leaves_out_only_what_comes_last_in_its_thread() -> None:
    schedule = segments("main:2 main.1:3 main:5 main.2:4 main.1:6")
    tries = list(with_fewer_switches(schedule))
    assert segments("main:5 main.2:4 main.1:6") in tries
    assert segments("main:2 main.1:6 main:5 main.2:4") in tries
    assert segments("main:2 main.1:3 main:5 main.1:6") in tries
    for one in tries:
        assert len(one) < len(schedule)
        whole, left = dict(schedule), dict(one)
        assert sum(left.get(thread) != upto for thread, upto in whole.items()) <= 1


def test_a_schedule_in_which_nobody_comes_twice_can_only_do_without_somebody() -> None:
    assert list(with_fewer_switches(segments("main:2 main.1:3"))) == [segments("main.1:3")]
