"""How a race is named in a witness, where a schedule is cut for it, and where gdb is to stop."""

import pytest

from raddle.base.errors import UserError
from raddle.base.failing import BY_STATUS
from raddle.base.place import SourcePlace
from raddle.base.segments import Segment
from raddle.replay.debug import _before_the_race
from raddle.replay.outcome import Outcome, parse_outcome
from raddle.replay.races import VisibleEvent, race_outcome, racing_events, segments_up_to
from raddle.replay.schedule import Schedule, parse_schedule

PAIR = VisibleEvent("main.1", 4), VisibleEvent("main.2", 7)
PLACES = SourcePlace("src/hits.c", 12, 5, "count"), SourcePlace("odd (name).c", 20)


def test_what_is_spelled_reads_back() -> None:
    outcome = race_outcome(PAIR, PLACES)
    assert str(outcome) == "data race main.1@4 (hits.c:12), main.2@7 (odd _name_.c:20)"
    assert parse_outcome(str(outcome)) == outcome and outcome.is_failure(BY_STATUS)
    assert racing_events(outcome) == PAIR
    assert racing_events(race_outcome(PAIR, (None, None))) == PAIR


@pytest.mark.parametrize("detail", ["", "main.1@4", "main.1@4 (a.c:1)", "main.1 (a.c:1), main.2@3 (b.c:2)"])
def test_what_names_no_two_accesses_is_the_users_error(detail: str) -> None:
    with pytest.raises(UserError, match="no race is spelled"):
        racing_events(Outcome("data race", detail))


@pytest.mark.parametrize(
    ("whole", "cut"),
    [
        ("main:9 main.1:20 main.2:30 main:12", "main:9 main.1:20 main.2:8"),
        ("main:9 main.2:8 main.1:2 main.2:9 main.1:9", "main:9 main.2:8 main.1:2 main.2:9 main.1:5"),
        ("main.1:5 main.2:8", "main.1:5 main.2:8"),
    ],
)
def test_a_run_is_followed_up_to_the_later_of_the_two(whole: str, cut: str) -> None:
    assert segments_up_to(parse_schedule(whole).segments, PAIR) == parse_schedule(cut).segments


@pytest.mark.parametrize(
    ("schedule", "before"),
    [
        ("main:9 main.2:7 main.1:5 main.2:8", "main:9 main.2:7 main.1:4 main.2:7"),
        ("main:9 main.1:5 main.2:8", "main:9 main.1:5 main.2:7"),
        ("main:9 main.1:4 main.2:8 main.1:5", "main:9 main.1:4 main.2:7 main.1:4"),
        ("main:9 main.1:9 main.2:8", "main:9 main.1:9 main.2:7"),
    ],
    ids=["both stand before", "the second has more to do", "the other order", "the first has gone on"],
)
def test_gdb_stops_before_the_second_access_and_before_both_where_nothing_is_in_between(
    schedule: str, before: str
) -> None:
    cut = _before_the_race(parse_schedule(schedule), PAIR)
    segments = tuple(Segment(*segment) for segment in parse_schedule(before).segments)
    assert cut == Schedule(segments)
