"""The run that was observed, on the cells: what each began with, and what somebody changed without saying so.

In: the drafts of all threads, and the turns that they took. Out: the drafts in their global order, the cells' first
values, and for each read that saw what no draft wrote a write before it: before the reader's thread was created if it
may have been then, else right before the read, by the same thread.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from raddle.logic.terms import TermStore
from raddle.model.actions import Check, Create, ProcessEnd, Read, Step, Write
from raddle.model.recorded.drafts import Draft
from raddle.trace.forced_order import ForcedOrder, Moment

Turn = tuple[int, int, int]  # thread, first row, past the last row


def in_order(threads: Sequence[Sequence[Draft]], turns: Iterable[Turn]) -> list[tuple[int, Draft]]:
    """(thread, draft), as they took place."""
    order: list[tuple[int, Draft]] = []
    reached = [0] * len(threads)
    for thread, _, end in turns:
        drafts, at = threads[thread], reached[thread]
        while at < len(drafts) and drafts[at].row < end:
            order.append((thread, drafts[at]))
            at += 1
        reached[thread] = at
    return order


def up_to_the_end(order: Sequence[tuple[int, Draft]]) -> list[tuple[int, Draft]]:
    """Nothing happens after the process has ended, nor is anything known behind a misuse of a lock or the like."""
    for place, (_, draft) in enumerate(order):
        misuse = draft.failed and isinstance(draft.action, Check) and draft.action.against == "misuse"
        if isinstance(draft.action, ProcessEnd) or misuse:
            return list(order[: place + 1])
    return list(order)


@dataclass
class Memories:
    """Contents of the cells, as the order is followed."""

    first: list[int | None]
    """What each cell began with; None: nobody knows."""
    now: list[int | None] = field(init=False)
    read_first: dict[int, Draft] = field(default_factory=dict)
    """Cells of which nobody knows, and whose first access was a read."""
    written_first: dict[int, tuple[int, Draft]] = field(default_factory=dict)
    """Cells whose first access was a write, and by which thread."""
    unseen: list["Unseen"] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.now = list(self.first)

    def follow(self, order: Iterable[tuple[int, Draft]]) -> None:
        now = self.now
        touched: dict[int, int] = {}
        for place, (thread, draft) in enumerate(order):
            for cell, value in draft.reads:
                held = now[cell]
                if held is None:
                    self.first[cell] = value
                    self.read_first[cell] = draft
                elif held != value:
                    self.unseen.append(Unseen(thread, draft, cell, value, touched.get(cell, -1), place))
                now[cell] = value
                touched[cell] = place
            for cell, value in draft.writes:
                if cell not in touched:
                    self.written_first[cell] = (thread, draft)
                now[cell] = value
                touched[cell] = place


@dataclass(frozen=True, slots=True)
class Unseen:
    """Before that draft the cell came to hold that value, and nobody said so."""

    thread: int
    draft: Draft
    cell: int
    value: int
    after: int
    """The place in the order of who touched the cell before; -1: nobody."""
    place: int
    """Of the draft."""


def where_it_changed(unseen: Unseen, order: Sequence[tuple[int, Draft]], forced: ForcedOrder) -> Draft:
    """The draft before which it is put: who prepares something for threads does so before it creates them.

    So that is before the first creation by another that the reader comes after; else right before it is seen.
    """
    for thread, draft in order[unseen.after + 1 : unseen.place]:
        is_another = thread != unseen.thread and isinstance(draft.action, Create)
        if is_another and forced.must_precede(moment(thread, draft), moment(unseen.thread, unseen.draft)):
            return draft
    return unseen.draft


def with_unseen_writes(
    threads: Sequence[list[Draft]],
    order: list[tuple[int, Draft]],
    unseen: Iterable[Unseen],
    forced: ForcedOrder,
    bits: Callable[[int, int], Write],
    store: TermStore,
) -> dict[Draft, list[int]]:
    """Puts the writes in, in place; returns them with their cells."""
    before: dict[Draft, list[tuple[int, int]]] = {}
    for each in unseen:
        before.setdefault(where_it_changed(each, order, forced), []).append((each.cell, each.value))
    made: dict[Draft, Draft] = {}
    cells: dict[Draft, list[int]] = {}
    for draft, changes in before.items():
        writes = tuple({cell: bits(cell, value) for cell, value in changes}.values())
        seen = draft.upto - 1
        made[draft] = Draft(draft.row, seen, Step((), store.true, writes), draft.site, writes=tuple(changes))
        cells[made[draft]] = [cell for cell, _ in changes]
    if made:
        for drafts in threads:
            drafts[:] = [each for draft in drafts for each in ([made[draft]] if draft in made else []) + [draft]]
        order[:] = [each for at, draft in order for each in _both(at, draft, made)]
    return cells


def _both(thread: int, draft: Draft, made: dict[Draft, Draft]) -> list[tuple[int, Draft]]:
    return [(thread, made[draft]), (thread, draft)] if draft in made else [(thread, draft)]


def first_touches(threads: Sequence[Sequence[Draft]], wanted: set[int]) -> dict[int, dict[int, Draft]]:
    """Cell -> thread -> its first draft that may touch it."""
    found: dict[int, dict[int, Draft]] = {cell: {} for cell in wanted}
    for thread, drafts in enumerate(threads):
        for draft in drafts:
            if not isinstance(draft.action, Step):
                continue
            accesses: tuple[Read | Write, ...] = (*draft.action.reads, *draft.action.writes)
            for access in accesses:
                for cell in access.cells:
                    if cell in wanted:
                        found[cell].setdefault(thread, draft)
    return found


def moment(thread: int, draft: Draft) -> Moment:
    return Moment(thread, draft.upto - 1)
