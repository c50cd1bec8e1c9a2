"""Questions about races of a small trace program, answered by brute force, as a solver would be asked."""

from collections.abc import Sequence

from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.model.goals import Beside, Goal, Meet, Unordered
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.reached import beside
from tests.support.race_oracle import races_of


class Asked:
    """Answers by brute force, and remembers what it was asked."""

    def __init__(self, ctp: TraceProgram, answer: str = "") -> None:
        self.truth = races_of(ctp, 20_000)
        self._ctp = ctp
        self._answer = answer
        self.goals: list[Goal] = []

    def __call__(self, groups: Sequence[Sequence[Goal]]) -> list[list[Verdict]]:
        return [self._group(group) for group in groups]

    def _group(self, group: Sequence[Goal]) -> list[Verdict]:
        verdicts: list[Verdict] = []
        for goal in group:
            self.goals.append(goal)
            if self._answer:
                verdicts.append(Undecided(goal, self._answer))
                continue
            moves = self._reached(goal)
            if moves is not None:
                return [*verdicts, Violated(goal, moves, 0, fewest=False)]
            verdicts.append(Holds(goal))
        return verdicts

    def _reached(self, goal: Goal) -> tuple[Move, ...] | None:
        if isinstance(goal, Beside):
            return run_beside(self._ctp, goal)
        assert isinstance(goal, Meet | Unordered)
        pairs = self.truth.meet if isinstance(goal, Meet) else self.truth.unordered
        return () if (goal.first, goal.second) in pairs else None


def run_beside(ctp: TraceProgram, goal: Beside) -> tuple[Move, ...] | None:
    """By going through all states."""
    machine = Machine(ctp)
    came_from: dict[State, tuple[State, Move] | None] = {machine.initial: None}
    stack = [machine.initial]
    while stack:
        state = stack.pop()
        if beside(machine, state, goal.first, goal.second):
            moves: list[Move] = []
            while (step := came_from[state]) is not None:
                state = step[0]
                moves.append(step[1])
            return tuple(reversed(moves))
        for move, after in machine.successors(state):
            if after not in came_from:
                came_from[after] = state, move
                stack.append(after)
    return None
