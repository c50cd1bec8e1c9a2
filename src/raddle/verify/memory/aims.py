"""Accesses whose address depends on others: whether all places that they may go to are in the object that is meant.

In: models, and the objects of all runs: variables of the program, blocks of the heap. Out: doubts. What is meant is
known where the address is a pointer and a constant (each pointer means what it points into), and where something is
added to the address of an object, or to pointers that all point into the same one.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from raddle.base.trace_format import trace_format
from raddle.logic.linear import sum_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Read, Step, Write
from raddle.model.program import Event
from raddle.model.recorded.own_places import OwnPlaces
from raddle.model.recorded.several import RunModel
from raddle.model.recorded.units import NOWHERE
from raddle.trace.memory_faults import FIRST_PAGE
from raddle.trace.walk import Trace

_MASK: Final = 2**64 - 1


class Span(NamedTuple):
    begin: int
    end: int


def objects_of(trace: Trace) -> set[Span]:
    """Variables, and blocks of the heap."""
    found = {Span(address, address + size) for address, size, *_ in trace.program.variables}
    fmt, sync = trace_format(), trace.recording.sync
    for record in sync[(sync["kind"] == fmt["RD_ALLOC"]) & ((sync["flags"] & fmt["RD_FLAG_FAILED"]) == 0)]:
        found.add(Span(int(record["object"]), int(record["object"]) + int(record["value"])))
    return found


class Aims:
    def __init__(self, models: Sequence[RunModel], objects: Iterable[Span]) -> None:
        self._models = models
        self._objects = _apart(sorted(objects))
        self._values: dict[Hashable, set[int | None]] = defaultdict(set)
        """What is ever in a cell; None: what is not known."""
        self._read: dict[Term, set[Hashable]] = defaultdict(set)
        """Variable -> where it was read."""
        for model in models:
            self._learn(model)

    def _learn(self, model: RunModel) -> None:
        for key, begun in zip(model.cells, model.ctp.cells, strict=True):
            self._values[key].add(begun.initial)
        for event in model.ctp.events:
            if isinstance(event.action, Step):
                for read in event.action.reads:
                    self._read[read.variable] |= {model.cells[cell] for cell in read.cells}
                for write in event.action.writes:
                    for cell in write.cells:
                        self._values[model.cells[cell]].add(write.value.constant)

    def doubts(self) -> Iterator[str]:
        for model in self._models:
            for event in model.ctp.events:
                if isinstance(event.action, Step) and not all(
                    self._is_meant(model, access) for access in _accesses(event)
                ):
                    site = int(model.trace.threads[event.thread].events["site"][event.origin])
                    where = OwnPlaces(model.trace).of(site)
                    yield f"the access at {where} may go to several places, and which object is meant is not known"

    def _is_meant(self, model: RunModel, access: Read | Write) -> bool:
        aim = _really(access.address)
        if aim is None:
            return True
        places = {}
        for address, cell in zip(access.addresses, access.cells, strict=True):
            if address != NOWHERE:
                key = model.cells[cell]
                if not isinstance(key, tuple) or not isinstance(key[0], int):
                    return False
                places[address] = Span(key[0], sum(key))
        if len(places) < 2:
            return True  # where it went in a run
        parts, constant = sum_of(aim)
        if any(factor != 1 and factor & _MASK != 1 for factor in parts.values()) or len(parts) > 1:
            return self._in_one_object(parts, constant & _MASK, places)
        (part,) = parts
        if not _was_read(part) or part.width != 64:
            return self._in_one_object(parts, constant & _MASK, places)
        return all(self._within(place, (address - constant) & _MASK) is not None for address, place in places.items())

    def _in_one_object(self, parts: dict[Term, int], constant: int, places: dict[int, Span]) -> bool:
        pointers = [part for part, factor in parts.items() if factor == 1 and part.width == 64 and _may_point(part)]
        if len(pointers) > 1:
            return False
        bases: set[int | None] = {constant}
        if pointers:
            if pointers[0].op is not Op.VARIABLE or pointers[0] not in self._read:
                return False
            bases = {value for key in self._read[pointers[0]] for value in self._values[key]}
            bases = {base for base in bases if base is None or base >= FIRST_PAGE}
        if not bases:
            return False
        return all(base is not None and self._within(place, base) for base in bases for place in places.values())

    def _within(self, place: Span, base: int) -> Span | None:
        """The object around both."""
        at = bisect_right(self._objects, base, key=lambda one: one.begin) - 1
        if at < 0:
            return None
        found = self._objects[at]
        inside = found.begin <= base < found.end and found.begin <= place.begin and place.end <= found.end
        return found if inside else None


def _apart(objects: Sequence[Span]) -> list[Span]:
    """Without those that lie in each other's place in different runs."""
    found, reached = list[Span](), 0
    for one in objects:
        if one.begin < reached and found and found[-1].end > one.begin:
            found.pop()
        elif one.begin >= reached:
            found.append(one)
        reached = max(reached, one.end)
    return found


def _accesses(event: Event) -> Iterator[Read | Write]:
    assert isinstance(event.action, Step)
    accesses: tuple[Read | Write, ...] = (*event.action.reads, *event.action.writes)
    for access in accesses:
        if not (isinstance(access, Read) and access.early):
            yield access


def _really(address: Term | None) -> Term | None:
    """Of one that goes nowhere where it is none: where it goes else."""
    if address is not None and address.op is Op.ITE:
        there = [arg for arg in address.args if arg.constant != NOWHERE and arg.width == address.width]
        if len(there) == 1:
            return there[0]
    return address


def _was_read(part: Term) -> bool:
    """As it is, be it piece by piece."""
    return part.op is Op.VARIABLE or (part.op is Op.CONCAT and all(map(_was_read, part.args)))


def _may_point(part: Term) -> bool:
    """What was extended or multiplied is no pointer."""
    return part.op not in (Op.ZEXT, Op.SEXT, Op.MUL, Op.SHL)
