"""What methods without data say: triples, create and join, lock sets with acquisition histories."""

import random
from itertools import combinations

import pytest

from raddle.encode.index import Index
from raddle.encode.must import MustPrecede, created_and_joined
from raddle.model.actions import Mode
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.text.parse import parse_ctp
from raddle.predict.atomicity.baseline import Counts, Holding, Locks, are_reachable, counted, locks_before
from raddle.predict.atomicity.instances import READ, Instances, outermost
from tests.support.random_block_ctp import BLOCKS, random_block_ctp

A, B, C = range(3)


def holding(lock: int, *since: int, mode: Mode = Mode.EXCLUSIVE) -> Holding:
    return Holding(lock, mode, frozenset((one, Mode.EXCLUSIVE) for one in since))


def locks(*held: Holding) -> Locks:
    return frozenset(held)


# ---- Kahlon, Ivancic, Gupta (CAV 2005)


def test_threads_without_a_common_lock_can_stand_anywhere() -> None:
    assert are_reachable(locks(), locks())
    assert are_reachable(locks(holding(A)), locks(holding(B)))


def test_a_lock_that_both_hold_keeps_them_apart() -> None:
    assert not are_reachable(locks(holding(A)), locks(holding(A)))
    assert not are_reachable(locks(holding(A), holding(B)), locks(holding(C), holding(B)))


def test_readers_hold_a_lock_together() -> None:
    shared = locks(holding(A, mode=Mode.SHARED))
    assert are_reachable(shared, shared)
    assert not are_reachable(shared, locks(holding(A)))


def test_disjoint_locks_with_inconsistent_histories_keep_them_apart() -> None:
    """Each has acquired and given back the other's lock since it has its own: one of the two came too late."""
    assert not are_reachable(locks(holding(A, B)), locks(holding(B, A)))
    assert are_reachable(locks(holding(A, B)), locks(holding(B)))
    assert are_reachable(locks(holding(A, C)), locks(holding(B, C)))


def test_histories_are_of_pairs_of_locks_that_are_held() -> None:
    """A was taken since C, which the first one holds no more: only what it has counts."""
    assert are_reachable(locks(holding(A)), locks(holding(C, A)))
    assert not are_reachable(locks(holding(A, C), holding(B)), locks(holding(C, A)))


def test_a_history_begins_when_the_lock_is_taken() -> None:
    ctp = parse_ctp(
        """
        lock a, b, c
        thread T
          lock(a)
          lock(b)
          unlock(b)
          lock(c)
          unlock(a)
          lock(a)
          skip
        """
    )
    names = {name: number for number, name in enumerate(ctp.locks)}
    before = locks_before(ctp.of_thread(1))
    a, b, c = names["a"], names["b"], names["c"]
    assert before[-3] == locks(holding(c)), "before the last lock(a)"
    assert locks_before(ctp.of_thread(1))[5] == locks(holding(a, b, c), holding(c))
    assert before[-2] == locks(holding(c, a), holding(a)), "a is new: b is no more in its history"


@pytest.mark.parametrize("number", range(30))
def test_points_that_some_run_reaches_together_are_not_excluded(number: int) -> None:
    """Nested or not: the rule is never too strict."""
    rng = random.Random(number)
    bodies = [_random_locking(rng) for _ in range(2)]
    text = ["lock l0, l1, l2", *(line for name, body in enumerate(bodies) for line in (f"thread T{name}", *body))]
    ctp = parse_ctp("\n".join(text))
    together = _reached_together(ctp)
    held = [locks_before(ctp.of_thread(thread)) for thread in (1, 2)]
    assert together
    assert all(are_reachable(held[0][one], held[1][other]) for one, other in together)


def _random_locking(rng: random.Random) -> list[str]:
    held: list[int] = []
    lines = []
    for _ in range(8):
        free = [lock for lock in range(3) if lock not in held]
        if held and (not free or rng.random() < 0.5):
            lines.append(f"unlock(l{held.pop(rng.randrange(len(held)))})")
        else:
            held.append(rng.choice(free))
            lines.append(f"lock(l{held[-1]})")
    return [*lines, *(f"unlock(l{lock})" for lock in held), "skip"]


def _reached_together(ctp: TraceProgram) -> set[tuple[int, int]]:
    """Positions of the two threads, of all states."""
    machine = Machine(ctp)
    seen, stack = {machine.initial}, [machine.initial]
    while stack:
        for _, after in machine.successors(stack.pop()):
            if after not in seen:
                seen.add(after)
                stack.append(after)
    return {(state[1], state[2]) for state in seen if all(state[t] < ctp.threads[t].count for t in (1, 2))}


# ---- counts


def counts(text: str) -> Counts:
    ctp = parse_ctp(text)
    index = Index(ctp)
    return counted(index, Instances(index, lambda event: event))


def test_each_way_to_exclude_leaves_less() -> None:
    found = counts(
        """
        shared x = 0, y = 0
        lock m
        thread main
          x := 1
          y := 1
          create(A)
          create(B)
          join(A)
          join(B)
        thread A
          atomic {
          i := x
          x := i + 1
          lock(m)
          j := y
          y := j + 1
          unlock(m)
          }
        thread B
          x := 5
          lock(m)
          y := 5
          unlock(m)
        """
    )
    assert found == Counts(regions=1, orig_pavs=4, hb_pavs=2, baseline=1)


def test_histories_exclude_what_lock_sets_do_not() -> None:
    """Between its accesses A holds a and has taken b since; B, where it writes, holds b and has taken a since."""
    program = """
        shared x = 0
        lock a, b
        thread A
          lock(a)
          lock(b)
          unlock(b)
          atomic {{
          i := x
          x := i + 1
          }}
          unlock(a)
        thread B
          lock(b)
          {0}
          x := 5
          unlock(b)
        """
    assert counts(program.format("lock(a)\nunlock(a)")).baseline == 0
    assert counts(program.format("skip")).baseline == 1


@pytest.mark.parametrize("number", range(0, 400, 10))
def test_counts_are_those_of_all_triples_one_by_one(number: int) -> None:
    ctp = random_block_ctp(random.Random(number), sorted(BLOCKS)[number // 10 % len(BLOCKS)])
    index = Index(ctp)
    found = Instances(index, lambda event: event)
    assert counted(index, found) == _one_by_one(ctp, found)


def _one_by_one(ctp: TraceProgram, found: Instances) -> Counts:
    must = MustPrecede(ctp, edges=created_and_joined(ctp))
    held = [locks for thread in range(len(ctp.threads)) for locks in locks_before(ctp.of_thread(thread))]
    original = ordered = left = 0
    blocks = outermost(ctp)
    for begin, end in blocks.values():
        for first, last in combinations(range(begin, end + 1), 2):
            for there in (event.number for event in ctp.events if event.thread != ctp.events[begin].thread):
                for cell in {cell for event in (first, there, last) for cell, _ in found.touches.get(event, ())}:
                    kinds = [_kinds(found, event, cell) for event in (first, there, last)]
                    if not all(kinds) or any(kinds[1] | kind == {READ} for kind in (kinds[0], kinds[2])):
                        continue
                    original += 1
                    if must(there, first) or must(last, there):
                        continue
                    ordered += 1
                    left += any(are_reachable(held[at], held[there]) for at in range(first + 1, last + 1))
    return Counts(len(blocks), original, ordered, left)


def _kinds(found: Instances, event: int, cell: int) -> set[str]:
    return {kind for where, kind in found.touches.get(event, ()) if where == cell}


def test_the_classic_example_has_no_run_in_which_both_stand_there() -> None:
    """The acquisition histories are right about the machine."""
    ctp = parse_ctp(
        """
        shared x = 0
        lock a, b
        thread A
          lock(a)
          lock(b)
          unlock(b)
          x := 1
          unlock(a)
        thread B
          lock(b)
          lock(a)
          unlock(a)
          x := 2
          unlock(b)
        """
    )
    held = [locks_before(ctp.of_thread(thread)) for thread in (1, 2)]
    assert not are_reachable(held[0][4], held[1][4])
    assert (4, 4) not in _reached_together(ctp)
    assert {(4, 2), (2, 4)} <= _reached_together(ctp)
