"""Cores that are one cause: they differ in threads of the same code or in rounds of loops, and in nothing else."""

from dataclasses import replace
from itertools import permutations

from raddle.base.place import SourcePlace
from raddle.diagnose.merging import merged, unique_pairs
from raddle.report.diagnosed import Cause, Does, Order, Spot


def at(thread: int, does: Does, *, column: int = 1, about: str = "x", position: int = 1, line: int = 5) -> Spot:
    return Spot(f"main.{thread}", SourcePlace("p.c", line, column), does, about, position=position)


def lost(one: int, other: int, position: int = 1, about: str = "x") -> Cause:
    """Both read before either writes."""
    reads = [at(thread, "reads", position=position, about=about) for thread in (one, other)]
    writes = [at(thread, "writes", column=3, position=position + 1, about=about) for thread in (one, other)]
    return Cause((Order(reads[0], writes[1]), Order(reads[1], writes[0])), fails=SourcePlace("p.c", 9), what="x == 2")


def test_threads_of_the_same_code_and_rounds_are_one_cause() -> None:
    causes = [lost(*pair) for pair in permutations((1, 2, 3), 2)]
    (cause,) = merged([*causes, lost(1, 2, position=7)])
    assert cause == replace(causes[0], classes=7)


def test_what_fails_tells_causes_apart() -> None:
    cause = lost(1, 2)
    elsewhere = replace(cause, fails=SourcePlace("p.c", 9, 20))
    assert len(merged([cause, elsewhere, replace(cause, what="y == x")])) == 3


def test_variables_columns_and_kinds_of_access_of_one_line_tell_causes_apart() -> None:
    first = at(1, "reads")
    others = [at(2, "writes", column=3), at(2, "writes", column=3, about="y"), at(2, "writes", column=30)]
    causes = [Cause((Order(first, other),)) for other in (*others, at(2, "updates", column=3))]
    assert len(merged(causes)) == 4
    assert unique_pairs(causes) == 1


def test_elements_of_an_array_and_variables_of_one_function_are_not_told_apart() -> None:
    assert len(merged([lost(1, 2, about="part[0]"), lost(1, 2, about="part[13]")])) == 1
    assert len(merged([lost(1, 2, about="sum of main.1"), lost(1, 2, about="sum of main.2")])) == 1


def test_orders_of_the_same_lines_in_another_shape_are_another_cause() -> None:
    """Two threads that look before each other's write, or one that looks twice before a third one writes."""
    both = lost(1, 2)
    reads, writes = [at(thread, "reads") for thread in (1, 2)], at(3, "writes", column=3)
    one = replace(both, orders=tuple(Order(read, writes) for read in reads))
    assert len(merged([both, one])) == 2


def test_very_many_threads_of_one_code_take_no_time() -> None:
    orders = [Order(at(thread, "reads"), at(99, "writes", column=3)) for thread in range(40)]
    assert len(merged([Cause(tuple(orders)), Cause(tuple(reversed(orders)))])) == 1
