"""A schedule is a string one can paste: what is printed reads back, and what does not read says where."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raddle.base.errors import UserError
from raddle.base.segments import Segment, TimeOut, Wake
from raddle.replay.schedule import Schedule, parse_schedule

THREADS = st.sampled_from(["main", "main.1", "main.2", "main.1.1"])


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    reached: dict[str, int] = {}
    segments = []
    pattern = draw(st.lists(st.tuples(THREADS, st.integers(0, 5)), max_size=6))
    for thread, more in pattern * draw(st.integers(1, 6)) + draw(st.lists(st.tuples(THREADS, st.integers(0, 99)))):
        reached[thread] = reached.get(thread, 0) + more
        segments.append(Segment(thread, reached[thread]))
    wakes = draw(st.lists(st.builds(Wake, THREADS, st.integers(0, 10**9), THREADS)))
    time_outs = draw(st.lists(st.builds(TimeOut, THREADS, st.integers(0, 10**9))))
    return Schedule(tuple(segments), tuple(wakes), tuple(time_outs))


@given(schedules())
def test_a_printed_schedule_reads_back(schedule: Schedule) -> None:
    assert parse_schedule(str(schedule)) == schedule


def test_the_three_ways_to_say_it() -> None:
    said = parse_schedule("main:12 main.1:30 main:40")
    assert said.segments == (Segment("main", 12), Segment("main.1", 30), Segment("main", 40))
    assert parse_schedule("main+12 main.1+30\n main+28").segments == said.segments
    repeated = parse_schedule("main:3 (main.1+1 main+2)*3")
    assert repeated.segments[-1] == Segment("main", 9)
    assert len(repeated.segments) == 7


def test_groups_nest() -> None:
    assert parse_schedule("((main+1)*2 main.1+1)*2").segments[-1] == Segment("main.1", 2)


def test_choices_and_time_outs() -> None:
    said = parse_schedule("main:3 main.1@17->main.2 main.2@4->timeout")
    assert said.wakes == (Wake("main.1", 17, "main.2"),)
    assert said.time_outs == (TimeOut("main.2", 4),)


def test_a_long_alternation_prints_short() -> None:
    segments = []
    for turn in range(1, 1001):
        segments += [Segment("main", 2 * turn), Segment("main.1", turn)]
    assert str(Schedule(tuple(segments))) == "(main+2 main.1+1)*1000"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("main:3 mian:4", '>>> "mian:4"'),
        ("main:3 main.1", '>>> "main.1"'),
        ("main:3 main.1:", '>>> "main.1:"'),
        ("main:-3", '>>> "main:-3"'),
        ("main:3x", '>>> "main:3x"'),
        ("main:3 (main.1+2 main+1", '>>> "(main.1+2 main+1"'),
        ("main:3 )*4", '>>> ")*4"'),
        ("(main:3)*2", '>>> "main:3)*2"'),
        ("main@3->", '>>> "main@3->"'),
        ("main:99999999999999999999", '>>> "main:99999999999999999999"'),
        ("((main+1)*9999999)*9999999", '>>> ")*9999999"'),
    ],
)
def test_a_mistake_is_shown_at_its_place(text: str, place: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_schedule(text)
    assert place in str(caught.value)


def test_a_thread_cannot_go_back() -> None:
    with pytest.raises(UserError, match="goes back"):
        parse_schedule("main:5 main.1:2 main:3")


@given(st.text(alphabet="main.1+:()*@->timeout 2", max_size=40))
def test_any_text_reads_or_is_a_user_error(text: str) -> None:
    with suppress(UserError):
        parse_schedule(text)
