"""Blocks of the heap that a thread gives back, while a call of another thread may look at them without an event.

In: the models of all runs. Out: each block with the thread that gives it back, and the threads that it has joined by
then: their calls come before.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from raddle.base.trace_format import trace_format
from raddle.logic.terms import Term
from raddle.model.actions import Free, Join
from raddle.model.recorded.several import RunModel
from raddle.trace.foreign_calls import Object
from raddle.verify.memory.flags import block_of


@dataclass(frozen=True, slots=True)
class GivenBack:
    thread: str
    joined: frozenset[str]
    block: Object

    def may_meet(self, objects: frozenset[Object]) -> bool:
        begin, size = self.block
        return any(at < begin + size and begin < at + max(length, 1) for at, length in objects)


def given_back(models: Sequence[RunModel]) -> frozenset[GivenBack]:
    fmt = trace_format()
    found = set()
    for model in models:
        names = [thread.name for thread in model.ctp.threads]
        joined: dict[str, frozenset[str]] = defaultdict(frozenset)
        for record in model.trace.recording.of_kind("RD_JOIN", "RD_FREE"):
            thread = names[int(record["thread"])]
            if record["kind"] == fmt["RD_FREE"]:
                found.add(GivenBack(thread, joined[thread], (int(record["object"]), int(record["value"]))))
            elif not record["flags"] & fmt["RD_FLAG_FAILED"]:
                joined[thread] |= {names[int(record["value"])]}
    return frozenset(found) | _of_several(models)


def _of_several(models: Sequence[RunModel]) -> frozenset[GivenBack]:
    """Where it may be one of several blocks it is each of them, whether or not some run has shown that."""
    sizes: dict[int, int] = defaultdict(int)
    for model in models:
        for record in model.trace.recording.of_kind("RD_ALLOC"):
            address = int(record["object"])
            sizes[address] = max(sizes[address], int(record["value"]))
    found = set()
    for model in models:
        names = [thread.name for thread in model.ctp.threads]
        for number, name in enumerate(names):
            joined = frozenset[str]()
            for event in model.ctp.of_thread(number):
                match event.action:
                    case Join(child):
                        joined |= {names[child]}
                    case Free(when=Term()):
                        block = block_of(model, event)
                        found.add(GivenBack(name, joined, (block, sizes[block])))
                    case _:
                        pass
    return frozenset(found)
