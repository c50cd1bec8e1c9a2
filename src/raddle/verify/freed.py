"""Memory that is given back while others may still use it: as far as races go, free() writes all of it.

Paths have no free(), so nothing is asked about it. It is no race where the thread that frees has joined, on its own way
there, all others that ever touch the memory, or creates them only later.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence

from raddle.model.accesses import accesses_of
from raddle.model.ctp import Create, Free, Join
from raddle.model.recorded.own_places import OwnPlaces
from raddle.model.recorded.several import RunModel


def free_that_may_race(models: Sequence[RunModel]) -> str:
    """`free at list.c:12`; empty: there is none."""
    users: dict[Hashable, set[str]] = defaultdict(set)
    for model in models:
        for event in model.ctp.events:
            name = model.ctp.threads[event.thread].name
            for access in accesses_of(event):
                for cell in access.cells:
                    users[model.cells[cell]].add(name)
    return next((found for model in models if (found := _in_run(model, users))), "")


def _in_run(model: RunModel, users: dict[Hashable, set[str]]) -> str:
    for number, thread in enumerate(model.ctp.threads):
        over, begun = {thread.name}, set[str]()
        for event in model.ctp.of_thread(number):
            match event.action:
                case Join(child):
                    over.add(model.ctp.threads[child].name)
                case Create(child):
                    begun.add(model.ctp.threads[child].name)
                case Free(cells, of_frame=False):
                    others = {name for cell in cells for name in users[model.cells[cell]]} - over
                    if all(_is_later(name, thread.name, begun) for name in others):
                        continue
                    site = int(model.trace.threads[number].events["site"][event.origin])
                    return f"free at {OwnPlaces(model.trace).of(site)}"
                case _:
                    pass
    return ""


def _is_later(name: str, by: str, begun: set[str]) -> bool:
    """It comes from a child that there is not yet."""
    child = name.removeprefix(f"{by}.").partition(".")[0]
    return name.startswith(f"{by}.") and f"{by}.{child}" not in begun
