"""Memory that is given back while others may still use it: as far as races go, free() writes all of it.

Paths have no free(), so nothing is asked about it. It is no race where the thread that frees has joined, on its own way
there, all others that ever touch the memory, or creates them only later, or where they touch it only before they have
created it (what a thread is given, and gives back itself).
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence

from raddle.model.accesses import accesses_of
from raddle.model.actions import Create, Free, Join
from raddle.model.recorded.own_places import OwnPlaces
from raddle.model.recorded.several import RunModel

Users = dict[Hashable, dict[str, set[str]]]
"""Of a cell, in any run: who touches it, and which children have been created by then."""


def free_that_may_race(models: Sequence[RunModel]) -> str:
    """`free at list.c:12`; empty: there is none."""
    users: Users = defaultdict(lambda: defaultdict(set))
    for model in models:
        for number, thread in enumerate(model.ctp.threads):
            begun = set[str]()
            for event in model.ctp.of_thread(number):
                if isinstance(event.action, Create):
                    begun.add(model.ctp.threads[event.action.child].name)
                for cell in {cell for access in accesses_of(event) for cell in access.cells}:
                    users[model.cells[cell]][thread.name] |= begun
    return next((found for model in models if (found := _in_run(model, users))), "")


def _in_run(model: RunModel, users: Users) -> str:
    for number, thread in enumerate(model.ctp.threads):
        over, begun = {thread.name}, set[str]()
        for event in model.ctp.of_thread(number):
            match event.action:
                case Join(child):
                    over.add(model.ctp.threads[child].name)
                case Create(child):
                    begun.add(model.ctp.threads[child].name)
                case Free(cells, of_frame=False):
                    used = [(name, by_then) for cell in cells for name, by_then in users[model.cells[cell]].items()]
                    if all(
                        name in over
                        or _is_later(name, thread.name, begun)
                        or _is_later(thread.name, name, by_then)
                        for name, by_then in used
                    ):
                        continue
                    site = int(model.trace.threads[number].events["site"][event.origin])
                    return f"free at {OwnPlaces(model.trace).of(site)}"
                case _:
                    pass
    return ""


def _is_later(name: str, by: str, begun: set[str]) -> bool:
    """It comes from a child that there is not yet, when the other one has begun these."""
    child = name.removeprefix(f"{by}.").partition(".")[0]
    return name.startswith(f"{by}.") and f"{by}.{child}" not in begun
