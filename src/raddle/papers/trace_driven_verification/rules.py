"""What one event needs and changes, in terms of the state before it. In: an event. Out: its Rule.

The meaning of each action is stated in model/actions.py. Synchronisation is figure 3 of the paper for all of our
actions: a thread is not chosen while it cannot go on, instead of being chosen and standing still.
"""

from dataclasses import dataclass, field

from raddle.logic.terms import Term
from raddle.papers.trace_driven_verification.slots import Slot


@dataclass(frozen=True, slots=True)
class Touch:
    """It looks at a slot, or changes it, where `when` holds (of what its thread has read)."""

    slot: Slot
    writes: bool
    when: Term


@dataclass(frozen=True)
class Rule:
    """`now` of slots in all terms but `needs_local` and `when` of touches: these speak of the thread's own reads only,
    those of this event too; so may the changes."""

    needs_shared: Term
    needs_local: Term
    reads: tuple[tuple[Term, Term], ...] = ()
    """Its variables, and what they read: in the state before it, and of earlier ones of these variables."""
    changes: dict[int, Term] = field(default_factory=dict)
    """Slot -> what it is afterwards."""
    touches: tuple[Touch, ...] = ()
    creates: int | None = None
    """The thread that it creates."""
