"""The executable semantics of a trace program: what may happen in a state, and what it changes.

In: a trace program. Out: states. This is what every encoding has to agree with. The meaning of each action is stated in
model/actions.py, and what each changes and needs in model/rules, one file a primitive. A thread of a chain performs a
prefix of its events; where there are branches it goes a way through its graph. A thread starts once one of its Creates
has happened, and is joined once one of its Exits has.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from raddle.logic.arithmetic import Trap
from raddle.model.accesses import Touch
from raddle.model.actions import Action, Check, Free, ProcessEnd, Read, Signal, Step, Write
from raddle.model.layout import NOBODY, Layout, State, layout_of
from raddle.model.moves import Move
from raddle.model.noticing import Noticing
from raddle.model.program import Event, TraceProgram
from raddle.model.rules.actions import rule_of
from raddle.model.rules.condition import choose, who_waits, why_not_chosen
from raddle.model.rules.free import give_back, named
from raddle.model.rules.rule import Rule
from raddle.model.uses import last_uses, reads_of
from raddle.model.worth import RememberedWorth, Worth

MOST_FORGETTING: Final = 100_000
"""Events up to which states that cannot be told apart are equal. Nobody goes through all states of a longer one."""

_ASTRAY: Final = "its address is not one of those recorded"


class Impossible(Exception):
    """That event cannot take place in that state; the message says why."""


class Machine:
    """All runs of one trace program."""

    def __init__(self, program: TraceProgram) -> None:
        """What it needs is made when it is first asked: of a long trace program that takes a while."""
        self.program: Final = program
        self._graph: Final = program.branches

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.program)

    @cached_property
    def initial(self) -> State:
        return self.layout.initial(self.program)

    @cached_property
    def worth(self) -> RememberedWorth:
        """For many runs."""
        return RememberedWorth(self.layout)

    @cached_property
    def rules(self) -> list[Rule | None]:
        """By event. None: it depends on values."""
        return _rules(self.program, self.layout)

    @cached_property
    def noticing(self) -> Noticing:
        return Noticing(self.program)

    @cached_property
    def _forgotten(self) -> list[tuple[int, ...]]:
        return _forgotten(self.program, self.layout)

    # ---- states

    def may_move(self, state: Sequence[int], thread: int) -> bool:
        """Whether it is not kept from moving by another one's region, or the end of the process."""
        return not state[self.layout.ended] and state[self.layout.region] in (NOBODY, 1 + thread)

    def next_events(self, state: Sequence[int]) -> Iterator[Event]:
        """Of the threads that may do something now, what comes next, whether it can take place or not: of each one
        event; where there are branches the outcomes of one operation."""
        if state[self.layout.ended]:
            return
        owner, graph = state[self.layout.region], self._graph
        for number, thread in enumerate(self.program.threads):
            if owner not in (NOBODY, 1 + number):
                continue
            if graph is not None:
                for event in graph.leaving.get(state[number], ()):
                    yield self.program.events[event]
            elif state[number] < thread.count:
                yield self.program.events[thread.first + state[number]]

    def outcomes(self, state: Sequence[int], thread: int) -> tuple[Event, ...]:
        """The same of one thread."""
        if not self.may_move(state, thread):
            return ()
        if self._graph is not None:
            return tuple(self.program.events[event] for event in self._graph.leaving.get(state[thread], ()))
        event = self.next_event(state, thread)
        return () if event is None else (event,)

    def next_event(self, state: Sequence[int], thread: int) -> Event | None:
        """The same of one thread of a chain."""
        position, whole = state[thread], self.program.threads[thread]
        if position >= whole.count or state[self.layout.ended] or state[self.layout.region] not in (NOBODY, 1 + thread):
            return None
        return self.program.events[whole.first + position]

    def stands_before(self, state: Sequence[int], event: Event) -> bool:
        """Whether that comes next in its thread, whoever may move."""
        source = event.position if self._graph is None else self._graph.source[event.number]
        return state[event.thread] == source

    def is_next(self, state: Sequence[int], event: Event) -> bool:
        return self.stands_before(state, event) and self.may_move(state, event.thread)

    def is_away(self, state: Sequence[int], thread: int) -> bool:
        """It has ended, or nobody has created it yet."""
        return self.layout.has_ended(thread)(state) or not self.layout.is_created(thread)(state)

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        for event in self.next_events(state):
            for chosen in self.choices(state, event):
                slots = list(state)
                if self.why_not(slots, event, chosen, self.worth) is None:
                    yield Move(event.number, chosen), tuple(slots)

    def choices(self, state: Sequence[int], event: Event) -> Sequence[int | None]:
        """Whom it may wake, of a signal; else nobody."""
        if not isinstance(event.action, Signal):
            return (None,)
        return self.waiting(state, event.action.condition) or (None,)

    def ends_the_run(self, event: int) -> bool:
        """Whether nothing that is known comes behind it, in any thread."""
        action = self.program.events[event].action
        return event in self.ends or isinstance(action, ProcessEnd)

    @cached_property
    def ends(self) -> frozenset[int]:
        """Failures and frontiers."""
        if self._graph is None:
            return frozenset()
        return frozenset(event for event, leads in enumerate(self._graph.leads) if leads != "on")

    def moves(self, state: State) -> list[Move]:
        return [move for move, _ in self.successors(state)]

    def perform(self, state: State, move: Move) -> State:
        """The state after that move. Impossible if it cannot take place."""
        slots = list(state)
        self.advance(slots, move, self.worth)
        return tuple(slots)

    def violated(self, state: State) -> list[int]:
        """The checks that are next in their threads, may happen now, and are false."""
        return [event.number for event in self.next_events(state) if self.is_false_check(event, state)]

    def could_move(self, state: State, thread: int) -> bool:
        """Whether what the thread does next can take place; what ends the process can: a check that is false, a second
        free."""
        return any(
            self.can_happen(state, event) or isinstance(event.action, Free) or self.is_false_check(event, state)
            for event in self.outcomes(state, thread)
        )

    def can_happen(self, state: Sequence[int], event: Event) -> bool:
        """Whether an event that its thread stands before is possible now, as far as regions do not matter."""
        return self.why_not(list(state), event, None, self.worth) is None

    def waiting(self, state: Sequence[int], condition: int) -> list[int]:
        """The threads that a Signal may choose."""
        return who_waits(condition, state, self.layout)

    def cell(self, state: Sequence[int], cell: int) -> int:
        """What is in it."""
        return state[self.layout.cells + cell]

    # ---- one move

    def advance(self, slots: list[int], move: Move, worth: Worth) -> None:
        """Performs it in place. Impossible if it cannot take place: what is in the slots then means nothing."""
        event = self.program.events[move.event]
        if slots[self.layout.ended]:
            raise Impossible("the process has ended")
        if slots[self.layout.region] not in (NOBODY, 1 + event.thread):
            raise Impossible(f"thread {slots[self.layout.region] - 1} is in a region")
        graph = self._graph
        if slots[event.thread] != (event.position if graph is None else graph.source[event.number]):
            raise Impossible(f"it is not the next event of thread {event.thread}")
        self.check_choice(slots, event, move.chosen)
        why_not = self.why_not(slots, event, move.chosen, worth)
        if why_not is not None:
            raise Impossible(why_not)

    def check_choice(self, slots: Sequence[int], event: Event, chosen: int | None) -> None:
        """Impossible where the event may not choose that thread, or nobody."""
        if isinstance(event.action, Signal):
            why_not = why_not_chosen(event.action, chosen, slots, self.layout)
            if why_not is not None:
                raise Impossible(why_not)
        elif chosen is not None:
            raise Impossible("only a signal chooses")

    def why_not(self, slots: list[int], event: Event, chosen: int | None, worth: Worth) -> str | None:
        """Performs in place what comes next in a thread, where that may move. Out: why it cannot take place; then
        nothing that matters is changed."""
        rule = self.rules[event.number]
        if rule is None:
            assert isinstance(event.action, Step | Check | Free)
            if isinstance(event.action, Free):
                why_not = give_back(event.action, slots, self.layout, worth)
            else:
                why_not = self._access(slots, event.action, worth)
            if why_not is not None:
                return why_not
        elif rule.allowed(slots):
            rule.change(slots)
            if chosen is not None:
                choose(chosen, slots, self.layout)
        else:
            return rule.why_not
        slots[event.thread] = event.position + 1 if self._graph is None else self._graph.target[event.number]
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
            if len(stores) > 1 and any(slot is None for slot, _ in stores):
                return _ASTRAY  # before any of them is done
            for slot, value in stores:
                if slot is None:
                    return _ASTRAY
                slots[slot] = value
        return None

    def _condition(self, slots: list[int], action: Step | Check, worth: Worth) -> bool | None:
        """Performs the reads, each as `accesses` looks at it. None: they or the condition cannot be evaluated."""
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
        """As `why_not`: whether it took place."""
        return self.why_not(slots, event, chosen, worth) is None

    def would_fail(self, slots: list[int], check: Check, worth: Worth) -> bool:
        """Whether a check that is next is false. Nothing that matters is changed."""
        return self._condition(slots, check, worth) is False

    def accesses(
        self, slots: list[int], action: Step | Check, worth: Worth
    ) -> tuple[list[tuple[Read, int]], list[tuple[Write, int]]]:
        """What comes next in a thread accesses, as far as it comes, and in which cells: its reads up to the first whose
        address is not one of those recorded; its writes, if it can take place. Nothing that matters is changed in the
        slots; the worth learns what is read."""
        reads: list[tuple[Read, int]] = []
        first, slot_of = self.layout.cells, self.layout.slot_of
        try:
            for read in action.reads:
                slot = self._slot(slots, read, worth)
                if slot is None:
                    return reads, []
                reads.append((read, slot - first))
                slots[slot_of[read.variable]] = slots[slot]
                worth.learn(read.variable, slots[slot])
            if not isinstance(action, Step) or not action.writes or worth.of(action.guard, slots) != 1:
                return reads, []
            for write in action.writes:
                worth.of(write.value, slots)
            places = [(write, self._slot(slots, write, worth)) for write in action.writes]
        except Trap:
            return reads, []
        writes = [(write, slot - first) for write, slot in places if slot is not None]
        return reads, writes if len(writes) == len(places) else []

    def touched(self, slots: list[int], event: Event, worth: Worth) -> tuple[Touch, ...]:
        """The same of a thread's next event, be it a free, and how it touches them."""
        match event.action:
            case Step() | Check() as action:
                reads, writes = self.accesses(slots, action, worth)
                found = [Touch(cell, False, one.order, one.early, one.of_lock) for one, cell in reads]
                return (*found, *[Touch(cell, True, one.order, one.made_up) for one, cell in writes])
            case Free(of_frame=False) as free:
                return tuple(Touch(cell, writes=True) for cell in named(free, slots, worth))
            case _:
                return ()

    def given_back(self, slots: Sequence[int], event: Event, worth: Worth) -> tuple[int, ...]:
        """The cells that a thread's next event gives back."""
        action = event.action
        if not isinstance(action, Free) or action.goes_on:
            return ()
        return named(action, slots, worth)

    def is_false_check(self, event: Event, state: Sequence[int]) -> bool:
        action = event.action
        return isinstance(action, Check) and self._condition(list(state), action, self.worth) is False


def _rules(program: TraceProgram, layout: Layout) -> list[Rule | None]:
    """The same action of the same thread has the same rule."""
    made: dict[tuple[int, Action], Rule | None] = {}
    rules: list[Rule | None] = []
    for event in program.events:
        action = event.action
        if isinstance(action, Step | Check):
            rules.append(None)
            continue
        key = (event.thread, action)
        if key not in made:
            made[key] = rule_of(action, event.thread, program, layout)
        rules.append(made[key])
    return rules


def _forgotten(program: TraceProgram, layout: Layout) -> list[tuple[int, ...]]:
    """For each event the slots of the variables that no later event asks for."""
    forgotten: list[tuple[int, ...]] = [()] * len(program.events)
    if len(program.events) > MOST_FORGETTING:
        return forgotten
    last = last_uses(program)
    for event in program.events:
        for read in reads_of(event):
            number = last.get(read.variable, event.number)
            forgotten[number] += (layout.slot_of[read.variable],)
    return forgotten
