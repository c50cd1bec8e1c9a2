"""Many goals, in processes of their own: each ends at its limit of CPU time, and N run side by side.

In: groups of goals (executions of one assertion). Out: their verdicts, group by group in the given order. Each is begun
from the same state of the parent, so what is found does not depend on how many run at once. Only `until` is by the
clock: what is not decided then is undecided.
"""

import multiprocessing
import resource
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Final

from raddle.base.errors import InternalError
from raddle.base.process import end_with_parent
from raddle.base.time_limit import BUDGET_ENDED
from raddle.base.work import end_behind, ended_at_limit
from raddle.model.goals import Goal
from raddle.predict.verdict import Undecided, Verdict, Violated

GRACE_S: Final = 5.0
"""Beyond its limit, before a worker is ended: solvers count their work in other ways, and only now and then."""

PATIENCE: Final = 3
MOST_BYTES: Final = 3 << 30
"""That a worker may take on top of what the parent has."""

OVER: Final = BUDGET_ENDED
LOOKS_S: Final = 0.2
"""Between two looks at the clock."""

Decide = Callable[[Goal], Verdict]
Told = Callable[[Verdict], None]


@dataclass(frozen=True, slots=True)
class _Crashed:
    text: str


@dataclass
class _Group:
    goals: list[Goal]
    verdicts: list[Verdict] = field(default_factory=list)

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
            return [*self.verdicts, *(Undecided(goal, reason) for goal in self.goals[len(self.verdicts) :])]
        return self.verdicts


@dataclass
class _Worker:
    group: _Group
    process: multiprocessing.process.BaseProcess
    ear: Connection


def decide_all(
    groups: Sequence[Sequence[Goal]],
    decide: Decide,
    *,
    jobs: int,
    limit_s: float | None,
    told: Told,
    until: float | None = None,
) -> Iterator[list[Verdict]]:
    """`decide` is called in a copy of this process. A group stops at its first violation.

    limit_s: CPU time, for one goal. until: when, by time.monotonic(), all that is left is undecided.
    """
    everything = [_Group(list(goals)) for goals in groups]
    waiting = [group for group in everything if group.goals]
    running: list[_Worker] = []
    try:
        while (waiting or running) and (until is None or time.monotonic() < until):
            while waiting and len(running) < jobs:
                running.append(_start(waiting.pop(0), decide, limit_s))
            pause_s = LOOKS_S if until is None else max(0.0, min(LOOKS_S, until - time.monotonic()))
            speaking = wait([worker.ear for worker in running], timeout=pause_s)
            for worker in [worker for worker in running if worker.ear in speaking]:
                ended = _listen(worker, told)
                if ended is not None:
                    running.remove(worker)
                    if not worker.group.over:
                        _give_up(worker.group, ended, told)
                        waiting[:0] = [] if worker.group.over else [worker.group]
    finally:
        for worker in running:
            worker.process.kill()
    for group in waiting + [worker.group for worker in running]:
        _leave_open(group, OVER)
    for group in everything:
        yield group.answered()


def _leave_open(group: _Group, reason: str) -> None:
    if not group.over:
        group.verdicts += [Undecided(goal, reason) for goal in group.goals[len(group.verdicts) :]]


def _start(group: _Group, decide: Decide, limit_s: float | None) -> _Worker:
    context = multiprocessing.get_context("fork")
    ear, mouth = context.Pipe(duplex=False)
    left = group.goals[len(group.verdicts) :]
    process = context.Process(target=_work, args=(left, decide, mouth, limit_s), daemon=True)
    process.start()
    mouth.close()
    return _Worker(group, process, ear)


def limit_memory() -> None:
    """Beyond it the worker fails alone: what it was at is undecided."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return  # no /proc: nobody says how much the parent has, and too low a limit would fail everything
    given, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = pages * resource.getpagesize() + MOST_BYTES
    least = min(one for one in (most, given, hard) if one != resource.RLIM_INFINITY)  # the user's own limit stays
    resource.setrlimit(resource.RLIMIT_AS, (least, hard))


def _work(goals: list[Goal], decide: Decide, mouth: Connection, limit_s: float | None) -> None:
    end_with_parent()
    limit_memory()
    undecided = 0
    for goal in goals:
        end_behind(None if limit_s is None else limit_s + GRACE_S)
        try:
            verdict: Verdict | _Crashed = decide(goal)
        except MemoryError:
            verdict = Undecided(goal, "out of memory")
        except Exception:  # told to the parent, who raises it
            verdict = _Crashed(traceback.format_exc())
        end_behind(None)
        mouth.send(verdict)
        if isinstance(verdict, Violated | _Crashed):
            break
        undecided = undecided + 1 if isinstance(verdict, Undecided) else 0
        if undecided == PATIENCE:
            break
    mouth.close()


def _listen(worker: _Worker, told: Told) -> str | None:
    """Takes what it has to say. Out: how it ended, if it did."""
    try:
        said: Verdict | _Crashed = worker.ear.recv()
    except (EOFError, OSError):
        worker.process.kill()
        worker.process.join()
        return "time limit" if ended_at_limit(worker.process.exitcode) else "the solver ended without an answer"
    if isinstance(said, _Crashed):
        raise InternalError(f"a worker failed:\n{said.text}")
    worker.group.verdicts.append(said)
    told(said)
    return None


def _give_up(group: _Group, reason: str, told: Told) -> None:
    verdict = Undecided(group.goals[len(group.verdicts)], reason)
    group.verdicts.append(verdict)
    told(verdict)
