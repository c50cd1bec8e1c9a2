"""One random trace program, all its memory errors: brute force (tests/support/memory_oracle.py) and the decider must
say the same, and every way there that the decider gives is judged by brute force too."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Final

from raddle.base.errors import RaddleError
from raddle.decide.answers import Holds, Violated
from raddle.encode.encoder import Encoder
from raddle.model.actions import Action, Check, Free, Read
from raddle.model.check import check_program
from raddle.model.goals import Fails, Goal, UseAfterFree
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.run import Ran, run, switches
from raddle.predict.decide import Decider, Limits
from raddle.predict.sample import sampled
from raddle.solve.choose import default_solver
from tests.support.asked_together import asked_together
from tests.support.memory_oracle import MemoryErrors, may_use, memory_errors_after, memory_errors_of
from tests.support.race_oracle import TooMany
from tests.support.random_block_ctp import MEMORY, random_memory_ctp
from tests.support.random_goal_ctp import GoalMaker

MOST_STATES: Final = 6_000
_ACCESSES: Final = {"read": 5, "write": 6, "update": 2, "guard": 2, "check": 3, "finish": 1, "free": 7}
PROFILES: Final[dict[str, dict[str, int]]] = {
    "plain": _ACCESSES,
    "locks": {**_ACCESSES, "lock": 12, "refused": 2},
    "flags": {**_ACCESSES, "await": 9, "write": 9},
    "arrays": {**_ACCESSES, "read_at": 9, "write_at": 9},
    "regions": {**_ACCESSES, "region": 9},
    "conditions": {**_ACCESSES, "lock": 5, "wait": 9, "signal": 7},
    "threads": {**_ACCESSES, "create": 5, "join": 9, "finish": 8},
    "mixed": {**_ACCESSES, "free": 10, "lock": 4, "share": 2, "semaphore": 4, "barrier": 2, "once": 2, "region": 2,
              "read_at": 4, "write_at": 4, "await": 3, "join": 3},
}  # fmt: skip


PROGRAMS: Final = (*sorted(PROFILES), *sorted(MEMORY))


class MemoryMaker(GoalMaker):
    """Frees of one or more cells, some only under a condition, some of frames, some only resize; checks of all kinds;
    locks that lie in memory."""

    def _free_offers(self, number: int) -> Iterator[Action]:
        for action in super()._free_offers(number):
            match action:
                case Free():
                    yield self._dressed_free(number, action)
                case Check():
                    yield replace(action, against=self.rng.choice(("assertion", "division", "address")))
                case _:
                    yield action

    def _early(self, read: Read) -> Read:
        early = self.rng.random() < 0.12
        return replace(read, early=early, of_lock=early and read.address is None and self.rng.random() < 0.5)

    def _dressed_free(self, number: int, free: Free) -> Free:
        cells = free.cells[: self.rng.choice((1, 1, 2))]
        when = self._truth(number, ()) if self.rng.random() < 0.5 else None
        kind = self.rng.choices(("free", "frame", "resize"), (7, 2, 1))[0]
        return Free(cells, when, of_frame=kind == "frame", goes_on=kind == "resize")


@dataclass
class MemoryExactness:
    """Counts, and every disagreement in words."""

    programs: int = 0
    too_large: int = 0
    questions: int = 0
    uses: int = 0
    checks: int = 0
    """That can be false."""
    of_one_thread: int = 0
    """Of the uses: those by the thread that gave the memory back."""
    bounded: int = 0
    together: int = 0
    """Asked of one formula,"""
    proved: int = 0
    """and said by it to be out of reach."""
    sampled: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "MemoryExactness") -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        counts = [one.name for one in fields(self)][:-1]
        told = ", ".join(f"{getattr(self, name)} {name.replace('_', ' ')}" for name in counts)
        return f"{told}, {len(self.disagreements)} disagreements"


def program(number: int) -> tuple[str, TraceProgram]:
    rng = random.Random(number)
    name = PROGRAMS[number % len(PROGRAMS)]
    if name in MEMORY:
        return name, random_memory_ctp(rng, name)
    ctp = MemoryMaker(rng, PROFILES[name]).made(rng.randint(8, 15))
    check_program(ctp)
    return name, ctp


def compared(number: int) -> MemoryExactness:
    name, ctp = program(number)
    found = MemoryExactness(programs=1)
    try:
        _Comparison(ctp, found, random.Random(number)).compare()
    except TooMany:
        found.too_large += 1
    except (RaddleError, AssertionError, LookupError, TypeError, ValueError) as error:
        found.disagreements.append(f"{type(error).__name__}: {error}")
    found.disagreements = [f"program {number} ({name}): {what}" for what in found.disagreements]
    return found


class _Comparison:
    def __init__(self, ctp: TraceProgram, found: MemoryExactness, rng: random.Random) -> None:
        self._ctp = ctp
        self._found = found
        self._rng = rng
        self._errors = memory_errors_of(ctp, MOST_STATES)
        self._machine = Machine(ctp)
        self._encoder = Encoder(ctp)

    def compare(self) -> None:
        goals: list[Goal] = [UseAfterFree(free, use) for free, use in may_use(self._ctp)]
        goals += [Fails(event.number) for event in self._ctp.checks]
        in_turn = Decider(self._encoder, default_solver(), Limits(), groups=[self._rng.sample(goals, len(goals))])
        for goal in goals:
            self._decided(goal, Decider(self._encoder, default_solver(), Limits()))
            self._decided(goal, in_turn)
        self._together(goals)
        for goal in self._rng.sample(goals, min(4, len(goals))):
            self._with_bound(goal, self._rng.randint(0, 3))
        thread = [event.thread for event in self._ctp.events]
        self._found.uses += len(self._errors.uses)
        self._found.checks += len(self._errors.checks)
        self._found.of_one_thread += sum(thread[free] == thread[use] for free, use in self._errors.uses)
        for goal, moves in sampled(self._ctp, self._machine).items():
            self._found.sampled += 1
            self._judge(goal, moves)

    def _together(self, goals: Sequence[Goal]) -> None:
        found = asked_together(self._encoder, goals)
        self._found.together += len(found.asked)
        self._found.proved += len(found.proved)
        for goal in found.proved:
            if _is_shown(goal, self._errors):
                self._say(f"{goal}: said to be out of reach, asked with others, and can be reached")

    def _decided(self, goal: Goal, decider: Decider) -> None:
        self._found.questions += 1
        expected = _is_shown(goal, self._errors)
        match decider.decide(goal):
            case Violated(_, moves):
                if not expected:
                    self._say(f"{goal}: reached, and cannot be")
                self._judge(goal, moves)
            case Holds(_, None):
                if expected:
                    self._say(f"{goal}: said to be out of reach, and can be reached")
            case verdict:
                self._say(f"{goal}: {verdict}")

    def _with_bound(self, goal: Goal, most: int) -> None:
        """A proof for that many switches is one, and what is found keeps to the bound."""
        self._found.bounded += 1
        end = goal.check if isinstance(goal, Fails) else goal.use if isinstance(goal, UseAfterFree) else None
        match Decider(self._encoder, default_solver(), Limits(switches=most)).decide(goal):
            case Violated(_, moves, count):
                self._judge(goal, moves)
                if count > most or count != switches(self._ctp, moves, end):
                    self._say(f"{goal}: {count} switches where {most} are allowed")
            case Holds(_, bound):
                if bound is None and _is_shown(goal, self._errors):
                    self._say(f"{goal}: said to be out of reach, and can be reached")
            case verdict:
                self._say(f"{goal}: {verdict}")

    def _judge(self, goal: Goal, moves: Sequence[Move]) -> None:
        if not isinstance(run(self._ctp, moves, self._machine), Ran):
            self._say(f"{goal}: the way there cannot be run: {[move.event for move in moves]}")
        elif not _is_shown(goal, memory_errors_after(self._ctp, moves)):
            self._say(f"{goal}: the way there does not lead there: {[move.event for move in moves]}")

    def _say(self, what: str) -> None:
        self._found.disagreements.append(what)


def _is_shown(goal: Goal, errors: MemoryErrors) -> bool:
    match goal:
        case UseAfterFree(free, use):
            return (free, use) in errors.uses
        case Fails(check):
            return check in errors.checks
        case _:
            raise AssertionError("not asked here")
