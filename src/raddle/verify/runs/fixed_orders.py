"""Orders that show short bugs at once: each thread last, each thread first. No chance is in them."""

from collections.abc import Iterator
from typing import Final

from raddle.capture.control import FirstPolicy, LastPolicy, Policy
from raddle.trace.recorded import Recording

MOST_THREADS: Final = 4
"""That go first and last, beside main."""


def fixed_orders(first: Recording) -> Iterator[Policy]:
    threads = [thread.path for thread in first.threads][: MOST_THREADS + 1]
    yield from map(LastPolicy, threads)
    yield from map(FirstPolicy, threads[1:])
