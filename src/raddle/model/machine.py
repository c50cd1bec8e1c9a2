"""The executable semantics of a trace program: what may happen in a state, and what it changes.

In: a Ctp. Out: states. This is what every encoding has to agree with. The meaning of each action is stated in
model/ctp.py; synchronisation becomes rules over slots in model/sync_rules.py.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, Protocol

from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import Evaluator, variables_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.accesses import Touch
from raddle.model.ctp import Action, Check, Ctp, Event, Free, Read, Signal, Step, Write
from raddle.model.layout import NOBODY, Layout, State
from raddle.model.moves import Move
from raddle.model.noticing import Noticing
from raddle.model.sync_rules import Rule, rule_of
from raddle.model.uses import last_uses, reads_of

MOST_FORGETTING: Final = 100_000
"""Events up to which states that cannot be told apart are equal. Nobody goes through all states of a longer one."""


class Impossible(Exception):
    """That event cannot take place in that state; the message says why."""


class Worth(Protocol):
    """What terms are worth. A division that traps raises Trap."""

    def learn(self, variable: Term, value: int) -> None:
        """That was read."""
        ...

    def of(self, term: Term, slots: Sequence[int]) -> int: ...


class RememberedWorth:
    """For many runs: remembers each term's value for each assignment of the variables in it."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._variables: dict[Term, tuple[list[Term], list[int]]] = {}
        self._known: dict[tuple[int, ...], int | None] = {}

    def learn(self, variable: Term, value: int) -> None:
        pass

    def of(self, term: Term, slots: Sequence[int]) -> int:
        if term.op is Op.CONSTANT:
            assert isinstance(term.data, int)
            return term.data
        found = self._variables.get(term)
        if found is None:
            variables = variables_of([term])
            found = self._variables[term] = variables, [self._layout.slot_of[variable] for variable in variables]
        values = [slots[slot] for slot in found[1]]
        key = (term.number, *values)
        if key not in self._known:
            try:
                self._known[key] = Evaluator(dict(zip(found[0], values, strict=True)))(term)
            except Trap:
                self._known[key] = None
        value = self._known[key]
        if value is None:
            raise Trap
        return value


class Machine:
    """All runs of one trace program. Each thread performs a prefix of its events."""

    def __init__(self, ctp: Ctp) -> None:
        """What it needs is made when it is first asked: of a long trace program that takes a while."""
        self.ctp: Final = ctp

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.ctp)

    @cached_property
    def initial(self) -> State:
        return self.layout.initial(self.ctp)

    @cached_property
    def _worth(self) -> RememberedWorth:
        return RememberedWorth(self.layout)

    @cached_property
    def _rules(self) -> list[Rule | None]:
        return _rules(self.ctp, self.layout)

    @cached_property
    def noticing(self) -> Noticing:
        return Noticing(self.ctp)

    @cached_property
    def _forgotten(self) -> list[tuple[int, ...]]:
        return _forgotten(self.ctp, self.layout)

    # ---- states

    def next_events(self, state: Sequence[int]) -> Iterator[Event]:
        """Of the threads that may do something now, the next one, whether it can take place or not."""
        if state[self.layout.ended]:
            return
        owner = state[self.layout.region]
        for number, thread in enumerate(self.ctp.threads):
            position = state[number]
            if position < thread.count and owner in (NOBODY, 1 + number):
                yield self.ctp.events[thread.first + position]

    def next_event(self, state: Sequence[int], thread: int) -> Event | None:
        """The same of one thread."""
        position, whole = state[thread], self.ctp.threads[thread]
        if position >= whole.count or state[self.layout.ended] or state[self.layout.region] not in (NOBODY, 1 + thread):
            return None
        return self.ctp.events[whole.first + position]

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        for event in self.next_events(state):
            if isinstance(event.action, Signal):
                choices: list[int | None] = [*self.waiting(state, event.action.condition)] or [None]
            else:
                choices = [None]
            for chosen in choices:
                slots = list(state)
                if self._attempt(slots, event, chosen, self._worth) is None:
                    yield Move(event.number, chosen), tuple(slots)

    def moves(self, state: State) -> list[Move]:
        return [move for move, _ in self.successors(state)]

    def perform(self, state: State, move: Move) -> State:
        """The state after that move. Impossible if it cannot take place."""
        slots = list(state)
        self.advance(slots, move, self._worth)
        return tuple(slots)

    def violated(self, state: State) -> list[int]:
        """The checks that are next in their threads, may happen now, and are false."""
        return [event.number for event in self.next_events(state) if self.is_false_check(event, state)]

    def could_move(self, state: State, thread: int) -> bool:
        """Whether the thread's next event can take place; what ends the process can: a check that is false, a second
        free."""
        for event in self.next_events(state):
            if event.thread == thread:
                why_not = self._attempt(list(state), event, None, self._worth)
                return why_not is None or isinstance(event.action, Free) or self.is_false_check(event, state)
        return False

    def waiting(self, state: Sequence[int], condition: int) -> list[int]:
        """The threads that a Signal may choose."""
        return [thread for thread in self.layout.threads if state[self.layout.waits + thread] == 1 + 2 * condition]

    def cell(self, state: Sequence[int], cell: int) -> int:
        """What is in it."""
        return state[self.layout.cells + cell]

    # ---- one move

    def advance(self, slots: list[int], move: Move, worth: Worth) -> None:
        """Performs it in place. Impossible if it cannot take place: what is in the slots then means nothing."""
        event = self.ctp.events[move.event]
        if slots[self.layout.ended]:
            raise Impossible("the process has ended")
        if slots[self.layout.region] not in (NOBODY, 1 + event.thread):
            raise Impossible(f"thread {slots[self.layout.region] - 1} is in a region")
        if slots[event.thread] != event.position:
            raise Impossible(f"it is not the next event of thread {event.thread}")
        if isinstance(event.action, Signal):
            waiting = self.waiting(slots, event.action.condition)
            if move.chosen is None and waiting:
                raise Impossible("it chooses nobody, and somebody waits")
            if move.chosen is not None and move.chosen not in waiting:
                raise Impossible(f"it chooses thread {move.chosen}, which does not wait")
        elif move.chosen is not None:
            raise Impossible("only a signal chooses")
        why_not = self._attempt(slots, event, move.chosen, worth)
        if why_not is not None:
            raise Impossible(why_not)

    def _attempt(self, slots: list[int], event: Event, chosen: int | None, worth: Worth) -> str | None:
        """The thread's next event, where the thread may move. Out: why it cannot take place."""
        rule = self._rules[event.number]
        if rule is None:
            assert isinstance(event.action, Step | Check | Free)
            if isinstance(event.action, Free):
                why_not = self._free(slots, event.action, worth)
            else:
                why_not = self._access(slots, event.action, worth)
            if why_not is not None:
                return why_not
        elif rule.allowed(slots):
            rule.change(slots)
            if chosen is not None:
                slots[self.layout.waits + chosen] += 1
        else:
            return rule.why_not
        slots[event.thread] += 1
        for slot in self._forgotten[event.number]:
            slots[slot] = 0
        return None

    def _access(self, slots: list[int], action: Step | Check, worth: Worth) -> str | None:
        condition = self._condition(slots, action, worth)
        if condition is None:
            return "its address is not one of those recorded, or a division traps"
        if not condition:
            return "its check is false" if isinstance(action, Check) else "its guard is false"
        if isinstance(action, Step) and action.writes:
            try:
                stores = [(self._slot(slots, write, worth), worth.of(write.value, slots)) for write in action.writes]
            except Trap:
                return "a division traps"
            for slot, value in stores:
                if slot is None:
                    return "its address is not one of those recorded"
                slots[slot] = value
        return None

    def _free(self, slots: list[int], free: Free, worth: Worth) -> str | None:
        gone = [self.layout.gone[cell] for cell in self._named(slots, free, worth) if cell in self.layout.gone]
        if any(slots[slot] for slot in gone):
            return "it has been given back already"
        for slot in gone if not free.goes_on else ():
            slots[slot] = 1
        return None

    def _condition(self, slots: list[int], action: Step | Check, worth: Worth) -> bool | None:
        """Performs the reads. None: they or the condition cannot be evaluated."""
        try:
            for read in action.reads:
                slot = self._slot(slots, read, worth)
                if slot is None:
                    return None
                slots[self.layout.slot_of[read.variable]] = slots[slot]
                worth.learn(read.variable, slots[slot])
            return worth.of(action.condition if isinstance(action, Check) else action.guard, slots) == 1
        except Trap:
            return None

    def _slot(self, slots: Sequence[int], access: Read | Write, worth: Worth) -> int | None:
        if access.address is None:
            return self.layout.cells + access.cells[0]
        address = worth.of(access.address, slots)
        if address not in access.addresses:
            return None
        return self.layout.cells + access.cells[access.addresses.index(address)]

    def attempt(self, slots: list[int], event: Event, chosen: int | None, worth: Worth) -> bool:
        """Performs a thread's next event in place, if it can take place now: else nothing that matters is changed."""
        return self._attempt(slots, event, chosen, worth) is None

    def why_not(self, slots: list[int], event: Event, chosen: int | None, worth: Worth) -> str | None:
        """As `attempt`: says why it cannot take place."""
        return self._attempt(slots, event, chosen, worth)

    def would_fail(self, slots: list[int], check: Check, worth: Worth) -> bool:
        """Whether a check that is next is false. Nothing that matters is changed."""
        return self._condition(slots, check, worth) is False

    def touched(self, slots: list[int], event: Event, worth: Worth) -> tuple[Touch, ...]:
        """Where the accesses of a thread's next event go, as far as they come: its reads up to the first whose address
        is not one of those recorded; its writes, if it can take place. Nothing that matters is changed in the slots;
        the worth learns what is read."""
        match event.action:
            case Step() | Check() as action:
                return self._touched(slots, action, worth)
            case Free(of_frame=False) as free:
                return tuple(Touch(cell, writes=True) for cell in self._named(slots, free, worth))
            case _:
                return ()

    def given_back(self, slots: Sequence[int], event: Event, worth: Worth) -> tuple[int, ...]:
        """The cells that a thread's next event gives back."""
        action = event.action
        if not isinstance(action, Free) or action.goes_on:
            return ()
        return self._named(slots, action, worth)

    @staticmethod
    def _named(slots: Sequence[int], free: Free, worth: Worth) -> tuple[int, ...]:
        try:
            return free.cells if free.when is None or worth.of(free.when, slots) == 1 else ()
        except Trap:
            return ()

    def _touched(self, slots: list[int], action: Step | Check, worth: Worth) -> tuple[Touch, ...]:
        found: list[Touch] = []
        writes = action.writes if isinstance(action, Step) else ()
        try:
            for read in action.reads:
                slot = self._slot(slots, read, worth)
                if slot is None:
                    return tuple(found)
                cell = slot - self.layout.cells
                found.append(Touch(cell, False, read.order, early=read.early, of_lock=read.of_lock))
                slots[self.layout.slot_of[read.variable]] = slots[slot]
                worth.learn(read.variable, slots[slot])
            if not writes or not isinstance(action, Step) or worth.of(action.guard, slots) != 1:
                return tuple(found)
            for write in writes:
                worth.of(write.value, slots)
            places = [self._slot(slots, write, worth) for write in writes]
        except Trap:
            return tuple(found)
        left = [
            Touch(slot - self.layout.cells, writes=True, order=write.order, early=write.made_up)
            for write, slot in zip(writes, places, strict=True)
            if slot is not None
        ]
        return (*found, *left) if len(left) == len(writes) else tuple(found)

    def is_false_check(self, event: Event, state: Sequence[int]) -> bool:
        action = event.action
        return isinstance(action, Check) and self._condition(list(state), action, self._worth) is False


def _rules(ctp: Ctp, layout: Layout) -> list[Rule | None]:
    """None: an access, or memory that may be given back twice. The same action of the same thread has the same rule."""
    made: dict[tuple[int, Action], Rule] = {}
    rules: list[Rule | None] = []
    for event in ctp.events:
        action = event.action
        again = isinstance(action, Free) and not action.of_frame and not layout.gone.keys().isdisjoint(action.cells)
        if isinstance(action, Step | Check) or again:
            rules.append(None)
            continue
        key = (event.thread, event.action)
        if key not in made:
            made[key] = rule_of(event, ctp, layout)
        rules.append(made[key])
    return rules


def _forgotten(ctp: Ctp, layout: Layout) -> list[tuple[int, ...]]:
    """For each event the slots of the variables that no later event asks for."""
    forgotten: list[tuple[int, ...]] = [()] * len(ctp.events)
    if len(ctp.events) > MOST_FORGETTING:
        return forgotten
    last = last_uses(ctp)
    for event in ctp.events:
        for read in reads_of(event):
            number = last.get(read.variable, event.number)
            forgotten[number] += (layout.slot_of[read.variable],)
    return forgotten
