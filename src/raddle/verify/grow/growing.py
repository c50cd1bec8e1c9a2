"""RunModels -> TraceProgram: what all runs so far showed, as one graph for each thread (V3 to V5 are its rules).

Each run is followed from the roots of its threads. Where its next event is one of the outcomes that are known there it
goes along; another outcome of the same operation is a new edge. A new edge leads to a new point, or to one where the
thread was seen in the same state of its own before: the same place in the code, the same things held, the same begun
and not ended. Then what comes next is the same as well, and paths meet again.
"""

from collections.abc import Hashable, Sequence

from raddle.base.collection import without_collection
from raddle.model.actions import Acquire, Refused
from raddle.model.program import TraceProgram
from raddle.model.recorded.several import RunModel
from raddle.verify.grow.assembling import Assembled, assembled
from raddle.verify.grow.following import follow
from raddle.verify.grow.graph import Origin
from raddle.verify.grow.grown import Grown, NewHead
from raddle.verify.grow.sources import Source, TraceSource


class Growing:
    def __init__(self, source: Source | None = None) -> None:
        self._source = source or TraceSource()
        self._models: tuple[RunModel, ...] = ()
        self._heads: set[tuple[str, Hashable]] = set()
        self._tried: frozenset[Hashable] = frozenset()
        self._doubtful: frozenset[str] = frozenset()
        self._grown: Grown | None = None
        self._assembled: Assembled | None = None

    def add(self, models: Sequence[RunModel]) -> bool:
        """All runs so far, with those that are new at the end. Out: whether these add anything, be it that earlier runs
        are modelled otherwise because of them."""
        known = len(self._models)
        tried, doubtful = _tried(models), _doubtful(models)
        are_others = any(a is not b for a, b in zip(self._models, models, strict=False))
        if are_others or (tried, doubtful) != (self._tried, self._doubtful):
            self._grown = None
        self._tried, self._doubtful, self._assembled = tried, doubtful, None
        while True:
            try:
                with without_collection():
                    is_new = self._follow(models, known)
            except NewHead as found:
                self._heads.add(found.place)
                continue
            self._models = tuple(models)
            return is_new or are_others

    def _follow(self, models: Sequence[RunModel], known: int) -> bool:
        grown, self._grown = self._grown, None  # what is half done is not kept
        if grown is None:
            grown = Grown(models[0].ctp.terms, self._source, self._heads, self._tried, self._doubtful)
            for model in models[:known]:
                follow(grown, model)
        before = grown.extent
        for model in models[known:]:
            follow(grown, model)
        self._grown = grown
        return grown.extent != before

    def paths(self) -> TraceProgram:
        return self._whole().paths

    def origins(self, event: int) -> tuple[Origin, ...]:
        """Where an event of the paths was seen; of a failure and a frontier: the events beside it, or before it."""
        return self._whole().origins[event]

    @property
    def has_paths(self) -> bool:
        """Whether there are any."""
        return self._grown is not None

    def all_origins(self) -> tuple[tuple[Origin, ...], ...]:
        """The same for each event."""
        return self._whole().origins

    def _whole(self) -> Assembled:
        assert self._grown is not None
        if self._assembled is None:
            self._assembled = assembled(self._grown, self._models)
        return self._assembled


def _tried(models: Sequence[RunModel]) -> frozenset[Hashable]:
    """Locks that somebody tries to get, whatever comes of it."""
    return frozenset(
        model.locks[event.action.lock]
        for model in models
        for event in model.ctp.events
        if isinstance(event.action, Refused) or (isinstance(event.action, Acquire) and not event.action.waits)
    )


def _doubtful(models: Sequence[RunModel]) -> frozenset[str]:
    return frozenset(
        thread.name
        for model in models
        for thread, doubt in zip(model.ctp.threads, model.doubts, strict=True)
        if doubt is not None
    )
