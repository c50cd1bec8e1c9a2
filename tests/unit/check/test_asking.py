"""Questions of several turns: what is decided stays so, and only what is open is asked."""

import pytest

from raddle.base.time_limit import BUDGET_ENDED
from raddle.check import asking as asking_module
from raddle.check.asking import asking
from raddle.check.options import CheckOptions
from raddle.check.shares import Share
from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.encoder import Encoder
from raddle.model.goals import Fails, Goal
from raddle.model.text.parse import parse_ctp
from raddle.report.progress import Silent

ENCODER = Encoder(parse_ctp("shared x: 32 = 0\nthread main\nassert(x == 0)\n"))
ONE, TWO, THREE = Fails(1), Fails(2), Fails(3)


def violated(goal: Goal) -> Violated:
    return Violated(goal, (), 0, fewest=False)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[Goal]]:
    """What comes to whoever decides: one holds, two is violated, three is not decided."""
    seen: list[list[Goal]] = []

    def decide_all(groups: list[list[Goal]], *_: object, **__: object) -> list[list[Verdict]]:
        answers: dict[Goal, Verdict] = {ONE: Holds(ONE), TWO: violated(TWO), THREE: Undecided(THREE, "time limit")}
        seen.extend(groups)
        return [[answers[goal] for goal in group] for group in groups]

    monkeypatch.setattr(asking_module, "decide_all", decide_all)
    return seen


def test_without_a_solver_only_what_runs_have_shown_is_decided(asked: list[list[Goal]]) -> None:
    share = Share(limit_s=0.0)
    found = asking(ENCODER, CheckOptions(), share, Silent(), "deciding", {TWO: ()})([[ONE, THREE], [TWO, THREE]])
    assert asked == [[], [TWO]]
    assert found == [[Undecided(ONE, BUDGET_ENDED), Undecided(THREE, BUDGET_ENDED)], [violated(TWO)]]


def test_what_is_decided_is_not_asked_again(asked: list[list[Goal]]) -> None:
    share = Share(limit_s=1.0)
    ask = asking(ENCODER, CheckOptions(), share, Silent(), "deciding")
    first = ask([[ONE, THREE], [TWO]])
    assert ask([[ONE, THREE], [TWO]]) == first == [[Holds(ONE), Undecided(THREE, "time limit")], [violated(TWO)]]
    assert asked == [[ONE, THREE], [TWO], [THREE], []]
    assert share.is_undecided and share.decided == 2


def test_what_stands_beside_a_violation_is_not_open(asked: list[list[Goal]]) -> None:
    share = Share(limit_s=1.0)
    found = asking(ENCODER, CheckOptions(), share, Silent(), "deciding")([[THREE, TWO]])
    assert found == [[violated(TWO)]] and not share.is_undecided
    assert asked == [[THREE, TWO]]
