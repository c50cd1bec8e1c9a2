"""The goal Torn: what it means on the machine; our encoding, the paper's formula and brute force agree on it."""

import random

import pytest

from raddle.decide.answers import Holds, Violated
from raddle.encode.encoder import Encoder
from raddle.encode.index import Index
from raddle.encode.torn import is_never_torn
from raddle.model.goals import Torn
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.run import moves_of
from raddle.model.text.parse import parse_ctp
from raddle.model.values_before import with_values_before
from raddle.papers.atomicity_violations import encode_torn_reference
from raddle.papers.predictive_analysis.decode import decode_reference
from raddle.predict.decide import Decider, Limits
from raddle.solve.answer import Sat, Unsat
from raddle.solve.choose import default_solver
from tests.support.random_block_ctp import BLOCKS, random_block_ctp
from tests.support.torn_oracle import may_tear, torn_of


class Asked:
    """A program, whose events are called by their labels, and whether its block can be torn at four of them."""

    def __init__(self, text: str) -> None:
        self.ctp: TraceProgram = parse_ctp(text)
        self._numbers = {event.label: event.number for event in self.ctp.events if event.label}

    def goal(self, labels: str) -> Torn:
        return Torn(*(self._numbers[label] for label in labels.split()))

    def after(self, labels: str, order: str) -> bool:
        """Whether that run tears it; threads start at their first event."""
        performed = [event.number for event in self.ctp.of_thread(0)]
        for label in order.split():
            event = self.ctp.events[self._numbers[label]]
            first = self.ctp.threads[event.thread].first
            performed += [event.number] if first in performed or not event.thread else [first, event.number]
        return reached(Machine(self.ctp), self.goal(labels), moves_of(self.ctp, performed))

    def torn(self, labels: str) -> bool:
        """By all that can say it."""
        goal = self.goal(labels)
        events = (goal.first, goal.there, goal.back, goal.last)
        expected = events in torn_of(self.ctp).quadruples
        reading = with_values_before(self.ctp, events)
        verdict = Decider(Encoder(reading), default_solver(), Limits()).decide(goal)
        assert isinstance(verdict, Violated if expected else Holds)
        assert not isinstance(verdict, Violated) or reached(Machine(self.ctp), goal, verdict.moves)
        answer = default_solver().solve(encode_torn_reference(reading, goal), 30)
        assert isinstance(answer, Sat if expected else Unsat)
        return expected


LOST = "shared x = 0\nthread A\natomic {\na: r := x\nb: x := r + 1\n}\nthread B\natomic {\nc: r := x\nd: x := r + {}\n}"


@pytest.mark.parametrize("added", [1, 2])
def test_a_lost_update_tears_a_block_also_where_both_add_the_same(added: int) -> None:
    program = Asked(LOST.replace("{}", str(added)))
    assert program.torn("a d c b")


def test_the_other_thread_must_come_between() -> None:
    program = Asked(LOST.replace("{}", "2"))
    assert program.after("a d d b", "a c d")
    assert not program.after("a d d b", "c d a")
    assert not program.after("a d d b", "a c")
    assert not program.after("a d d b", "a c d b")
    assert not program.after("a d d b", "a d c")


TWO = """
shared x = 0, y = 0
thread A
atomic {
a: x := 1
b: y := 1
}
thread B
atomic {
c: r := y
d: s := x
}
"""


def test_two_variables_tear_a_block_whatever_the_other_threads_order() -> None:
    assert Asked(TWO).torn("a d c b")
    assert not Asked(TWO.replace("d: s := x", "d: skip")).torn("a d c b")


def test_one_lock_from_first_to_last_keeps_others_out_who_take_it() -> None:
    text = LOST.replace("{}", "2").replace("shared x = 0", "shared x = 0\nlock m")
    locked = text.replace("a:", "lock(m)\na:").replace("+ 1", "+ 1\nunlock(m)")
    both = Asked(locked.replace("c:", "lock(m)\nc:").replace("+ 2", "+ 2\nunlock(m)"))
    assert is_never_torn(Index(both.ctp), both.goal("a d d b"))
    assert not both.torn("a d d b")
    assert Asked(locked).torn("a d d b")


def test_two_sections_of_one_lock_do_not_keep_others_out() -> None:
    text = LOST.replace("{}", "2").replace("shared x = 0", "shared x = 0\nlock m")
    for label in "abcd":
        text = text.replace(f"\n{label}:", f"\nlock(m)\n{label}:")
    lines = [line + ("\nunlock(m)" if line[:2] in ("a:", "b:", "c:", "d:") else "") for line in text.splitlines()]
    program = Asked("\n".join(lines))
    assert program.torn("a d d b")
    assert program.torn("a d c b")


def test_a_region_is_over_before_anything_else_is_next() -> None:
    text = LOST.replace("{}", "2").replace("d: x := r + 2", "region_begin\nd: x := 5\ne: x := r\nregion_end")
    program = Asked(text)
    assert program.torn("a d d b")
    assert not program.after("a d d b", "a c d")


def test_what_must_come_before_cannot_come_between() -> None:
    text = "shared x = 0\nthread main\natomic {\na: r := x\nb: x := 5\n}\ncreate(B)\nthread B\nd: x := 3"
    assert not Asked(text).torn("a d d b")
    assert not Asked(text.replace("a: r := x", "join(B)\na: r := x").replace("atomic {", "create(B)\natomic {").replace(
        "}\ncreate(B)", "}")).torn("a d d b")  # fmt: skip


def test_a_branch_keeps_the_other_thread_out() -> None:
    block = "thread A\natomic {\na: r := x\nb: x := 5\n}\nc: go := 1"
    text = f"shared x = 0, go = 0\n{block}\nthread B\nif(go == {{}})\nd: x := 3"
    assert not Asked(text.replace("{}", "1")).torn("a d d b")
    assert Asked(text.replace("{}", "0")).torn("a d d b")


def test_what_a_write_adds_is_looked_up_where_a_lock_guards_it() -> None:
    """The value before is read by the write itself; the cell is only ever added to."""
    body = "lock(m)\nr := x\nx := r + 1\nunlock(m)\n"
    block = "thread A\natomic {\na: s := y\nb: y := s + 1\n}"
    text = f"shared x = 0, y = 0\nlock m\n{block}\n{body * 3}thread B\n{body * 3}"
    program = Asked(text + "lock(m)\nt := x\nunlock(m)\nif(t == 6)\nd: y := 7")
    assert not program.torn("a d d b")
    assert Asked(text + "lock(m)\nt := x\nunlock(m)\nif(t == 3)\nd: y := 7").torn("a d d b")


def test_an_access_that_goes_astray_is_next_all_the_same() -> None:
    text = "shared a[2] = 0, i = 0\nthread A\natomic {\na: r := i\nb: s := a[i]\n}\nthread B\nd: i := {}"
    assert Asked(text.replace("{}", "7")).torn("a d d b")
    assert Asked(text.replace("{}", "1")).torn("a d d b")
    assert not Asked(text.replace("{}", "0")).torn("a d d b")


@pytest.mark.parametrize("profile", sorted(BLOCKS))
def test_brute_force_our_encoding_and_the_seeds_agree_on_random_programs(profile: str) -> None:
    asked = 0
    for seed in range(6):
        rng = random.Random(f"{profile} {seed}")
        ctp = random_block_ctp(rng, profile, 11)
        torn = torn_of(ctp).quadruples
        may = sorted(may_tear(ctp))
        reading = with_values_before(ctp, range(len(ctp.events)))
        decider = Decider(Encoder(reading), default_solver(), Limits(minimise_s=0.2))
        for events in rng.sample(may, min(4, len(may))):
            goal = Torn(*events)
            asked += 1
            assert isinstance(decider.decide(goal), Violated if events in torn else Holds), (seed, events)
            answer = default_solver().solve(encode_torn_reference(reading, goal), 30)
            assert isinstance(answer, Sat if events in torn else Unsat), (seed, events)
            if isinstance(answer, Sat):
                assert reached(Machine(ctp), goal, decode_reference(reading, goal.last, answer)), (seed, events)
    assert asked
