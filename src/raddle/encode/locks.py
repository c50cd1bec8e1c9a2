"""Mutual exclusion of whole critical sections, and tries that found a lock taken. docs/rules.md, Locks.

    sections a, b of one lock and different threads, not both shared, both acquires in:
        some rel of a is in and before acq_b, or some rel of b is in and before acq_a
    a refused try f is in:  some section s that excludes it:  in(acq_s), acq_s < f, and each rel of s that is in is
        after f

A section can be thought of as one moment if nothing inside it is ordered against other threads and nothing there can
stop. Moments need not be ordered among themselves, and a lock that has only moments is left out.
"""

from collections.abc import Collection, Mapping
from itertools import combinations, product
from typing import Final

from raddle.encode.formula import Formula
from raddle.encode.sections import Section
from raddle.logic.terms import Term
from raddle.model.actions import Refused
from raddle.model.rules.lock import excludes

FEW_SECTIONS: Final = 40


def assert_locks(formula: Formula) -> None:
    """Call it when the points of everything else are known: they decide which locks matter."""
    by_lock = {lock: _sections(formula, lock) for lock in formula.index.sections.of_lock}
    by_lock = {lock: sections for lock, sections in by_lock.items() if len({one.thread for one in sections}) > 1}
    mattering = _mattering(formula, by_lock)
    excluding = [sections for sections in by_lock.values() if not mattering.isdisjoint(sections)]
    formula.are_moments(one for sections in excluding for one in sections if one not in mattering)
    for sections in excluding:
        matter = [section for section in sections if section in mattering]
        moments = [section for section in sections if section not in mattering]
        for a, b in (*combinations(matter, 2), *product(moments, matter)):
            _exclude_pair(formula, b, a)


def assert_some_locks(formula: Formula) -> None:
    """On a slice: between the sections that it speaks of, where these are few."""
    by_lock: dict[int, dict[Section, None]] = {}
    for point in formula.points:
        for section in formula.index.sections.around(point):
            by_lock.setdefault(section.lock, {})[section] = None
    for sections in by_lock.values():
        if len(sections) <= FEW_SECTIONS:
            for a, b in combinations(sorted(sections, key=lambda section: section.acquire), 2):
                _exclude_pair(formula, b, a)


def assert_refused(formula: Formula) -> None:
    for lock in range(len(formula.index.ctp.locks)):
        for event in formula.operations("lock", lock, Refused):
            action = formula.index.events[event].action
            assert isinstance(action, Refused)
            reasons = [
                _open_at(formula, section, event)
                for section in _sections(formula, lock)
                if excludes(section.mode, action.mode)
            ]
            formula.require(*formula.unless_taken(event), *reasons)


def _sections(formula: Formula, lock: int) -> list[Section]:
    return [one for one in formula.index.sections.of_lock.get(lock, ()) if formula.may_take_place(one.acquire)]


def _mattering(formula: Formula, by_lock: Mapping[int, list[Section]]) -> set[Section]:
    """Those that cannot be thought of as one moment. Where a lock has such a section, its acquires are points, and so
    are the releases of such sections: what they are inside of is no moment either."""
    matter = {one for sections in by_lock.values() for one in sections if _matters(formula, one)}
    todo, counted = list(matter), set[int]()
    while todo:
        section = todo.pop()
        points = list(section.releases)
        if section.lock not in counted:
            counted.add(section.lock)
            points += [one.acquire for one in by_lock[section.lock]]
        for point in points:
            for outer in formula.index.sections.around(point):
                is_inside = point != outer.acquire and point not in outer.releases
                if is_inside and outer.lock in by_lock and outer not in matter:
                    matter.add(outer)
                    todo.append(outer)
    return matter


def _matters(formula: Formula, section: Section) -> bool:
    """By itself."""
    index, taken = formula.index, formula.taken(section.acquire)
    if index.sections.region_ends or len(section.releases) != 1 or section.acquire in formula.points:
        return True
    held = index.sections.around(section.acquire)
    return any(
        event in formula.points
        or formula.taken(event) is not taken
        or (event not in section.releases and (event in index.linked or _ends_one_of(event, held)))
        for event in index.inside(section)
    )


def _ends_one_of(event: int, held: Collection[Section]) -> bool:
    """Sections may overlap (hand over hand): others may then have to come in between."""
    return any(event in one.releases for one in held)


def _exclude_pair(formula: Formula, a: Section, b: Section) -> None:
    if a.thread != b.thread and a.excludes(b) and not formula.index.must.excludes(a.acquire, b.acquire):
        formula.require(
            *formula.unless_taken(a.acquire, b.acquire), formula.section_before(a, b), formula.section_before(b, a)
        )


def _open_at(formula: Formula, section: Section, event: int) -> Term:
    """The lock is held by that section when the event takes place. Its own thread may hold it."""
    terms = formula.terms
    still = [
        terms.any_of((*formula.unless_taken(release), formula.before(event, release))) for release in section.releases
    ]
    return terms.all_of((formula.taken(section.acquire), formula.before(section.acquire, event), *still))
