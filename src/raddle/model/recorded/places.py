"""Places between the events of a thread at which its own state is known, with what it holds as terms of the logic.

In: the local states of a walk (trace/local_states.py), the thread's events, and the terms of its walk as terms of the
logic. Out: a `Place` for each state that lies between two events.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from raddle.logic.terms import Term, TermStore
from raddle.model.recorded.drafts import Draft
from raddle.model.recorded.values import Values
from raddle.trace.local_states import LocalState
from raddle.trace.state_walk import Holding

_REGISTER = 64
"""The width of a register that holds a constant: one of the same value is the same, whatever its own width is."""


@dataclass(frozen=True, slots=True)
class Place:
    before: int
    """Position in the thread of the first event behind it."""
    visible: int
    """How many visible events of the real thread come before it."""
    where: Hashable
    held: tuple[tuple[Hashable, Term], ...]
    """By register, or by address and bytes."""


def places_of(
    states: Sequence[LocalState], drafts: Sequence[Draft], values: Values, store: TermStore
) -> Iterator[Place]:
    """In their order."""
    lowest = [draft.row if draft.since is None else draft.since for draft in drafts]
    for at in range(len(lowest) - 2, -1, -1):
        lowest[at] = min(lowest[at], lowest[at + 1])
    before = 0
    for state in states:
        while before < len(drafts) and drafts[before].row < state.row:
            before += 1
        if before == len(drafts) or lowest[before] >= state.row:  # else an event spans it
            held = tuple(_held(holding, values, store) for holding in state.held)
            yield Place(before, state.visible, state.where, held)


def _held(holding: Holding, values: Values, store: TermStore) -> tuple[Hashable, Term]:
    key, value, term = holding
    match key:
        case (int(address), int(size), int(first)):
            whole = values[term] if term else store.bits(value, 8 * size)
            return (address, size), store.extract(whole, 8 * first, 8 * size) if term else whole
        case _:
            return key, values[term] if term else store.bits(value, max(_REGISTER, value.bit_length()))
