"""The door: a fix as edited text.

In: a `Fix`, the texts of all sources that may be edited, by file name as the fix has them, and which of them each
compilation reads. Out: the new texts of those that change, or `Refused`.
"""

from collections.abc import Mapping, Sequence, Set
from typing import assert_never

from raddle.repair.fixes import Atomic, Fix, ForWriting, Locked, Ordered, Rechecked, Refused
from raddle.repair.source.atomics import write_atomic
from raddle.repair.source.for_writing import write_for_writing
from raddle.repair.source.locking import write_locked
from raddle.repair.source.moving import write_join, write_move
from raddle.repair.source.ordering import write_condition, write_semaphore
from raddle.repair.source.parsed import CannotWriteError, parse_all
from raddle.repair.source.rechecking import write_rechecked
from raddle.repair.source.work import Work


def written(fix: Fix, texts: Mapping[str, str], units: Sequence[Set[str]]) -> Mapping[str, str] | Refused:
    """File to whole new text, of the files that change."""
    try:
        work = Work(parse_all(texts), units)
        for index, measure in enumerate(fix):
            match measure:
                case Locked():
                    write_locked(work, measure, index)
                case Ordered():
                    _write_ordered(work, measure, index)
                case Atomic():
                    write_atomic(work, measure)
                case Rechecked():
                    write_rechecked(work, measure)
                case ForWriting():
                    write_for_writing(work, measure)
                case _:
                    assert_never(measure)
        return work.results()
    except CannotWriteError as cannot:
        return Refused(str(cannot))


def _write_ordered(work: Work, measure: Ordered, index: int) -> None:
    match measure.by:
        case "condition":
            write_condition(work, measure, index)
        case "semaphore":
            write_semaphore(work, measure, index)
        case "join":
            write_join(work, measure, index)
        case "move":
            write_move(work, measure, measure.created, index)
        case "earlier":
            write_move(work, measure, measure.ahead_of, index)
        case _:
            assert_never(measure.by)
