"""Four rows of a walked run that tear a block -> what people want to know of them: `NotAtomic`."""

from raddle.report.racing import Racing
from raddle.report.result import Block, NotAtomic
from raddle.trace.torn import TornRows


def described(
    racing: Racing, rows: TornRows, order: tuple[int, int, int, int], block: Block, other: Block | None
) -> NotAtomic:
    """`order`: in which they took place."""
    forth = racing.race(rows.first, rows.there, both_next=None)
    home = racing.race(rows.back, rows.last, both_next=None)
    return NotAtomic(block, (forth.memory, home.memory), (*forth.accesses, *home.accesses), other, order)
