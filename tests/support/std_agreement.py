"""One random STD trace: does prediction say of every pair and of every circle what all correct reorderings say?"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from raddle.decide.answers import Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.model.accesses import accesses_of, conflicts
from raddle.model.actions import Acquire, Join
from raddle.model.goals import Circle, Goal, Meet, Unordered
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.std.lines import parse_std
from raddle.model.std.to_ctp import ctp_of_std
from raddle.predict.deadlocks.search import Search
from raddle.predict.decide import Decider, Limits
from raddle.predict.races.decide import decide_races
from raddle.solve.choose import default_solver
from tests.support.std_oracle import Found, brute_force, random_std


@dataclass
class Agreement:
    traces: int = 0
    pairs: int = 0
    races: int = 0
    circles: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Agreement") -> None:
        self.traces += other.traces
        self.pairs += other.pairs
        self.races += other.races
        self.circles += other.circles
        self.disagreements += other.disagreements

    def __str__(self) -> str:
        asked = f"{self.traces} traces, {self.pairs} pairs, {self.races} races, {self.circles} circles"
        return f"{asked}, {len(self.disagreements)} disagreements"


def text_of(number: int) -> str:
    return random_std(random.Random(f"std {number}"))


def compared(number: int) -> Agreement:
    text = text_of(number)
    expected = brute_force(text)
    ctp = ctp_of_std(parse_std(text), shared_only=number % 2 == 0)
    decider = Decider(Encoder(ctp), default_solver(), Limits(minimise_s=0.2))
    lines = [event.origin - 1 for event in ctp.events]

    def is_reached(goal: Goal) -> bool:
        return isinstance(decider.decide(goal), Violated)

    found = Agreement(traces=1, circles=len(expected.circles))
    for first, second in _pairs(ctp):
        pair = min(lines[first], lines[second]), max(lines[first], lines[second])
        meets = is_reached(Meet(first, second))
        races = meets or is_reached(Unordered(first, second)) or is_reached(Unordered(second, first))
        found.pairs += 1
        found.races += races
        if (meets, races) != (pair in expected.meeting, pair in expected.races):
            found.disagreements.append(f"lines {pair}: meets {meets}, races {races}\n{text}")
    found.disagreements += [f"{what}\n{text}" for what in _by_search(ctp, decider, expected)]
    numbers = {event.origin - 1: event.number for event in ctp.events if isinstance(event.action, Acquire | Join)}
    for circle in expected.circles:
        if not is_reached(Circle(tuple(numbers[line] for line in sorted(circle)))):
            found.disagreements.append(f"lines {sorted(circle)}: no circle\n{text}")
    return found


def _by_search(ctp: TraceProgram, decider: Decider, expected: Found) -> list[str]:
    """All at once, as the command asks: linear passes first."""

    def ask(groups: Sequence[Sequence[Goal]]) -> list[list[Verdict]]:
        return [[decider.decide(goal) for goal in group] for group in groups]

    def line_of(number: int) -> int:
        return ctp.events[number].origin - 1

    wrong = []
    encoder = Encoder(ctp)
    decided = decide_races(encoder, line_of, ask)
    races = {tuple(sorted((line_of(race.goal.first), line_of(race.goal.second)))) for race in decided.races}
    if races != expected.races or decided.undecided:
        wrong.append(f"races {sorted(races)} instead of {sorted(expected.races)}")
    searched = Search(encoder, Machine(ctp), line_of)(ask)
    circles = {frozenset(map(line_of, one.events)) for one in searched.found if isinstance(one.goal, Circle)}
    if circles != expected.circles or searched.unknown:
        wrong.append(f"circles {circles} instead of {expected.circles}")
    return wrong


def _pairs(ctp: TraceProgram) -> list[tuple[int, int]]:
    found = []
    for first in ctp.events:
        for second in ctp.events[first.number + 1 :]:
            if first.thread != second.thread and any(
                conflicts(a, b) and a.cells == b.cells for a in accesses_of(first) for b in accesses_of(second)
            ):
                found.append((first.number, second.number))
    return found
