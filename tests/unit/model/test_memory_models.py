"""The seam of memory models: what allows more and what allows less is plugged in, and everything else goes on."""

from pathlib import Path

import pytest

from raddle.base.errors import UserError
from raddle.check import CheckOptions, Timed, check_std, check_text
from raddle.model.memory import SEQUENTIAL, MemoryModel
from raddle.model.text.parse import parse_ctp
from raddle.report.progress import Stages
from tests.oracles.store_buffers import violated_under
from tests.support import memory_models
from tests.support.exactness_models import MODELS, ModelsExactness, compared, violated

STORES_WAIT = """shared x: 8 = 0, y: 8 = 0, p: 8 = 0, q: 8 = 0
thread main
  create(A)
  create(B)
  join(A)
  join(B)
  assert((p != 0) | (q != 0))
thread A
  x := 1
  BETWEEN
  r := y
  p := r
thread B
  y := 1
  BETWEEN
  s := x
  q := s
"""
MESSAGE = """shared x: 8 = 0, y: 8 = 0
lock m
thread A
  x := 1
  BETWEEN
  y := 1
thread B
  r := y
  s := x
  assert((r != 1) | (s != 0))
"""
OWN = """shared x: 8 = 0, i: 8 = 0, v[2]: 8 = 0
thread A
  x := 1
  r := x
  assert(r != 0)
  v[r] := 2
  s := v[1]
  assert(s == 2)
thread B
  i := 1
"""
LOST = """shared x: 8 = 0
thread main
  create(A)
  create(B)
  join(A)
  join(B)
  assert(x == 2)
thread A
  r := x
  x := r + 1
thread B
  s := x
  x := s + 1
"""


class Quiet(Stages):
    def stage(self, name: str, total: int = 0) -> None:
        pass

    def advance(self) -> None:
        pass


def under(text: str) -> list[str]:
    """The models under which some assertion can fail: all who are asked say the same."""
    ctp = parse_ctp(text)
    found = []
    for name, model in MODELS.items():
        said = violated(model, ctp)
        assert said.keys() >= {"solver", "machine"}
        assert all(one == violated_under(name, ctp) for one in said.values()), name
        if said["solver"]:
            found.append(name)
    return found


@pytest.mark.parametrize(
    ("text", "between", "expected"),
    [
        (STORES_WAIT, "skip", ["TSO", "PSO"]),
        (STORES_WAIT, "fence(seq_cst)", []),
        (STORES_WAIT, "x@seq_cst := 1", []),
        (MESSAGE, "skip", ["PSO"]),
        (MESSAGE, "fence(release)", []),
        (MESSAGE, "lock(m)\n unlock(m)", []),
        (OWN, "", []),
        (LOST, "", ["SC", "TSO", "PSO"]),
    ],
)
def test_what_reads_may_see_is_the_models_to_say(text: str, between: str, expected: list[str]) -> None:
    if text == STORES_WAIT and between.startswith("x@"):
        text = text.replace("y := 1\n  BETWEEN", "y@seq_cst := 1\n  skip")
    assert under(text.replace("BETWEEN", between)) == expected


@pytest.mark.slow
def test_random_programs_are_the_same_to_brute_force_with_buffers_and_to_all_who_know_one_order_alone() -> None:
    total = ModelsExactness()
    for number in (*range(50, 60), 70):
        total.add(compared(number))
    assert total.disagreements == []
    assert total.more_pso >= total.more_tso > 0
    assert total.fewer > 0


@pytest.mark.compiler
@pytest.mark.parametrize("text", [STORES_WAIT, MESSAGE])
def test_the_search_of_all_states_is_asked_as_well(text: str) -> None:
    ctp = parse_ctp(text.replace("BETWEEN", "skip"))
    assert all(violated(model, ctp)["search"] == violated_under(name, ctp) for name, model in MODELS.items())


@pytest.mark.parametrize("broken", ["_earlier", "_forwarded", "_drain"])
def test_a_model_with_a_broken_rule_is_noticed(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The buffer keeps no order; nobody reads his own; nobody waits until it is empty."""
    nothing = {
        "_earlier": lambda thread, write: [],
        "_forwarded": lambda thread, read: [thread._access(read)],
        "_drain": lambda thread, event: thread._pending.clear(),
    }
    monkeypatch.setattr(memory_models._Buffered, broken, nothing[broken])
    texts = [STORES_WAIT.replace("BETWEEN", "fence(seq_cst)"), MESSAGE.replace("BETWEEN", "skip"), OWN]
    wrong = [
        (text, name)
        for text in texts
        for name in ("TSO", "PSO")
        for ctp in [parse_ctp(text)]
        if violated(MODELS[name], ctp)["solver"] != violated_under(name, ctp)
    ]
    assert wrong


def test_sequential_consistency_is_the_trace_program_as_it_is() -> None:
    ctp = parse_ctp(LOST)
    explained = SEQUENTIAL.explained(ctp)
    assert explained.program is ctp
    assert explained.given == tuple(range(len(ctp.events)))


# ---- check


def checked(folder: Path, text: str, memory: MemoryModel, *properties: str) -> list[tuple[str, int]]:
    path = folder / "test.ctp"
    path.write_text(text)
    options = CheckOptions(memory=memory, properties=properties or ("assertions", "deadlocks"))  # type: ignore[arg-type]
    result = check_text(parse_ctp(text), path, options, Quiet(), Timed())
    assert not result.open
    return [(one.kind, one.place.line) for one in result.findings if one.place is not None]


def test_check_asks_under_the_model_and_tells_the_places_of_the_given_program(tmp_path: Path) -> None:
    text = MESSAGE.replace("BETWEEN", "skip")
    assert checked(tmp_path, text, MODELS["SC"]) == []
    assert checked(tmp_path, text, MODELS["TSO"]) == []
    assert checked(tmp_path, text, MODELS["PSO"]) == [("assertion", 10)]
    assert checked(tmp_path, LOST, MODELS["SC"]) == [("assertion", 7)]
    assert checked(tmp_path, LOST, MODELS["cooperative"]) == []


def test_of_accesses_that_a_model_does_not_keep_nobody_can_ask(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="PSO says nothing of accesses"):
        checked(tmp_path, LOST, MODELS["PSO"], "races", "memory")
    assert checked(tmp_path, LOST, MODELS["PSO"], "races", "assertions") == [("assertion", 7)]


def test_what_has_a_run_behind_it_is_checked_under_sequential_consistency_alone(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="not under TSO"):
        check_std(tmp_path / "some.std", CheckOptions(memory=MODELS["TSO"]), Quiet(), Timed())
