"""Mutual exclusion of whole critical sections, and tries that found a lock taken.

    sections a, b of one lock and different threads, not both shared, both acquires in:
        some rel of a is in and before acq_b, or some rel of b is in and before acq_a
    a refused try f is in:  some section s that excludes it:  in(acq_s), acq_s < f, and each rel of s that is in is
        after f

A section can be thought of as one moment if nothing inside it is ordered against other threads and nothing there can
stop. A lock that has only moments is left out.
"""

from itertools import combinations

from raddle.encode.paths.formula import Formula
from raddle.encode.paths.sections import Section
from raddle.logic.terms import Term
from raddle.model.ctp import Create, Exit, Join, Mode, Refused, Start


def assert_locks(formula: Formula) -> None:
    """Call it when the points of everything else are known: they decide which locks matter."""
    waiting = dict(formula.index.opened.of_lock)
    inside = _inside(formula)
    moved = True
    while moved:
        moved = False
        for lock, sections in list(waiting.items()):
            if any(_matters(formula, section, inside[section]) for section in sections):
                _exclude_all(formula, sections)
                del waiting[lock]
                moved = True


def _inside(formula: Formula) -> dict[Section, list[int]]:
    found: dict[Section, list[int]] = {section: [] for section in formula.index.opened.releases}
    for event in formula.index.in_order:
        for section in formula.index.opened.before(event).held:
            found[section].append(event)
    return found


def _matters(formula: Formula, section: Section, inside: list[int]) -> bool:
    """Whether it cannot be thought of as one moment."""
    opened, taken = formula.index.opened, formula.taken(section.acquire)
    if taken is formula.terms.false:
        return False
    releases = opened.releases[section]
    if opened.region_ends or len(releases) != 1 or section.acquire in formula.points:
        return True
    held = opened.around(section.acquire)
    return any(
        event in formula.points
        or formula.taken(event) is not taken
        or isinstance(formula.index.events[event].action, Start | Join | Create | Exit)
        or (event != releases[0] and any(event in opened.releases[one] for one in held))
        for event in inside
    )


def _exclude_all(formula: Formula, sections: list[Section]) -> None:
    there = [one for one in sections if formula.taken(one.acquire) is not formula.terms.false]
    for a, b in combinations(there, 2):
        if a.thread != b.thread and Mode.EXCLUSIVE in (a.mode, b.mode):
            _exclude(formula, a, b)


def _exclude(formula: Formula, a: Section, b: Section) -> None:
    if not formula.index.order.excludes(a.acquire, b.acquire):
        formula.require(
            *formula.unless_taken(a.acquire, b.acquire), formula.section_before(a, b), formula.section_before(b, a)
        )


def assert_refused(formula: Formula) -> None:
    index = formula.index
    for lock in range(len(index.program.locks)):
        for event in index.of("lock", lock, Refused):
            action = index.events[event].action
            assert isinstance(action, Refused)
            reasons = [
                _open_at(formula, section, event)
                for section in index.opened.of_lock.get(lock, ())
                if Mode.EXCLUSIVE in (action.mode, section.mode)
            ]
            formula.require(*formula.unless_taken(event), *reasons)


def _open_at(formula: Formula, section: Section, event: int) -> Term:
    """The lock is held by that section when the event takes place. Its own thread may hold it."""
    terms = formula.terms
    still = [
        terms.any_of((*formula.unless_taken(release), formula.before(event, release)))
        for release in formula.index.opened.releases[section]
    ]
    return terms.all_of((formula.taken(section.acquire), formula.before(section.acquire, event), *still))
