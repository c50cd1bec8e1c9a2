"""Whether a run tears a block: the meaning of the goal Torn on the machine."""

from collections.abc import Iterable, Sequence

from raddle.model.dependence_in_run import Deed, deed_of, dependent
from raddle.model.goals import Torn
from raddle.model.machine import Impossible, Machine
from raddle.model.moves import Move
from raddle.model.worth import GrowingWorth


def torn_one(machine: Machine, moves: Sequence[Move], goals: Iterable[Torn]) -> tuple[Torn, int] | None:
    """The first of them that the run reaches if it is cut right before `last`, and the number of moves up to there."""
    places = {move.event: place for place, move in enumerate(moves)}
    for one in goals:
        if one.last in places and one.there in places and tears(machine, moves[: places[one.last]], one):
            return one, places[one.last]
    return None


def tears(machine: Machine, moves: Iterable[Move], goal: Torn) -> bool:
    """False also where the moves cannot be made. While another thread is in a region, nothing else is next."""
    slots, worth = list(machine.initial), GrowingWorth()
    events = machine.program.events
    wanted = {goal.first, goal.there, goal.back}
    deeds: dict[int, Deed] = {}
    for move in moves:
        event = events[move.event]
        if machine.next_event(slots, event.thread) is not event:
            return False
        if move.event == goal.there and goal.first not in deeds:
            return False
        if move.event in wanted:
            size = worth.size
            deeds[move.event] = deed_of(machine, slots, event, worth)
            worth.forget(size)
        try:
            machine.advance(slots, move, worth)
        except Impossible:
            return False
    last = events[goal.last]
    if deeds.keys() != wanted or machine.next_event(slots, last.thread) is not last:
        return False
    end = deed_of(machine, slots, last, worth)
    return dependent(machine.noticing, worth.values, deeds[goal.first], deeds[goal.there]) and dependent(
        machine.noticing, worth.values, deeds[goal.back], end
    )
