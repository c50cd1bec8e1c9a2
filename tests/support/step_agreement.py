"""Brute force and the step-by-step encoding say the same of every goal, and every way runs on the machine."""

import random
from collections.abc import Sequence
from typing import Final

from raddle.base.errors import RaddleError, ToolError
from raddle.decide.answers import Holds, Undecided, Violated
from raddle.model.goals import Meet, PathGoal, Reach
from raddle.model.program import TraceProgram
from raddle.papers.trace_driven_verification.options import (
    BMC,
    TDV,
    TDVO,
    Preemptions,
    Priorities,
    RoundRobin,
    RunToBlock,
    StepOptions,
)
from raddle.verify.ask.asking_by_steps import ask_by_steps
from tests.oracles.enumerated import enumerated
from tests.support.path_goals import Agreement, goals_of, is_reached
from tests.support.random_paths import PROFILES, random_paths
from tests.support.step_policies import reached_under

OPTIONS: Final = {
    "all": StepOptions(),
    "TDV": TDV,
    "TDVO": TDVO,
    "BMC": BMC,
    "peephole": StepOptions(local_ssa=False),
    "SSA": StepOptions(peephole=False, fused=False),
}
POLICIES: Final = (Preemptions(0), Preemptions(1), Preemptions(2), RunToBlock(), RoundRobin(), Priorities((2, 0)))
MOST_GOALS: Final = 4
STATES: Final = 20_000


def compared(number: int) -> Agreement:
    """Random paths, some of their goals by each of the options, and an event under a policy."""
    rng, profiles = random.Random(number), sorted(PROFILES)
    profile = profiles[number % len(profiles)]
    paths = random_paths(rng, profile, 13)
    goals = goals_of(paths, rng)
    found = Agreement(paths=1)
    for name, options in OPTIONS.items():
        _compare(found, paths, rng.sample(goals, min(MOST_GOALS, len(goals))), options, f"{number}, {profile}, {name}")
    policy = rng.choice(POLICIES)
    event = rng.randrange(len(paths.graph.source))
    wrong = policy_disagreement(paths, Reach((event,)), StepOptions(policy=policy, local_ssa=rng.random() < 0.5))
    found.questions += 1
    if wrong is not None:
        found.disagreements.append(f"{number}, {profile}, {policy}: {event}: {wrong}")
    return found


def _compare(found: Agreement, paths: TraceProgram, goals: Sequence[PathGoal], options: StepOptions, what: str) -> None:
    try:
        wrong = disagreements(paths, goals, options, found)
    except ToolError:
        found.too_large += 1
    else:
        found.disagreements += [f"{what}: {one}" for one in wrong]


def disagreements(
    paths: TraceProgram, goals: Sequence[PathGoal], options: StepOptions, total: Agreement | None = None
) -> list[str]:
    """The goals of which the two say different things. (A way has been taken by the machine.)"""
    pairs = [(goal.first, goal.second) for goal in goals if isinstance(goal, Meet)]
    known = enumerated(paths, pairs, STATES)
    found = []
    for goal in goals:
        expected = is_reached(known, goal)
        if total is not None:
            total.questions += 1
            total.reached += expected
        wrong = _disagreement(paths, goal, options, expected=expected)
        if wrong is not None:
            found.append(f"{goal}: {wrong}")
    return found


def _disagreement(paths: TraceProgram, goal: PathGoal, options: StepOptions, *, expected: bool) -> str | None:
    try:
        answer = ask_by_steps(paths, goal, limit_s=None, options=options)
    except RaddleError as error:
        return str(error)
    if isinstance(answer, Undecided):
        return answer.reason
    return None if isinstance(answer, Violated) == expected else f"{'' if expected else 'not '}reached by brute force"


def policy_disagreement(paths: TraceProgram, goal: Reach, options: StepOptions) -> str | None:
    known = reached_under(paths, options.policy)
    answer = ask_by_steps(paths, goal, limit_s=None, options=options)
    if isinstance(answer, Holds):
        return "a policy proves nothing"
    expected = any(event in known for event in goal.events)
    return None if isinstance(answer, Violated) == expected else f"{'' if expected else 'not '}reached by brute force"
