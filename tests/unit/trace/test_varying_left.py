"""What one thread leaves in memory that varies, and whether another may find it."""

from raddle.trace.forced_order import ForcedOrder, Moment
from raddle.trace.varying.left import Left, LeftBehind, LeftByOthers
from raddle.trace.varying.sources import Origin

SOMEWHERE = frozenset({Origin("clock", "time", 1, ())})


class Order(ForcedOrder):
    """Pairs of (thread, number of the event), the first of which precedes the second."""

    def __init__(self, *pairs: tuple[tuple[int, int], tuple[int, int]]) -> None:
        self.pairs = pairs

    def must_precede(self, first: Moment, second: Moment) -> bool:
        if first.thread == second.thread:
            return first.count < second.count
        return any(
            a[0] == first.thread and first.count <= a[1] and b[0] == second.thread and b[1] <= second.count
            for a, b in self.pairs
        )


def left(*stores: tuple[int, int]) -> list[LeftBehind]:
    """By thread 1: event, and bits of the byte at 8 that vary."""
    made = Left()
    for index, bits in stores:
        made.put(index, 8, 1, bits, SOMEWHERE if bits else frozenset())
    return [{}, dict(made.items())]


def test_what_is_left_is_found_in_any_order() -> None:
    assert LeftByOthers(0, left((3, 0xF)), Order()).at(8, 5) == (SOMEWHERE, 0xF)


def test_what_was_overwritten_is_found_unless_that_must_come_before() -> None:
    assert LeftByOthers(0, left((3, 1), (4, 0)), Order()).at(8, 5) == (SOMEWHERE, 1)
    assert LeftByOthers(0, left((3, 1), (4, 0)), Order(((1, 4), (0, 5)))).at(8, 5) == (frozenset(), 0)


def test_what_comes_later_is_not_found() -> None:
    assert LeftByOthers(0, left((3, 1)), Order(((0, 5), (1, 3)))).at(8, 5) == (frozenset(), 0)


def test_what_the_reader_has_overwritten_is_not_found() -> None:
    others = LeftByOthers(0, left((3, 1)), Order(((1, 3), (0, 4))))
    assert others.at(8, 4) == (SOMEWHERE, 1)
    others.overwritten(8, 1, 4)
    assert others.at(8, 5) == (frozenset(), 0)


def test_a_thread_does_not_hear_of_its_own() -> None:
    assert LeftByOthers(1, left((3, 1)), Order()).at(8, 5) == (frozenset(), 0)
