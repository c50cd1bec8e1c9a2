"""What a library was given a way to, and whose size the calling thread does not know: where it begins and ends.

In: the models of all runs. Out: for a call, the objects that it may look at, each with its bounds. Variables on the
stacks of other threads are found by one more walk of each run; what is none of them may be the whole stack, or all that
lies between two objects that are known (trace/between_objects.py).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from raddle.model.recorded.several import RunModel
from raddle.trace.between_objects import Between
from raddle.trace.events import EventKind
from raddle.trace.foreign_calls import UNBOUNDED, ForeignCall, Object
from raddle.trace.walk_fast import with_private


class Bounds:
    def __init__(self, models: Sequence[RunModel]) -> None:
        self._models = models
        self._known: dict[int, Object] = {}

    @cached_property
    def _between(self) -> Between:
        return Between(self._models[0].trace.program, (model.trace.recording for model in self._models))

    @cached_property
    def _slots(self) -> npt.NDArray[np.uint64]:
        """Address and size of all variables that ever lay on a stack."""
        found = [np.zeros((0, 2), np.uint64)]
        for model in self._models:
            for thread in with_private(model.trace).threads:
                rows = thread.events[thread.events["kind"] == EventKind.SLOT]
                found.append(np.stack((rows["address"], rows["value"]), axis=1).astype(np.uint64))
        return np.unique(np.concatenate(found), axis=0)

    def of(self, call: ForeignCall) -> ForeignCall:
        """The same with all objects bounded."""
        reads, writes, keeps, fills = map(self._all_bounded, (call.reads, call.writes, call.keeps, call.fills))
        return replace(call, reads=reads, writes=writes, keeps=keeps, fills=fills)

    def _all_bounded(self, objects: frozenset[Object]) -> frozenset[Object]:
        return frozenset(map(self._bounded, objects))

    def _bounded(self, reached: Object) -> Object:
        address, size = reached
        if size != UNBOUNDED:
            return reached
        if address not in self._known:
            self._known[address] = self._around(address)
        return self._known[address]

    def _around(self, address: int) -> Object:
        if self._between.stack_of(address) is None:
            return self._between.around(address)
        begins, sizes = self._slots[:, 0], self._slots[:, 1]
        slots = np.flatnonzero((begins <= np.uint64(address)) & (np.uint64(address) - begins < sizes))
        if not slots.size:
            return self._between.around(address)
        begin, end = int(begins[slots].min()), int((begins + sizes)[slots].max())
        return begin, end - begin
