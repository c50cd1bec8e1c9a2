"""One random trace program, all ways in which its blocks can be torn: brute force (tests/support/torn_oracle.py) and
the decider must say the same of every quadruple, and `decide_atomicity` of every four places. Every way there that is
given is judged by the machine and by brute force."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Final

from raddle.base.errors import RaddleError
from raddle.decide.answers import Holds, Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.model.goals import Goal, Torn
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.run import Ran, run, switches
from raddle.model.values_before import with_values_before
from raddle.predict.atomicity.asked import Ask
from raddle.predict.atomicity.decide import decide_atomicity
from raddle.predict.decide import Decider, Limits
from raddle.solve.choose import default_solver
from tests.support.race_oracle import TooMany
from tests.support.random_block_ctp import BLOCKS, random_block_ctp
from tests.support.torn_oracle import Quadruple, instances, may_tear, torn_after, torn_of

MOST_STATES: Final = 6_000
MOST_ASKED: Final = 30
"""Of the quadruples of one program that can be reached, and as many of those that cannot."""


@dataclass
class BlockExactness:
    """Counts, and every disagreement in words."""

    programs: int = 0
    too_large: int = 0
    quadruples: int = 0
    """That may be torn, as far as their cells tell."""
    torn: int = 0
    questions: int = 0
    ways: int = 0
    """Answers with a way to the goal, which was judged."""
    bounded: int = 0
    places: int = 0
    """Blocks and four places each that can be torn."""
    programs_torn: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "BlockExactness") -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        counts = [one.name for one in fields(self)][:-1]
        told = ", ".join(f"{getattr(self, name)} {name.replace('_', ' ')}" for name in counts)
        return f"{told}, {len(self.disagreements)} disagreements"


def program(number: int) -> tuple[str, TraceProgram]:
    name = sorted(BLOCKS)[number % len(BLOCKS)]
    return name, random_block_ctp(random.Random(number), name)


def compared(number: int) -> BlockExactness:
    name, ctp = program(number)
    found = BlockExactness(programs=1)
    try:
        _Comparison(ctp, found, random.Random(number)).compare()
    except TooMany:
        found.too_large += 1
    except (RaddleError, AssertionError, LookupError, TypeError, ValueError) as error:
        found.disagreements.append(f"{type(error).__name__}: {error}")
    found.disagreements = [f"program {number} ({name}): {what}" for what in found.disagreements]
    return found


class _Comparison:
    def __init__(self, ctp: TraceProgram, found: BlockExactness, rng: random.Random) -> None:
        self._ctp = ctp
        self._found = found
        self._rng = rng
        self._torn = torn_of(ctp, MOST_STATES).quadruples
        self._machine = Machine(ctp)
        self._encoder = Encoder(with_values_before(ctp, range(len(ctp.events))))
        self._decider = Decider(self._encoder, default_solver(), Limits())

    def compare(self) -> None:
        may = sorted(may_tear(self._ctp))
        if not self._torn <= set(may):
            self._say(f"brute force: {sorted(self._torn - set(may))} cannot be")
        self._found.quadruples += len(may)
        self._found.torn += len(self._torn)
        self._found.programs_torn += bool(self._torn)
        for quadruple in self._some(sorted(self._torn)) + self._some([one for one in may if one not in self._torn]):
            self._decided(quadruple)
        for quadruple in self._rng.sample(may, min(3, len(may))):
            self._with_bound(quadruple, self._rng.randint(0, 4))
        count = self._rng.randint(2, 8)
        groups = [self._rng.randrange(count) for _ in self._ctp.events]
        self._by_places(lambda event: event)
        self._by_places(lambda event: groups[event])

    def _some(self, quadruples: list[Quadruple]) -> list[Quadruple]:
        return self._rng.sample(quadruples, min(MOST_ASKED, len(quadruples)))

    def _decided(self, quadruple: Quadruple) -> None:
        self._found.questions += 1
        match self._decider.decide(Torn(*quadruple)):
            case Violated(_, moves):
                if quadruple not in self._torn:
                    self._say(f"{quadruple}: reached, and cannot be")
                self._judge(quadruple, moves)
            case Holds(_, None):
                if quadruple in self._torn:
                    self._say(f"{quadruple}: said to be out of reach, and can be reached")
            case verdict:
                self._say(f"{quadruple}: {verdict}")

    def _with_bound(self, quadruple: Quadruple, most: int) -> None:
        """A proof for that many switches is one, and what is found keeps to the bound."""
        self._found.bounded += 1
        match Decider(self._encoder, default_solver(), Limits(switches=most)).decide(Torn(*quadruple)):
            case Violated(_, moves, count):
                self._judge(quadruple, moves)
                if count > most or count != switches(self._ctp, moves, quadruple[-1]):
                    self._say(f"{quadruple}: {count} switches where {most} are allowed")
            case Holds(_, bound):
                if bound is None and quadruple in self._torn:
                    self._say(f"{quadruple}: said to be out of reach, and can be reached")
            case verdict:
                self._say(f"{quadruple}: {verdict}")

    # ---- by places, as `check` asks

    def _by_places(self, place_of: Callable[[int], int]) -> None:
        owner = instances(self._ctp)
        expected = {(place_of(owner[one[0]]), *map(place_of, one)) for one in self._torn}
        decided = decide_atomicity(self._ctp, place_of, _asking)
        said = {(place_of(owner[one.goal.first]), *one.places) for one in decided.tears}
        self._found.places += len(expected)
        if said != expected or decided.undecided or decided.beyond:
            self._say(
                f"by places: too much {sorted(said - expected)}, not {sorted(expected - said)}, "
                f"{decided.undecided}, beyond {decided.beyond}"
            )
        for tear in decided.tears:
            goal = tear.goal
            quadruple = (goal.first, goal.there, goal.back, goal.last)
            if tuple(map(place_of, quadruple)) != tear.places:
                self._say(f"{tear}: is at other places")
            if tear.switches != switches(self._ctp, tear.moves, goal.last):
                self._say(f"{tear}: has other switches")
            self._judge(quadruple, tear.moves)

    def _judge(self, quadruple: Quadruple, moves: Sequence[Move]) -> None:
        self._found.ways += 1
        way = [move.event for move in moves]
        if not isinstance(run(self._ctp, moves, self._machine), Ran):
            self._say(f"{quadruple}: the way there cannot be run: {way}")
        elif quadruple not in torn_after(self._ctp, moves):
            self._say(f"{quadruple}: the way there does not lead there: {way}")
        elif not reached(self._machine, Torn(*quadruple), moves):
            self._say(f"{quadruple}: model/reached.py says that the way there does not lead there: {way}")

    def _say(self, what: str) -> None:
        self._found.disagreements.append(what)


def _asking(encoder: Encoder) -> Ask:
    decider = Decider(encoder, default_solver(), Limits())

    def ask(groups: Sequence[Sequence[Goal]]) -> list[list[Verdict]]:
        answers: list[list[Verdict]] = []
        for goals in groups:
            answers.append([])
            for goal in goals:
                answers[-1].append(decider.decide(goal))
                if isinstance(answers[-1][-1], Violated):
                    break
        return answers

    return ask
