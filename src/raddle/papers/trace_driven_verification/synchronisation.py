"""The rules of all actions that are no accesses: fork, join and exit are those of figure 3, the others alike."""

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from raddle.base.errors import InternalError
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import (
    Acquire,
    Arrive,
    Broadcast,
    Check,
    Count,
    Create,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    ProcessEnd,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
)
from raddle.model.program import Event, TraceProgram
from raddle.papers.trace_driven_verification.rules import Rule, Touch
from raddle.papers.trace_driven_verification.slots import (
    BEGUN,
    DONE,
    NOBODY,
    NOT_BEGUN,
    NOT_WAITING,
    Slot,
    Slots,
    chosen,
    waiting,
)


class Synchronisation:
    def __init__(self, ctp: TraceProgram, slots: Slots) -> None:
        self._ctp = ctp
        self._terms = ctp.terms
        self._slots = slots
        self._creates = Counter(event.action.child for event in ctp.events if isinstance(event.action, Create))
        self._waiters: dict[int, set[int]] = {}
        for event in ctp.events:
            if isinstance(event.action, Wait):
                self._waiters.setdefault(event.action.condition, set()).add(event.thread)

    def rule(self, event: Event) -> Rule:
        action = event.action
        match action:
            case Start() | Exit() | Fence() | ProcessEnd() | Free():
                return self._rule()
            case Create(child=child):
                return self._rule(self._not_created(child), creates=child)
            case Join(child=child):
                return self._rule(self._slots.ended(child))
            case Acquire() | Release() | Refused():
                return self._lock(event.thread, action)
            case Wait() | Wake() | Signal() | Broadcast():
                return self._condition(event.thread, action)
            case Take() | Post() | Count():
                return self._semaphore(action)
            case Arrive() | Leave():
                return self._barrier(event.thread, action)
            case OnceBegin() | OnceEnd() | OncePass():
                return self._once(action)
            case RegionBegin():
                region = self._slots.region()
                return self._rule(self._is(region, NOBODY), [region], [(region, self._bits(region, 1 + event.thread))])
            case RegionEnd():
                region = self._slots.region()
                return self._rule(self._is(region, 1 + event.thread), [region], [(region, self._bits(region, NOBODY))])
            case Step() | Check():
                raise InternalError(f"event {event.number} of the paths is no synchronisation: {action}")
            case _:
                assert_never(action)

    def _not_created(self, child: int) -> Term:
        """Where several events create it."""
        return self._terms.negation(self._slots.created(child)) if self._creates[child] > 1 else self._terms.true

    def _lock(self, thread: int, action: Acquire | Release | Refused) -> Rule:
        terms, holder, readers = self._terms, self._slots.holder(action.lock), self._slots.readers(action.lock)
        free, both = self._is(holder, NOBODY), [holder] if readers is None else [holder, readers]
        unshared = terms.true if readers is None else self._is(readers, 0)
        exclusive = action.mode is Mode.EXCLUSIVE
        match action:
            case Acquire() if exclusive:
                return self._rule(terms.all_of((free, unshared)), both, [(holder, self._bits(holder, 1 + thread))])
            case Release() if exclusive:
                mine = self._is(holder, 1 + thread)
                return self._rule(mine, [holder], [(holder, self._bits(holder, NOBODY))])
            case Refused() if exclusive:
                return self._rule(terms.negation(terms.all_of((free, unshared))), both)
            case Refused():
                return self._rule(terms.negation(free), [holder])
            case Acquire():
                assert readers is not None
                return self._rule(free, both, [(readers, self._plus(readers, 1))])
            case Release():
                if readers is None:
                    return self._rule(terms.false)
                return self._rule(terms.negation(unshared), [readers], [(readers, self._plus(readers, -1))])
            case _:
                assert_never(action)

    def _condition(self, thread: int, action: Wait | Wake | Signal | Broadcast) -> Rule:
        terms, own, condition = self._terms, self._slots.wait(thread), action.condition
        waits, is_chosen = self._is(own, waiting(condition)), self._is(own, chosen(condition))
        over = [(own, self._bits(own, NOT_WAITING))]
        match action:
            case Wait(lock=lock):
                begins = [(own, self._bits(own, waiting(condition)))]
                if lock is None:
                    return self._rule(None, (), begins)
                holder = self._slots.holder(lock)
                freed = (holder, self._bits(holder, NOBODY))
                return self._rule(self._is(holder, 1 + thread), [holder], [*begins, freed])
            case Wake(cause="signal"):
                return self._rule(is_chosen, [own], over)
            case Wake(cause="any"):
                return self._rule(terms.any_of((waits, is_chosen)), [own], over)
            case Wake():
                return self._rule(waits, [own], over)
            case Signal():
                return self._signal(thread, condition)
            case Broadcast():
                slots = [self._slots.wait(other) for other in self._others(thread, condition)]
                woken = [
                    terms.choice(self._is(slot, waiting(condition)), self._bits(slot, chosen(condition)), slot.now)
                    for slot in slots
                ]
                return self._rule(None, (), zip(slots, woken, strict=True))
            case _:
                assert_never(action)

    def _others(self, thread: int, condition: int) -> list[int]:
        return sorted(self._waiters.get(condition, set()) - {thread})

    def _signal(self, thread: int, condition: int) -> Rule:
        """The one that is chosen waits, or nobody does."""
        terms, choice = self._terms, self._slots.choice()
        needs, changes = [], []
        slots = {other: self._slots.wait(other) for other in self._others(thread, condition)}
        waits = {other: self._is(slot, waiting(condition)) for other, slot in slots.items()}
        nobody = [terms.equal(choice, terms.bits(0, choice.width)), *map(terms.negation, waits.values())]
        needs.append(terms.all_of(nobody))
        for other, slot in slots.items():
            is_it = terms.equal(choice, terms.bits(1 + other, choice.width))
            needs.append(terms.all_of((is_it, waits[other])))
            changes.append((slot, terms.choice(is_it, self._bits(slot, chosen(condition)), slot.now)))
        return self._rule(terms.any_of(needs), slots.values(), changes)

    def _semaphore(self, action: Take | Post | Count) -> Rule:
        slot = self._slots.count(action.semaphore)
        match action:
            case Take():
                return self._rule(self._terms.negation(self._is(slot, 0)), [slot], [(slot, self._plus(slot, -1))])
            case Post():
                return self._rule(None, [slot], [(slot, self._plus(slot, 1))])
            case Count(value=value):
                possible = 0 <= value < 1 << slot.now.width
                return self._rule(self._is(slot, value) if possible else self._terms.false, [slot])
            case _:
                assert_never(action)

    def _barrier(self, thread: int, action: Arrive | Leave) -> Rule:
        """A thread leaves when a round more is complete than when it came."""
        terms, number = self._terms, action.barrier
        arrived, rounds = self._slots.arrived(number), self._slots.rounds(number)
        own, last = self._slots.round_of(thread, number), self._slots.last_of(thread, number)
        full = self._is(arrived, self._ctp.barriers[number].parties - 1)
        match action:
            case Arrive():
                more = terms.choice(full, self._bits(arrived, 0), self._plus(arrived, 1))
                completed = terms.choice(full, self._plus(rounds, 1), rounds.now)
                changes = [(arrived, more), (rounds, completed), (own, rounds.now), (last, full)]
                return self._rule(None, [arrived, rounds], changes)
            case Leave(last=told):
                complete = terms.negation(terms.equal(rounds.now, own.now))
                was = terms.true if told is None else last.now if told else terms.negation(last.now)
                return self._rule(terms.all_of((complete, was)), [rounds, own, last])
            case _:
                assert_never(action)

    def _once(self, action: OnceBegin | OnceEnd | OncePass) -> Rule:
        slot = self._slots.once(action.once)
        match action:
            case OnceBegin():
                return self._rule(self._is(slot, NOT_BEGUN), [slot], [(slot, self._bits(slot, BEGUN))])
            case OnceEnd():
                return self._rule(self._is(slot, BEGUN), [slot], [(slot, self._bits(slot, DONE))])
            case OncePass():
                return self._rule(self._is(slot, DONE), [slot])
            case _:
                assert_never(action)

    # ---- terms

    def _rule(
        self,
        needs: Term | None = None,
        sees: Iterable[Slot] = (),
        changes: Iterable[tuple[Slot, Term]] = (),
        *,
        creates: int | None = None,
    ) -> Rule:
        true, changed = self._terms.true, tuple(changes)
        touches = [Touch(slot, writes=False, when=true) for slot in sees]
        touches += [Touch(slot, writes=True, when=true) for slot, _ in changed]
        return Rule(
            true if needs is None else needs,
            true,
            changes={slot.index: value for slot, value in changed},
            touches=tuple(touches),
            creates=creates,
        )

    def _bits(self, slot: Slot, value: int) -> Term:
        return self._terms.bits(value, slot.now.width)

    def _is(self, slot: Slot, value: int) -> Term:
        return self._terms.equal(slot.now, self._bits(slot, value))

    def _plus(self, slot: Slot, by: int) -> Term:
        return self._terms.apply(Op.ADD, slot.now.width, slot.now, self._terms.bits(by, slot.now.width))
