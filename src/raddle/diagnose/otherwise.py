"""Where no run passes: what becomes of those in which the failure in question does not come about."""

from raddle.decide.answers import Violated
from raddle.diagnose.explored import Explored
from raddle.diagnose.spots import Spots
from raddle.model.goals import PathGoal, Reach, Standstill
from raddle.verify.ask.questions import Questions
from raddle.verify.options import VerifyOptions


def otherwise(explored: Explored, until: float | None) -> str:
    """`fail elsewhere or deadlock`; empty: there are no such runs. `until` as time.monotonic() counts."""
    shown = _shown(explored)
    elsewhere = tuple(event for event in explored.paths.graph.of_kind("failure") if event not in shown)
    options = VerifyOptions(until=until)
    found = []
    for what, goal in (("fail elsewhere", Reach(elsewhere)), ("deadlock", Standstill())):
        if goal == Reach(()):
            continue
        goals: list[PathGoal] = [goal]
        answer = Questions(options).ask(explored.paths, goals, options.left_s())
        if answer is not None:
            found.append(what if isinstance(answer, Violated) else f"may {what}")
    return " or ".join(found)


def _shown(explored: Explored) -> frozenset[int]:
    """The failures in question that are at the place of the run that is shown."""
    spots = Spots(explored)
    path = None if explored.failing is None else explored.failing.recording.path
    runs = {event: spots.shown_failing(event) for event in explored.failures}
    failed = [event for event, run in runs.items() if run is not None and run.trace.recording.path == path]
    places = {spots.place_of_event(event) for event in failed or explored.failures}
    return frozenset(event for event in explored.failures if spots.place_of_event(event) in places)
