"""What axioms know of graphs: sections, semaphores that are locks and rounds of barriers hold on every way."""

from collections.abc import Callable

import pytest

from raddle.encode.encoder import Encoder
from raddle.encode.rounds import fixed_rounds
from raddle.encode.sections import Sections
from raddle.encode.semaphore_locks import semaphore_locks
from raddle.logic.operators import Op
from raddle.model.actions import Acquire, Action, Arrive, Create, Exit, Leave, Post, Release, Start, Take
from raddle.model.goals import Circle
from raddle.model.machine import Machine
from raddle.model.program import Barrier, Semaphore, TraceProgram
from raddle.model.reached import reached
from raddle.model.text.parse import parse_ctp
from raddle.predict.decode import moves_of
from raddle.solve.answer import Sat
from raddle.solve.choose import default_solver
from tests.support.figure_paths import Builder, labelled


def branching(before: tuple[Action, ...], yes: tuple[Action, ...], no: tuple[Action, ...]) -> TraceProgram:
    """Two threads do `before`, and then one or the other; the ways meet again. Labels: thread, way and number."""
    build = Builder(x=0)
    threads = [build.thread(build.main) for _ in range(2)]
    point = build.root(build.main)
    for thread in threads:
        point = build.event(build.main, point, Create(thread))
    build.event(build.main, point, Exit())
    for thread in threads:
        point = build.event(thread, build.root(thread), Start())
        for number, action in enumerate(before):
            point = build.event(thread, point, action, f"{thread} {number}")
        ways = build.branch(thread, point, "x", Op.EQ, 0, f"{thread} branch")
        last = None
        for name, actions, here in zip(("yes", "no"), (yes, no), ways, strict=True):
            for number, action in enumerate(actions):
                is_last = number == len(actions) - 1
                here = build.event(thread, here, action, f"{thread} {name} {number}", to=last if is_last else None)
            last = here
        assert last is not None
        build.event(thread, last, Exit())
    return build.paths(("m",), (Semaphore("s", 1),), (Barrier("b", 2),))


def numbers(paths: TraceProgram) -> Callable[..., list[int]]:
    return lambda *labels: list(labelled(paths, *labels))


def test_a_section_ends_on_each_way_and_a_moment_has_one_end() -> None:
    paths = branching((Acquire(0),), (Release(0),), (Release(0),))
    of = numbers(paths)
    sections = Sections(paths, paths.events)
    assert [one.releases for one in sections.of_lock[0]] == [of("1 yes 0", "1 no 0"), of("2 yes 0", "2 no 0")]
    assert sections.around(of("1 branch yes")[0]) == (sections.by_acquire[of("1 0")[0]],)


def test_a_semaphore_is_a_lock_where_every_way_posts_what_it_took() -> None:
    paths = branching((Take(0),), (Post(0),), (Post(0),))
    of = numbers(paths)
    found = semaphore_locks(paths, paths.events)
    assert found == {0: {of(f"{one} 0")[0]: of(f"{one} yes 0", f"{one} no 0") for one in (1, 2)}}


@pytest.mark.parametrize("no", [(Post(0), Take(0)), (Post(0), Post(0))], ids=["taken again", "posted twice"])
def test_it_is_none_where_a_way_ends_otherwise(no: tuple[Action, ...]) -> None:
    paths = branching((Take(0),), (Post(0),), no)
    assert semaphore_locks(paths, paths.events) == {}


def test_a_round_has_the_arrivals_of_each_way() -> None:
    paths = branching((), (Arrive(0), Leave(0, None)), (Arrive(0), Leave(0, None)))
    of = numbers(paths)
    (only,) = fixed_rounds(paths, paths.events)[0]
    assert only.arrivals == {one: of(f"{one} yes 0", f"{one} no 0") for one in (1, 2)}
    assert only.leaves == of(*(f"{one} {way} 1" for one in (1, 2) for way in ("yes", "no")))


def test_rounds_are_not_fixed_where_one_way_arrives_more_often() -> None:
    pair = (Arrive(0), Leave(0, None))
    paths = branching((), pair, (*pair, *pair))
    assert fixed_rounds(paths, paths.events) == {}


def test_a_section_in_which_another_one_becomes_a_point_is_no_moment() -> None:
    """Program 54 of the campaign `goals`: B's first section of m was cut in two by A's."""
    ctp = parse_ctp(
        "lock m, n, o\nthread A\n lock(m)\n unlock(m)\n lock(n)\n a: lock(o)\n"
        "thread B\n lock(m)\n c: lock(n)\n unlock(n)\n unlock(m)\n lock(m)\n lock(o)\n b: lock(n)"
    )
    number = {event.label: event.number for event in ctp.events if event.label}
    goal = Circle((number["a"], number["b"]))
    encoded = Encoder(ctp).encode(goal)
    around = encoded.formula.index.sections.around(number["c"])
    assert around[0] not in encoded.formula.moments
    answer = default_solver().solve(encoded.query, 30)
    assert isinstance(answer, Sat)
    assert reached(Machine(ctp), goal, moves_of(encoded, answer))
