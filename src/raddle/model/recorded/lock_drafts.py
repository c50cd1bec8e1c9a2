"""The events of one thread that say in which state it finds locks and the like, and what it makes of them."""

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.logic.terms import Term
from raddle.model.actions import Action, Check, Read, Step, Write
from raddle.model.recorded.drafts import Building, Draft
from raddle.model.recorded.lock_uses import WIDTH, LockStep
from raddle.trace.lock_objects import State


class LockDrafts:
    """Of one thread: puts drafts behind `drafts`."""

    def __init__(self, building: Building, thread: int, drafts: list[Draft], sites: npt.NDArray[np.uint32]) -> None:
        self._b: Final = building
        self._thread: Final = thread
        self._drafts: Final = drafts
        self._sites: Final = sites
        self._left: list[LockStep] = list(reversed(building.lock_uses.by_thread.get(thread, ())))

    def is_next(self, row: int) -> bool:
        """Whether there is something to be put before the row."""
        return bool(self._left) and self._left[-1].place <= row

    def put(self) -> None:
        step = self._left.pop()
        cell = self._b.lock_uses.cells[step.key]
        for action in self._actions(step, cell):
            written = isinstance(action, Step) and bool(action.writes)
            effects = ((cell, int(step.leaves)),) if written and step.leaves is not None else ()
            is_it = step.changes and isinstance(action, Step)  # a use comes behind its event
            upto = step.visible + int(is_it)
            self._drafts.append(Draft(step.row, upto, action, int(self._sites[step.row]), writes=effects))

    def _actions(self, step: LockStep, cell: int) -> Iterable[Action]:
        store, several = self._b.store, self._b.one_of_several
        variable = self._b.variable(f"object{self._thread}.{step.place}.{cell}", WIDTH)
        self._b.cell_of[variable] = cell
        ready: Term = store.equal(variable, store.bits(int(State.READY), WIDTH))
        read = Read(variable, (cell,), early=not several)
        writes: tuple[Write, ...] = ()
        if step.leaves is not None:
            writes = (Write(store.bits(int(step.leaves), WIDTH), (cell,), made_up=not several),)
        elif step.changes and several:
            writes = (Write(variable, (cell,)),)  # a copy, or a destruction that came to nothing
        if several:
            reads = (read,) if step.checks or step.leaves is None else ()
            yield Step(reads, ready if step.checks else store.true, writes)
        elif not step.checks:
            yield Step(() if writes else (read,), store.true, writes)
        else:
            yield Check((read,), ready, "misuse")
            if step.changes:
                yield Step(() if writes else (read,), store.true, writes)
