"""Cells, locks and the like of several runs, numbered once: what has the same key is the same thing.

In: models of runs. Out: for each, its numbers -> the common ones, and actions in the common ones.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar, assert_never

from raddle.base.errors import InternalError
from raddle.logic.terms import Term
from raddle.model.actions import (
    Acquire,
    Action,
    Arrive,
    Broadcast,
    Cell,
    Check,
    Count,
    Create,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    ProcessEnd,
    Read,
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
    Write,
)
from raddle.model.program import Barrier, Semaphore
from raddle.model.recorded.several import RunModel
from raddle.verify.grow.matching import ExternalNondeterminism

Named = TypeVar("Named", Cell, Semaphore, Barrier, str)
Numbers = tuple[int, ...]


@dataclass
class _Numbered(Generic[Named]):
    """Things of one kind."""

    what: str
    things: list[Named] = field(default_factory=list)
    _numbers: dict[Hashable, int] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)

    def of(self, keys: Sequence[Hashable], things: Sequence[Named]) -> Numbers:
        if len(set(keys)) != len(keys):
            raise InternalError(f"two {self.what}s of one run have the same key")
        return tuple(self._of(key, thing) for key, thing in zip(keys, things, strict=True))

    def _of(self, key: Hashable, thing: Named) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.things)
            self.things.append(self._with_its_own_name(thing))
            return number
        if not _alike(self.things[number], thing):
            what = f"the {self.what} {_name(thing)} begins as {_begins(thing)} in one run"
            raise ExternalNondeterminism(f"{what}, and as {_begins(self.things[number])} in another")
        return number

    def _with_its_own_name(self, thing: Named) -> Named:
        name = plain = _name(thing)
        count = 1
        while name in self._names:
            count += 1
            name = f"{plain}#{count}"
        self._names.add(name)
        return name if isinstance(thing, str) else replace(thing, name=name)


def _name(thing: Cell | Semaphore | Barrier | str) -> str:
    return thing if isinstance(thing, str) else thing.name


def _begins(thing: Cell | Semaphore | Barrier | str) -> str:
    match thing:
        case Cell():
            return f"{thing.initial} ({thing.width} bits)"
        case Semaphore():
            return str(thing.initial)
        case Barrier():
            return f"one for {thing.parties}"
        case _:
            return ""


def _alike(a: Cell | Semaphore | Barrier | str, b: Cell | Semaphore | Barrier | str) -> bool:
    return isinstance(a, str) or isinstance(b, str) or replace(a, name="") == replace(b, name="")


class CommonObjects:
    def __init__(self) -> None:
        self._cells: _Numbered[Cell] = _Numbered("cell")
        self._locks: _Numbered[str] = _Numbered("lock")
        self._conditions: _Numbered[str] = _Numbered("condition")
        self._semaphores: _Numbered[Semaphore] = _Numbered("semaphore")
        self._barriers: _Numbered[Barrier] = _Numbered("barrier")
        self._onces: _Numbered[str] = _Numbered("once")

    def translation(self, model: RunModel) -> "Translation":
        ctp = model.ctp
        return Translation(
            self._cells.of(model.cells, ctp.cells),
            self._locks.of(model.locks, ctp.locks),
            self._conditions.of(model.conditions, ctp.conditions),
            self._semaphores.of(model.semaphores, ctp.semaphores),
            self._barriers.of(model.barriers, ctp.barriers),
            self._onces.of(model.onces, ctp.onces),
        )

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(self._cells.things)

    @property
    def locks(self) -> tuple[str, ...]:
        return tuple(self._locks.things)

    @property
    def conditions(self) -> tuple[str, ...]:
        return tuple(self._conditions.things)

    @property
    def semaphores(self) -> tuple[Semaphore, ...]:
        return tuple(self._semaphores.things)

    @property
    def barriers(self) -> tuple[Barrier, ...]:
        return tuple(self._barriers.things)

    @property
    def onces(self) -> tuple[str, ...]:
        return tuple(self._onces.things)


@dataclass(frozen=True)
class Translation:
    """A run's numbers -> the common ones."""

    cells: Numbers
    locks: Numbers
    conditions: Numbers
    semaphores: Numbers
    barriers: Numbers
    onces: Numbers

    def action(self, action: Action, thread: Callable[[int], int], term: Callable[[Term], Term]) -> Action:
        """`thread`, `term`: the common ones of the run's."""
        match action:
            case Step((), guard, ()):
                return Step((), term(guard), ())
            case Step():
                return Step(
                    self._reads(action.reads, term),
                    term(action.guard),
                    tuple(self._write(write, term) for write in action.writes),
                )
            case Check():
                return Check(self._reads(action.reads, term), term(action.condition), action.against)
            case Create(child) | Join(child):
                return replace(action, child=thread(child))
            case Acquire(lock) | Release(lock) | Refused(lock):
                return replace(action, lock=self.locks[lock])
            case Wait(condition, lock):
                return Wait(self.conditions[condition], None if lock is None else self.locks[lock])
            case Wake(condition) | Signal(condition) | Broadcast(condition):
                return replace(action, condition=self.conditions[condition])
            case Take(semaphore) | Post(semaphore) | Count(semaphore):
                return replace(action, semaphore=self.semaphores[semaphore])
            case Arrive(barrier) | Leave(barrier):
                return replace(action, barrier=self.barriers[barrier])
            case OnceBegin(once) | OnceEnd(once) | OncePass(once):
                return replace(action, once=self.onces[once])
            case Start() | Exit() | RegionBegin() | RegionEnd() | ProcessEnd():
                return action
            case Free() | Fence():
                raise AssertionError("it has no place where there are branches")
            case _:
                assert_never(action)

    def _reads(self, reads: Sequence[Read], term: Callable[[Term], Term]) -> tuple[Read, ...]:
        """Their variables stay."""
        return tuple(
            replace(read, cells=self._cells(read.cells), address=None if read.address is None else term(read.address))
            for read in reads
        )

    def _write(self, write: Write, term: Callable[[Term], Term]) -> Write:
        address = None if write.address is None else term(write.address)
        return replace(write, value=term(write.value), cells=self._cells(write.cells), address=address)

    def _cells(self, cells: Sequence[int]) -> Numbers:
        return tuple(self.cells[cell] for cell in cells)
