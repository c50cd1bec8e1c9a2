"""The failure of a run over its variables: in: `Point` and the steps before it; out: `Failing`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from raddle.explain.recorded.failing_point import GIVEN_BACK, Broken, Disordered, Faulted, Point, Reached, Stuck
from raddle.explain.recorded.formulas import RecordedFormulas
from raddle.explain.recorded.interleaved import RawAt
from raddle.explain.recorded.locks import ONCE_RUNS, WIDTH, has_no_writer, is_free
from raddle.explain.recorded.merged import Merged
from raddle.explain.recorded.naming import RecordedWording
from raddle.explain.recorded.row_terms import Made
from raddle.explain.run import Deed, Failing, Wait
from raddle.explain.walked.raw import Given
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.replay.stuck import StuckThread, stuck_threads
from raddle.report.result import Waiting
from raddle.report.waiting import deadlock_of
from raddle.trace.memory_faults import MemoryFault
from raddle.trace.walk import Trace

_OF_WRITERS = ("wrlock", "timedwrlock", "trywrlock")
_OF_READERS = ("rdlock", "timedrdlock", "tryrdlock")
_OF_LOCKS = ("lock", "trylock", "timedlock", "reacquire", *_OF_WRITERS)
_OF_SEMAPHORES = ("sem_wait", "sem_timedwait")
_ON_STACK = "stack of "
_OF_ONCE = ("once_pass", "once_begin")


@dataclass(frozen=True, slots=True)
class _Violation:
    term: Term
    sound: tuple[Term, ...] = ()


class FailingTerms:
    def __init__(self, trace: Trace, merged: Merged, formulas: RecordedFormulas, wording: RecordedWording) -> None:
        self._trace = trace
        self._merged = merged
        self._formulas = formulas
        self._terms = formulas.terms
        self._wording = wording

    def failing(self, point: Point) -> Failing:
        match point.what:
            case Broken(at):
                return self._made(point, at.thread, at, self._broken(at, point))
            case Reached(thread, at):
                return self._made(point, thread, at, _Violation(self._terms.true))
            case Faulted(thread, at, fault):
                return self._made(point, thread, at, self._faulted(thread, at, fault), self._order_of(at, fault))
            case Stuck():
                return self._stuck(point)
            case Disordered(orders):
                return self._disordered(point, orders)

    def _made(
        self,
        point: Point,
        thread: int,
        at: RawAt | None,
        violation: _Violation,
        orders: tuple[tuple[int, int], ...] = (),
    ) -> Failing:
        raw = self._merged.threads[thread].halt if at is None else self._merged.threads[thread].steps[at.position]
        return Failing(
            thread=thread,
            violated=violation.term,
            message=self._message(point),
            place=point.place,
            sound=violation.sound,
            guard=self._merged.guard_of(thread, raw.guard),
            around=self._merged.around(thread, raw.guard, raw.stack, raw.activation),
            orders=orders,
        )

    def _message(self, point: Point) -> str:
        message = self._wording.in_words(point.message)
        if not isinstance(point.what, Faulted) or point.what.fault.kind == "division":
            return message
        thread, at, fault = point.what.thread, point.what.at, point.what.fault
        raw = self._merged.threads[thread].halt if at is None else self._merged.threads[thread].steps[at.position]
        touched = self._wording.touched(raw.site, fault.address)
        return f"{message} ({touched})" if touched and touched not in message else message

    # ---- assertions

    def _broken(self, at: RawAt, point: Point) -> _Violation:
        """Of `assert(a || b)` that neither held: all on its line that led to the last one."""
        raw = self._merged.threads[at.thread].steps[at.position]
        made = [self._formulas.needed(at.thread, raw)]
        guard = self._merged.guard_of(at.thread, raw.guard)
        while guard is not None and self._is_part(guard, raw.activation, point):
            formula = self._formulas.of(self._merged.steps[guard])
            assert formula.needs is not None
            made.append(Made(formula.needs, formula.sound))
            guard = self._merged.steps[guard].guard
        sound = dict.fromkeys(one for each in made for one in each.sound)
        return _Violation(self._terms.all_of(each.term for each in made), tuple(sound))

    def _is_part(self, guard: int, activation: int, point: Point) -> bool:
        origin, place = self._merged.origins[guard], self._wording.place(self._merged.steps[guard])
        if origin is None or origin.deed is not Deed.CONDITION or origin.activation != activation:
            return False
        return place is not None and place == point.place

    # ---- wrong accesses

    def _faulted(self, thread: int, at: RawAt | None, fault: MemoryFault) -> _Violation:
        if fault.kind == "division":
            return self._division(thread, at)
        made = self._address(thread, at, fault)
        if made is None:
            return _Violation(self._terms.true)
        parts = [self._judged(made.term, fault), *made.kept]
        if fault.kind in ("use-after-free", "double-free") and fault.within is not None:
            alive = self._merged.synchronisation.alive.get(fault.within[0])
            if alive is not None and self._merged.steps[alive].deed is Deed.FREE and self._merged.steps[alive].width:
                parts.append(self._terms.negation(self._formulas.variable(alive)))
        return _Violation(self._terms.all_of(parts), made.sound)

    def _judged(self, address: Term, fault: MemoryFault) -> Term:
        """What is wrong with the address: it is outside of its object, or it is the one that it is."""
        terms = self._terms
        if fault.within is None or fault.kind != "out-of-bounds":
            return terms.equal(address, terms.bits(fault.address, address.width))
        start, size = fault.within
        offset = terms.apply(Op.SUB, 64, address, terms.bits(start, 64))
        beyond = max(0, size - max(1, fault.size))
        if address.op is Op.ADD:
            for pointer, index in (address.args, address.args[::-1]):
                begins = terms.equal(pointer, terms.bits(start, 64))
                wrong = self._beyond(index, beyond)
                if wrong is not None and self._formulas.holds(begins):
                    return terms.all_of((begins, wrong))
        return self._beyond(offset, beyond) or terms.apply(Op.UGT, 1, offset, terms.bits(beyond, 64))

    def _beyond(self, offset: Term, last: int) -> Term | None:
        """Of an index that was made wider and multiplied: that it is too large, or negative."""
        terms, scale = self._terms, 1
        factor = offset.args[1].constant if offset.op is Op.MUL else None
        if factor is not None:
            offset, scale = offset.args[0], factor
        if offset.op not in (Op.SEXT, Op.ZEXT) or offset.args[0].width + scale.bit_length() > 63:
            return None
        index, first_wrong = offset.args[0], last // scale + 1
        negative = terms.apply(Op.SLT, 1, index, terms.bits(0, index.width))
        if offset.op is Op.SEXT and self._formulas.holds(negative):
            return negative
        if first_wrong >> (index.width - 1):
            return None
        larger = Op.UGE if offset.op is Op.ZEXT else Op.SGE
        return terms.apply(larger, 1, index, terms.bits(first_wrong, index.width))

    def _address(self, thread: int, at: RawAt | None, fault: MemoryFault) -> Made | None:
        """Over variables; None: it is a constant."""
        if at is not None:
            raw = self._merged.threads[thread].steps[at.position]
            if not raw.address_term:
                return Made(self._terms.bits(fault.address, 64))
            return self._formulas.row(thread, raw.address_term, raw.address, 64)
        halt = self._merged.threads[thread].halt
        if halt.address is not None and halt.address.value == fault.address:
            return self._given(thread, halt.address)
        passed = (one for one in halt.arguments if one.value == fault.address and one.width == 64)
        found = next(passed, None)
        return None if found is None else self._given(thread, found)

    def _given(self, thread: int, given: Given) -> Made:
        return self._formulas.row(thread, given.term, given.value, given.width)

    def _division(self, thread: int, at: RawAt | None) -> _Violation:
        halt = self._merged.threads[thread].halt
        if at is not None or halt.divisor is None:
            return _Violation(self._terms.true)
        divisor, terms = self._given(thread, halt.divisor), self._terms
        if not halt.divisor.value:
            return _Violation(terms.equal(divisor.term, terms.bits(0, divisor.term.width)), divisor.sound)
        minus_one = terms.equal(divisor.term, terms.bits(-1, divisor.term.width))
        if halt.dividend is None:
            return _Violation(minus_one, divisor.sound)
        dividend = self._given(thread, halt.dividend)
        lowest = terms.equal(dividend.term, terms.bits(1 << (dividend.term.width - 1), dividend.term.width))
        return _Violation(terms.all_of((minus_one, lowest)), (*divisor.sound, *dividend.sound))

    def _order_of(self, at: RawAt | None, fault: MemoryFault) -> tuple[tuple[int, int], ...]:
        """What was given back before it was used."""
        number = -1 if at is None else self._merged.numbers[at.thread][at.position]
        if number < 0 or fault.within is None or fault.kind not in GIVEN_BACK:
            return ()
        freed = self._last_of_frame(fault.within[0], number)
        if fault.kind != "dangling":
            alive = self._merged.synchronisation.alive.get(fault.within[0])
            freed = alive if alive is not None and self._merged.steps[alive].deed is Deed.FREE else None
        return () if freed is None or freed >= number else ((freed, number),)

    def _last_of_frame(self, address: int, number: int) -> int | None:
        """The last step before it while there was a variable at an address of a stack, which is gone then."""
        found = None
        for numbers, thread in zip(self._merged.numbers, self._merged.threads, strict=True):
            for slot in thread.slots:
                if slot.address <= address < slot.address + slot.size and numbers[slot.first : slot.past]:
                    last = max(numbers[: slot.past])
                    found = last if last < number else found
        return found

    # ---- orders

    def _disordered(self, point: Point, orders: tuple[tuple[RawAt, RawAt], ...]) -> Failing:
        pairs = tuple((self._merged.step_of(one).number, self._merged.step_of(other).number) for one, other in orders)
        last = self._merged.steps[max(later for _, later in pairs)]
        return Failing(
            thread=last.thread,
            violated=self._terms.true,
            message=self._torn(pairs) if len(pairs) == 2 else point.message,
            place=point.place,
            guard=last.guard,
            around=last.around,
            orders=pairs,
        )

    def _torn(self, pairs: tuple[tuple[int, int], ...]) -> str:
        """`main.2 writes balance between what main.1 does at lines 12 and 14, which is to be atomic`"""
        (first, there), (_, last) = pairs
        step, paths = self._merged.steps[there], self._merged.threads
        verb = "reads" if step.deed is Deed.READ else "frees" if step.deed is Deed.FREE else "writes"
        block, other = self._merged.steps[first], paths[step.thread].path
        places = [self._wording.place(self._merged.steps[number]) for number in (first, last)]
        lines = list(dict.fromkeys(place.line for place in places if place is not None))
        where = f"at line{'s' * (len(lines) > 1)} {' and '.join(map(str, lines))}" if lines else ""
        done = f"{other} {verb} {self._wording.name(step)} between what {paths[block.thread].path} does {where}"
        return f"{done.rstrip()}, which is to be atomic"

    # ---- deadlocks

    def _stuck(self, point: Point) -> Failing:
        parts, orders = [], []
        essential = _essential(stuck_threads(self._trace))
        guards = [self._merged.guard_of(one.thread, self._merged.threads[one.thread].halt.guard) for one in essential]
        for one in essential:
            if one.kind == "wake":
                orders += self._lost_signal(one)
            else:
                parts.append(self._blocked(one))
        deadlock = deadlock_of(self._trace)
        waits = tuple(self._waits((*deadlock.also, *deadlock.waits)))
        told = [*waits[len(deadlock.also) :], *waits[: len(deadlock.also)]]
        said = "; ".join(f"{self._merged.threads[wait.thread].path} waits for {wait.what}" for wait in told)
        return Failing(
            thread=None,
            violated=self._terms.all_of(parts),
            message=f"deadlock: {said}" if said else point.message,
            place=next((wait.place for wait in told if wait.place is not None), point.place),
            guard=guards[0] if len(guards) == 1 else None,
            around=tuple(dict.fromkeys(one for stuck in essential for one in self._around_wait(stuck.thread))),
            orders=tuple(dict.fromkeys(orders)),
            waits=waits,
        )

    def _around_wait(self, thread: int) -> tuple[int, ...]:
        """Why it came to where it waits."""
        halt = self._merged.threads[thread].halt
        return self._merged.around(thread, halt.guard, halt.stack, halt.activation)

    def _waits(self, waits: Iterable[Waiting]) -> Iterator[Wait]:
        numbers = {one.path: one.index for one in self._trace.threads}
        wanted = {one.thread: one.waits_for for one in stuck_threads(self._trace)}
        for wait in waits:
            thread = numbers[wait.thread]
            what = self._named(wait.what, wanted[thread])
            yield Wait(thread, wait.place, f"{what}{_holder(wait)}")

    def _named(self, what: str, address: int) -> str:
        """`lock stack of main 0x90`: as the last step on it calls that."""
        last = self._merged.synchronisation.last.get(address)
        name = self._wording.name(self._merged.steps[last]) if last is not None else ""
        return f"{what.partition(_ON_STACK)[0]}{name}" if name and _ON_STACK in what else what

    def _blocked(self, stuck: StuckThread) -> Term:
        """That it cannot go on."""
        terms, synchronisation = self._terms, self._merged.synchronisation
        if stuck.kind == "join":
            created = None if stuck.held_by is None else synchronisation.creations.get(stuck.held_by)
            return terms.true if created is None else self._formulas.variable(created)
        last = synchronisation.last.get(stuck.waits_for)
        if last is None:
            return terms.true
        variable = self._formulas.variable(last)
        if stuck.kind in _OF_LOCKS:
            return terms.negation(is_free(terms, variable))
        if stuck.kind in _OF_READERS:
            return terms.negation(has_no_writer(terms, variable))
        if stuck.kind in _OF_SEMAPHORES:
            return terms.equal(variable, terms.bits(0, WIDTH))
        if stuck.kind in _OF_ONCE:
            return terms.equal(variable, terms.bits(ONCE_RUNS, WIDTH))
        if stuck.kind == "barrier_leave":
            return terms.negation(is_free(terms, variable))
        return terms.true

    def _lost_signal(self, stuck: StuckThread) -> list[tuple[int, int]]:
        """A signal that came before the wait: nobody was there."""
        waits = [
            step.number
            for step, raw in zip(self._merged.steps, self._merged.origins, strict=True)
            if step.thread == stuck.thread and step.deed is Deed.UNLOCK and raw is not None and raw.sync >= 0
            if self._merged.synchronisation.record(raw).kind == "wait"
        ]
        given = self._merged.synchronisation.signals.get(stuck.waits_for, [])
        if not waits:
            return []
        before = [one for one in given if one < waits[-1] and self._merged.steps[one].thread != stuck.thread]
        return [(before[-1], waits[-1])] if before else []


def _holder(wait: Waiting) -> str:
    if not wait.holder or wait.is_join:
        return ""
    return ", which it holds itself" if wait.holder == wait.thread else f", held by {wait.holder}"


def _essential(stuck: list[StuckThread]) -> list[StuckThread]:
    """Without those that only wait for the end of others that wait, and for whom nobody does."""
    left = {one.thread: one for one in stuck}
    while True:
        wanted = {one.held_by for one in left.values()}
        idle = [one for one in left.values() if one.kind == "join" and one.thread not in wanted and one.held_by in left]
        if not idle:
            return list(left.values())
        for one in idle:
            del left[one.thread]
