"""Runs made by hand -> branches: which events are the same, where paths meet, what nobody has seen."""

from dataclasses import replace

import pytest

from raddle.base.errors import ToolError
from raddle.model.actions import Create, Join
from raddle.trace.state_emitter import NEVER_WRITTEN
from raddle.verify.grow.growing import Growing
from raddle.verify.grow.matching import ExternalNondeterminism
from tests.support.hand_made_runs import At, LabelSource, Written, models_of
from tests.support.told_paths import grown, told

FIGURE_1 = """
shared y = 0
thread main
  create(T1)
  create(T2)
  join(T1)
  join(T2)
thread T1
  l1: y := 2
  l2: {branch}
  {then}
thread T2
  l7: y := 1
"""
ELSE = FIGURE_1.format(branch="assume(y >= 2)", then="l5: assert(y >= 2)")
THEN = FIGURE_1.format(branch="assume(!(y >= 2))", then="l3: y := 9")


def test_one_run_of_figure_1_has_a_frontier_at_its_branch_and_a_failure_at_its_assertion() -> None:
    paths = grown(ELSE).paths()
    assert told(paths, "T1") == [
        "0 -> 1: start",
        "1 -> 2: y := 2",
        "2 -> 3: r7 := y; assume(r7 >= 2)",
        "2 -> 4: r8 := y; assume(!(r8 >= 2))  +1 frontier",
        "3 -> 5: r9 := y; assume(r9 >= 2)",
        "3 -> 6: r10 := y; assume(!(r10 >= 2))  +1 failure",
        "5 -> 7: exit",
    ]


def test_a_second_run_that_goes_the_other_way_leaves_no_frontier() -> None:
    paths = grown(ELSE, THEN).paths()
    assert paths.graph.of_kind("frontier") == ()
    assert len(paths.graph.of_kind("failure")) == 1


def test_a_run_that_goes_a_known_way_adds_nothing() -> None:
    growing, models = Growing(LabelSource()), models_of(ELSE, ELSE, THEN)
    assert [growing.add(models[:count]) for count in (1, 2, 3)] == [True, False, True]


def test_where_the_models_of_earlier_runs_have_changed_all_are_followed_again() -> None:
    growing = Growing(LabelSource())
    growing.add(models_of(ELSE))
    assert growing.add(models_of(ELSE, THEN))
    assert growing.paths().graph.of_kind("frontier") == ()
    assert growing.add(models_of(ELSE, THEN, ELSE))  # what has changed may be the paths


def test_a_run_that_goes_known_ways_adds_nothing_to_the_same_models() -> None:
    growing, models = Growing(LabelSource()), models_of(ELSE, THEN, ELSE)
    growing.add(models[:2])
    assert not growing.add(models)


def test_an_event_of_the_paths_tells_in_which_runs_it_was_seen() -> None:
    growing = grown(ELSE, THEN)
    paths = growing.paths()
    seen = [
        (event.label, [origin.run for origin in growing.origins(event.number)])
        for event in paths.of_thread(1)
        if event.label
    ]
    assert seen == [("l1", [0, 1]), ("l2", [0]), ("l2", [1]), ("l5", [0]), ("l5", [0]), ("l3", [1])]


# ---- ways that meet again

DIAMOND = """
shared f = 0, x = 0
thread main
  create(T1)
  m1: f := 1
  join(T1)
thread T1
  a1: r := f
  a2: assume({not_}(r == 0))
  {then}
  a5: x := x + {held}
"""
MET = {"T1": [At("a5", "behind", {"r": "a1"})]}


def diamond(held: str = "r") -> list[Written]:
    return [
        Written(DIAMOND.format(not_="", then="a3: x := 5", held=held), MET),
        Written(DIAMOND.format(not_="!", then="a4: x := 6", held=held), MET),
    ]


def test_ways_meet_where_the_thread_is_in_the_same_state() -> None:
    assert told(grown(*diamond()).paths(), "T1") == [
        "0 -> 1: start",
        "1 -> 2: r5 := f",
        "2 -> 3: assume(r5 == 0)",
        "2 -> 4: assume(r5 != 0)",
        "3 -> 5: x := 5",
        "4 -> 5: x := 6",
        "5 -> 6: r10 := x; x := r5 + r10",
        "6 -> 7: exit",
    ]


def test_ways_do_not_meet_where_what_is_held_was_read_on_one_of_them() -> None:
    text = DIAMOND.replace("{then}", "a3{0}: q := x")
    runs = [
        Written(text.format("", not_="", held="q"), {"T1": [At("a5", "behind", {"q": "a3"})]}),
        Written(text.format("_", not_="!", held="q"), {"T1": [At("a5", "behind", {"q": "a3_"})]}),
    ]
    lines = told(grown(*runs).paths(), "T1")
    assert sum("x := " in line for line in lines) == 2


def test_ways_do_not_meet_where_different_events_began_what_is_open() -> None:
    text = """
shared f = 0, x = 0
lock m
thread main
  create(T1)
  m1: f := 1
  join(T1)
thread T1
  a2: assume({not_}(f == 0))
  {lock}: lock(m)
  a5: x := 1
  a6: unlock(m)
  a7: x := 2
"""
    places = {"T1": [At("a5", "inside"), At("a7", "behind")]}
    runs = [
        Written(text.format(not_="", lock="a3"), places),
        Written(text.format(not_="!", lock="a4"), places),
    ]
    lines = told(grown(*runs).paths(), "T1")
    assert sum("x := 1" in line for line in lines) == 2
    assert sum("x := 2" in line for line in lines) == 1


def test_what_a_loop_has_written_in_between_makes_another_point() -> None:
    text = """
shared f = 0, x = 0
thread main
  create(T1)
  m1: f := 1
  join(T1)
thread T1
  a1: x := 1
  a2: assume(f == 0)
  a1_2: x := 1
  a2_2: assume(f != 0)
  a3: x := 2
"""
    run = Written(text, {"T1": [At("a1", "head"), At("a1_2", "head")]})
    lines = told(grown(run).paths(), "T1")
    assert sum("x := 1" in line for line in lines) == 2
    assert sum("frontier" in line for line in lines) == 2


def test_counts_of_visible_events_add_up_on_every_way() -> None:
    """The thread does things that nobody sees: they count in `upto` only."""
    one, two = models_of(*diamond())
    late = ("a4", "a5", "")
    events = tuple(
        replace(event, upto=event.upto + 7)
        if event.thread == 1 and event.position > 2 and event.label in late
        else event
        for event in two.ctp.events
    )
    place = replace(two.places[1][0], visible=two.places[1][0].visible + 7)
    two = replace(two, ctp=replace(two.ctp, events=events), places=((), (place,)))
    growing = Growing(LabelSource())
    growing.add([one, two])
    paths = growing.paths()
    labels = {event.label: event.number for event in paths.events if event.label}
    assert (paths.graph.visible[labels["a3"]], paths.graph.passed[labels["a3"]]) == (1, 1)
    assert (paths.graph.visible[labels["a4"]], paths.graph.passed[labels["a4"]]) == (8, 8)
    assert paths.graph.visible[labels["a5"]] == 1


# ---- threads


def test_a_thread_that_is_created_on_one_path_only_is_there_once() -> None:
    text = """
shared f = 0
thread main
  a1: assume({not_}(f == 0))
  {create}
  a3: f := 3
{thread}
"""
    one = text.format(not_="", create="a2: create(T1)", thread="thread T1\n  b1: f := 1")
    two = text.format(not_="!", create="a4: skip", thread="")
    paths = grown(one, two).paths()
    assert [thread.name for thread in paths.threads] == ["main", "T1"]
    assert sum(isinstance(event.action, Create) for event in paths.events) == 1


def test_of_a_thread_that_was_created_and_never_ran_nothing_is_known_behind_its_start() -> None:
    text = "shared f = 0\nthread main\n  create(T1)\n  end_process\nthread T1\n  unstarted\n"
    assert told(grown(text).paths(), "T1") == ["0 -> 1: start", "1 -> 2: skip  +1 frontier"]


def test_where_a_log_ends_nobody_knows_what_comes_next_unless_another_run_shows_it() -> None:
    text = "shared f = 0\nthread main\n  create(T1)\n  end_process\nthread T1\n  b1: f := 1\n"
    assert told(grown(text + "  ...\n").paths(), "T1")[2] == "2 -> 3: skip  +1 frontier"
    assert grown(text + "  ...\n", text).paths().graph.of_kind("frontier") == ()
    assert grown(text, text + "  ...\n").paths().graph.of_kind("frontier") == ()


def test_behind_a_wait_only_a_wake_can_come() -> None:
    text = "condition c\nlock m\nthread main\n  lock(m)\n  a1: begin_wait(c, m)\n  ...\n"
    assert told(grown(text).paths(), "main")[2] == "2 -> 3: woken(c)  +1 frontier"


class BeginSource(LabelSource):
    """Threads are started with what their first event is called."""

    def begin(self, model, thread):  # type: ignore[no-untyped-def]
        return model.ctp.of_thread(thread)[1].label


def test_a_thread_that_is_started_with_something_else_is_another_one_of_the_same_path() -> None:
    text = """
shared f = 0
thread main
  a1: assume({not_}(f == 0))
  {create}: create(T1)
  a3: join(T1)
thread T1
  {routine}: f := 1
"""
    growing = Growing(BeginSource())
    places = {"main": [At("a3", "behind")]}
    growing.add(
        models_of(
            Written(text.format(not_="", create="a2", routine="b1"), places),
            Written(text.format(not_="!", create="a4", routine="c1"), places),
        )
    )
    program = growing.paths()
    assert [thread.name for thread in program.threads] == ["main", "T1", "T1#2"]
    assert [event.action.child for event in program.events if isinstance(event.action, Join)] == [1, 2]


# ---- what is refused


def test_another_operation_in_the_same_state_is_told_with_both_places() -> None:
    text = "shared x = 0, y = 0\nthread main\n  {}\n"
    with pytest.raises(ExternalNondeterminism, match=r"an access at a1 in run 0, an access at a2 in run 1"):
        grown(text.format("a1: x := 1"), text.format("a2: y := 1"))


def test_another_value_written_in_the_same_state_is_told() -> None:
    text = "shared x = 0\nthread main\n  a1: x := {}\n"
    with pytest.raises(ExternalNondeterminism, match="did something else"):
        grown(text.format(1), text.format(2))


def test_memory_that_begins_with_another_value_is_told() -> None:
    text = "shared x = {}\nthread main\n  a1: x := 1\n"
    with pytest.raises(ExternalNondeterminism, match="cell x begins as"):
        grown(text.format(1), text.format(2))


def test_a_join_that_does_not_wait_and_was_seen_to_end_in_one_way_only_is_refused() -> None:
    text = "thread main\n  create(T1)\n  a1: tryjoin(T1)\nthread T1\n  skip\n"
    with pytest.raises(ToolError, match="a join that does not wait"):
        grown(text).paths()


def test_of_a_thread_whose_states_are_in_doubt_no_paths_meet_in_any_run() -> None:
    one, two = models_of(*diamond())
    growing = Growing(LabelSource())
    growing.add([one, two])
    met = len(growing.paths().events)
    growing.add([one, replace(two, doubts=(None, NEVER_WRITTEN))])
    paths = growing.paths()
    assert len(paths.events) > met
    assert [one.what for one in paths.assumptions] == [
        f"in thread T1 {NEVER_WRITTEN}: it holds what it held in the runs"
    ]
