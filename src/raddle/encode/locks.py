"""Mutual exclusion of whole critical sections, and tries that found a lock taken.

    sections a, b of one lock, not both shared, both acquires in:
        in(rel_a) and rel_a < acq_b, or in(rel_b) and rel_b < acq_a
    a refused try f is in:  some section s that excludes it:  in(acq_s), acq_s < f, and not in(rel_s) or f < rel_s

A section can be thought of as one moment if nothing inside it is ordered against other threads and nothing there can
stop. Moments need not be ordered among themselves, and a lock that has only moments is left out.
"""

from typing import Final

from raddle.encode.formula import Formula
from raddle.encode.sections import Section
from raddle.model.ctp import Mode, Refused

FEW_SECTIONS: Final = 40


def assert_locks(formula: Formula) -> None:
    """Call it when the points of everything else are known: they decide which locks matter."""
    waiting = {lock: _sections(formula, lock) for lock in formula.index.sections.of_lock}
    waiting = {lock: sections for lock, sections in waiting.items() if len({one.thread for one in sections}) > 1}
    moved = True
    while moved:
        moved = False
        for lock, sections in list(waiting.items()):
            if any(_matters(formula, section) for section in sections):
                _exclude(formula, sections)
                del waiting[lock]
                moved = True


def assert_some_locks(formula: Formula) -> None:
    """On a slice: between the sections that it speaks of, where these are few."""
    by_lock: dict[int, dict[Section, None]] = {}
    for point in formula.points:
        for section in formula.index.sections.around(point):
            by_lock.setdefault(section.lock, {})[section] = None
    for sections in by_lock.values():
        if len(sections) <= FEW_SECTIONS:
            _exclude_all(formula, sorted(sections, key=lambda section: section.acquire))


def assert_refused(formula: Formula) -> None:
    for lock in range(len(formula.index.ctp.locks)):
        for event in formula.cone.among(formula.index.operations["lock", lock]):
            action = formula.index.ctp.events[event].action
            if isinstance(action, Refused):
                _refuse(formula, event, action, _sections(formula, lock))


def _sections(formula: Formula, lock: int) -> list[Section]:
    sections = formula.index.sections.of_lock.get(lock, [])
    return [one for one in sections if formula.taken(one.acquire) is not formula.terms.false]


def _matters(formula: Formula, section: Section) -> bool:
    if section.release is None or formula.taken(section.release) is not formula.taken(section.acquire):
        return True
    if formula.index.region_end:
        return True
    inside = range(section.acquire + 1, section.release)
    return any(
        event in formula.points
        or formula.may_stop(event)
        or event in formula.index.linked
        or _ends_an_earlier_one(formula, event, section)
        for event in inside
    ) or not formula.points.isdisjoint((section.acquire, section.release))


def _ends_an_earlier_one(formula: Formula, event: int, section: Section) -> bool:
    """Sections may overlap (hand over hand): others may then have to come in between."""
    around = formula.index.sections.around(event)
    return any(one.release == event and one.acquire < section.acquire for one in around)


def _exclude(formula: Formula, sections: list[Section]) -> None:
    matter = [section for section in sections if _matters(formula, section)]
    moments = [section for section in sections if section not in set(matter)]
    formula.moments.update(moments)
    for number, a in enumerate(matter):
        for b in [*matter[:number], *moments]:
            _exclude_pair(formula, a, b)


def _exclude_all(formula: Formula, sections: list[Section]) -> None:
    for number, a in enumerate(sections):
        for b in sections[:number]:
            _exclude_pair(formula, a, b)


def _exclude_pair(formula: Formula, a: Section, b: Section) -> None:
    if a.thread != b.thread and Mode.EXCLUSIVE in (a.mode, b.mode):
        formula.require(
            *formula.unless_taken(a.acquire, b.acquire), formula.section_before(a, b), formula.section_before(b, a)
        )


def _refuse(formula: Formula, event: int, action: Refused, sections: list[Section]) -> None:
    terms = formula.terms
    reasons = []
    for section in sections:
        if action.mode is Mode.SHARED and section.mode is Mode.SHARED:
            continue
        still = [terms.true]
        if section.release is not None:
            still = [*formula.unless_taken(section.release), formula.before(event, section.release)]
        open_now = (formula.taken(section.acquire), formula.before(section.acquire, event), terms.any_of(still))
        reasons.append(terms.all_of(open_now))
    formula.require(*formula.unless_taken(event), *reasons)
