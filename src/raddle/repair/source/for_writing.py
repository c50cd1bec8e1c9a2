"""`ForWriting`: a lock that was taken for reading is taken for writing.

In: the lines where it is taken. Out: in the plans, the other call or the other guard.
"""

from collections.abc import Mapping
from typing import Final

from raddle.repair.fixes import ForWriting
from raddle.repair.source.parsed import CannotWriteError
from raddle.repair.source.statements import statements_at, within
from raddle.repair.source.work import Work

_FOR_WRITING: Final[Mapping[str, str]] = {
    "pthread_rwlock_rdlock": "pthread_rwlock_wrlock",
    "pthread_rwlock_tryrdlock": "pthread_rwlock_trywrlock",
    "pthread_rwlock_timedrdlock": "pthread_rwlock_timedwrlock",
    "shared_lock": "unique_lock",
}


def write_for_writing(work: Work, measure: ForWriting) -> None:
    for line in measure.taken:
        source = work.source(line)
        parts = [node for statement in statements_at(source, line) for node in within(statement) if not node.children]
        words = [node for node in parts if source.text(node) in _FOR_WRITING]
        if not words:
            raise CannotWriteError(f"no call at {source.short_name}:{line.number} takes {measure.lock} for reading")
        for node in words:
            work.plan(source).replace(node, _FOR_WRITING[source.text(node)])
            if source.text(node) == "shared_lock":
                work.include(source, "mutex")
