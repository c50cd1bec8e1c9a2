"""The linear passes in C over one run of a trace program, against the machine and its clocks: which accesses of the run
race, and which parts of it are runs."""

import random
from collections.abc import Sequence
from typing import Final

import numpy as np

from raddle.encode.index import Index
from raddle.model.accesses import meet
from raddle.model.clocks import Clocks, next_touched
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.run import Ran, run
from raddle.model.worth import GrowingWorth
from raddle.predict.races.observed import Observed, observed_of
from raddle.predict.races.passes_library import passes_library
from tests.support.race_oracle import reads_of
from tests.support.random_judged import PROFILES, numbered

PARTS: Final = 25
"""Of each run."""


def compared(number: int, profiles: Sequence[str] = tuple(PROFILES)) -> list[str]:
    """Of a random program's own run, the disagreements in words."""
    rng = random.Random(number)
    _, ctp = numbered(number, profiles)
    observed = observed_of(Index(ctp))
    expected = unordered_pairs(ctp, observed)
    found = [] if racing_pairs(observed) == expected else [f"races: {racing_pairs(observed)}, by the clocks {expected}"]
    done = np.bincount([ctp.events[event].thread for event in observed.order], minlength=len(ctp.threads)).tolist()
    machine, never_refused = Machine(ctp), not any(map(reads_of, ctp.events))
    for _ in range(PARTS):
        first, then = random_part(rng, done)
        reached = run(ctp, observed.moves_of(first, then), machine)
        is_run = isinstance(reached, Ran) and not reached.state[machine.layout.ended]
        said = passes_library().possible(observed.rows, first, then)
        if said != is_run and (said or never_refused):
            found.append(f"{first}, {then}: possible: {said}, on the machine {is_run}")
    return found


def random_part(rng: random.Random, done: list[int]) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """So many events of each thread, and then up to so many."""
    first = [rng.choice((count, rng.randint(0, count))) for count in done]
    then = [rng.randint(low, high) for low, high in zip(first, done, strict=True)]
    return np.array(first, np.uint32), np.array(then, np.uint32)


def racing_pairs(observed: Observed) -> set[tuple[int, int]]:
    """By the pass."""
    places = np.arange(len(observed.ctp.events), dtype=np.int32)
    rows, beyond = passes_library().happens_before(observed.rows, places, 10_000)
    assert not beyond
    return set(zip(rows["event_a"].tolist(), rows["event_b"].tolist(), strict=True))


def unordered_pairs(ctp: TraceProgram, observed: Observed) -> set[tuple[int, int]]:
    """In one run, by the reference."""
    machine = Machine(ctp)
    clocks = Clocks(machine)
    slots, worth, done, found = list(machine.initial), GrowingWorth(), {}, set()
    counts = np.array([thread.count for thread in ctp.threads], np.uint32)
    for move in observed.moves_of(counts, counts):
        event = ctp.events[move.event]
        touched = next_touched(machine, slots, event, worth)
        for earlier, there in done.items():
            strange = ctp.events[earlier].thread != event.thread
            if strange and meet(there, touched) and not clocks.precedes(earlier, event, touched):
                found.add((earlier, event.number))
        clocks.perform(event, slots, touched)
        machine.advance(slots, move, worth)
        done[event.number] = touched
    return found
