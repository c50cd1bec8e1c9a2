"""Pairs of places: what linear passes settle in both directions, and what is left for the solver to be asked."""

import random

import numpy as np
import pytest

from raddle.decide.answers import Holds, Violated
from raddle.encode.encoder import Encoder
from raddle.encode.index import Index
from raddle.model.actions import Step
from raddle.model.goals import Beside, Meet, Unordered
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.text.parse import parse_ctp
from raddle.predict.decide import Decider, Limits
from raddle.predict.races.decide import Races, decide_races, violation_of
from raddle.predict.races.observed import observed_of
from raddle.predict.races.passes_library import passes_library
from raddle.solve.choose import default_solver
from tests.support.idioms import PLANS
from tests.support.judged_passes import racing_pairs, unordered_pairs
from tests.support.planned_ctp import planned_ctp
from tests.support.race_answers import Asked, run_beside
from tests.support.race_oracle import TooMany
from tests.support.random_ctp import random_ctp
from tests.support.random_goal_ctp import PROFILES, random_goal_ctp

pytestmark = pytest.mark.compiler


def program(declarations: str, *, main: str = "", **bodies: str) -> TraceProgram:
    """Main creates the threads, does what it has to do, and joins them; they run one after the other."""
    lines = [*declarations.split(";"), "thread main"]
    lines += [
        *(f"create({name})" for name in bodies),
        *filter(None, main.split(";")),
        *(f"join({name})" for name in bodies),
    ]
    for name, body in bodies.items():
        lines += [f"thread {name}", *body.split(";")]
    return parse_ctp("\n".join(lines))


def decided(ctp: TraceProgram, asked: Asked) -> Races:
    return decide_races(Encoder(ctp), lambda event: ctp.events[event].label[:1] or str(event), asked)


def racing(races: Races) -> dict[str, str]:
    """How each was found, by its two labels."""
    return {" ".join(sorted(map(str, race.places))): race.how for race in races.races}


# ---- each pass


def test_unordered_in_the_run_itself_is_a_race_with_the_number_of_its_executions() -> None:
    ctp = program("shared x = 0", A="a1: x := 1; a2: x := 2", B="b1: x := 3; b2: r := x")
    asked = Asked(ctp)
    (race,) = decided(ctp, asked).races
    assert (race.how, race.count, sorted(map(str, race.places))) == ("observed", 4, ["a", "b"])
    assert not asked.goals
    assert reached(Machine(ctp), race.goal, race.moves)


def test_common_locks_settle_that_there_is_no_race_unless_both_are_shared() -> None:
    text = "{0}lock(l); {1}: x := 1; {0}unlock(l)"
    ctp = program("shared x = 0; lock l", A=text.format("", "a"), B=text.format("rd", "b"), C=text.format("rd", "c"))
    asked = Asked(ctp)
    races = decided(ctp, asked)
    assert racing(races) == {"b c": "observed"}
    assert (races.pairs, races.by_pass["locks and forced order"], asked.goals) == (3, 2, [])


def test_creating_and_joining_settle_that_there_is_no_race() -> None:
    text = "shared x = 0\nthread main\na: x := 1\ncreate(T)\njoin(T)\nc: x := 3\nthread T\nb: x := 2"
    asked = Asked(parse_ctp(text))
    races = decided(parse_ctp(text), asked)
    assert (races.races, races.pairs, races.by_pass["locks and forced order"]) == ((), 2, 2)
    assert not asked.goals


def test_a_race_hidden_by_the_order_of_a_lock_is_found_without_the_solver() -> None:
    ctp = program("shared x = 0; lock l", A="a: x := 1; lock(l); unlock(l)", B="lock(l); unlock(l); b: x := 2")
    asked = Asked(ctp)
    (race,) = decided(ctp, asked).races
    assert race.how == "sync-preserving" and not asked.goals
    assert reached(Machine(ctp), race.goal, race.moves)


def test_a_section_that_another_one_must_follow_is_brought_to_its_end() -> None:
    """The reads of y keep their writer: so the section of A comes whole, with what is before it."""
    ctp = program(
        "shared x = 0, y = 0; lock l",
        A="lock(l); y := 1; unlock(l); lock(l); unlock(l); a: x := 1",
        B="lock(l); assume(y == 1); unlock(l); b: x := 2",
    )
    asked = Asked(ctp)
    (race,) = decided(ctp, asked).races
    assert race.how in ("observed", "sync-preserving") and not asked.goals
    assert isinstance(race.goal, Meet) and reached(Machine(ctp), race.goal, race.moves)


def test_a_flag_that_releases_is_for_the_solver_and_is_asked_once_for_each_stretch() -> None:
    ctp = program(
        "shared x = 0, f = 0",
        A="a1: x := 1; a2: x := 2; a3: x := 3; f@release := 1",
        B="assume(f@acquire == 1); b1: x := 4; b2: x := 5",
    )
    asked = Asked(ctp)
    races = decided(ctp, asked)
    assert not races.races and not races.undecided
    assert len(asked.goals) == 1, "only the last access of each stretch, and Meet alone"


def test_a_flag_that_orders_nothing_needs_the_other_question_too() -> None:
    ctp = program("shared x = 0, f = 0", A="a: x := 1; f@relaxed := 1", B="assume(f@relaxed == 1); b: x := 4")
    assert racing(decided(ctp, Asked(ctp))) == {"a b": "observed"}
    hidden = program(
        "shared x = 0, f = 0; lock l",
        A="a: x := 1; lock(l); f@relaxed := 1; unlock(l)",
        B="lock(l); unlock(l); assume(f@relaxed == 1); b: x := 4",
    )
    asked = Asked(hidden)
    assert racing(decided(hidden, asked)) == {"a b": "solver"}
    assert {type(goal) for goal in asked.goals} == {Meet, Unordered}


def test_what_is_not_decided_is_said() -> None:
    ctp = program("shared x = 0, f = 0", A="a: x := 1; f@release := 1", B="assume(f@acquire == 1); b: x := 4")
    (undecided,) = decided(ctp, Asked(ctp, answer="time limit")).undecided
    assert undecided.reason == "time limit" and set(undecided.places) == {"a", "b"}


def test_too_many_questions_are_not_passed_over_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raddle.predict.races.stretches.MOST_GOALS", 2)
    ctp = program(
        "shared x = 0, f = 0; lock m",
        A="a1: x := 1; lock(m); unlock(m); a2: x := 1; lock(m); unlock(m); a3: x := 1; f@release := 1",
        B="assume(f@acquire == 1); b1: x := 4; lock(m); unlock(m); b2: x := 4",
    )
    (undecided,) = decided(ctp, Asked(ctp)).undecided
    assert "pairs of executions would have to be looked at" in undecided.reason


def test_symbolic_addresses_may_meet_in_any_of_their_cells() -> None:
    ctp = program("shared v[2] = 0, i = 0", A="a: v[1] := 1", B="j := i; b: v[j] := 2", C="c: i := 1")
    assert "a b" in racing(decided(ctp, Asked(ctp)))


def test_known_pairs_are_not_asked_again_but_count_as_races() -> None:
    ctp = program("shared x = 0", A="a: x := 1", B="b: x := 3")
    asked = Asked(ctp)
    races = decide_races(Encoder(ctp), lambda event: ctp.events[event].label, asked, known=[frozenset("ab")])
    assert not races.races and not asked.goals


def test_with_a_bound_the_passes_only_prove() -> None:
    ctp = program("shared x = 0; lock l", A="a: x := 1", B="b: x := 3; lock(l); c: x := 4; unlock(l)")
    asked = Asked(ctp)
    races = decide_races(Encoder(ctp), lambda event: ctp.events[event].label, asked, bounded=True)
    assert {race.how for race in races.races} == {"solver"} and asked.goals


def test_a_race_of_a_pass_is_made_short_for_people() -> None:
    ctp = program("shared x = 0, y = 0", A="y := 1; y := 2; a: x := 1", B="y := 3; b: x := 3", C="y := 4; y := 5")
    races = {" ".join(sorted(map(str, race.places))): race for race in decided(ctp, Asked(ctp)).races}
    encoder = Encoder(ctp)
    violated = violation_of(encoder, Machine(ctp), races["a b"], 5.0)
    assert reached(Machine(ctp), violated.goal, violated.moves)
    assert all(ctp.threads[ctp.events[move.event].thread].name != "C" for move in violated.moves)


def test_two_stretches_that_never_are_at_once_are_asked_about_once() -> None:
    ctp = program(
        "shared x = 0, y = 0, z = 0, f = 0",
        A="a1: x := 1; c1: y := 2; e1: z := 3; f@release := 1",
        B="assume(f@acquire == 1); b1: x := 4; d1: y := 5; g1: z := 5",
    )
    asked = Asked(ctp)
    races = decided(ctp, asked)
    assert not races.races and not races.undecided
    assert [type(goal) for goal in asked.goals] == [Beside], "one question for three pairs of places"


def test_stretches_that_can_be_at_once_give_each_pair_its_own_run() -> None:
    ctp = program(
        "shared x = 0, y = 0, f = 0; lock l",
        A="lock(l); f := 1; unlock(l); a1: x := 1; c1: y := 2",
        B="lock(l); assume(f == 0); unlock(l); b1: x := 4; d1: y := 5",
    )
    asked = Asked(ctp)
    found = decided(ctp, asked)
    assert set(racing(found)) == {"a b", "c d"} and not found.undecided
    for race in found.races:
        assert reached(Machine(ctp), race.goal, race.moves)


# ---- against the reference


def some_ctp(seed: int, events: int) -> TraceProgram:
    rng = random.Random(seed)
    match seed % 3:
        case 0:
            return random_ctp(rng, events=events)
        case 1:
            return random_goal_ctp(rng, rng.choice(sorted(PROFILES)), events=events)
        case _:
            return planned_ctp(rng, rng.choice(PLANS), events=events)


def test_the_pass_in_c_finds_what_the_clocks_leave_unordered() -> None:
    pairs = 0
    for seed in range(60):
        ctp = some_ctp(seed, events=26)
        observed = observed_of(Index(ctp))
        expected = unordered_pairs(ctp, observed)
        assert racing_pairs(observed) == expected, seed
        pairs += len(expected)
    assert pairs > 300


def test_places_are_paired_and_counted() -> None:
    ctp = program("shared x = 0; lock l", A="x := 1; r := x; x := 2", B="x := 3; lock(l); r := x; unlock(l); x := 4")
    observed = observed_of(Index(ctp))
    places = np.arange(len(ctp.events), dtype=np.int32) % 3
    rows, _ = passes_library().happens_before(observed.rows, places, 10_000)
    expected: dict[tuple[int, int], int] = {}
    for a, b in unordered_pairs(ctp, observed):
        pair = (min(a % 3, b % 3), max(a % 3, b % 3))
        expected[pair] = expected.get(pair, 0) + 1
    found = {(min(row["place_a"], row["place_b"]), max(row["place_a"], row["place_b"])): row["count"] for row in rows}
    assert found == expected and expected


def test_beyond_the_most_pairs_of_places_executions_are_counted() -> None:
    ctp = program("shared x = 0", A="x := 1", B="x := 2", C="x := 3")
    observed = observed_of(Index(ctp))
    rows, beyond = passes_library().happens_before(observed.rows, np.arange(len(ctp.events), dtype=np.int32), 1)
    assert (len(rows), beyond) == (1, 2)


def test_all_answers_together_are_those_of_brute_force() -> None:
    """Whatever is excluded, put together or not asked: the races are exactly those that there are."""
    kinds: dict[str, int] = {}
    for seed in range(90):
        ctp = some_ctp(1000 + seed, events=16)
        try:
            asked = Asked(ctp)
        except TooMany:
            continue
        few = (0, 0, 3)[seed % 3]
        place = {event.number: event.number if not few else event.number * 7 % few for event in ctp.events}
        races = decide_races(Encoder(ctp), place.__getitem__, asked)
        expected = {frozenset((place[a], place[b])) for a, b in asked.truth.pairs}
        assert {frozenset(race.places) for race in races.races} == expected, seed
        assert not races.undecided and not races.beyond
        for race in races.races:
            kinds[race.how] = kinds.get(race.how, 0) + 1
            assert race.how == "solver" or reached(Machine(ctp), race.goal, race.moves), seed
    assert all(kinds[how] for how in ("observed", "sync-preserving", "solver"))


def test_pairs_of_one_place_with_itself_count() -> None:
    ctp = program("shared x = 0", A="x := 1", B="x := 2")
    (race,) = decide_races(Encoder(ctp), lambda event: "a", Asked(ctp)).races
    assert race.places == ("a", "a")


def test_the_encoding_of_two_events_beside_each_other_is_that_of_brute_force() -> None:
    found = 0
    for seed in range(24):
        ctp = some_ctp(2000 + seed, events=14)
        rng, encoder = random.Random(seed), Encoder(ctp)
        decider = Decider(encoder, default_solver(), Limits(minimise_s=0.0))
        accesses = [event for event in ctp.events if isinstance(event.action, Step)]
        pairs = [(a.number, b.number) for a in accesses for b in accesses if a.thread < b.thread]
        for a, b in rng.sample(pairs, min(6, len(pairs))):
            goal = Beside(a, b)
            verdict = decider.decide(goal)
            assert isinstance(verdict, Holds if run_beside(ctp, goal) is None else Violated), (seed, goal)
            found += isinstance(verdict, Violated)
    assert found > 20
