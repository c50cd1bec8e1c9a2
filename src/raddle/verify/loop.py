"""The loop of `verify` (the trace-driven verification paper): run, ask for a failure and for what nobody has seen, run
that, until nothing is left.

In: the first run, what makes others, and what answers questions. Out: `Bug`, `Proved` or `Unknown`. What was seen of
all threads is one `TraceProgram`. A run of the program that is not in it has a first event that leaves it, a frontier;
so where neither a failure nor a frontier can be reached, there is no other run, and none fails.
"""

import time
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, Protocol

from raddle.base.time_limit import BUDGET_ENDED
from raddle.check.options import Timed
from raddle.decide.answers import Undecided, Violated
from raddle.decide.search import Meetings
from raddle.model.actions import Order
from raddle.model.alone import alone_points
from raddle.model.goals import Meet, PathGoal, Reach, Standstill, Unordered
from raddle.model.moves import Way
from raddle.model.program import TraceProgram
from raddle.report.progress import Stages
from raddle.report.properties import Property
from raddle.report.verified import Iteration
from raddle.verify.ask.asking import Found
from raddle.verify.ask.questions import Answer
from raddle.verify.ended import Bug, Ended, Proved, Unknown
from raddle.verify.leaks import leak_of
from raddle.verify.misuses import possible_misuses
from raddle.verify.options import VerifyOptions
from raddle.verify.races import may_race, possible_races, racing_events, weak_access
from raddle.verify.runs.guided import Ran
from raddle.verify.runs.running import Growing, Running, Runs

MOST_AT_ONCE: Final = 32
"""Ways to frontiers that are followed before paths are put together again."""
MORE_TIME: Final = "--budget S gives it more time"
_DOUBTS: Final = {
    "failures and frontiers": "whether an assertion can fail, or other paths can be taken",
    "cuts": "whether threads go further",
    "deadlocks": "whether there is a deadlock",
    "races": "whether there is a data race",
    "misuses of locks": "whether a lock is misused",
}


class Questions(Protocol):
    def by_chance(self, paths: TraceProgram, goal: PathGoal) -> Violated | None:
        """Some way that reaches it; None says nothing."""

    def ways(self, paths: TraceProgram, events: Sequence[int], most: int) -> Sequence[Way]:
        """To at most so many of these failures or frontiers, as far as they are known already."""

    def ask(self, paths: TraceProgram, goals: Sequence[PathGoal], limit_s: float | None) -> Answer:
        """The first of the goals that can be reached, and how; None: none of them can be."""

    def meetings(self, paths: TraceProgram, limit_s: float | None) -> Meetings | None:
        """All accesses that are ever both next; None: that is not known."""

    def unordered(self, paths: TraceProgram, goals: Sequence[Meet], limit_s: float | None) -> Answer:
        """Of these accesses two that nothing orders; None: there are none."""

    def with_anything(
        self, paths: TraceProgram, goals: Iterable[PathGoal], limit_s: float | None
    ) -> Found | Undecided | None:
        """The same where memory that nobody has written may hold that: who reads it."""


class Loop:
    def __init__(
        self,
        runs: Runs,
        growing: Growing,
        questions: Questions,
        options: VerifyOptions,
        progress: Stages,
        timed: Timed,
        *,
        goes_on: bool = False,
    ) -> None:
        """`goes_on`: where a run fails, too."""
        self.running = Running(runs, growing, options, progress, timed, goes_on=goes_on)
        self._questions = questions
        self._options = options
        self._progress = progress
        self._timed = timed
        self._goals: list[PathGoal] = []
        """Of these paths, that cannot be reached."""
        self._left: tuple[int, ...] | None = None
        """Of these paths the frontiers that may be reached, as far as that is known; None: any."""
        self._has_no_races = False
        """Of these paths, though no goals say so."""
        self.iterations: list[Iteration] = []

    def verify(self, first: Ran, also: Sequence[Ran] = ()) -> Ended:
        ended: Ended | None = None
        for ran in (first, *also):
            ended = ended or self.running.take(ran)[0]
        return ended or self.running.by_chance() or self._until_nothing_is_left()

    def _until_nothing_is_left(self) -> Ended:
        while True:
            if self.running.made >= self._options.most_runs:
                return Unknown(f"{self.running.made} runs did not show all paths", "--runs N allows more")
            paths = self.running.paths()
            ended = self._paths_left(paths)
            if ended is not None:
                return ended if isinstance(ended, Bug | Unknown) else self._further(paths)

    # ---- failures, and paths that nobody has seen

    def _paths_left(self, paths: TraceProgram) -> Ended | None:
        """None: another run was made, or paths are others. Proved: there is none to be made."""
        self._goals, self._left, self._has_no_races = [], None, False
        within, beyond = self.frontiers(paths)
        failures, unseen = self.failures(paths), dict[int, str]()
        while True:
            frontiers = tuple(event for event in within if event not in unseen)
            answer = self._reached(paths, failures, frontiers)
            if answer is None:
                break
            if isinstance(answer, Unknown):
                return answer
            followed = self._followed(paths, answer.way, frontiers)
            if followed is not False:
                return None if followed is True else followed
            unseen[answer.way.events[-1]] = thread_of(paths, answer.way.events[-1])
        self._left = (*unseen, *beyond)
        cut = self._cut(paths, beyond)
        if cut is None and unseen:
            thread = next(iter(unseen.values()))
            why = "it goes on for longer than runs last" if self.running.is_cut else "it waits for others there"
            return Unknown(f"what {thread} does next was not seen in any run: {why}")
        if cut is None:
            self._left = tuple(unseen)
        if cut is None and self.running.decide():
            return None
        return cut or self._not_modelled() or Proved(paths, ())

    def _followed(self, paths: TraceProgram, way: Way, frontiers: tuple[int, ...]) -> Ended | bool:
        """With it as many other ways to frontiers as are known: a run is cheap beside what comes of it."""
        others = [event for event in frontiers if event != way.events[-1]]
        if paths.graph.leads[way.events[-1]] == "frontier" and others:
            ways = [way, *self._questions.ways(paths, others, MOST_AT_ONCE - 1)]
            followed = len(ways) > 1 and self.running.follow_all(paths, ways)
            if followed is not False:
                return followed
        return self.running.follow(paths, way)

    def untaken(self, paths: TraceProgram) -> tuple[int, ...]:
        """Frontiers of the paths that were asked about last: those of which it is not known that nobody comes there."""
        return paths.graph.of_kind("frontier") if self._left is None else self._left

    def failures(self, paths: TraceProgram) -> tuple[int, ...]:
        """Those that are asked for,"""
        return paths.graph.of_kind("failure")

    def frontiers(self, paths: TraceProgram) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """and frontiers that are; and those that are too far away."""
        return frontiers_by_bound(paths, self._options.steps)

    def _reached(
        self, paths: TraceProgram, failures: tuple[int, ...], frontiers: tuple[int, ...]
    ) -> Violated | Unknown | None:
        """Proofs are dear: as long as chance finds a way, none is asked for."""
        for asked, events in (("failures", failures), ("frontiers", frontiers)):
            found = self._by_chance(paths, Reach(events), asked) if events else None
            if found is not None:
                return found
        if not failures and not frontiers:
            return None
        return self._answer(paths, [Reach((*failures, *frontiers))], "failures and frontiers")

    def _cut(self, paths: TraceProgram, beyond: tuple[int, ...]) -> Unknown | None:
        """Threads that go on behind the bound."""
        if not beyond:
            return None
        answer = self._answer(paths, [Reach(beyond)], "cuts")
        if isinstance(answer, Violated):
            steps, thread = self._options.steps, thread_of(paths, answer.way.events[-1])
            what = f"not within {steps} steps: {thread} goes on behind its first {steps} events"
            return Unknown(what, f"--steps {2 * steps} goes further")
        return answer

    def _not_modelled(self) -> Unknown | None:
        if self.running.never_assumed:
            return Unknown("no run was found in which every assumption of the program holds", "--nondet gives values")
        reason = "; ".join(filter(None, (self.running.beyond_the_model(), self.running.outside())))
        return Unknown(f"nothing was found, but the program does what is not modelled: {reason}") if reason else None

    # ---- the other properties, of paths of which all are known

    def _further(self, paths: TraceProgram) -> Ended:
        ended = self._misuse(paths)
        if ended is not None:
            return ended
        proved: list[Property] = [one for one in self._options.properties if one in ("assertions", "exit")]
        for one, check in (("deadlocks", self._deadlocks), ("races", self._races), ("memory", self._memory)):
            if one in self._options.properties:
                ended = check(paths)
                if isinstance(ended, Unknown):
                    return Unknown(ended.reason, ended.advice, tuple(proved), weak=weak_access(paths) or "")
                if ended is not None:
                    return ended
                proved.append(one)
        if "misuse" in self._options.properties:
            proved.append("misuse")
        unwritten = self._with_anything(paths)
        if unwritten is not None:
            return unwritten
        return Proved(paths, tuple(self._goals))

    def _misuse(self, paths: TraceProgram) -> Ended | None:
        """What is proved of any property is proved of locks that work."""
        goals = list(possible_misuses(paths))
        if not goals:
            return None
        answer = self._answer(paths, goals, "misuses of locks")
        if isinstance(answer, Violated):
            assert isinstance(answer.goal, Meet)
            return self.running.confirm_misuse(paths, answer.way, answer.goal)
        if answer is not None:
            return answer
        doubt, relaxed = self.running.misuse_doubt(), weak_access(paths, {Order.RELAXED})
        if not doubt and relaxed is not None and self._unordered(paths, goals) is not None:
            doubt = relaxed
        return Unknown(f"it is not known whether a lock is misused: {doubt}") if doubt else None

    def _memory(self, _: TraceProgram) -> Ended | None:
        """Where nothing is left to be seen, nothing that was given back is used: that would be seen."""
        doubt = self.running.memory_doubt()
        return Unknown(f"it is not known whether there are memory errors: {doubt}") if doubt else None

    def _deadlocks(self, paths: TraceProgram) -> Ended | None:
        answer = self._answer(paths, [Standstill()], "deadlocks")
        return self.running.confirm(paths, answer.way, None) if isinstance(answer, Violated) else answer

    def _races(self, paths: TraceProgram) -> Ended | None:
        answer = self._meeting(paths)
        if isinstance(answer, Violated):
            assert isinstance(answer.goal, Meet)
            return self.running.confirm(paths, answer.way, answer.goal)
        asked = racing_events(paths)
        leak = leak_of(paths, asked) if answer is None and asked else None
        race = None if leak is None else self._unordered(paths, list(possible_races(paths)))
        if isinstance(race, Undecided):
            return Unknown(f"it is undecided {_DOUBTS['races']}: {leak}, and {race.reason}", MORE_TIME)
        if race is not None:
            assert isinstance(race.goal, Unordered)
            return self.running.confirm(paths, race.way, race.goal)
        freed = self.running.free_that_may_race()
        return self._free_that_may_race(freed) if answer is None and freed else answer

    def _meeting(self, paths: TraceProgram) -> Violated | Unknown | None:
        """Two accesses that race and are both next. Where all states were seen nothing is asked pair by pair: there may
        be hundreds of thousands."""
        if self._options.left_s() == 0:
            return Unknown(BUDGET_ENDED, MORE_TIME)
        begun = time.monotonic()
        with self._timed.stage("solve"):
            self._progress.stage(f"asking for races ({self.running.made} runs)")
            found = self._questions.meetings(paths, self._options.left_s())
        races = [] if found is None else [one for one in found.goals if isinstance(one, Meet) and may_race(paths, one)]
        if found is None or races:
            return self._answer(paths, races or list(possible_races(paths)), "races")
        self._note(paths, "races", time.monotonic() - begun, reached=False)
        self._has_no_races = True
        return None

    def _unordered(self, paths: TraceProgram, goals: list[Meet]) -> Answer:
        """Whether nothing orders the accesses of one of these, which are never next at once."""
        begun = time.monotonic()
        with self._timed.stage("solve"):
            self._progress.stage(f"asking who knows of accesses ({self.running.made} runs)")
            answer = self._questions.unordered(paths, goals, self._options.left_s())
        self._note(paths, "unordered accesses", time.monotonic() - begun, reached=_is_reached(answer))
        return answer

    def _free_that_may_race(self, freed: str) -> Unknown | None:
        """Where a free and a use could both be next the use could also come behind it: a memory error."""
        what = f"it is not known whether that races: others may use the memory of {freed}, and are not joined before it"
        if "memory" not in self._options.properties:
            return Unknown(what, "--property races,memory looks at that too")
        doubt = self.running.memory_doubt()
        return Unknown(f"{what} ({doubt})") if doubt else None

    def _with_anything(self, paths: TraceProgram) -> Unknown | None:
        """All of that once more, where memory of the heap and local variables hold anything at first."""
        if not any(cell.unwritten for cell in paths.cells):
            return None
        if self._options.left_s() == 0:
            return Unknown(BUDGET_ENDED, MORE_TIME)
        begun = time.monotonic()
        with self._timed.stage("solve"):
            self._progress.stage(f"asking for unwritten memory ({self.running.made} runs)")
            goals = chain(self._goals, possible_races(paths) if self._has_no_races else ())
            answer = self._questions.with_anything(paths, goals, self._options.left_s())
        self._note(paths, "unwritten memory", time.monotonic() - begun, reached=None if answer else False)
        if isinstance(answer, Found):
            what = f"what {paths.cells[answer.cell].name} holds that nobody has written"
            where = self.running.place_of(answer.event)
            return Unknown(f"{what} may be read at {where}, and what comes of it was not seen in any run")
        if answer is not None:
            return Unknown(
                f"it is undecided whether memory is read that nobody has written: {answer.reason}", MORE_TIME
            )
        return None

    # ---- asking

    def _by_chance(self, paths: TraceProgram, goal: PathGoal, asked: str) -> Violated | None:
        begun = time.monotonic()
        with self._timed.stage("solve"):
            found = self._questions.by_chance(paths, goal)
        if found is not None:
            self._note(paths, asked, time.monotonic() - begun, reached=True)
        return found

    def _answer(self, paths: TraceProgram, goals: Sequence[PathGoal], asked: str) -> Violated | Unknown | None:
        """None: none of them can be reached, which is kept."""
        if self._options.left_s() == 0:
            return Unknown(BUDGET_ENDED, MORE_TIME)
        begun = time.monotonic()
        with self._timed.stage("solve"):
            self._progress.stage(f"asking for {asked} ({self.running.made} runs)")
            answer = self._questions.ask(paths, goals, self._options.left_s()) if goals else None
        self._note(paths, asked, time.monotonic() - begun, reached=_is_reached(answer))
        if answer is None:
            self._goals += goals
            return None
        if isinstance(answer, Violated):
            return answer
        return Unknown(f"it is undecided {_DOUBTS[asked]}: {answer.reason}", MORE_TIME)

    def _note(self, paths: TraceProgram, asked: str, seconds: float, *, reached: bool | None) -> None:
        self.iterations.append(
            Iteration(
                runs=self.running.made,
                points=len({*paths.graph.source, *paths.graph.target}),
                events=len(paths.graph.source),
                frontiers=len(paths.graph.of_kind("frontier")),
                asked=asked,
                reached=reached,
                seconds=seconds,
            )
        )


def _is_reached(answer: Answer) -> bool | None:
    """None: it is not known."""
    return None if isinstance(answer, Undecided) else answer is not None


def thread_of(paths: TraceProgram, event: int) -> str:
    return paths.threads[paths.events[event].thread].name.partition("#")[0]


def frontiers_by_bound(paths: TraceProgram, steps: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Those that no thread needs more than so many visible events for, besides what main does alone; the others."""
    deepest: dict[int, int] = {}
    within, beyond, alone = list[int](), list[int](), alone_points(paths)
    for event, (source, target, leads) in enumerate(
        zip(paths.graph.source, paths.graph.target, paths.graph.leads, strict=True)
    ):
        begun, counts = deepest.get(source, 0), source not in alone
        deepest[target] = max(deepest.get(target, 0), begun + counts * paths.graph.passed[event])
        if leads == "frontier":
            (within if begun + counts * paths.graph.visible[event] <= steps else beyond).append(event)
    return tuple(within), tuple(beyond)
