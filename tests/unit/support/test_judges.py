"""The judges of the rules agree (tests/campaigns/judges.py and c_library.py do the same for thousands of runs), they
know what they should, and what is broken on purpose is noticed (tests/campaigns/rule_mutants.py)."""

import importlib.util
from errno import EBUSY, EDEADLK, EPERM
from pathlib import Path
from types import ModuleType

import pytest

from raddle.model.moves import Move
from raddle.model.rules import actions
from raddle.model.text.parse import parse_ctp
from tests.oracles.history import History
from tests.support import judged_library, judged_runtime
from tests.support.broken_rules import MUTANTS, Mutant
from tests.support.judged_library import Seen, disagreements, seen_in
from tests.support.judged_runs import Judged, compared
from tests.support.random_judged import PROFILES
from tests.support.rules_judged import ABOUT
from tests.support.scripts import RESULTS, SERIAL, NoSuchResult, Script, script_of, told_by

RULES = Path(actions.__file__).parent


def judged(numbers: range, *judges: str, in_c: bool) -> Judged:
    total = Judged()
    for number in numbers:
        total.add(compared(number, judges, in_c=in_c))
    return total


# ---- they agree


def test_the_machine_does_what_the_history_says() -> None:
    total = judged(range(len(PROFILES)), in_c=False)
    assert total.disagreements == []
    assert total.moves > 1_000 and total.standing > 50 and total.ordered > 500


def test_axioms_and_the_formula_of_the_paper_say_the_same_of_orders() -> None:
    total = judged(range(100, 106), "machine", "axioms", "formula", in_c=False)
    assert total.disagreements == []
    assert 0 < total.orders.possible < total.orders.orders


@pytest.mark.compiler
def test_all_judges_of_random_runs_say_the_same() -> None:
    total = judged(range(200, 200 + len(PROFILES)), "machine", "axioms", "formula", "steps", in_c=True)
    assert total.disagreements == []
    assert total.orders.steps > 50 and total.parts > total.possible > 100 and total.ways > 30


@pytest.mark.native
def test_what_calls_return_on_the_c_library_is_possible_and_other_results_of_forced_calls_are_not(
    tmp_path: Path,
) -> None:
    """Where it takes long nothing is said: whether it is stuck, only time tells."""
    total = judged_library.compared(0, judged_library.built(tmp_path), scripts=48, runs=2, when_stuck=False)
    assert total.disagreements == []
    assert total.calls > 300 and total.forced > 30 and total.impossible > 30


@pytest.mark.native
def test_what_calls_return_under_the_runtime_is_possible(tmp_path: Path) -> None:
    program, total = judged_runtime.built(tmp_path), judged_runtime.Judged()
    for number in range(12):
        total.add(judged_runtime.compared(number, program, runs=1))
    assert total.disagreements == []
    assert total.results.calls > 50 and total.followed == 12


# ---- the history


def history(text: str, *events: int | Move) -> History:
    found = History(parse_ctp(text))
    for event in events:
        found.perform(event if isinstance(event, Move) else Move(event))
    return found


def test_of_two_who_want_a_lock_one_waits() -> None:
    text = "lock l\nthread main\ncreate(A)\nlock(l)\nunlock(l)\nthread A\nlock(l)\nunlock(l)"
    here = history(text, 0, 1, 4)
    assert here.moves() == {Move(2)} and [event.number for event in here.here.standing()] == [5]


def test_a_signal_chooses_one_of_those_who_wait_and_nobody_only_where_none_does() -> None:
    text = "condition c\nthread main\ncreate(A)\ncreate(B)\nsignal(c)\nthread {}\nbegin_wait(c)\nwoken(c)\n"
    text = text.format("A") + "thread B\nbegin_wait(c)\nwoken(c)"
    assert Move(2, None) in history(text, 0, 1).moves()
    assert {move.chosen for move in history(text, 0, 1, 4, 5, 8, 9).moves() if move.event == 2} == {1, 2}
    assert history(text, 0, 1, 4, 5, 8, 9, Move(2, 2)).moves() == {Move(3), Move(10)}


def test_the_last_to_come_to_a_barrier_is_told_so() -> None:
    text = "barrier b = 2\nthread main\ncreate(A)\nbarrier(b) last\nthread A\nbarrier(b)"
    assert history(text, 0, 4, 1).moves() == {Move(5)}
    here = history(text, 0, 4, 5)
    assert Move(6) not in here.moves() and not list(history(text, 0, 4, 5, 1).here.standing())


# ---- scripts


def possible(script: str, *results: tuple[int, ...]) -> bool:
    read = script_of(script)
    seen = Seen(False, results, (True,) * len(results))
    try:
        return not disagreements(Script(read.semaphores, read.parties, read.threads), seen)
    except NoSuchResult:
        return False


def test_a_script_is_read_as_it_is_written() -> None:
    script = script_of("1 0 2/N1 l0 c10 u0/B a")
    assert script.threads == (("N1", "l0", "c10", "u0"), ("B", "a")) and script_of(str(script)) == script


def test_what_a_mutex_returns_to_its_own_thread_depends_on_its_kind() -> None:
    assert possible("0 0 1/l1 l1 t1 u1 u1", (0, EDEADLK, EBUSY, 0, EPERM))
    assert possible("0 0 1/l2 l2 t2 u2 u2 u2 u2", (0, 0, 0, 0, 0, 0, EPERM))
    assert not possible("0 0 1/l1 l1", (0, 0))
    assert not possible("0 0 1/l2 u2 u2", (0, 0, 0))


def test_of_threads_at_a_barrier_one_is_told_that_it_was_the_last() -> None:
    assert possible("0 0 2/N1 B/B", (0, SERIAL), (0,))
    assert not possible("0 0 2/N1 B/B", (0, 0), (0,))
    assert not possible("0 0 2/N1 B/B", (0, SERIAL), (SERIAL,))


def test_tickets_tell_who_came_first() -> None:
    assert possible("0 0 1/N1 l0 a u0/t0 a", (0, 0, 0, 0), (EBUSY, 1))
    assert not possible("0 0 1/N1 J1 l0 a u0/t0 a", (0, 0, 0, 1, 0), (EBUSY, 0))


def test_what_no_call_returns_is_no_result() -> None:
    assert all(RESULTS.values())
    with pytest.raises(NoSuchResult):
        told_by(script_of("0 0 1/l0"), ((EPERM,),), (True,))
    assert seen_in("7- / 0 0 +/ 1 /", script_of("0 0 1/N1 J1/a a")).is_stuck


# ---- broken rules


def test_each_rule_that_is_broken_on_purpose_has_its_text() -> None:
    for mutant in MUTANTS:
        assert (RULES / f"{mutant.file}.py").read_text().count(mutant.old) == 1, mutant.name
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) > 100


def broken(mutant: Mutant) -> ModuleType:
    path = RULES / f"{mutant.file}.py"
    spec = importlib.util.spec_from_file_location(f"broken_{mutant.file}", path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    exec(compile(path.read_text().replace(mutant.old, mutant.new), path, "exec"), module.__dict__)
    return module


@pytest.mark.parametrize(
    "name",
    ["tries stand before locks", "a reader gives all back", "takes learn nothing", "the last is anybody",
     "waits leave nothing behind their lock", "joins need no end"],
)  # fmt: skip
def test_a_rule_that_is_broken_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant = next(one for one in MUTANTS if one.name == name)
    monkeypatch.setattr(actions, mutant.file, broken(mutant))
    assert any(compared(number, (), ABOUT[mutant.file], in_c=False).disagreements for number in range(40))
