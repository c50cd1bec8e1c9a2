"""The kinds of events that the engines in C know are the actions of trace programs."""

from typing import get_args

from raddle.base.trace_format import parse_headers
from raddle.decide.event_numbers import events_header, flags_of, kind_numbers
from raddle.model.actions import Action, Leave, Mode, Release


def test_every_action_has_a_number_of_its_own_and_there_are_no_others() -> None:
    numbers = kind_numbers()
    assert set(numbers) == set(get_args(Action))
    in_header = parse_headers(events_header().read_text(encoding="utf-8")).family("RD_DO_")
    assert sorted(numbers.values()) == sorted(in_header) == list(range(len(get_args(Action))))


def test_a_departure_is_the_last_another_or_whichever() -> None:
    assert len({flags_of(Leave(0, last)) for last in (True, False, None)}) == 3


def test_flags_of_one_action_are_not_those_of_another() -> None:
    assert flags_of(Release(0)) != flags_of(Release(0, Mode.SHARED))
