"""Where "both next" says all about races of paths: flags that tell of memory that was given back are no leaks."""

import random
from dataclasses import replace
from typing import Final

import pytest

from raddle.base.errors import ToolError
from raddle.logic.terms import Term
from raddle.model.actions import Action, Cell, Read, Step, Write
from raddle.model.program import Event, TraceProgram
from raddle.verify.leaks import leak_of
from raddle.verify.races import possible_races, racing_events
from tests.oracles.enumerated import enumerated
from tests.oracles.unordered_ways import unordered_of
from tests.support.random_paths import random_paths

PROFILES: Final = ("plain", "pointers", "threads", "arrays")
MOST_STATES: Final = 4_000
LOOKED_AT = "memory is looked at that the source does not read in every case"


def flagged(rng: random.Random, paths: TraceProgram, value: int = 1) -> TraceProgram:
    """Some steps look at a flag, and some put one up. Where it is up there is a frontier."""
    terms, flags = paths.terms, (len(paths.cells), len(paths.cells) + 1)
    columns: dict[str, list[int | str]] = {name: [] for name in ("source", "target", "leads", "visible", "passed")}
    events, numbers, threads = list[Event](), dict[int, int](), []
    points = max(*paths.graph.source, *paths.graph.target) + 1

    def put(event: Event, action: Action, first: int, **told: int | str) -> None:
        number = len(events)
        events.append(replace(event, number=number, position=number - first, action=action))
        for name, column in columns.items():
            column.append(told.get(name, getattr(paths.graph, name)[event.number]))

    for thread in paths.threads:
        first = len(events)
        for event in paths.events[thread.first : thread.first + thread.count]:
            numbers[event.number] = len(events)
            action = event.action
            is_dressed = isinstance(action, Step) and paths.graph.leads[event.number] == "on" and rng.random() < 0.5
            if not is_dressed:
                put(event, action, first)
                continue
            assert isinstance(action, Step)
            flag = rng.choice(flags)
            read = Read(terms.variable(f"flag.{event.number}", 8), (flag,), early=True, of_lock=True)
            is_down = terms.equal(read.variable, terms.bits(0, 8))
            writes = (Write(terms.bits(value, 8), (flag,)),) if rng.random() < 0.2 else ()
            guard = terms.all_of((action.guard, is_down))
            put(event, Step((*action.reads, read), guard, (*action.writes, *writes)), first)
            again = replace(read, variable=terms.variable(f"flag.{event.number}?", 8))
            is_up: Term = terms.negation(terms.equal(again.variable, terms.bits(0, 8)))
            put(event, Step((again,), is_up, ()), first, target=points, leads="frontier")
            points += 1
        threads.append(replace(thread, first=first, count=len(events) - first))
    graph = replace(
        paths.graph, **{name: tuple(column) for name, column in columns.items()},  # type: ignore[arg-type]
        timed_out=frozenset(numbers[one] for one in paths.graph.timed_out),
    )  # fmt: skip
    cells = (*paths.cells, *(Cell(f"flag {flag}", 8, 0, hidden=True) for flag in flags))
    return replace(paths, events=tuple(events), threads=tuple(threads), cells=cells, branches=graph)


def frontiers_of_flags(paths: TraceProgram) -> set[int]:
    last = {len(paths.cells) - 1, len(paths.cells) - 2}
    return {
        event.number
        for event in paths.events
        if paths.graph.leads[event.number] == "frontier"
        and isinstance(event.action, Step)
        and any(last & set(read.cells) for read in event.action.reads)
    }


@pytest.mark.parametrize("profile", PROFILES)
def test_where_no_flag_is_found_up_accesses_that_nothing_orders_are_next_at_once_somewhere(profile: str) -> None:
    judged = races = 0
    for seed in range(100):
        rng = random.Random(seed)
        paths = flagged(rng, random_paths(rng, profile, 16))
        asked = {(goal.first, goal.second) for goal in possible_races(paths)}
        if leak_of(paths, racing_events(paths)) is not None:
            continue
        try:
            known = enumerated(paths, asked, MOST_STATES)
            unordered = {(min(pair), max(pair)) for pair in unordered_of(paths, MOST_STATES)}
        except ToolError:
            continue
        if frontiers_of_flags(paths) & known.reached.keys():
            continue
        judged += 1
        races += bool(unordered & asked)
        assert bool(known.meetings) == bool(unordered & asked), (profile, seed)
    assert judged > 10 and races > 5, (judged, races)


def test_a_flag_that_is_put_down_again_is_a_leak() -> None:
    rng = random.Random(1)
    plain = random_paths(rng, "threads", 16)
    assert LOOKED_AT not in {leak_of(flagged(random.Random(seed), plain), ()) for seed in range(5)}
    assert LOOKED_AT in {leak_of(flagged(random.Random(seed), plain, value=0), ()) for seed in range(5)}
