"""The runs that are made, and what each settles: by chance, along a computed way, or up to two accesses that race."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from raddle.base.errors import InternalError
from raddle.base.trace_format import trace_format
from raddle.capture.control import DefaultPolicy, Policy, RandomPolicy
from raddle.check.assertions import came_to_a_check
from raddle.check.options import Timed
from raddle.check.races import Shown
from raddle.model.accesses import accesses_of
from raddle.model.actions import Step
from raddle.model.goals import Meet, Unordered
from raddle.model.moves import Way
from raddle.model.program import TraceProgram
from raddle.replay.confirm import beyond_the_model, times_of_several
from raddle.replay.outcome import Outcome
from raddle.replay.schedule import Schedule
from raddle.report.progress import Stages
from raddle.report.properties import Property
from raddle.trace.lock_misuses import LockMisuses
from raddle.trace.lock_objects import has_lock_objects, with_lock_bytes
from raddle.trace.memory_faults import MemoryFaults
from raddle.trace.recorded import Recording
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import with_private
from raddle.verify.ended import Bug, Ended, Unknown
from raddle.verify.options import IN_VAIN, MOST_EVENTS_LOOKED_AT, VerifyOptions
from raddle.verify.runs.fixed_orders import fixed_orders
from raddle.verify.runs.guided import Left, Ran, schedule_of
from raddle.verify.varying import first_use

FAILURES: Final = ("assert", "error", "abort", "signal", "exit")
"""Ways to end that may be failures whatever was asked for."""
RETRIES: Final = 4
"""Other ways to go on from the end of a schedule, where nothing new was seen behind it."""


class Growing(Protocol):
    def add(self, *traces: Trace) -> bool:
        """Whether the runs add anything."""

    def paths(self) -> TraceProgram: ...

    def free_that_may_race(self) -> str:
        """Where that is; empty: there is none."""

    def memory_doubt(self) -> str:
        """Why there may be memory errors all the same; empty: there are none."""

    def misuse_doubt(self) -> str:
        """Why locks may be misused all the same; empty: they are not."""

    def depends_on_order(self) -> str:
        """What of the world outside does; empty: nothing that is known of."""

    def decide(self) -> bool:
        """Whether paths are others now: all that main reads is decided in them."""

    def place_of(self, event: int) -> str:
        """Where in the source an event of the paths stands."""


class Runs(Protocol):
    def free(self, policy: Policy) -> Ran: ...

    def guided(self, schedule: Schedule, policy: Policy | None = None) -> Ran | Left: ...

    def with_forward_clocks(self, recording: Recording) -> Ran | Left: ...

    def changed_world(self, failing: Recording) -> str:
        """What the system tells otherwise by now, whatever the order; empty: nothing that is known of."""


class Running:
    def __init__(
        self,
        runs: Runs,
        growing: Growing,
        options: VerifyOptions,
        progress: Stages,
        timed: Timed,
        *,
        goes_on: bool = False,
    ) -> None:
        """`goes_on`: a run that fails is one among others, and shows paths too."""
        self._goes_on = goes_on
        self._runs = runs
        self._growing = growing
        self._options = options
        self._progress = progress
        self._timed = timed
        self._seen: list[Trace] = []
        self.failed: dict[int, Ran] = {}
        """By their number: those that failed, where there is no end at the first."""
        self.guided = 0
        self._only_looked_at = 0

    @property
    def made(self) -> int:
        return len(self._seen) + self._only_looked_at

    @property
    def threads(self) -> int:
        return len({thread.path for trace in self._seen for thread in trace.recording.threads})

    @property
    def is_cut(self) -> bool:
        """Whether the last run did not end by itself."""
        return self._seen[-1].recording.outcome == "limit"

    def recorded(self, kind: str) -> bool:
        """Whether some run has a record of it."""
        return any(trace.recording.of_kind(kind).size for trace in self._seen)

    def notes(self) -> tuple[str, ...]:
        """What is to be known of the runs beside the verdict."""
        said = []
        if not any(came_to_a_check(trace) for trace in self._seen):
            said.append("no run came to an assertion")
        status = next((end.status for trace in self._seen if (end := trace.recording.final) and end.status), 0)
        judged = self._seen[0].recording.failing.passing is not None
        if status and status != trace_format()["RD_EXIT_STATUS_ENDED"] and not judged:
            said.append(f"a run ended with status {status}: the test is not judged by that")
        if any(trace.recording.outcome == "deadlock" for trace in self._seen):
            said.append("a run ended in a deadlock, which was not asked about: raddle verify --property deadlocks")
        return tuple(said)

    def paths(self) -> TraceProgram:
        with self._timed.stage("paths"):
            return self._growing.paths()

    def free_that_may_race(self) -> str:
        return self._growing.free_that_may_race()

    def memory_doubt(self) -> str:
        return self._growing.memory_doubt()

    def misuse_doubt(self) -> str:
        return self._growing.misuse_doubt()

    def place_of(self, event: int) -> str:
        return self._growing.place_of(event)

    def take(self, ran: Ran) -> tuple[Ended | None, bool]:
        """What a run settles by itself; and whether it adds anything."""
        ended = self._settled_by(ran)
        return (ended, False) if ended is not None else (None, self._add(ran.trace))

    def _add(self, *traces: Trace) -> bool:
        with self._timed.stage("paths"):
            self._progress.stage("putting paths together")
            return self._growing.add(*traces)

    def _settled_by(self, ran: Ran) -> Ended | None:
        self._seen.append(ran.trace)
        is_first = len(self._seen) == 1
        if is_bug(ran, self._options.properties) and self._goes_on:
            self.failed[len(self._seen) - 1] = ran
        elif (bug := self._bug(ran, is_first=is_first)) is not None:
            if is_first:
                return bug
            if world := self._runs.changed_world(ran.trace.recording):
                return Unknown(f"a run failed where the system answered otherwise: {world}")
            return self._as_time_goes(ran.trace.recording, bug)
        return _without_end(ran.outcome) if ran.outcome.kind in ("timeout", "unknown", "refused") else None

    def _bug(self, ran: Ran, *, is_first: bool) -> Bug | None:
        if is_bug(ran, self._options.properties):
            return Bug(ran.trace, observed=is_first)
        if "races" in self._options.properties and (races := Shown(ran.trace).by_lines()):
            return Bug(ran.trace, observed=is_first, race=next(iter(races.values())))
        if "memory" in self._options.properties:
            walked = with_private(ran.trace)
            for fault in MemoryFaults(walked).found():
                return Bug(walked, observed=is_first, memory=fault)
        if not self._goes_on and has_lock_objects(ran.trace.recording):
            walked = with_lock_bytes(ran.trace)
            for misuse in LockMisuses(walked).found():
                return Bug(walked, observed=is_first, misuse=misuse)
        return None

    def _as_time_goes(self, recording: Recording, bug: Bug) -> Ended:
        """Each thread was told the times of the first run; a bug is shown with such as do not run backwards."""
        if not times_of_several(recording):
            return bug
        again = self._runs.with_forward_clocks(recording)
        shown = self._bug(again, is_first=False) if isinstance(again, Ran) else None
        what = "a run failed, but does not where no clock runs backwards"
        return shown or Unknown(f"{what}: {first_use(bug.trace) or 'several threads ask for the time'}")

    def by_chance(self) -> Ended | None:
        """Random schedules are cheap; no more of them where they show nothing new."""
        in_vain = 0
        for number in range(self._options.random_runs):
            if in_vain == IN_VAIN or self._options.left_s() == 0 or self.made >= self._options.most_runs:
                break
            ended, is_new = self.take(self._free(RandomPolicy(self._options.seed + number)))
            if ended is not None:
                return ended
            in_vain = 0 if is_new else in_vain + 1
        return None

    def failing_by_chance(self) -> Bug | None:
        """Where nothing is proved runs can still fail: what they show by themselves is looked at, and nothing else."""
        first_seed, most = self._options.seed + self._options.random_runs, self._options.looked_at
        orders = [*fixed_orders(self._seen[0].recording), *map(RandomPolicy, range(first_seed, first_seed + most))]
        events = 0
        for policy in orders[:most]:
            is_enough = self.made >= self._options.most_runs or events > MOST_EVENTS_LOOKED_AT
            if is_enough or self._options.left_s() == 0:
                break
            ran = self._free(policy)
            if self._bug(ran, is_first=False) is not None:
                ended = self._settled_by(ran)
                return ended if isinstance(ended, Bug) else None
            self._only_looked_at += 1
            events += ran.trace.recording.events
            if ran.outcome.kind == "timeout":
                break
        return None

    def _free(self, policy: Policy) -> Ran:
        with self._timed.stage("run"):
            self._progress.stage(f"running (run {self.made + 1})")
            return self._runs.free(policy)

    def follow(self, paths: TraceProgram, way: Way) -> Ended | bool:
        """The real program goes the way: it fails, or shows what is behind the frontier. False: of a thread of which
        nobody knows what it does next, that could not be seen: it waits for others there."""
        fails, ends_open = paths.graph.leads[way.events[-1]] == "failure", is_open_end(paths, way.events[-1])
        schedule = schedule_of(paths, way)
        for policy in self._policies():
            ran = self._guided(schedule, policy)
            if isinstance(ran, Left) and ends_open:
                schedule, ends_open = schedule_of(paths, Way(way.events[:-1], way.chosen)), False
                continue
            if isinstance(ran, Left):
                return self._in_vain(f"the real program left the computed schedule: {ran.what}", schedule, ran.world)
            ended, is_new = self.take(ran)
            if ended is not None:
                return ended
            if fails and is_bug(ran, self._options.properties):
                return True
            if fails:
                return self._in_vain(f"a computed failure did not come, but {ran.outcome}", schedule)
            if is_new:
                return True
        if is_open_end(paths, way.events[-1]):
            return False
        if _lock_of(paths, way.events[-1]) is not None:
            return Unknown(f"it is not known whether a lock is misused: {_not_shown(paths, way.events[-1])}")
        if isinstance(ran, Ran) and ran.outcome.kind == "signal":  # no event of its own: nobody can be let go before it
            return Unknown(f"what others may do right before {ran.outcome} was not seen in any run")
        return self._in_vain("a computed run showed nothing new", schedule)

    def follow_all(self, paths: TraceProgram, ways: Sequence[Way]) -> Ended | bool:
        """The same for several ways to frontiers, as far as the real program goes them: what they show is put together
        once. False: nothing new, which `follow` may know more of."""
        shown, ended = list[Trace](), None
        for way in ways:
            if ended is not None or self._options.left_s() == 0 or self.made >= self._options.most_runs:
                break
            ran = self._guided(schedule_of(paths, way), DefaultPolicy())
            if isinstance(ran, Ran):
                ended = self._settled_by(ran)
                shown += [ran.trace] if ended is None else []
        is_new = bool(shown) and self._add(*shown)
        return ended or is_new

    def confirm(self, paths: TraceProgram, way: Way, goal: Meet | Unordered | None) -> Ended:
        """The real program comes to two accesses that race, or (None) to where nobody goes on."""
        schedule, orders = Schedule(), _orders(goal)
        for also in orders:
            schedule = schedule_of(paths, way, also)
            ran = self._guided(schedule, DefaultPolicy())
            if isinstance(ran, Left) and also != orders[-1]:
                continue
            if isinstance(ran, Left):
                return self._in_vain(f"the real program left the computed schedule: {ran.what}", schedule, ran.world)
            ended, _ = self.take(ran)
            if ended is not None:
                return ended
        what = "race" if goal is not None else "deadlock"
        return self._in_vain(f"a computed {what} did not come", schedule)

    def confirm_misuse(self, paths: TraceProgram, way: Way, goal: Meet) -> Ended:
        """It comes to where a lock or the like is changed and used. A use comes behind its event; where one of the two
        has to wait, only one order can be followed, or none."""
        both = goal.first, goal.second
        uses = [event for event in both if not _changes(paths, event)]
        for also in (both, both[::-1], ()):
            ran = self._guided(schedule_of(paths, way, also, behind=uses), DefaultPolicy())
            ended = None if isinstance(ran, Left) else self.take(ran)[0]
            if ended is not None:
                return ended
        return Unknown(f"it is not known whether a lock is misused: {_not_shown(paths, goal.first)}")

    @property
    def never_assumed(self) -> bool:
        """Every run ended at an assumption that does not hold: whatever was proved was proved of nothing."""
        return all(trace.recording.outcome == "assume" for trace in self._seen)

    def beyond_the_model(self) -> str:
        """What some run did that the model leaves open; empty: nothing."""
        return next((reason for trace in self._seen if (reason := beyond_the_model(trace.recording))), "")

    def outside(self) -> str:
        """What of the world outside may depend on the order of threads; empty: nothing that is known of."""
        return self._growing.depends_on_order()

    def decide(self) -> bool:
        """Whether paths are others now, since what libraries are given depends on orders."""
        with self._timed.stage("paths"):
            return self._growing.decide()

    def _guided(self, schedule: Schedule, policy: Policy) -> Ran | Left:
        self.guided += 1
        with self._timed.stage("run"):
            self._progress.stage(f"running (run {self.made + 1})")
            return self._runs.guided(schedule, policy)

    def _policies(self) -> Iterator[Policy]:
        yield DefaultPolicy()
        for number in range(RETRIES):
            yield RandomPolicy(self._options.seed + number)

    def _in_vain(self, what: str, schedule: Schedule, world: str = "") -> Ended:
        """Where something outside is to blame it is no fault of ours."""
        reason = world or self.beyond_the_model()
        if reason:
            return Unknown(f"{what} ({reason})")
        if "memory" in self._options.properties:
            return Unknown(f"{what}: a memory error that was computed may not show in a run")
        raise InternalError(f"{what} ({schedule})")


def _orders(goal: Meet | Unordered | None) -> list[tuple[int, ...]]:
    """What is to take place behind the way, in the one order or the other."""
    match goal:
        case Meet(first, second):
            return [(first, second), (second, first)]
        case Unordered(_, second):
            return [(second,)]
        case None:
            return [()]


def is_bug(ran: Ran, properties: tuple[Property, ...]) -> bool:
    if ran.outcome.kind == "deadlock":
        return "deadlocks" in properties
    return ran.outcome.kind in FAILURES and ran.outcome.is_failure(ran.trace.recording.failing)


def _lock_of(paths: TraceProgram, event: int) -> str | None:
    """The lock or the like that is changed or used behind the event; None: it is about none."""
    cells = [paths.cells[cell] for one in accesses_of(paths.events[event]) for cell in one.cells]
    return next((cell.name for cell in cells if cell.of_lock), None)


def _changes(paths: TraceProgram, event: int) -> bool:
    return any(one.writes for one in accesses_of(paths.events[event]))


def _not_shown(paths: TraceProgram, event: int) -> str:
    return f"no run showed what was computed of the {_lock_of(paths, event)}"


def is_open_end(paths: TraceProgram, event: int) -> bool:
    """Nothing is known of what the thread does there."""
    action = paths.events[event].action
    unconditional = isinstance(action, Step) and not action.reads and action.guard.constant == 1
    return paths.graph.leads[event] == "frontier" and unconditional


def _without_end(outcome: Outcome) -> Unknown:
    if outcome.kind == "timeout":
        return Unknown("a run did not end in its time", "--run-timeout S and --budget S give it more")
    if outcome.kind == "refused":
        return Unknown("a run called what cannot be modelled", "raddle check names it, where its run comes there too")
    return Unknown("it is not known how a run ended")
