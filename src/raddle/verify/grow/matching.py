"""Is this event that edge? The same operation with the same outcome, the same one with another outcome, or none of it.

In: two actions that a thread was seen to do at one point. Out: `Same`, `OtherOutcome`, or the exception below: a thread
that is where another run had it did something else, so what it does depends on something that no read shows.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from raddle.logic.evaluate import variables_of
from raddle.logic.operators import Op
from raddle.logic.substitute import with_values
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import (
    Acquire,
    Action,
    Check,
    Count,
    Join,
    Leave,
    OnceBegin,
    OncePass,
    Order,
    Read,
    Refused,
    Step,
    Take,
    Wake,
    Write,
)


class ExternalNondeterminism(Exception):
    """Runs disagree in a way that the program's own threads do not explain."""


@dataclass(frozen=True, slots=True)
class Same:
    action: Action
    """With what either of them knows."""
    renamed: dict[Term, Term]
    """The new one's own variables -> the edge's."""


@dataclass(frozen=True, slots=True)
class OtherOutcome:
    pass


OTHER_OUTCOME: Final = OtherOutcome()
Match = Same | OtherOutcome | None
"""None: another operation."""


def matched(
    terms: TermStore, known: Action, new: Action, path_of: Callable[[int], str], *, same_site: bool | None
) -> Match:
    """`same_site`: whether both stand at the same instruction; None: that is not known. `path_of`: of a thread."""
    if same_site is False:
        return None
    match known, new:
        case Step(), Step():
            return _steps(terms, known, new, same_site=same_site is True)
        case Check(), Check():
            renamed = _renamed(terms, known.reads, new.reads)
            if renamed is None or known.against != new.against:
                return None
            if with_values(terms, new.condition, renamed) is not known.condition:
                return OTHER_OUTCOME if crashes(known) and same_site else None
            return Same(replace(known, reads=_united_reads(known.reads, new.reads)), renamed)
        case (Join(waits=False), Step()) | (Step(), Join(waits=False)):
            return OTHER_OUTCOME if same_site else None
        case (Check(), Step()) | (Step(), Check()) if crashes(known) or crashes(new):
            return OTHER_OUTCOME if same_site else None
        case _:
            if known == new:
                return Same(known, {})
            return OTHER_OUTCOME if operation(known, path_of) == operation(new, path_of) else None


def operation(action: Action, path_of: Callable[[int], str]) -> Hashable:
    """What is done, whatever comes of it."""
    match action:
        case Join(child, waits):
            return "join", path_of(child), waits  # which of those that may have been created
        case _:
            return outcomes(action)


def outcomes(action: Action) -> tuple[Action, ...]:
    """What may come of the operation that the action is one outcome of, as far as that one tells; of no Join and no
    step."""
    match action:
        case Acquire(lock, mode, waits=False) | Refused(lock, mode):
            return Acquire(lock, mode, waits=False), Refused(lock, mode)
        case Take(semaphore, waits=False) | Count(semaphore):
            return Take(semaphore, waits=False), Count(semaphore, 0)
        case Leave(barrier):
            return Leave(barrier, last=True), Leave(barrier, last=False)
        case OnceBegin(once) | OncePass(once):
            return OnceBegin(once), OncePass(once)
        case Wake(condition, _, waits):
            return Wake(condition, "signal", waits), Wake(condition, "timeout", waits)
        case _:
            return (action,)


def crashes(action: Action) -> bool:
    """An access or a division that ends the run. (Where the condition holds nobody says what it does.)"""
    return isinstance(action, Check) and action.against != "assertion"


# ---- steps


def _steps(terms: TermStore, known: Step, new: Step, *, same_site: bool) -> Match:
    if known == new:
        return Same(known, {})
    if not (known.reads or new.reads or known.writes or new.writes):
        is_outcome = exclude(known.guard, new.guard) or (same_site and new.guard.constant is None)
        return OTHER_OUTCOME if is_outcome else None
    renamed = _renamed(terms, known.reads, new.reads)
    if renamed is not None and _same_writes(terms, known.writes, new.writes, renamed):
        guard = with_values(terms, new.guard, renamed)
        if guard is known.guard:
            reads, writes = _united_reads(known.reads, new.reads), _united_writes(known.writes, new.writes)
            return Same(Step(reads, known.guard, writes), renamed)
    common = _renamed(terms, *common_reads(known.reads, new.reads))
    assert common is not None
    guard = with_values(terms, new.guard, common)
    if exclude(known.guard, guard):
        return OTHER_OUTCOME
    is_decided = _decides_nothing(known, known.guard) or _decides_nothing(new, new.guard)
    return OTHER_OUTCOME if same_site and not is_decided else None


def _decides_nothing(step: Step, guard: Term) -> bool:
    """But that memory is still there."""
    there = {read.variable for read in step.reads if read.of_lock}
    if not there:
        return guard.constant is not None
    return all(
        literal.constant is not None or not there.isdisjoint(variables_of((literal,))) for literal in _conjuncts(guard)
    )


def common_reads(first: tuple[Read, ...], second: tuple[Read, ...]) -> tuple[tuple[Read, ...], tuple[Read, ...]]:
    """As many of the first ones as look alike."""
    count = 0
    for a, b in zip(first, second, strict=False):
        if (a.cells, a.addresses) != (b.cells, b.addresses) or (a.address is None) != (b.address is None):
            break
        count += 1
    return first[:count], second[:count]


def _renamed(terms: TermStore, known: tuple[Read, ...], new: tuple[Read, ...]) -> dict[Term, Term] | None:
    """The variables of one's reads -> those of the other's; None: they read something else."""
    if len(known) != len(new):
        return None
    renamed: dict[Term, Term] = {}
    for a, b in zip(known, new, strict=True):
        if not _same_place(terms, a, b, renamed):
            return None
        if (a.early, a.of_early, a.of_lock) != (b.early, b.of_early, b.of_lock):
            return None
        if a.variable.width != b.variable.width:
            return None
        renamed[b.variable] = a.variable
    return renamed


def _same_place(terms: TermStore, a: Read | Write, b: Read | Write, renamed: dict[Term, Term]) -> bool:
    if a.address is None or b.address is None:
        return a.address is b.address and a.cells == b.cells
    return with_values(terms, b.address, renamed) is a.address


def _same_writes(terms: TermStore, known: tuple[Write, ...], new: tuple[Write, ...], renamed: dict[Term, Term]) -> bool:
    return len(known) == len(new) and all(
        _same_place(terms, a, b, renamed) and a.made_up == b.made_up and with_values(terms, b.value, renamed) is a.value
        for a, b in zip(known, new, strict=True)
    )


def _united_reads(known: tuple[Read, ...], new: tuple[Read, ...]) -> tuple[Read, ...]:
    return tuple(
        replace(a, cells=cells, addresses=addresses, order=_stronger(a.order, b.order), shown=a.shown or b.shown)
        for a, b in zip(known, new, strict=True)
        for cells, addresses in (_united(a, b),)
    )


def _united_writes(known: tuple[Write, ...], new: tuple[Write, ...]) -> tuple[Write, ...]:
    return tuple(
        replace(a, cells=cells, addresses=addresses, order=_stronger(a.order, b.order))
        for a, b in zip(known, new, strict=True)
        for cells, addresses in (_united(a, b),)
    )


def _united(a: Read | Write, b: Read | Write) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where either of them may go."""
    if a.address is None or (a.cells, a.addresses) == (b.cells, b.addresses):
        return a.cells, a.addresses
    places = dict(zip(a.addresses, a.cells, strict=True))
    for address, cell in zip(b.addresses, b.cells, strict=True):
        if places.setdefault(address, cell) != cell:
            raise ExternalNondeterminism(f"address {address:#x} is another piece of memory in another run")
    return tuple(places.values()), tuple(places)


_STRENGTH: Final = (Order.PLAIN, Order.RELAXED, Order.ACQUIRE, Order.RELEASE, Order.ACQ_REL, Order.SEQ_CST)


def _stronger(a: Order, b: Order) -> Order:
    """A compare-and-swap that failed ordered as little as a write can: the one that swapped says what it may do."""
    return max(a, b, key=_STRENGTH.index)


# ---- guards


def exclude(a: Term, b: Term) -> bool:
    """Whether it is plain to see that they cannot both hold."""
    return all(_contradict(one, other) for one in _cases(a) for other in _cases(b))


def _cases(guard: Term) -> tuple[Term, ...]:
    return guard.args if guard.op is Op.ANY else (guard,)


def _contradict(a: Term, b: Term) -> bool:
    worth: dict[Term, int] = {}
    denied: set[Term] = set()
    together = [*_conjuncts(a), *_conjuncts(b)]
    for literal in together:
        if literal.constant == 0:
            return True
        if literal.op is Op.NOT:
            denied.add(literal.args[0])
        elif literal.op is Op.EQ and literal.args[1].constant is not None:
            value = literal.args[1].constant
            if worth.setdefault(literal.args[0], value) != value:
                return True
    return any(literal in denied for literal in together)


def _conjuncts(term: Term) -> Iterable[Term]:
    return term.args if term.op is Op.ALL else (term,)
