"""Brute force and the step-by-step encoding say the same of every goal, and every way runs on the machine."""

from raddle.encode.steps.options import StepOptions
from raddle.model.paths.enumerate import enumerate_paths
from raddle.model.paths.goals import Meet, PathGoal, Reach, Stuck, Way
from raddle.model.paths.paths import Paths
from raddle.verify.asking import Undecided
from raddle.verify.asking_by_steps import ask_by_steps


def disagreement(paths: Paths, goals: list[PathGoal], options: StepOptions, limit_s: float | None = None) -> str | None:
    """The first goal of which the two say different things. (A way has been taken by the machine.)"""
    known = enumerate_paths(paths, [(goal.first, goal.second) for goal in goals if isinstance(goal, Meet)])
    for goal in goals:
        answer = ask_by_steps(paths, goal, limit_s=limit_s, options=options)
        if isinstance(answer, Undecided):
            return f"{goal}: {answer.reason}"
        match goal:
            case Reach(events):
                reached = any(event in known.reached for event in events)
            case Meet(first, second):
                reached = (first, second) in known.meetings
            case Stuck():
                reached = known.stuck is not None
        if isinstance(answer, Way) != reached:
            return f"{goal}: {'' if reached else 'not '}reached by brute force"
    return None
