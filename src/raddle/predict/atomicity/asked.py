"""The goals that are left for the solver, many at once where that is possible.

In: goals by block and four places. Out: verdicts for each. Goals of the same two threads are one question (TornAmong),
as long as nothing can keep the block's thread from `last`: where no run tears any of them, one proof is enough; where
one does, its run is looked at for all that it tears, and the rest is asked again. Of what stays undecided so one goal
for each block and four places is asked alone; where something may keep the thread from `last`, all are.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from raddle.base.errors import InternalError
from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.index import Index
from raddle.logic.traps import computable
from raddle.model.actions import Step
from raddle.model.goals import Goal, Torn, TornAmong
from raddle.model.machine import Machine
from raddle.model.run import switches
from raddle.model.torn import torn_one
from raddle.predict.atomicity.candidates import Key
from raddle.predict.atomicity.sample import Sampling
from raddle.predict.groups import OVER

MOST_TOGETHER: Final = 400
"""Goals in one question."""
MOST_SPLIT: Final = 100
"""Where that many are undecided together, they are asked in halves."""
MOST_ROUNDS: Final = 12
"""After which the rest is asked one by one."""

Ask = Callable[[Sequence[Sequence[Goal]]], Sequence[Sequence[Verdict]]]
"""Groups of goals -> their verdicts, as predict/groups.py: a group is over with its first violation."""


class Asking:
    def __init__(self, index: Index, machine: Machine, sampling: Sampling, ask: Ask) -> None:
        self._index = index
        self._machine = machine
        self._sampling = sampling
        self._ask = ask
        self._verdicts: dict[Key, list[Verdict]] = defaultdict(list)
        self._torn: set[Key] = set()

    def all(self, goals: dict[Key, list[Torn]], *, together: bool) -> dict[Key, list[Verdict]]:
        alone: dict[Key, list[Torn]] = {key: [] for key in goals}
        chunks: list[list[tuple[Key, Torn]]] = []
        if together:
            by_threads: dict[tuple[int, int], list[tuple[Key, Torn]]] = defaultdict(list)
            thread = self._index.must.thread
            for key, group in goals.items():
                for goal in group:
                    if self._is_unstoppable(goal.last):
                        by_threads[thread[goal.first], thread[goal.there]].append((key, goal))
                    else:
                        alone[key].append(goal)
            chunks = [
                group[start : start + MOST_TOGETHER]
                for group in by_threads.values()
                for start in range(0, len(group), MOST_TOGETHER)
            ]
        else:
            alone = goals
        for key, goal in self._together(chunks):
            alone[key].append(goal)
        self._one_by_one(alone)
        return {key: self._verdicts[key] for key in goals}

    def _is_unstoppable(self, event: int) -> bool:
        """Whether a thread that has come to the event goes on."""
        action, terms = self._index.ctp.events[event].action, self._index.ctp.terms
        if not isinstance(action, Step) or action.guard is not terms.true or event in self._index.region_of:
            return False
        addresses = [*(read.address for read in action.reads), *(write.address for write in action.writes)]
        computed = computable(terms, (write.value for write in action.writes))
        return computed is terms.true and all(address is None for address in addresses)

    def _together(self, chunks: list[list[tuple[Key, Torn]]]) -> list[tuple[Key, Torn]]:
        """Out: what has to be asked one by one."""
        rest: list[tuple[Key, Torn]] = []
        for _ in range(MOST_ROUNDS):
            chunks = [left for left in map(self._open, chunks) if left]
            rest += [chunk[0] for chunk in chunks if len(chunk) == 1]
            chunks = [chunk for chunk in chunks if len(chunk) > 1]
            if not chunks:
                return rest
            asked = [TornAmong(tuple(goal for _, goal in chunk)) for chunk in chunks]
            again = []
            for chunk, (verdict,) in zip(chunks, self._ask([[one] for one in asked]), strict=True):
                match verdict:
                    case Holds():
                        for key, goal in chunk:
                            self._verdicts[key].append(Holds(goal))
                    case Violated():
                        self._shown(verdict, chunk)
                        again.append(chunk)
                    case Undecided(_, reason) if reason == OVER:
                        self._give_up(chunk, reason)
                    case Undecided() if len(chunk) > MOST_SPLIT:
                        middle = len(chunk) // 2
                        again += [chunk[:middle], chunk[middle:]]
                    case Undecided(_, reason):
                        rest += self._few_of(chunk, reason)
            chunks = again
        return [*rest, *(one for chunk in map(self._open, chunks) for one in chunk)]

    def _few_of(self, chunk: list[tuple[Key, Torn]], reason: str) -> list[tuple[Key, Torn]]:
        """One for each block and four places; the others stay undecided."""
        first = {key: (key, goal) for key, goal in reversed(chunk)}
        self._give_up([one for one in chunk if first[one[0]] != one], reason)
        return list(first.values())

    def _give_up(self, chunk: Iterable[tuple[Key, Torn]], reason: str) -> None:
        for key, goal in chunk:
            self._verdicts[key].append(Undecided(goal, reason))

    def _open(self, chunk: Iterable[tuple[Key, Torn]]) -> list[tuple[Key, Torn]]:
        return [(key, goal) for key, goal in chunk if key not in self._torn]

    def _shown(self, violated: Violated, chunk: list[tuple[Key, Torn]]) -> None:
        """All that this run tears."""
        assert isinstance(violated.goal, TornAmong)
        moves = violated.moves
        for key, (goal, before) in self._sampling.shown_by(moves, {key for key, _ in chunk}).items():
            self._tear(key, Violated(goal, before, switches(self._index.ctp, before, goal.last), fewest=False))
        found = torn_one(self._machine, moves, violated.goal.goals)
        if found is None:
            raise InternalError(f"the solution tears none of {len(violated.goal.goals)} blocks")
        goal, count = found
        key = next(key for key, one in chunk if one == goal)
        before = moves[:count]
        self._tear(key, Violated(goal, before, switches(self._index.ctp, before, goal.last), fewest=False))

    def _tear(self, key: Key, violated: Violated) -> None:
        if key not in self._torn:
            self._torn.add(key)
            self._verdicts[key].append(violated)

    def _one_by_one(self, goals: dict[Key, list[Torn]]) -> None:
        asked = {key: group for key, group in goals.items() if group and key not in self._torn}
        for key, verdicts in zip(asked, self._ask(list(asked.values())), strict=True):
            self._verdicts[key] += verdicts
