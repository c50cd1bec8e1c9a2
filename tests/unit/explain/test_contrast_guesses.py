"""Orders that are guessed from one run, how many conflicting operations they flip, and which flips imply others."""

from types import SimpleNamespace
from typing import Any, cast

from raddle.base.segments import Segment
from raddle.explain.contrast.flips import Flipped, strongest
from raddle.explain.contrast.guessed import Guess, flipped
from raddle.explain.contrast.nearby import merged
from raddle.explain.contrast.operations import Operation, Operations
from raddle.explain.contrast.operations import neighbours as neighbours_of

LOCK, X, Y = -7, 1, 2


def run(*words: str) -> Operations:
    """`1 w x`, `1 lock`, `2 unlock`: thread, deed, what."""
    each, events = [], dict[int, int]()
    for place, word in enumerate(words):
        thread, deed, *what = word.split()
        number = int(thread)
        event = events.get(number, 0)
        events[number] = event + 1
        kind = "access" if deed in "rw" else deed
        on = ({"x": X, "y": Y}[what[0]],) if what else (LOCK,)
        each.append(Operation(number, event, place, event, place, 0, on, deed != "r", kind))
    count = 1 + max(one.thread for one in each)
    trace = SimpleNamespace(threads=[SimpleNamespace(path=f"t{number}", index=number) for number in range(count)])
    return Operations(cast(Any, trace), tuple(each), (), ())


def test_inverted_pairs_count_unless_both_read() -> None:
    assert flipped([(0, True), (1, True)]) == 0
    assert flipped([(1, True), (0, True)]) == 1
    assert flipped([(1, False), (0, False)]) == 0
    assert flipped([(2, True), (1, False), (0, False)]) == 2


def test_the_same_ranks_give_the_same_order() -> None:
    operations = run("0 r x", "1 r x", "1 w x", "0 w x")
    guess = Guess(operations)
    same = guess.reordered(lambda one: (one.place, 0, 0), 0, 3)
    assert tuple(guess.order(same)) == operations.each
    assert guess.flips(same) == 0


def test_a_thread_that_is_late_flips_what_it_did_before_others() -> None:
    operations = run("0 r x", "1 r x", "1 w x", "0 w x")
    guess = Guess(operations)
    late = guess.reordered(lambda one: (one.thread == 0, one.place, 0), 0, 3)
    assert [one.thread for one in late.done] == [1, 1, 0, 0]
    assert guess.flips(late) == 1  # the first read and the write of the other thread
    assert guess.flips(late, towards={0: 3, 1: 0, 2: 1, 3: 4}) == 0  # a run that had it so


def test_what_is_behind_the_change_stays_as_it_was() -> None:
    operations = run("0 w y", "0 r x", "1 w x", "0 w x", "1 r y")
    guess = Guess(operations)
    change = guess.reordered(lambda one: (one.place + 2 * (one.place == 1), one.thread, 0), 1, 2)
    assert [one.place for one in change.done] == [2, 1]
    assert [one.place for one in guess.order(change)] == [0, 2, 1, 3, 4]
    assert guess.flips(change) == 1


def test_whoever_has_a_lock_gives_it_back_before_others_get_it() -> None:
    operations = run("0 lock", "0 w x", "0 unlock", "1 lock", "1 w x", "1 unlock")
    guess = Guess(operations)
    first_of_each = guess.reordered(lambda one: (one.event, one.thread, 0), 0, 5)
    assert [one.thread for one in first_of_each.done] == [0, 0, 0, 1, 1, 1]
    other_first = guess.reordered(lambda one: (-one.thread, one.place, 0), 0, 5)
    assert [one.thread for one in other_first.done] == [1, 1, 1, 0, 0, 0]
    assert guess.flips(other_first) == 2  # who gets the lock, and who writes first


def test_sections_and_turns_are_found_around_an_operation() -> None:
    operations = run("0 r y", "0 lock", "0 w x", "1 r y", "0 r x", "0 unlock")
    guess = Guess(operations)
    write = operations.each[2]
    assert guess.got_locks(write) == operations.each[1]
    assert guess.gives_locks(write) == operations.each[5]
    assert guess.turn_of(write) == list(operations.each[:3])


def test_neighbours_are_conflicting_operations_with_none_between() -> None:
    operations = run("0 w x", "1 r x", "1 r x", "0 w x", "1 w y")
    found = {(one.place, other.place) for one, other in neighbours_of(operations)}
    assert found == {(0, 1), (0, 2), (1, 3), (2, 3)}


def test_a_flip_that_follows_from_another_one_is_left_out() -> None:
    passing = run("1 r x", "1 w x", "0 r x", "0 w x").each
    pairs = [Flipped(passing[1], passing[3], X, True), Flipped(passing[1], passing[2], X, True)]
    assert strongest([*pairs, Flipped(passing[0], passing[3], X, True)]) == [pairs[1]]


def test_neighbouring_segments_of_a_thread_are_one() -> None:
    assert list(merged([(0, 2), (0, 3), (1, 4), (0, 3), (1, 5)], ["a", "b"])) == [Segment("a", 3), Segment("b", 5)]
