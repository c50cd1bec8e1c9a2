"""The kinds of events that the engines in C know are the actions of trace programs."""

import re
from pathlib import Path
from typing import get_args

import pytest

from raddle.base.trace_format import parse_headers
from raddle.decide.event_numbers import events_header, flags_of, kind_numbers
from raddle.model.actions import Action, Leave, Mode, Release
from tests.campaigns.search_mutants import MUTANTS


def test_every_action_has_a_number_of_its_own_and_there_are_no_others() -> None:
    numbers = kind_numbers()
    assert set(numbers) == set(get_args(Action))
    in_header = parse_headers(events_header().read_text(encoding="utf-8")).family("RD_DO_")
    assert sorted(numbers.values()) == sorted(in_header) == list(range(len(get_args(Action))))


def test_a_departure_is_the_last_another_or_whichever() -> None:
    assert len({flags_of(Leave(0, last)) for last in (True, False, None)}) == 3


def test_flags_of_one_action_are_not_those_of_another() -> None:
    assert flags_of(Release(0)) != flags_of(Release(0, Mode.SHARED))


IN_C = {
    "states/moves.c": ["rd_is_allowed", "waits_in_vain", "synchronise"],
    "states/depends.c": ["may_interfere", "may_enable"],
    "states/knows.c": ["learn_by_synchronising"],
    "passes/possible.c": ["row_can"],
    "passes/clocks.c": ["rd_clocks_acquire", "rd_clocks_release"],
}


def constants(header: Path, prefix: str) -> set[str]:
    found = parse_headers(header.read_text(encoding="utf-8")).constants
    return {name for name in found if name.startswith(prefix)}


def functions_by_kind(text: str) -> dict[str, str]:
    """By name: the text of each function that goes by the kind of an event."""
    bodies = re.findall(r"^\w[^\n;]*?(\w+)\([^\n]*\)\n\{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    return {name: body for name, body in bodies if "->kind) {" in body}


def test_the_switches_over_kinds_of_events_are_those_that_the_header_tells_of() -> None:
    folder, header = events_header().parent, events_header().read_text(encoding="utf-8")
    found = {
        str(path.relative_to(folder)): names
        for path in sorted([*folder.glob("states/*.c"), *folder.glob("passes/*.c")])
        if (names := list(functions_by_kind(path.read_text(encoding="utf-8"))))
    }
    assert found == IN_C
    for path, names in IN_C.items():
        assert path in header and all(name in header for name in names)


@pytest.mark.parametrize("path", IN_C)
def test_each_switch_over_kinds_of_events_names_all_of_them(path: str) -> None:
    text = (events_header().parent / path).read_text(encoding="utf-8")
    kinds = constants(events_header(), "RD_DO_")
    rows = constants(events_header().parent / "passes/passes.h", "RD_ROW_") if path.startswith("passes") else set()
    for name, body in functions_by_kind(text).items():
        named = re.findall(r"case (\w+):", body)
        assert sorted(named) == sorted(kinds | rows), name
        assert "default:" not in body, name


def test_each_part_of_the_search_that_is_broken_on_purpose_has_its_text() -> None:
    for name, file, old, _ in MUTANTS:
        text = (events_header().parent / "states" / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, name
