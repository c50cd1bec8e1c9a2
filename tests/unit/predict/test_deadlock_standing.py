"""Who stands before what in a state, and which states are deadlocks."""

from itertools import takewhile

from raddle.decide.answers import Holds, Violated
from raddle.encode.encoder import Encoder
from raddle.model.goals import Circle, CircleAmong, Goal, Standstill
from raddle.model.held_locks import held_before
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.run import Ran, moves_of, run
from raddle.model.standing import circle, circle_among, deadlocks, standing, standstill
from raddle.model.text.parse import parse_ctp
from raddle.predict.decide import Decider, Limits
from raddle.solve.choose import default_solver

TWO = """
lock a, b
thread T
 t1: lock(a)
 t2: lock(b)
 unlock(b)
 unlock(a)
thread U
 u1: lock(b)
 u2: lock(a)
 unlock(a)
 unlock(b)
thread main
 create(T)
 create(U)
 m: join(T)
 n: join(U)
"""


def numbers(ctp: TraceProgram) -> dict[str, int]:
    return {event.label: event.number for event in ctp.events if event.label}


def after(machine: Machine, *upto: str) -> State:
    """Of each thread up to and with the event of that label, one thread after the other."""
    ctp, order = machine.program, list[int]()
    for label in upto:
        number = numbers(ctp)[label]
        first = ctp.threads[ctp.events[number].thread].first
        order += [event for event in range(first, number + 1) if event not in order]
    reached = run(ctp, moves_of(ctp, order), machine)
    assert isinstance(reached, Ran), reached
    return reached.state


def created(text: str) -> tuple[Machine, State]:
    """Both threads hold their first lock."""
    machine = Machine(parse_ctp(text.replace("create(U)", "c: create(U)")))
    return machine, after(machine, "c", "t1", "u1")


def test_each_waits_for_the_other_and_main_for_one_of_them() -> None:
    machine, state = created(TWO)
    at = numbers(machine.program)
    assert {event.label for (event,) in standing(machine, state).values()} == {"t2", "u2", "m"}
    assert circle(machine, state, (at["t2"], at["u2"]))
    assert circle(machine, state, (at["t2"], at["u2"], at["m"]))
    assert not circle(machine, state, (at["t2"], at["m"]))
    assert not circle(machine, state, (at["t2"],))
    found = deadlocks(machine, state)
    assert found.circles == (frozenset({at["t2"], at["u2"]}),)
    assert found.standstill == {at["t2"], at["u2"], at["m"]}


def test_of_a_circle_among_events_each_is_waited_for() -> None:
    machine, state = created(TWO)
    at = numbers(machine.program)
    assert circle_among(machine, state, ((at["t2"], at["n"]), (at["u2"],)))
    assert not circle_among(machine, state, ((at["t2"], at["u2"]), (at["m"],)))
    assert not circle_among(machine, state, ((at["t2"], at["u1"]),))


def test_a_standstill_may_be_known_by_its_events_or_its_places_or_not_count_for_its_circle() -> None:
    machine, state = created(TWO)
    at = numbers(machine.program)
    both = frozenset({at["t2"], at["u2"]})
    assert standstill(machine, state)
    assert not standstill(machine, state, known=(both,))
    assert standstill(machine, state, known=(both | {at["n"]},))
    assert not standstill(machine, state, places=((frozenset({at["t2"], at["t1"]}), frozenset({at["m"]})),))
    assert standstill(machine, state, places=((frozenset({at["t1"]}), frozenset({at["m"]})),))
    assert not standstill(machine, state, circles=False)


def test_before_the_second_lock_somebody_can_move() -> None:
    machine = Machine(parse_ctp(TWO.replace("create(U)", "c: create(U)")))
    state = after(machine, "c", "t1")
    assert {event.label for (event,) in standing(machine, state).values()} == {"m"}
    assert deadlocks(machine, state).standstill is None


def test_a_lock_is_held_from_its_acquire_to_its_release_or_wait() -> None:
    ctp = parse_ctp(
        "lock a, b\ncondition c\nthread T\n lock(a)\n x: lock(b)\n w: wait(c, b)\n y: unlock(a)\n unlock(b)"
    )
    at = numbers(ctp)
    assert [lock for lock, _ in held_before(ctp, at["x"])] == [0]
    assert [lock for lock, _ in held_before(ctp, at["w'"])] == [0]
    assert [lock for lock, _ in held_before(ctp, at["y"])] == [0, 1]


def test_nobody_stands_while_somebody_is_in_a_region() -> None:
    text = (
        "lock a\nthread T\n t1: lock(a)\n unlock(a)\nthread U\n u1: region_begin\n u2: lock(a)\n unlock(a)\n region_end"
    )
    machine = Machine(parse_ctp(text))
    creates = [event.number for event in machine.program.of_thread(0)]
    order = [*creates, *(event.number for event in machine.program.events if event.label in ("t1", "u1"))]
    starts = [machine.program.threads[thread].first for thread in (1, 2)]
    reached = run(machine.program, moves_of(machine.program, [*creates, *starts, *order[len(creates) :]]), machine)
    assert isinstance(reached, Ran)
    assert standing(machine, reached.state) == {}
    verdict = Decider(Encoder(machine.program), default_solver(), Limits()).decide(
        Circle((numbers(machine.program)["u2"],))
    )
    assert isinstance(verdict, Holds)


def test_with_too_few_switches_there_is_no_deadlock() -> None:
    ctp = parse_ctp(TWO)
    at = numbers(ctp)
    goals: list[Goal] = [Circle((at["u2"], at["t2"])), CircleAmong(((at["t2"],), (at["u2"],))), Standstill()]
    for goal in goals:
        few, enough = (Decider(Encoder(ctp), default_solver(), Limits(switches=most)).decide(goal) for most in (1, 2))
        assert few == Holds(goal, 1)
        assert isinstance(enough, Violated)


def test_whoever_comes_to_a_once_that_goes_on_waits_for_it_whether_it_was_the_first_to_come_or_not() -> None:
    """In the given run U was the first; the paths of verify have always said so."""
    text = """
once o
semaphore s = 0
thread T
 once_begin(o)
 t: take(s)
thread U
 u: once_begin(o)
 once_end(o)
thread main
 create(T)
 create(U)
 m: join(T)
"""
    ctp = parse_ctp(text)
    machine, at = Machine(ctp), numbers(ctp)
    before = (takewhile(lambda event: not event.label, ctp.of_thread(thread)) for thread in (0, 1, 2))
    order = [event.number for events in before for event in events]
    reached = run(ctp, moves_of(ctp, order), machine)
    assert isinstance(reached, Ran)
    assert deadlocks(machine, reached.state).standstill == {at["t"], at["u"], at["m"]}
    assert isinstance(Decider(Encoder(ctp), default_solver(), Limits()).decide(Standstill()), Violated)
