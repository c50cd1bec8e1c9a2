"""One thread's walk -> its part of a trace program, before events are numbered.

In: the rows of a walk. Out: drafts in the order of the thread: steps for accesses (model/recorded/units.py), guards for
branches and pins, checks for assertions, actions for the runtime's records, and the end of the process.
"""

import errno
from typing import Any, Final

from raddle.base.errors import InternalError
from raddle.base.trace_format import trace_format
from raddle.logic.arithmetic import mask, signed
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.logic.traps import divides
from raddle.model.actions import (
    Action,
    Check,
    Create,
    Exit,
    Order,
    ProcessEnd,
    Read,
    RegionBegin,
    RegionEnd,
    Step,
    Write,
)
from raddle.model.recorded.crashes import Crash
from raddle.model.recorded.drafts import Building, Draft, Effect
from raddle.model.recorded.extents import WORD
from raddle.model.recorded.giving_back import REALLOC, GivingBack
from raddle.model.recorded.lock_drafts import LockDrafts
from raddle.model.recorded.lock_places import LOCK_OPERATIONS
from raddle.model.recorded.memory import Extent
from raddle.model.recorded.results import EXITS
from raddle.model.recorded.rows import Row, Rows
from raddle.model.recorded.units import Synced, Units
from raddle.model.recorded.validity import LOWEST
from raddle.model.recorded.value_sets import Symbolic
from raddle.trace.events import EventKind, PinCause

_POINTER: Final = 64
_ENDINGS: Final = frozenset({"process_exit", "assume_fail", "abort", "assert_fail", "error_call"})


class Drafting:
    def __init__(self, building: Building, rows: Rows) -> None:
        self._b: Final = building
        self._rows: Final = rows
        self._thread: Final = rows.thread
        self.drafts: list[Draft] = []
        self._units: Final = Units(building, rows, self.drafts)
        self.values: Final = self._units.values
        self._cut = False
        self._result_left = False
        self._giving_back: Final = GivingBack(building, rows, self._units)
        self._locks: Final = LockDrafts(building, rows.thread, self.drafts, rows.sites)

    def drafted(self) -> list[Draft]:
        units = self._units
        crash = self._rows.crash if self._b.one_of_several else None
        for row in self._rows:
            if crash is not None and row.number == crash.row:
                break
            self._put_locks(row.number)
            if row.kind <= EventKind.UPDATE and row.address < LOWEST:
                units.flush()
                self._goes_nowhere(row)
                self._cut = True
                break
            if row.kind <= EventKind.UPDATE:
                units.access(row)
            elif row.kind == EventKind.PIN and units.belongs(row):
                if self._b.calls.callee(row.site) in REALLOC:
                    units.copy(self.values[row.value_term], *self._pinned(row))
                elif not self._is_irrelevant(row):
                    units.must_hold(*self._pinned(row))
            elif row.kind == EventKind.BRANCH and units.is_outcome(row):
                units.swap_if(self.values[row.value_term])
            else:
                units.flush()
                if not self._other(row):
                    self._cut = True
                    break
        units.flush()
        if crash is None and not self._cut:
            self._put_locks(self._rows.past)
        if crash is not None and not self._cut:
            self._crashed(crash)
        return self.drafts

    def _put_locks(self, row: int) -> None:
        """What is done up to there to locks and the like."""
        while self._locks.is_next(row):
            self._units.flush()
            self._locks.put()

    def _crashed(self, crash: Crash) -> None:
        """Of several runs: with this address it crashes; what comes of another one nobody says."""
        store, address = self._b.store, self._units.term(crash.term, crash.address, 64)
        there = store.equal(address, store.bits(crash.address, address.width))
        check = Check((), store.negation(there), "address")
        self.drafts.append(Draft(crash.row, crash.index, check, crash.site, failed=True))
        self._cut = True

    def _goes_nowhere(self, row: Row) -> None:
        """The recorded run itself came to an end there."""
        if self._b.one_of_several:
            return
        store, term = self._b.store, self._units.term(row.address_term, row.address, 64)
        condition = store.apply(Op.UGE, 1, term, store.bits(LOWEST, term.width))
        self._units.check(row, condition, "address", failed=True)

    def _other(self, row: Row) -> bool:
        """False: the thread's part ends here."""
        store = self._b.store
        match row.kind:
            case EventKind.BRANCH:
                self._guard(row, self._branch(row))
            case EventKind.CHOICE:
                selector = self.values[row.value_term]
                self._guard(row, self._b.choices.same_way(store, row.site, selector, row.value))
            case EventKind.PIN:
                return self._pin(row)
            case EventKind.ASSERTION:
                return self._assertion(row)
            case EventKind.DIVISION:
                return self._division(row)
            case EventKind.SLOT_END:
                self._giving_back.frame_ended(row)
            case EventKind.SYNC:
                return self._sync(row)
            case _:  # no event of the model
                return True
        return True

    def _guard(self, row: Row, guard: Term, assumed: str | None = None) -> None:
        if guard is self._b.store.true:
            return
        if guard is self._b.store.false:
            raise InternalError(f"a branch of {self._rows.path} that was taken can never be", where=f"row {row.number}")
        self.drafts.append(Draft(row.number, row.index, Step((), guard, ()), row.site))
        self._units.holds(guard)
        if assumed is not None:
            self._b.assume(assumed, self.drafts[-1])

    def _branch(self, row: Row) -> Term:
        condition = self.values[row.value_term]
        return condition if row.value else self._b.store.negation(condition)

    def _assertion(self, row: Row) -> bool:
        """Of several runs each goes on behind a check of a framework, and its end says whether it failed; of one, that
        holds where the check did fail."""
        store = self._b.store
        if self._rows.goes_on(row) and (self._b.one_of_several or row.value == row.written):
            if row.value_term:
                self._guard(row, self._branch(row))
            return True
        condition = self._units.term(row.value_term, row.value, 1)
        if row.written:
            condition = store.negation(condition)
        if condition is not store.true:
            failed = row.value == row.written
            self.drafts.append(Draft(row.number, row.index, Check((), condition), row.site, failed=failed))
        return row.value != row.written

    def _division(self, row: Row) -> bool:
        term, width = self._units.term, row.size
        dividend, divisor = term(row.written_term, row.written, width), term(row.value_term, row.value, width)
        condition = divides(self._b.store, dividend, divisor, signed=row.address == 1)
        least, minus_one = 1 << (width - 1), mask(width)
        overflows = row.address == 1 and (row.written, row.value) == (least, minus_one)
        failed = row.value == 0 or overflows
        if not self._b.one_of_several:
            return self._units.check(row, condition, "division", failed=failed)
        if self._b.calls.is_left_out(row.site):
            return True
        if not failed:
            self._guard(row, condition)
        elif self._rows.crashes:
            self.drafts.append(Draft(row.number, row.index, Check((), condition, "division"), row.site, failed=True))
        return not failed

    # ---- pins

    def _pinned(self, row: Row) -> tuple[Term, str | None]:
        """The guard, and what is assumed by it. Of several runs others go where this one does not."""
        term, store = self.values[row.value_term], self._b.store
        guard = store.equal(term, store.bits(row.value, term.width))
        if row.value and self._giving_back.is_left_open(row):
            guard = store.negation(store.equal(term, store.bits(0, term.width)))
        return guard, None if self._b.one_of_several else self._b.wording.pinned(PinCause(row.size), term, row.site)

    def _is_irrelevant(self, row: Row) -> bool:
        """Given to a function of which the program cannot tell what it was given."""
        calls = self._b.calls
        if row.size != PinCause.EXTERNAL_ARGUMENT or not calls.cannot_be_told(row.site):
            return False
        if calls.is_output(row.site):
            if self.values[row.value_term].width == _POINTER and calls.looks_at_given(row.site):
                return False  # it may be none where something is
            self._b.assume("what the program prints does not come back to it", None)
        elif calls.frees(row.site) and self._b.pins_freed:
            self._giving_back.pinned(row)
            return False
        elif calls.frees(row.site):
            self._b.assume(f"{self._b.wording.call(row.site)} is given what can be freed", None)
            self._giving_back.given(row)
        return True

    def _pinned_address(self, row: Row, term: Term) -> None:
        size = self._b.lengths.at(row.site) or self._rows.accessed_next(row)
        self._b.is_symbolic(Symbolic(self._thread, row.number, row.site, term, row.value, max(size, 1), how="pinned"))
        if size and not self._rows.is_early_site(row.site):
            at = row.index - self._b.lengths.counts_first(row.site)
            self._units.check_address(row._replace(index=at), term, self._b.store.true)

    def _pin(self, row: Row) -> bool:
        if self._is_irrelevant(row):
            return True
        term, store = self.values[row.value_term], self._b.store
        callee = self._b.calls.callee(row.site) if row.size == PinCause.EXTERNAL_ARGUMENT else ""
        holds = store.negation(store.equal(term, store.bits(0, term.width)))
        if callee == "__VERIFIER_assert":
            self.drafts.append(Draft(row.number, row.index, Check((), holds), row.site, failed=row.value == 0))
            return row.value != 0
        if callee == "__VERIFIER_assume":
            self._guard(row, holds if row.value else store.negation(holds))
            return True
        if callee in REALLOC:
            self._giving_back.reallocated(row)
        if callee and self._goes_there(row, term):
            self._b.is_symbolic(Symbolic(self._thread, row.number, row.site, term, row.value, 1, how="given"))
            self._units.check_address(row, term, store.true)
        if row.size == PinCause.ADDRESS and term.constant is None:
            self._pinned_address(row, term)
        if (row.size == PinCause.RESULT and row.stack == 0) or callee in EXITS:
            if not self._b.results.is_taken(self._thread):
                return True  # nobody in the program looks at it
            cell = self._b.results.cell_for(self._thread, row.value, term.width)
            if cell is not None:
                kept = signed(row.value, term.width) & mask(64)
                self._leave_result(row, cell, store.convert(Op.SEXT, 64, term), kept)
                return True
        self._guard(row, *self._pinned(row))
        return True

    def _goes_there(self, row: Row, term: Term) -> bool:
        """A library function is given an address, and goes there."""
        is_address = term.constant is None and term.width == _POINTER and row.value >= LOWEST
        return is_address and self._b.calls.goes_where_told(row.site)

    def _leave_result(self, row: Row, cell: int, value: Term, kept: int) -> None:
        step = Step((), self._b.store.true, (Write(value, (cell,)),))
        self.drafts.append(Draft(row.number, row.index, step, row.site, writes=((cell, kept),)))
        self._result_left = True

    # ---- records

    def _sync(self, row: Row) -> bool:
        record = self._rows.record(row)
        kind = trace_format().kind_name(int(record["kind"]))
        if kind in _ENDINGS:
            return self._ending(row, kind)
        if kind in ("alloc", "free"):
            self._giving_back.freed(row)
            return True
        if kind == "futex_wait":
            self._futex_wait(row, record)
            return True
        if kind == "signal_send" and self._rows.ends_the_process(row):
            check = Check((), self._b.store.false)
            self.drafts.append(Draft(row.number, row.index, check, row.site, failed=True))
            return False
        if kind in LOCK_OPERATIONS:
            self._giving_back.used(row, int(record["object"]))
        happened = self._b.sync.happened(record, row.value, row.site)
        if happened.misuses:
            check = Check((), self._b.store.false, "misuse")
            self.drafts.append(Draft(row.number, row.index, check, row.site, failed=True))
            return False
        first = len(self.drafts)
        for action in happened.actions:
            if isinstance(action, Exit):
                self._giving_back.thread_ended(row)
                self._announce_end(row)
                constant = self._b.results.constant_for(self._thread)
                if constant is not None and not self._result_left:
                    self._leave_result(row, constant[0], self._b.store.bits(constant[1], 64), constant[1])
            self.drafts.append(Draft(row.number, row.index + 1, action, row.site))
            if isinstance(action, Create):
                self._units.hold_with_create(self.drafts[-1], row)
        self._units.synced = Synced(first, len(self.drafts), row) if len(self.drafts) > first else None
        if happened.assumed:
            self._b.assume(happened.assumed, self.drafts[-1] if len(self.drafts) > first else None)
        if kind == "join" and not happened.actions:
            self._found_running(row, int(record["value"]), int(record["result"]))
        return True

    def _futex_wait(self, row: Row, record: Any) -> None:
        """It looks at the word, and where that holds what it has to, begins to sleep: in one event."""
        store, address = self._b.store, int(record["object"])
        expected, held = int(record["value"]), int(record["extra"])
        reads, seen, same = list[Read](), list[Effect](), list[Term]()
        parts = self._b.memory.parts(address, WORD) if self._b.memory.touches(Extent(address, WORD)) else ()
        for part in parts:
            variable = self._b.variable(f"r{self._thread}.{row.number}.{part.offset}", 8 * part.size)
            self._b.cell_of[variable] = part.cell
            reads.append(Read(variable, (part.cell,), order=Order.RELAXED, early=True))
            seen.append((part.cell, held >> 8 * part.offset & mask(8 * part.size)))
            same.append(
                store.equal(variable, store.bits(expected >> 8 * part.offset & mask(8 * part.size), variable.width))
            )
        guard = store.all_of(same)
        look = Step(tuple(reads), guard if held == expected else store.negation(guard), ())
        actions: list[Action] = [look] if reads else []
        actions += [self._b.sync.sleeps(record)] if held == expected else []
        if reads and not self._b.sync.in_region(self._thread):
            actions = [RegionBegin(made_up=True), *actions, RegionEnd(made_up=True)]
        for action in actions:
            upto = row.index + (not isinstance(action, RegionBegin))
            self.drafts.append(Draft(row.number, upto, action, row.site, reads=seen if action is look else ()))
        self._units.synced = None

    def _announce_end(self, row: Row) -> None:
        """Where somebody asked whether the thread has ended. Nobody sees a difference between this and the end."""
        cell = self._b.results.watched.get(self._thread)
        if cell is not None:
            store = self._b.store
            step = Step((), store.true, (Write(store.bits(1, 8), (cell,), order=Order.RELAXED),))
            self.drafts.append(Draft(row.number, row.index, step, row.site, writes=((cell, 1),)))

    def _found_running(self, row: Row, child: int, result: int) -> None:
        cell = self._b.results.watched.get(child)
        if cell is None or result != errno.EBUSY:
            return
        store = self._b.store
        variable = self._b.variable(f"r{self._thread}.{row.number}", 8)
        self._b.cell_of[variable] = cell
        look = Read(variable, (cell,), order=Order.RELAXED)
        step = Step((look,), store.equal(variable, store.bits(0, 8)), ())
        self.drafts.append(Draft(row.number, row.index + 1, step, row.site, reads=((cell, 0),)))

    def _ending(self, row: Row, kind: str) -> bool:
        action: Action = ProcessEnd()
        if kind in ("assert_fail", "error_call") or self._rows.is_failure(row, kind):
            action = Check((), self._b.store.false)
        elif self._b.one_of_several and kind == "abort":
            return False  # a library's: nobody knows why
        failed = isinstance(action, Check)
        self.drafts.append(Draft(row.number, row.index + (not failed), action, row.site, failed=failed))
        return False
