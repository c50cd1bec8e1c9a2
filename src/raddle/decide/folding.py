"""Trace program -> the same with what its threads do again and again written once: a *folded* one.

A thread is cut where it holds nothing that comes before: no term speaks across, no section, wait or region is open.
Verses with the same text are one; behind it the thread may go on with whatever comes behind one of them. So each run
of the trace program is one of the folded program, which may have more: what is never reached there never is here
(decision 54).
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Final

from raddle.decide.registers import Needed
from raddle.logic.bottom_up import bottom_up
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Check, Create, Exit, Free, Join, ProcessEnd, Read, Start, Step, Write
from raddle.model.opens import Opens
from raddle.model.program import Event, Thread, TraceProgram
from raddle.model.rules.actions import traits_of
from raddle.model.rules.traits import Family
from raddle.model.uses import reads_of, writes_of

_NEVER: Final = 1 << 62


@dataclass(frozen=True)
class Folded:
    program: TraceProgram
    turns: Mapping[int, tuple[int, ...]]
    """Event -> the points that its thread may be at behind it, where that is not just the next."""
    event_of: tuple[int, ...]
    """Event of the trace program -> the same here."""


@dataclass(frozen=True)
class _Verse:
    first: int
    """Position in its thread."""
    count: int
    text: Hashable


def folded(ctp: TraceProgram, *, with_assertions: bool) -> Folded | None:
    """None: nothing comes again."""
    if ctp.branches is not None:
        return None
    needed = Needed(ctp, with_assertions=with_assertions)
    threads: list[Thread] = []
    events: list[Event] = []
    turns: dict[int, tuple[int, ...]] = {}
    event_of = [0] * len(ctp.events)
    for number, thread in enumerate(ctp.threads):
        first, kept = len(events), dict[Hashable, tuple[int, _Verse]]()
        verses = _verses(ctp.of_thread(number), needed)
        for one in verses:
            if one.text not in kept:
                kept[one.text] = (len(events) - first, one)
                for event in ctp.of_thread(number)[one.first : one.first + one.count]:
                    position = len(events) - first
                    events.append(replace(event, number=len(events), position=position))
            for at in range(one.count):
                event_of[thread.first + one.first + at] = first + kept[one.text][0] + at
        threads.append(replace(thread, first=first, count=len(events) - first))
        turns |= _turns(verses, kept, first, len(events))
    if len(events) == len(ctp.events):
        return None
    program = replace(ctp, threads=tuple(threads), events=tuple(events), observed=(), assumptions=(), transactions=())
    return Folded(program, turns, tuple(event_of))


def _turns(
    verses: Sequence[_Verse], kept: Mapping[Hashable, tuple[int, _Verse]], first: int, last: int
) -> dict[int, tuple[int, ...]]:
    """`first`, `last`: the thread's events."""
    behind: dict[Hashable, set[int]] = {text: set() for text in kept}
    for one, other in pairwise(verses):
        behind[one.text].add(kept[other.text][0])
    if verses:
        behind[verses[-1].text].add(last - first)
    found = {}
    for text, points in behind.items():
        begins, one = kept[text]
        if points != {begins + one.count}:
            found[first + begins + one.count - 1] = tuple(sorted(points))
    return found


def _verses(events: Sequence[Event], needed: Needed) -> list[_Verse]:
    """As short as they can be. What takes place once has a text of its own, and so has what stands behind it."""
    writer = _Writer(events, needed)
    found: list[_Verse] = []
    opens: Opens[int] = Opens()
    begins = once = 0
    for position, event in enumerate(events):
        opens = opens.after(traits_of(event.action), event.number)
        is_last = position == len(events) - 1
        if not is_last and (opens.held or writer.asks_from[position + 1] <= position):
            continue
        own = range(begins, position + 1)
        alone = (is_last and bool(opens.held)) or any(_is_once(events[at]) for at in own)
        once += alone
        text = (once, begins if alone else None, () if alone else tuple(writer.text(at, begins) for at in own))
        found.append(_Verse(begins, len(own), text))
        begins = position + 1
    return found


def _is_once(event: Event) -> bool:
    """The search counts on its taking place once at most."""
    action = event.action
    if isinstance(action, Free):
        return action.of_frame
    of = traits_of(action).of
    return isinstance(action, Start | Exit | Create | Join | ProcessEnd) or (of is not None and of.family in _ONCE)


_ONCE: Final = frozenset({Family.BARRIER, Family.ONCE})


class _Writer:
    """The text of a thread's events, as far as the search looks at it: variables by where they are read."""

    def __init__(self, events: Sequence[Event], needed: Needed) -> None:
        self._events = events
        self._needed = needed
        self._read_at = {
            read.variable: (position, number)
            for position, event in enumerate(events)
            for number, read in enumerate(reads_of(event))
        }
        self._numbers: dict[Hashable, int] = {}
        self._known: tuple[int, dict[Term, int]] = (-1, {})
        self.asks_from: Final = [_NEVER] * len(events)
        """Position -> the first position that a term from there on speaks of."""
        firsts: dict[Term, int] = {}
        least = _NEVER
        for position in range(len(events) - 1, -1, -1):
            for term in self._asked(events[position]):
                least = min(least, bottom_up(term, firsts, self._first_of(firsts)))
            self.asks_from[position] = least

    def _asked(self, event: Event) -> list[Term]:
        values = (write.value for write in writes_of(event) if self._needed.writes(write))
        return [*self._needed.of_event(event), *values]

    def _first_of(self, firsts: Mapping[Term, int]) -> Callable[[Term], int]:
        def first(term: Term) -> int:
            own = self._read_at[term][0] if term.op is Op.VARIABLE else _NEVER
            return min([own, *(firsts[arg] for arg in term.args)])

        return first

    def text(self, position: int, begins: int) -> Hashable:
        """In a verse that begins there."""
        if self._known[0] != begins:
            self._known = (begins, {})
        event = self._events[position]
        action = event.action
        condition = self._needed.condition(event)
        kind = type(action).__name__
        said = None if condition is None else self._term(condition)
        if isinstance(action, Step | Check):
            against = action.against if isinstance(action, Check) else None
            accesses: list[Read | Write] = [*reads_of(event), *writes_of(event)]
            return (kind, said, against, *map(self._access, accesses))
        return (kind, said, *(getattr(action, one.name) for one in fields(action) if one.name != "when"))

    def _access(self, access: Read | Write) -> Hashable:
        address = None if access.address is None else self._term(access.address)
        place = (access.cells, access.addresses, access.order, address)
        if isinstance(access, Read):
            return (place, access.early, access.of_lock)
        return (place, access.made_up, self._term(access.value) if self._needed.writes(access) else None, "written")

    def _term(self, term: Term) -> int:
        begins, known = self._known

        def number(one: Term) -> int:
            text: Hashable
            if one.op is Op.VARIABLE:
                position, read = self._read_at[one]
                text = (position - begins, read)
            else:
                text = (one.op, one.width, one.data, tuple(known[arg] for arg in one.args))
            return self._numbers.setdefault(text, len(self._numbers))

        return bottom_up(term, known, number)
