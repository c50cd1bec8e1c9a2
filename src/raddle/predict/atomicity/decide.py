"""All blocks of a trace program that are to be atomic: can another thread come between?

In: a trace program with transactions, the place of each event, and whom to ask. Out: for each block of the source and
each four places (first, there, back, last) that may tear it a Tear, or Undecided; the others cannot be torn there.

    locks and forced order   (candidates.py)   none of the executions of these places can be torn
    random runs              (sample.py)       some are torn in a run that the machine made
    the solver                                 the rest; and what its runs show besides
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Final

from raddle.base.errors import InternalError
from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.encode.index import Index
from raddle.model.goals import Torn
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.run import switches
from raddle.model.values_before import with_values_before
from raddle.predict.atomicity.asked import Ask, Asking
from raddle.predict.atomicity.baseline import Counts, counted
from raddle.predict.atomicity.candidates import Candidates, Key, Question, candidates_of
from raddle.predict.atomicity.instances import Instances, Place
from raddle.predict.atomicity.sample import Sampling
from raddle.predict.atomicity.watched import Shown
from raddle.predict.minimise import Minimiser

MOST_GOALS: Final = 200
"""That are asked for one block and four places. Beyond, it is undecided unless it is found to be torn by one of"""
FEW_GOALS: Final = 30
MOST_MOVES_RUN: Final = 20_000
"""Of a run that is made shorter."""
SHORTEN_S: Final = 0.5
"""Of work, for one run,"""
SHORTEN_ALL_S: Final = 15.0
"""and for all."""
MOST_TRIPLES: Final = 5_000
"""That are asked one by one, to be counted."""

Places = tuple[Place, Place, Place, Place]
EncoderOf = Callable[[set[int]], Encoder]


class _Left:
    """How much work is left for making runs shorter."""

    def __init__(self) -> None:
        self.work_s = SHORTEN_ALL_S


class _Shortened:
    """The moves of a run to a goal, as people can read them: made when asked for, as far as there are few enough."""

    def __init__(
        self, encoder_of: EncoderOf, machine: Machine, goal: Torn, moves: tuple[Move, ...], left: _Left
    ) -> None:
        self.ctp = machine.program
        self._left = left
        self._encoder_of = encoder_of
        self._machine = machine
        self._goal = goal
        self._moves = moves

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        if len(self._moves) > MOST_MOVES_RUN:
            return self._moves
        if not reached(self._machine, self._goal, self._moves):
            raise InternalError(f"{self._goal} was seen in a run, and the machine does not reach it")
        if self._left.work_s <= 0:
            return self._moves
        encoder = self._encoder_of(_events_of([[self._goal]]))
        minimiser = Minimiser(encoder, self._machine, self._goal, min(SHORTEN_S, self._left.work_s))
        shorter = minimiser(self._moves)
        self._left.work_s -= minimiser.spent_s
        return shorter


@dataclass(frozen=True)
class Tear:
    """A block that another instance comes between: at the places of first, there, back and last."""

    places: Places
    block: int
    """Of the trace program's transactions."""
    other: int | None
    """The same, of `there` and `back`; None: they are one event outside of blocks."""
    goal: Torn
    _run: _Shortened = field(repr=False)
    count: int = 1
    """Of executions."""

    @property
    def moves(self) -> tuple[Move, ...]:
        return self._run.moves

    @property
    def switches(self) -> int:
        return switches(self._run.ctp, self.moves, self.goal.last)

    @property
    def fewest(self) -> bool:
        """Whether no run that leads there has fewer switches."""
        return self.switches == 0


@dataclass(frozen=True, slots=True)
class UndecidedTear:
    places: Places
    block: int
    """One of them."""
    reason: str
    count: int = 1
    """Of executions that were not decided."""


@dataclass(frozen=True)
class Tears:
    tears: tuple[Tear, ...]
    undecided: tuple[UndecidedTear, ...]
    beyond: int
    """Four places that nobody looked at: there are too many."""
    bounded: bool
    """Whether some proof was only for a bounded number of switches."""
    _counts: Callable[[], Counts] = field(repr=False)

    @property
    def counts(self) -> Counts:
        """What other methods would say. Made when asked for."""
        return self._counts()


def decide_atomicity(
    ctp: TraceProgram,
    place_of: Callable[[int], Place],
    ask_of: Callable[[Encoder], Ask],
    *,
    block_of: Callable[[int], Hashable] | None = None,
    ignored: frozenset[int] = frozenset(),
    bounded: bool = False,
) -> Tears:
    """`block_of`: what a transaction is in the source; None: the place of its first event. `ignored`: events that count
    for no block. `bounded`: only schedules within a bound count, of which random runs know nothing."""
    if not ctp.transactions:
        return Tears((), (), 0, bounded=False, _counts=Counts)
    return _Deciding(ctp, place_of, ask_of, block_of, ignored).all(bounded=bounded)


def torn_triples(
    ctp: TraceProgram, ask_of: Callable[[Encoder], Ask], ignored: frozenset[int] = frozenset()
) -> tuple[Torn, ...] | None:
    """Of all triples <first, there, last> of events that touch one cell those that some run tears: what the atomicity
    violations paper counts. None: some are not decided."""
    deciding = _Deciding(ctp, lambda event: event, ask_of, lambda block: block, ignored)
    found = deciding.all(bounded=False, triples=True)
    return None if found.undecided or found.beyond else tuple(tear.goal for tear in found.tears)


class _Deciding:
    def __init__(
        self,
        ctp: TraceProgram,
        place_of: Callable[[int], Place],
        ask_of: Callable[[Encoder], Ask],
        block_of: Callable[[int], Hashable] | None,
        ignored: frozenset[int],
    ) -> None:
        self._ctp = ctp
        self._ask_of = ask_of
        self._ignored = ignored
        self._index = Index(ctp)
        self._machine = Machine(ctp)
        self._instances = Instances(self._index, place_of, block_of, self._machine.noticing, ignored)
        self._tears: dict[Key, Tear] = {}
        self._undecided: dict[Key, UndecidedTear] = {}
        self._bounded = False
        self._left = _Left()
        self._before: set[int] = set()
        self._encoder: Encoder | None = None

    def all(self, *, bounded: bool, triples: bool = False) -> Tears:
        candidates = candidates_of(self._index, self._instances, triples=triples)
        if bounded:
            self._left.work_s = 0  # a run with fewer switches may have more preemptions
        sampling = Sampling(self._ctp, self._machine, self._instances)
        shown: Shown = {} if bounded else sampling.sampled(candidates.questions)
        rest = {key: one for key, one in candidates.questions.items() if key not in shown}
        goals = {key: self._asked(question) for key, question in rest.items()}
        asked = [*goals.values(), [goal for goal, _ in shown.values()]]
        encoder = self._encoder_of(_events_of(asked))
        for key, (goal, moves) in shown.items():
            self._tears[key] = self._torn(key, goal, moves)
        if rest:
            asking = Asking(encoder.index, self._machine, sampling, self._ask_of(encoder))
            verdicts = asking.all(goals, together=not bounded)
            for key, question in rest.items():
                too_many = question.left_out or len(goals[key]) < question.count
                self._answered(key, question, verdicts[key], too_many=too_many)
        return self._tears_of(candidates)

    def _encoder_of(self, events: set[int]) -> Encoder:
        """One that knows what was there before the writes of these."""
        if self._encoder is None or not events <= self._before:
            self._before |= events
            self._encoder = Encoder(with_values_before(self._ctp, self._before))
        return self._encoder

    def _asked(self, question: Question) -> list[Torn]:
        """All, or a few where there are too many: these can show that it is torn, and nothing else."""
        return list(islice(question.goals(), MOST_GOALS if question.count <= MOST_GOALS else FEW_GOALS))

    def _answered(self, key: Key, question: Question, found: Sequence[Verdict], *, too_many: bool) -> None:
        violated = next((verdict for verdict in found if isinstance(verdict, Violated)), None)
        if violated is not None:
            assert isinstance(violated.goal, Torn)
            self._tears[key] = self._torn(key, violated.goal, violated.moves)
            return
        reasons = [verdict.reason for verdict in found if isinstance(verdict, Undecided)]
        if not reasons and too_many:
            reasons = [f"more than {len(found)} executions would have to be looked at, one by one"]
        if reasons:
            goal = next(question.goals())
            block = self._instances.transaction_of[goal.first]
            self._undecided[key] = UndecidedTear(self._named(key), block, reasons[0], len(reasons))
        self._bounded |= any(isinstance(one, Holds) and one.bound is not None for one in found)

    def _torn(self, key: Key, goal: Torn, moves: tuple[Move, ...]) -> Tear:
        block, other = (self._instances.transaction_of.get(event) for event in (goal.first, goal.there))
        assert block is not None
        return Tear(
            self._named(key), block, other, goal, _Shortened(self._encoder_of, self._machine, goal, moves, self._left)
        )

    def _named(self, key: Key) -> Places:
        first, there, back, last = (self._instances.names[place] for place in key[1:])
        return first, there, back, last

    def _tears_of(self, candidates: Candidates) -> Tears:
        return Tears(
            tuple(self._tears.values()),
            tuple(self._undecided.values()),
            candidates.beyond,
            self._bounded,
            self._counts,
        )

    def _counts(self) -> Counts:
        counts = counted(self._index, self._instances)
        if counts.hb_pavs > MOST_TRIPLES:
            return replace(counts, sym_avs=None)
        torn = torn_triples(self._ctp, self._ask_of, self._ignored)
        return replace(counts, sym_avs=None if torn is None else len(torn))


def _events_of(goals: Iterable[Iterable[Torn]]) -> set[int]:
    return {event for group in goals for goal in group for event in (goal.first, goal.there, goal.back, goal.last)}
