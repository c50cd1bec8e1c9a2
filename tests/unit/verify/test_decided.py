"""Main's part with all that it reads decided (verify/grow/decided.py)."""

from collections.abc import Sequence
from dataclasses import replace

from raddle.model.actions import Create, Step
from raddle.model.recorded.several import RunModel
from raddle.verify.grow.decided import Decisions, only_main_creates
from raddle.verify.grow.growing import Growing
from tests.support.hand_made_runs import At, LabelSource, Written, models_of
from tests.support.told_paths import told

RUN = """
shared x = 0, y = 5
thread main
  m0: y := y + 1
  create(T1)
  {among}
  join(T1)
  m2: y := x + y
thread T1
  t1: {does}
"""
READS = Written(RUN.format(among="m1: y := y + x", does="x := 1"), {"main": [At("m2", "here", {"held": "m1"})]})
PLAIN = RUN.format(among="", does="x := 1")


def seen(*runs: Written | str) -> list[RunModel]:
    """Each thread as soon as it is created, and to its end."""
    found = []
    for model in models_of(*runs):
        main, others = model.ctp.of_thread(0), model.ctp.events[len(model.ctp.of_thread(0)) :]
        created = next(at for at, event in enumerate(main, 1) if isinstance(event.action, Create))
        order = tuple(event.number for event in (*main[:created], *others, *main[created:]))
        found.append(replace(model, ctp=replace(model.ctp, observed=order)))
    return found


def paths_of(models: Sequence[RunModel]) -> list[str]:
    growing = Growing(LabelSource())
    growing.add(models)
    return told(growing.paths(), "main")


def test_behind_what_main_reads_it_decides_and_where_others_are_over_it_looks_at_what_they_wrote() -> None:
    assert paths_of(Decisions().decided(seen(READS))) == [
        "0 -> 1: r0 := y; y := r0 + 1",
        "1 -> 2: create(T1)",
        "2 -> 3: r2 := y; r2.1 := x; y := r2 + r2.1",
        "3 -> 4: assume(r2 == 6 && r2.1 == 1)  +0",
        "3 -> 5: assume(!(r2 == 6 && r2.1 == 1))  +0 frontier",
        "4 -> 6: join(T1)",
        "6 -> 7: r6 := x  +0",
        "7 -> 8: assume(r6 == 1)  +0",
        "7 -> 9: assume(r6 != 1)  +0 frontier",
        "8 -> 10: r9 := x; r9.1 := y; y := r9 + r9.1",
        "10 -> 11: assume(r9 == 1 && r9.1 == 7)  +0",
        "10 -> 12: assume(!(r9 == 1 && r9.1 == 7))  +0 frontier",
        "11 -> 13: exit",
    ]


def test_what_it_reads_before_there_are_others_is_left_alone() -> None:
    decided = Decisions().decided(seen(PLAIN))[0].ctp
    plain = seen(PLAIN)[0].ctp
    assert [str(event.action) for event in decided.of_thread(0)[:2]] == [
        str(event.action) for event in plain.of_thread(0)[:2]
    ]


def test_other_threads_are_as_they_were() -> None:
    models = seen(READS)
    decided = Decisions().decided(models)[0].ctp
    assert [event.action for event in decided.of_thread(1)] == [event.action for event in models[0].ctp.of_thread(1)]


def test_what_is_held_behind_a_decision_is_its_value() -> None:
    (place,) = Decisions().decided(seen(READS))[0].places[0]
    assert [term.constant for _, term in place.held] == [6]


def test_a_cell_that_another_run_writes_is_looked_at_in_all() -> None:
    other = RUN.format(among="", does="y := 9")
    decided = Decisions().decided(seen(PLAIN, other))
    looks = [model.ctp.of_thread(0)[3].action for model in decided]
    assert [len(look.reads) for look in looks if isinstance(look, Step)] == [2, 2]


def test_models_are_the_same_as_long_as_nothing_is_new() -> None:
    decisions, models = Decisions(), seen(PLAIN, PLAIN)
    first = decisions.decided(models[:1])
    assert decisions.decided(models)[0] is first[0]


def test_where_others_create_threads_nobody_is_known_to_be_over() -> None:
    nested = """
shared x = 0
thread main
  create(T1)
  join(T1)
thread T1
  create(T2)
  join(T2)
thread T2
  x := 1
"""
    assert not only_main_creates(models_of(nested))
    decided = Decisions().decided(models_of(nested))[0].ctp
    assert len(decided.of_thread(0)) == len(models_of(nested)[0].ctp.of_thread(0))
