"""All blocks of a trace program: decided as by brute force, by runs where they show it, else by few questions."""

import random
from collections.abc import Callable, Hashable, Sequence

import pytest

from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.encode.index import Index
from raddle.model.goals import Goal, Torn, TornAmong
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.run import moves_of, switches
from raddle.model.text.parse import parse_ctp
from raddle.model.values_before import with_values_before
from raddle.predict.atomicity import decide as deciding
from raddle.predict.atomicity.asked import Ask, Asking
from raddle.predict.atomicity.candidates import candidates_of
from raddle.predict.atomicity.decide import Tears, decide_atomicity, torn_triples
from raddle.predict.atomicity.instances import Instances, outermost
from raddle.predict.atomicity.sample import Sampling
from raddle.predict.decide import Decider, Limits
from raddle.solve.choose import default_solver
from tests.support.random_block_ctp import BLOCKS, random_block_ctp
from tests.support.torn_oracle import Quadruple, torn_of

TWO_SECTIONS = "lock(m); {0} := x; unlock(m); lock(m); x := {0} + {1}; unlock(m)"
ONE_SECTION = "lock(m); {0} := x; x := {0} + {1}; unlock(m)"
BEHIND_A_FLAG = "assume(ready == 1); {0} := x; x := {0} + {1}"


def program(*bodies: str, declared: str = "shared x = 0; shared ready = 0; lock m") -> TraceProgram:
    lines = declared.split(";")
    for name, body in zip("ABCD", bodies, strict=False):
        lines += [f"thread {name}", *body.split(";")]
    return parse_ctp("\n".join(lines))


def block(body: str, name: str, amount: int) -> str:
    return f"atomic {{; {body.format(name, amount)}; }}"


class Asked:
    """Asks the decider, and remembers what it was asked."""

    def __init__(self, answer: Callable[[Goal], Verdict] | None = None) -> None:
        self.goals: list[Goal] = []
        self._answer = answer

    def __call__(self, encoder: Encoder) -> Ask:
        decide = self._answer or Decider(encoder, default_solver(), Limits(minimise_s=0.1)).decide

        def ask(groups: Sequence[Sequence[Goal]]) -> list[list[Verdict]]:
            return [self._group(group, decide) for group in groups]

        return ask

    def _group(self, goals: Sequence[Goal], decide: Callable[[Goal], Verdict]) -> list[Verdict]:
        found: list[Verdict] = []
        for goal in goals:
            self.goals.append(goal)
            found.append(decide(goal))
            if isinstance(found[-1], Violated):
                break
        return found


def decided(ctp: TraceProgram, asked: Asked | None = None, *, bounded: bool = False) -> Tears:
    return decide_atomicity(ctp, lambda event: ctp.events[event].origin, asked or Asked(), bounded=bounded)


# ---- as brute force says


def by_places(ctp: TraceProgram, torn: set[Quadruple], place_of: Callable[[int], Hashable]) -> set[tuple[object, ...]]:
    blocks = outermost(ctp)
    found: set[tuple[object, ...]] = set()
    for events in torn:
        number = next(number for number, (first, last) in blocks.items() if first <= events[0] <= last)
        found.add((number % 2, *map(place_of, events)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("number", range(7, 907, 30))
def test_every_four_places_are_decided_as_by_brute_force(number: int) -> None:
    ctp = random_block_ctp(random.Random(number), sorted(BLOCKS)[number // 30 % len(BLOCKS)])
    torn = torn_of(ctp, 40_000).quadruples

    places = 10_000 if number % 60 == 7 else 3

    def place_of(event: int) -> int:
        return event % places

    found = decide_atomicity(ctp, place_of, Asked(), block_of=lambda number: number % 2)
    assert not found.undecided and not found.beyond
    assert {(one.block % 2, *one.places) for one in found.tears} == by_places(ctp, torn, place_of)
    machine = Machine(ctp)
    for one in found.tears[:3]:
        assert one.places == tuple(map(place_of, (one.goal.first, one.goal.there, one.goal.back, one.goal.last)))
        assert reached(machine, one.goal, one.moves)
        assert one.switches == switches(ctp, one.moves, one.goal.last)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(71, 371, 30))
def test_a_question_for_many_says_what_each_of_them_says(number: int) -> None:
    ctp = random_block_ctp(random.Random(number), sorted(BLOCKS)[number // 30 % len(BLOCKS)])
    torn = torn_of(ctp, 40_000).quadruples
    index, machine = Index(ctp), Machine(ctp)
    instances = Instances(index, lambda event: event)
    goals = {key: list(one.goals()) for key, one in candidates_of(index, instances).questions.items()}
    encoder = Encoder(with_values_before(ctp, range(len(ctp.events))))
    asked = Asked()
    verdicts = Asking(index, machine, Sampling(ctp, machine, instances), asked(encoder)).all(goals, together=True)
    for key, group in goals.items():
        expected = any((goal.first, goal.there, goal.back, goal.last) in torn for goal in group)
        assert any(isinstance(verdict, Violated) for verdict in verdicts[key]) is expected, key
        assert not any(isinstance(verdict, Undecided) for verdict in verdicts[key])
    assert not goals or len(asked.goals) <= sum(map(len, goals.values()))


def test_triples_are_counted_event_by_event() -> None:
    ctp = program(block(TWO_SECTIONS, "i", 1), block(TWO_SECTIONS, "j", 2))
    triples = torn_triples(ctp, Asked())
    assert triples is not None
    assert len(triples) == 2
    assert all(goal.there == goal.back for goal in triples)
    counts = decided(ctp).counts
    assert (counts.regions, counts.orig_pavs, counts.hb_pavs, counts.baseline, counts.sym_avs) == (2, 2, 2, 2, 2)


# ---- how it is decided


def test_what_random_runs_show_is_not_asked() -> None:
    asked = Asked()
    found = decided(program(block(TWO_SECTIONS, "i", 1), block(TWO_SECTIONS, "j", 2)), asked)
    assert len(found.tears) > 1
    assert not asked.goals


def test_what_a_lock_excludes_is_not_asked() -> None:
    asked = Asked()
    assert not decided(program(block(ONE_SECTION, "i", 1), block(ONE_SECTION, "j", 2)), asked).tears
    assert not asked.goals


def test_what_data_excludes_takes_one_proof_for_two_threads() -> None:
    one = f"{block(TWO_SECTIONS, 'i', 1)}; {block(TWO_SECTIONS, 'k', 1)}; ready := 1"
    other = f"assume(ready == 1); {block(TWO_SECTIONS, 'j', 2)}; {block(TWO_SECTIONS, 'n', 2)}"
    asked = Asked()
    assert not decided(program(one, other), asked).tears
    assert len(asked.goals) == 2
    assert all(isinstance(goal, TornAmong) and len(goal.goals) > 4 for goal in asked.goals)


def test_an_access_that_may_be_the_last_one_is_asked_alone() -> None:
    """The guard of `last` may fail there: nothing says that the run goes on."""
    first = "atomic {; i := x; assume(x == i) { x := i + 1 }; }; ready := 1"
    asked = Asked()
    found = decided(program(first, "assume(ready == 1); x := 5"), asked)
    assert not found.tears
    assert asked.goals and all(isinstance(goal, Torn) for goal in asked.goals)


def test_a_read_whose_guard_then_fails_is_torn_there() -> None:
    ctp = program("atomic {; i := x; assume(x == i) { x := i + 1 }; }", "x := 5")
    goals = {one.goal for one in decided(ctp).tears}
    assert goals
    machine = Machine(ctp)
    assert all(reached(machine, one.goal, one.moves) for one in decided(ctp).tears)


def test_within_a_bound_every_goal_is_asked_for_itself() -> None:
    asked = Asked()
    found = decided(program(block(TWO_SECTIONS, "i", 1), block(TWO_SECTIONS, "j", 2)), asked, bounded=True)
    assert found.tears
    assert asked.goals and all(isinstance(goal, Torn) for goal in asked.goals)


def test_a_proof_for_a_bound_is_told() -> None:
    ctp = program(f"{block(TWO_SECTIONS, 'i', 1)}; ready := 1", f"assume(ready == 1); {block(TWO_SECTIONS, 'j', 2)}")
    found = decided(ctp, Asked(lambda goal: Holds(goal, 2)), bounded=True)
    assert found.bounded and not found.tears and not found.undecided
    assert not decided(ctp, Asked(Holds), bounded=True).bounded


# ---- what is not decided is said


def unsolved() -> TraceProgram:
    return program(f"{block(TWO_SECTIONS, 'i', 1)}; ready := 1", f"assume(ready == 1); {block(TWO_SECTIONS, 'j', 2)}")


def test_what_nobody_can_answer_is_undecided_with_the_reason() -> None:
    found = decided(unsolved(), Asked(lambda goal: Undecided(goal, "no time")))
    assert found.undecided and not found.tears
    assert {one.reason for one in found.undecided} == {"no time"}
    assert {one.block for one in found.undecided} <= {0, 1}


def test_too_many_executions_are_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "MOST_GOALS", 1)
    monkeypatch.setattr(deciding, "FEW_GOALS", 1)
    one = "; ".join([block(TWO_SECTIONS, "i", 1)] * 2)
    ctp = program(f"{one}; ready := 1", f"assume(ready == 1); {block(TWO_SECTIONS, 'j', 2)}")
    found = decide_atomicity(
        ctp, lambda event: type(ctp.events[event].action), Asked(), block_of=lambda number: "block"
    )
    assert found.undecided and not found.tears
    assert all("would have to be looked at" in one.reason for one in found.undecided)


def test_a_program_without_blocks_has_nothing_to_ask() -> None:
    found = decided(program("x := 1", "x := 2"))
    assert not found.tears and not found.undecided
    assert found.counts.regions == 0


def test_the_given_run_counts() -> None:
    ctp = program(block(TWO_SECTIONS, "i", 1), block(TWO_SECTIONS, "j", 2))
    index, machine = Index(ctp), Machine(ctp)
    instances = Instances(index, lambda event: event)
    wanted = candidates_of(index, instances).questions
    one = [event.number for event in ctp.of_thread(1)]
    other = [event.number for event in ctp.of_thread(2)]
    main = [event.number for event in ctp.of_thread(0)]
    run = moves_of(ctp, [*main[:2], *one[:4], *other, *one[4:]])
    shown = Sampling(ctp, machine, instances).shown_by(run, wanted)
    assert shown
    assert all(reached(machine, goal, moves) for goal, moves in shown.values())
    assert len(shown) < len(wanted)
