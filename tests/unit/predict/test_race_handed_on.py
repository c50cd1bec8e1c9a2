"""Who comes by an address only since it was handed on races with nothing that was done before."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from raddle.encode.index import Index
from raddle.model.accesses import accesses_of
from raddle.model.program import Event, TraceProgram
from raddle.model.text.parse import parse_ctp
from raddle.predict.races import handed_on
from raddle.predict.races.handed_on import HandedOn
from tests.support.race_oracle import TooMany, races_of
from tests.support.random_pointer_ctp import POINTERS, random_pointer_ctp

HEAD = "lock m\nshared p: 64 = 0\nshared q: 64 = 0\nshared n: 8 = 0\nthread main\ncreate(A)\ncreate(B)\n"
NODE = 0x1000


def precedes(a: str, b: str) -> bool:
    """Of the events that are labelled a and b, at the cell n; the one before the other, in this order."""
    ctp = parse_ctp(HEAD + "thread A\n" + a.replace("; ", "\n") + "\nthread B\n" + b.replace("; ", "\n"))
    first, second = (next(event for event in ctp.events if event.label == label) for label in "ab")
    (cell,) = cells_of(first) & cells_of(second)
    found = HandedOn(Index(ctp)).precedes(first.number, second.number, cell)
    truth = races_of(ctp, 20_000)
    assert not found or (first.number, second.number) not in truth.pairs
    return found


def cells_of(event: Event) -> set[int]:
    return {cell for access in accesses_of(event) for cell in access.cells}


PUT = f"a: n := 1; lock(m); p := {NODE}; unlock(m)"
TAKEN = f"lock(m); v := p; unlock(m); assume(v == {NODE}); b: w := n"


def test_what_was_filled_before_it_was_put_in_is_ordered_before_who_took_it_out() -> None:
    assert precedes(PUT, TAKEN)
    assert not precedes(f"lock(m); p := {NODE}; unlock(m); a: n := 1", TAKEN)


def test_what_is_read_without_the_lock_orders_nothing() -> None:
    assert not precedes(PUT, f"v := p; assume(v == {NODE}); b: w := n")
    assert precedes(f"a: n := 1; p@release := {NODE}", f"v := p@acquire; assume(v == {NODE}); b: w := n")
    assert not precedes(f"a: n := 1; p@relaxed := {NODE}", f"v := p@acquire; assume(v == {NODE}); b: w := n")


def test_what_was_there_at_first_has_come_from_nobody() -> None:
    assert not precedes(PUT, "lock(m); v := p; unlock(m); assume(v == 0); b: w := n")


def test_a_pointer_may_be_passed_on() -> None:
    passed = "lock(m); u := p; q := u; unlock(m); "
    taken = f"lock(m); v := q; unlock(m); assume(v == {NODE}); b: w := n"
    assert precedes(PUT, passed + taken)
    assert not precedes(PUT, passed + "lock(m); q := u * 3; unlock(m); " + taken)


@pytest.mark.compiler
def test_nothing_races_that_is_said_to_be_ordered() -> None:
    handed = sum(wrong_and_handed(seed)[1] for seed in range(160))
    assert handed > 20


@pytest.mark.compiler
@pytest.mark.parametrize(
    ("of", "name", "broken", "seed"),
    [
        (HandedOn, "_is_ordered", lambda *_: True, 28),
        (handed_on, "_difference", lambda value, variable, by: value, 1),
        (handed_on, "_came_from", lambda write, *of: _known(came_from(write, *of)), 355),
        (HandedOn, "precedes", lambda self, _, *of: bool((self._what_precedes(*of) >= 0).any()), 2),
    ],
    ids=["reads without order", "moved", "unknown writes", "written after it was handed on"],
)
def test_a_rule_that_is_broken_is_noticed(
    of: object, name: str, broken: Callable[..., Any], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong_and_handed(seed)
    monkeypatch.setattr(of, name, broken)
    assert wrong_and_handed(seed, checked=False)[0]


came_from = handed_on._came_from


def _known(came: object) -> object:
    return "never" if came == "unknown" else came


def wrong_and_handed(seed: int, *, checked: bool = True) -> tuple[int, int]:
    profiles = list(POINTERS)
    ctp = random_pointer_ctp(random.Random(seed), profiles[seed % len(profiles)], 26)
    try:
        truth = races_of(ctp, 20_000)
    except TooMany:
        return 0, 0
    found = ordered_pairs(ctp)
    wrong = sum((min(pair), max(pair)) in truth.pairs for pair in found)
    assert not (checked and wrong), seed
    return wrong, len(found)


def ordered_pairs(ctp: TraceProgram) -> list[tuple[int, int]]:
    said = HandedOn(Index(ctp))
    touching = [event for event in ctp.events if cells_of(event)]
    return [
        (first.number, second.number)
        for first in touching
        for second in touching
        if first.thread != second.thread
        and (common := cells_of(first) & cells_of(second))
        and all(said.precedes(first.number, second.number, cell) for cell in common)
    ]
