"""The one door for questions about a trace program.

In: groups of goals (executions of one assertion, accesses of two places, all failures and frontiers of paths), and
engines in the order in which they are asked. Out: verdicts, group by group: of a group one violation is enough. Each
engine writes down what it settles, and leaves the rest to the next one; what was answered before is not asked again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from raddle.base.time_limit import BUDGET_ENDED
from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.model.goals import Goal
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.run import switches

Group = Sequence[Goal]


@dataclass
class Known:
    """Of the questions about one trace program."""

    answers: dict[Goal, Verdict] = field(default_factory=dict)
    ways: dict[Goal, tuple[Move, ...]] = field(default_factory=dict)
    """Moves to goals: the machine has run them, nobody has made them shorter."""

    def is_decided(self, goal: Goal) -> bool:
        return isinstance(self.answers.get(goal), Holds | Violated)

    def is_seen(self, group: Group) -> bool:
        """There is a way to one of these."""
        return not self.ways.keys().isdisjoint(group)

    def open_of(self, group: Group) -> list[Goal]:
        if any(isinstance(self.answers.get(goal), Violated) for goal in group):
            return []
        return [goal for goal in group if not self.is_decided(goal)]

    def answered(self, program: TraceProgram, group: Group) -> list[Verdict]:
        """Up to the first violation; what nobody came to is undecided."""
        found: list[Verdict] = []
        for goal in group:
            if goal in self.ways and goal not in self.answers:
                moves = self.ways[goal]
                self.answers[goal] = Violated(goal, moves, switches(program, moves), fewest=False)
            answer = self.answers.setdefault(goal, Undecided(goal, BUDGET_ENDED))
            if isinstance(answer, Violated):
                for one in found:
                    if isinstance(one, Undecided):  # nobody asks any more
                        del self.answers[one.goal]
                return [*(one for one in found if not isinstance(one, Undecided)), answer]
            found.append(answer)
        return found


class Engine(Protocol):
    def settle(self, groups: Sequence[Group], known: Known) -> None:
        """`groups`: what of each is open. What becomes known of it is written into `known`."""


def decide(
    program: TraceProgram, groups: Sequence[Group], engines: Sequence[Engine], known: Known
) -> list[list[Verdict]]:
    for engine in engines:
        engine.settle([known.open_of(group) for group in groups], known)
    return [known.answered(program, group) for group in groups]


def first_of(program: TraceProgram, group: Group, engines: Sequence[Engine]) -> Violated | Undecided | None:
    """A violation of the group, or else what is undecided of it; None: all of it holds."""
    (verdicts,) = decide(program, [group], engines, Known())
    violated = next((one for one in verdicts if isinstance(one, Violated)), None)
    return violated or next((one for one in verdicts if isinstance(one, Undecided)), None)
