"""Many goals, in processes of their own (base/executor): each ends at its limit of CPU time, N run side by side.

In: groups of goals (executions of one assertion). Out: their verdicts, group by group in the given order. Each is begun
from the same state of the parent, so what is found does not depend on how many run at once. Only `until` is by the
clock: what is not decided then is undecided.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final

from raddle.base.executor.limits import SOLVER_BYTES, TaskEnded, TaskLimits
from raddle.base.executor.pool import ForkPool, Task, answer_of, first_done
from raddle.base.time_limit import BUDGET_ENDED
from raddle.decide.answers import Undecided, Verdict, Violated
from raddle.model.goals import Goal

GRACE_S: Final = 5.0
"""Beyond its limit, before a worker is ended: solvers count their work in other ways, and only now and then."""

PATIENCE: Final = 3
OVER: Final = BUDGET_ENDED

Decide = Callable[[Goal], Verdict]
Told = Callable[[Verdict], None]


@dataclass
class _Group:
    goals: list[Goal]
    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def left(self) -> list[Goal]:
        return self.goals[len(self.verdicts) :]

    @property
    def over(self) -> bool:
        """One violation is enough, and nobody waits for a fourth time-out in a row."""
        return (
            len(self.verdicts) == len(self.goals)
            or any(isinstance(one, Violated) for one in self.verdicts)
            or (len(self.verdicts) >= PATIENCE and all(isinstance(one, Undecided) for one in self.verdicts[-PATIENCE:]))
        )

    def answered(self) -> list[Verdict]:
        """What was found; where patience ran out the rest is undecided."""
        if self.verdicts and isinstance(self.verdicts[-1], Undecided):
            reason = f"not tried: {PATIENCE} in a row before it were not decided"
            return [*self.verdicts, *(Undecided(goal, reason) for goal in self.left)]
        return self.verdicts


def decide_all(
    groups: Sequence[Sequence[Goal]],
    decide: Decide,
    *,
    jobs: int,
    limit_s: float | None,
    told: Told,
    until: float | None = None,
) -> list[list[Verdict]]:
    """`decide` is called in a copy of this process. A group stops at its first violation.

    limit_s: CPU time, for one goal. until: when, by time.monotonic(), all that is left is undecided.
    """
    everything = [_Group(list(goals)) for goals in groups]
    waiting = [group for group in everything if group.goals]
    running: dict[Future[Iterator[Verdict]], _Group] = {}

    def heard(task: Task[Iterator[Verdict]], verdict: Verdict) -> None:
        running[task].verdicts.append(verdict)
        told(verdict)

    work_s = None if limit_s is None else limit_s + GRACE_S
    with ForkPool(jobs, TaskLimits(work_s, until, SOLVER_BYTES), heard) as pool:
        while waiting or running:
            while waiting and len(running) < jobs:
                group = waiting.pop(0)
                running[pool.submit(_decided, group.left, decide)] = group
            for task in first_done(running):
                group = running.pop(task)
                _settle(group, task, told)
                waiting[:0] = [] if group.over else [group]
    return [group.answered() for group in everything]


def _decided(goals: list[Goal], decide: Decide) -> Iterator[Verdict]:
    undecided = 0
    for goal in goals:
        try:
            verdict = decide(goal)
        except MemoryError:
            verdict = Undecided(goal, "out of memory")
        yield verdict
        undecided = undecided + 1 if isinstance(verdict, Undecided) else 0
        if isinstance(verdict, Violated) or undecided == PATIENCE:
            return


def _settle(group: _Group, task: Future[Iterator[Verdict]], told: Told) -> None:
    """What its end means for the goals of which nothing was heard."""
    try:
        answer_of(task)
    except TaskEnded as ended:
        if group.over:
            return
        if ended.is_late:
            group.verdicts += [Undecided(goal, OVER) for goal in group.left]
            return
        reason = "time limit" if ended.at_limit else "the solver ended without an answer"
        verdict = Undecided(group.left[0], reason)
        group.verdicts.append(verdict)
        told(verdict)
