"""A run of the machine, step by step, that is looked at for torn blocks as it goes."""


from raddle.model.actions import Check, Signal, Step
from raddle.model.dependence_in_run import Deed, deed_of
from raddle.model.goals import Torn
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from raddle.model.worth import GrowingWorth
from raddle.predict.atomicity.candidates import Key
from raddle.predict.atomicity.instances import Instances
from raddle.predict.atomicity.seen_in_runs import Watch

Shown = dict[Key, tuple[Torn, tuple[Move, ...]]]
"""By block and four places: a goal, and moves that lead there."""


class Over(Exception):
    """There is nothing left to look for."""


class Stepper:
    def __init__(self, ctp: TraceProgram, machine: Machine, watch: Watch, instances: Instances) -> None:
        self._ctp = ctp
        self._machine = machine
        self._watch = watch
        self._touches = instances.touches
        self._slots = list(machine.initial)
        self._worth = GrowingWorth()
        self.moves: list[Move] = []
        self.torn: dict[Key, tuple[Torn, int]] = {}
        """With the number of moves that lead there."""

    def shown(self) -> Shown:
        return {key: (goal, tuple(self.moves[:count])) for key, (goal, count) in self.torn.items()}

    def step(self, event: Event) -> bool:
        """A thread's next event, if it can take place. Of those that wait a signal chooses the first."""
        deed = None
        if event.number in self._touches:
            deed, torn = looked_at(self._machine, self._slots, event, self._worth, self._watch)
            self.torn |= {key: (goal, len(self.moves)) for key, goal in torn.items()}
            if self._watch.is_over:
                raise Over
        chosen = None
        if isinstance(event.action, Signal):
            chosen = next(iter(self._machine.waiting(self._slots, event.action.condition)), None)
        size = self._worth.size
        if not self._machine.attempt(self._slots, event, chosen, self._worth):
            self._worth.forget(size)
            return False
        self.moves.append(Move(event.number, chosen))
        if deed is not None:
            self._watch.took_place(deed, self._worth.values)
        return True


def looked_at(
    machine: Machine, slots: list[int], event: Event, worth: GrowingWorth, watch: Watch
) -> tuple[Deed, dict[Key, Torn]]:
    """Of a thread's next event. What it reads is forgotten again."""
    assert isinstance(event.action, Step | Check)
    size = worth.size
    deed = deed_of(machine, slots, event, worth)
    torn = watch.is_next(deed, worth.values)
    worth.forget(size)
    return deed, torn
