"""Signals outside of the lock of those who wait hide only what comes right before them."""

import random
from collections import Counter

import pytest

from raddle.decide.shape import shape_of
from raddle.encode.encoder import Encoder
from raddle.encode.index import Index
from raddle.model.actions import Broadcast, Mode, Signal
from raddle.model.program import Event, TraceProgram
from raddle.model.text.parse import parse_ctp
from raddle.predict.races import decide
from raddle.predict.races.signals import NOTHING, HeldAlone, Hidden, hidden_by_signals
from tests.support.planned_ctp import planned_ctp
from tests.support.race_answers import Asked
from tests.support.race_oracle import TooMany

WAITER = "thread B\nlock(m)\nwait(c, m){how}\nunlock(m)\n"
PROFILE = "lost signals"


def hidden(signaller: str, *, how: str = "", main: str = "", waiter: str = WAITER) -> set[str] | None:
    """The labels of the accesses."""
    text = f"shared x = 0\nshared y = 0\nlock m\nlock n\ncondition c\nthread main\n{main}\ncreate(A)\ncreate(B)\n"
    text += "thread A\n" + signaller.replace("; ", "\n") + "\n" + waiter.format(how=how)
    ctp = parse_ctp(text)
    found = hidden_by_signals(shape_of(ctp), held_alone(ctp))
    return None if found is None else {ctp.events[number].label for number in found}


def held_alone(ctp: TraceProgram) -> HeldAlone:
    sections = Index(ctp).sections

    def held(event: Event) -> set[int]:
        return {one.lock for one in sections.around(event.number) if one.mode is Mode.EXCLUSIVE}

    return held


def test_a_signal_under_the_lock_hides_nothing() -> None:
    assert hidden("a: x := 1; lock(m); signal(c); unlock(m)") == set()


def test_a_signal_hides_what_its_thread_touched_since_it_gave_the_lock_back() -> None:
    assert hidden("a: x := 1; lock(m); b: x := 2; unlock(m); signal(c)") == set()
    assert hidden("a: x := 1; lock(m); unlock(m); b: x := 2; d: r := y; signal(c); e: x := 3") == {"b", "d"}


def test_a_signal_hides_anything_that_its_thread_came_to_know_since_then() -> None:
    assert hidden("lock(m); unlock(m); lock(n); unlock(n); signal(c)") is None
    assert hidden("lock(n); unlock(n); lock(m); unlock(m); signal(c)") == set()
    assert hidden("lock(m); unlock(m); r := y@acquire; signal(c)") is None


def test_a_thread_that_never_had_the_lock_knows_what_its_creator_did() -> None:
    assert hidden("a: x := 1; signal(c)") is None
    assert hidden("skip", main="a: x := 1\nsignal(c)") == {"a"}


def test_where_a_wait_ends_by_itself_every_signal_has_to_be_under_the_lock() -> None:
    signals = "lock(m); unlock(m); signal(c)"
    assert hidden(signals, how=" timeout") is None
    assert hidden("lock(m); signal(c); unlock(m)", how=" timeout") == set()


def test_a_condition_for_which_nobody_waits_hides_nothing() -> None:
    assert hidden("a: x := 1; signal(c)", waiter="thread B\nskip\n") == set()


@pytest.mark.compiler
def test_races_behind_signals_are_those_of_brute_force() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(1_000, 1_400):
        ctp = planned_ctp(random.Random(seed), PROFILE)
        hides = hidden_by_signals(shape_of(ctp), held_alone(ctp))
        if not signals_outside(ctp) or kinds[kind_of(hides)] == 12:
            continue
        try:
            asked = Asked(ctp)
        except TooMany:
            continue
        kinds[kind_of(hides)] += 1
        assert said(ctp, asked) == asked.truth.pairs, seed
    assert min(kinds[kind] for kind in ("any", "some", "none")) > 5, kinds


@pytest.mark.compiler
@pytest.mark.parametrize("seed", [90, 123])
def test_some_races_are_found_only_since_they_may_be_hidden(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ctp = planned_ctp(random.Random(seed), PROFILE)
    asked = Asked(ctp)
    assert said(ctp, asked) == asked.truth.pairs
    monkeypatch.setattr(decide, "hidden_by_signals", lambda *_: NOTHING)
    assert said(ctp, asked) < asked.truth.pairs


def kind_of(hides: Hidden) -> str:
    return "any" if hides is None else "some" if hides else "none"


def signals_outside(ctp: TraceProgram) -> bool:
    held = held_alone(ctp)
    return any(isinstance(event.action, Signal | Broadcast) and not held(event) for event in ctp.events)


def said(ctp: TraceProgram, asked: Asked) -> set[tuple[int, int]]:
    races = decide.decide_races(Encoder(ctp), lambda event: event, asked)
    assert not races.undecided
    return {(min(pair), max(pair)) for pair in (tuple(race.places) for race in races.races)}
