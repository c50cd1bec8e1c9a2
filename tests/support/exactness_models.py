"""One random trace program under other memory models: brute force with buffers, and what all else is asked.

A model is a trace program that is made of the given one (model/memory.py). Of that program the encoding, the search of
all states and brute force on the machine must say which checks can be violated: those that brute force with buffers of
writes, or with threads that keep others waiting, finds in the given one (tests/oracles/store_buffers.py).
"""

import random
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import Final

from raddle.base.errors import RaddleError, ToolError
from raddle.decide.answers import Holds, Violated
from raddle.decide.door import Known, decide
from raddle.decide.search import StateSearch
from raddle.encode.encoder import Encoder
from raddle.model.check import check_program
from raddle.model.goals import Fails, Goal
from raddle.model.memory import SEQUENTIAL, MemoryModel
from raddle.model.program import TraceProgram
from raddle.predict.decide import Decider, Limits
from raddle.solve.choose import default_solver
from tests.oracles.enumerated import enumerated
from tests.oracles.store_buffers import violated_under
from tests.support.memory_models import StoreBuffers, SwitchingAtSynchronisation
from tests.support.random_ctp import PROFILES, random_ctp
from tests.support.random_litmus import random_litmus

MODELS: Final[dict[str, MemoryModel]] = {
    "SC": SEQUENTIAL,
    "TSO": StoreBuffers(by_cell=False),
    "PSO": StoreBuffers(by_cell=True),
    "cooperative": SwitchingAtSynchronisation(),
}
MOST_STATES: Final = 5_000
"""Of a program that explains a model, beyond which the machine is not asked."""


@dataclass
class ModelsExactness:
    """Counts, and every disagreement in words."""

    programs: int = 0
    too_large: int = 0
    checks: int = 0
    violable: int = 0
    """Under sequential consistency;"""
    more_tso: int = 0
    """beside these, under TSO,"""
    more_pso: int = 0
    fewer: int = 0
    """and of these not, where threads give way only where they synchronise."""
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "ModelsExactness") -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        told = ", ".join(f"{getattr(self, one.name)} {one.name.replace('_', ' ')}" for one in fields(self)[:-1])
        return f"{told}, {len(self.disagreements)} disagreements"


def program(number: int) -> TraceProgram:
    """Every fourth of all kinds of actions; the others are about what reads may see."""
    rng = random.Random(number)
    return random_litmus(rng) if number % 4 else random_ctp(rng, sorted(PROFILES)[number // 4 % len(PROFILES)])


def compared(number: int) -> ModelsExactness:
    found, ctp = ModelsExactness(programs=1), program(number)
    try:
        expected = {name: violated_under(name, ctp) for name in MODELS}
    except ToolError:
        found.too_large += 1
        return found
    found.checks += len(ctp.checks)
    found.violable += len(expected["SC"])
    found.more_tso += len(expected["TSO"] - expected["SC"])
    found.more_pso += len(expected["PSO"] - expected["SC"])
    found.fewer += len(expected["SC"] - expected["cooperative"])
    for name, model in MODELS.items():
        try:
            said = violated(model, ctp)
        except (RaddleError, AssertionError, LookupError, TypeError, ValueError) as error:
            said = {f"{type(error).__name__}: {error}": set()}
        for by, checks in said.items():
            if checks != expected[name]:
                what = f"program {number}, {name}, {by}: {sorted(checks)} and not {sorted(expected[name])}"
                found.disagreements.append(what)
    return found


def violated(model: MemoryModel, ctp: TraceProgram) -> dict[str, set[int | None]]:
    """By who says so: the checks of the given trace program that can be violated under the model."""
    explained = model.explained(ctp)
    asked = explained.program
    check_program(asked)
    goals: list[Goal] = [Fails(event.number) for event in asked.checks]
    decider = Decider(Encoder(asked), default_solver(), Limits(), groups=[goals])
    solved = {goal: decider.decide(goal) for goal in goals}
    assert all(isinstance(one, Holds | Violated) for one in solved.values())
    found = {"solver": {goal for goal, one in solved.items() if isinstance(one, Violated)}}
    search = StateSearch(asked)
    search.allow(None, None)
    searched = [one for (one,) in decide(asked, [[goal] for goal in goals], [search], Known())]
    if all(isinstance(one, Holds | Violated) for one in searched):
        found["search"] = {one.goal for one in searched if isinstance(one, Violated)}
    with suppress(ToolError):
        found["machine"] = {Fails(check) for check in enumerated(asked, limit=MOST_STATES).violations}
    return {by: {explained.given[one.check] for one in some if isinstance(one, Fails)} for by, some in found.items()}
